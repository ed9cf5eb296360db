//! The laws of every game, on random play.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::conformance::check_laws;
use rules::{Morpion, SuperMorpion};

#[test]
fn morpion_obeys_the_laws() {
    check_laws::<Morpion>(Default::default(), 1, 200, 9 + 1, false);
}

#[test]
fn super_morpion_obeys_the_laws() {
    check_laws::<SuperMorpion>(Default::default(), 1, 100, 100, false);
    check_laws::<SuperMorpion>("tiebreak=draw".parse().unwrap(), 2, 30, 100, false);
}
