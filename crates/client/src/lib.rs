//! A guest of a server, over real sockets: opens tables, sits down, plays, and comes back after a lost connection
//! for exactly what was missed. For measuring, for tests, and for programs that play.
//!
//! - [`Visitor`] is somebody with a cookie, who can ask the server things.
//! - [`Player`] is one at a table.

mod player;
mod visitor;

pub use player::{News, Player};
pub use visitor::{Visitor, Wrong};
