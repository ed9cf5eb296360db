//! The review of the game that is studied: the engine's run over every position ([`run`]), the story ([`panel`]),
//! a retry of one's own mistakes ([`retry`], [`retry_panel`]), and saved reviews ([`saved_reviews`]).

pub mod panel;
pub mod retry;
pub mod retry_panel;
pub mod run;
pub mod saved_reviews;
