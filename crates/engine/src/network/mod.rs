//! The common parts of the networks that evaluate positions: their files, the rows that are added up, and the layers
//! after the sum.
//!
//! ```text
//! for each part of a position one row ─► added up: 64 ─► clipped, squared ─► 8 ─► 16 ─► 1
//! ```
//!
//! The rows of a position are defined by each game: `knowledge/super_morpion/network`, `knowledge/fives/network`.

#[cfg(test)]
pub(crate) mod bad_files;
#[cfg(test)]
pub(crate) mod check_values;
mod choice;
mod encoder;
mod file;
mod head;
mod row;

pub(crate) use choice::NetworkChoice;
pub use choice::{NetworkSource, UnusedNetwork};
pub(crate) use encoder::Encoder;
pub use file::NetworkError;
pub(crate) use file::NumberReader;
pub(crate) use head::Head;
pub(crate) use row::{Row, Sum, WIDTH, add};
