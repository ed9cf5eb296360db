//! The atlas: what is proven of a game that is solved, as something to look at.

pub mod doh;
pub mod doh_facts;
pub mod doh_map;
mod doh_words;

pub use doh::{Contents, KIND};
