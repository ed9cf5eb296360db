//! Playing with others, through the server.
//!
//! - [`mod@line`], [`socket`]: a connection that comes back by itself.
//! - [`api`]: plain questions to the server; [`guest`]: the name one has there; [`clock`]: what time it is there.
//! - [`meeting`]: a table, as it is followed from here; [`react`]: what is said of what happens there; [`surface`]:
//!   what is seen and touched on its board.
//! - [`names`]: what tables, players and endings are called; the other files are what is seen of a table.

pub mod after;
pub mod api;
pub mod clock;
pub mod device;
pub mod fair;
pub mod guest;
pub mod line;
pub mod list;
pub mod meeting;
pub mod names;
pub mod offers;
pub mod pair;
pub mod phrases;
pub mod react;
pub mod seats;
pub mod socket;
pub mod surface;
pub mod tools;
