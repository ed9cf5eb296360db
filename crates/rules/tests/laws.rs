//! The laws of every game, on random play.

use rules::conformance::check_laws;
use rules::{Fives, Morpion, SuperMorpion};

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
fn fives_obeys_the_laws() {
    for (seed, options) in [(1, ""), (2, "repetition=0"), (3, "players=3"), (4, "players=3,repetition=2")] {
        check_laws::<Fives>(options.parse().unwrap(), seed, 8, 400, false);
    }
}
