//! A test for every rule of every source and for every ruling, named after what the rule says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;
