//! One file per page.

pub mod archive;
pub mod atlas;
pub mod games;
pub mod home;
pub mod learn;
pub mod new_table;
pub mod not_found;
pub mod online;
pub mod play;
pub mod puzzles;
pub mod settings;
pub mod study;
pub mod table;
