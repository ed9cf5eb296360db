//! The commands of `trois`, one file or folder each.

#[cfg(feature = "server")]
pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod arena;
#[cfg(feature = "server")]
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod levels;
#[cfg(feature = "server")]
pub(crate) mod licenses;
#[cfg(feature = "server")]
pub(crate) mod load;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rules;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;
