//! Ways to search that serve more than one game.
