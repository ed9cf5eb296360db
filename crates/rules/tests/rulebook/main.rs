//! Every rule of every source and every ruling, each with a test named by what it says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;
