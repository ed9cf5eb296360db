//! Attacks of one stranger on a server at its default limits, and their effect on the other clients. The long version,
//! `cargo xtask attack`, prints a table of attacks and measured figures; here the checks count and do not measure.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archive;
#[path = "../common/mod.rs"]
mod common;
mod connections;
mod engines;
mod frames;
mod make;
mod requests;
mod writing;
