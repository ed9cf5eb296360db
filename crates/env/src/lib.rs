//! The games for programs that learn: moves as numbers, positions as arrays, and many games stepped at once.
//!
//! - [`Encode`] is implemented for each game in its own file: the numbers of its moves, and an observer's view as an
//!   array of small integers. [`Space`] describes both, for documentation and for checks.
//! - [`Batch`] holds many games and steps all of them with one call, on one thread or on several. It writes into the
//!   caller's arrays and allocates nothing per step.
//!
//! Hidden information stays hidden: an observation is written from the position as redacted for its observer.

mod any;
mod batch;
mod bits;
mod cell_set;
mod encode;
mod lanes;
mod workers;
mod write_sets;

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;

pub use any::{action_of, chance_of, mask, move_of, observe, outcome_of};
pub use batch::{Arrays, Batch, BatchError, BatchSettings, NO_ACTION};
pub use encode::{Derived, Encode, Field, Space, reward};
