//! Ways to search that serve more than one game.

pub mod ismcts;
pub mod mcts;
