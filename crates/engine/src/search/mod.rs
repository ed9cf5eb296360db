//! Ways to search that serve more than one game.

pub mod ismcts;
pub mod mcts;
pub mod alphabeta;
pub mod table;
