//! Every rule of every source, each with a test named by what it says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod fives;
