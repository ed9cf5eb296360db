//! The explorer: what was played in the position shown, in games of the engine and in those of this server.

pub mod panel;
mod results;
mod sources;
