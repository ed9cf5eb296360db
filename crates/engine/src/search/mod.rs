//! Ways to search that serve more than one game.

pub mod alphabeta;
pub mod ismcts;
pub mod mcts;
pub mod table;
