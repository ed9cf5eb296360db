//! Playing on this device: [`Sitting`] is the game on the table and all that happens at it; the other files are
//! what is seen of it.

pub mod buttons;
pub mod clocks;
pub mod curtain;
pub mod moves;
pub mod setup;
pub mod share;
pub mod sitting;
pub mod status;
pub mod thinking;

pub use buttons::Buttons;
pub use clocks::Clocks;
pub use curtain::Curtain;
pub use moves::Moves;
pub use setup::Setup;
pub use share::Share;
pub use sitting::Sitting;
pub use status::Status;
pub use thinking::{Thinking, short_count};
