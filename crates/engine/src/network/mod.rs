//! What the networks that evaluate positions have in common: their files, rows that are added up, and the layers
//! behind the sum.
//!
//! ```text
//! for each part of a position one row ─► added up: 64 ─► clipped, squared ─► 8 ─► 16 ─► 1
//! ```
//!
//! Which rows a position has is each game's own: `knowledge/super_morpion/network`, `knowledge/fives/network`.

#[cfg(test)]
pub(crate) mod bad_files;
mod encoder;
mod file;
mod head;
mod row;

pub(crate) use encoder::Encoder;
pub use file::NetworkError;
pub(crate) use file::Reader;
pub(crate) use head::Head;
pub(crate) use row::{Row, Sum, WIDTH, add};
