//! Studying: a game with variations ([`tree`], written by [`text`] and kept by [`keep`]) and the engine looking over
//! it ([`desk`]).

pub mod bring;
pub mod desk;
pub mod graph;
pub mod import;
pub mod keep;
pub mod lines;
pub mod notation;
pub mod players;
pub mod plot;
pub mod text;
pub mod tree;
