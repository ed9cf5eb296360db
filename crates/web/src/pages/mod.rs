//! One file per page.

pub mod games;
pub mod home;
pub mod learn;
pub mod missing;
pub mod play;
pub mod settings;
pub mod study;
