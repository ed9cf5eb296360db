//! The laws of every game, on random play.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::conformance::check_laws;
use rules::{Doh, Morpion, SuperMorpion};

#[test]
fn morpion_obeys_the_laws() {
    check_laws::<Morpion>(Default::default(), 1, 200, 9 + 1, false);
}

#[test]
fn super_morpion_obeys_the_laws() {
    check_laws::<SuperMorpion>(Default::default(), 1, 100, 100, false);
    check_laws::<SuperMorpion>("tiebreak=draw".parse().unwrap(), 2, 30, 100, false);
}

#[test]
fn tic_tac_doh_obeys_the_laws() {
    check_laws::<Doh>(Default::default(), 1, 300, 15 + 1, false);
    check_laws::<Doh>("players=3".parse().unwrap(), 2, 150, 15 + 1, false);
    check_laws::<Doh>("players=4".parse().unwrap(), 3, 150, 15 + 1, false);
}
