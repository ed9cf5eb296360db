//! Ways to search that serve more than one game.

pub mod alphabeta;
pub mod table;
