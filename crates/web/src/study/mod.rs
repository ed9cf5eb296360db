//! Studying: a game with variations ([`tree`]) and the engine looking over it ([`desk`]).

pub mod desk;
pub mod graph;
pub mod import;
pub mod lines;
pub mod notation;
pub mod tree;
