//! Playing on this device: [`Sitting`] is the game on the table and all that happens at it; the other files are
//! what is seen of it.

mod buttons;
mod clocks;
mod curtain;
mod moves;
mod setup;
mod share;
mod sitting;
mod status;
mod thinking;

pub use buttons::{Buttons, Tool};
pub use clocks::Clocks;
pub use curtain::Curtain;
pub use moves::Moves;
pub use setup::Setup;
pub use share::Share;
pub use sitting::Sitting;
pub use status::Status;
pub use thinking::{Thinking, short_count};
