//! Bad input gets a clear refusal, nothing is lost, and a game that is played at the same time is not disturbed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod at_the_table;
#[path = "../common/mod.rs"]
mod common;
mod make;
mod over_http;
mod too_much;
