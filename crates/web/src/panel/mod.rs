//! What stands beside a board, wherever a game is played or looked at: these know neither where the game comes from
//! nor who plays it.

pub mod choices;
pub mod copy;
pub mod moves;
pub mod players;
pub mod status;
pub mod tool;
pub mod walk;

pub use choices::{OptionChoice, SeatChoice, option_name, seats_of, value_name};
pub use copy::{CopyField, CopyText};
pub use moves::{MoveList, Written};
pub use players::{Players, Shown, time_left};
pub use status::StatusLine;
pub use tool::Tool;
pub use walk::Walk;
