//! The laws of every game, on random play.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::conformance::check_laws;
use rules::{Cards, Doh, Fives, Morpion, SuperMorpion};

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

#[test]
fn the_card_game_obeys_the_laws() {
    for numbers in [1, 2, 3, 6, 9, 18] {
        for target in [1, 2, 3, 5, 8, 12, 13, 24] {
            let options = rules::cards::Options::new(numbers, target).unwrap();
            check_laws::<Cards>(options, u64::from(numbers) << 8 | u64::from(target), 2, 250, true);
        }
    }
    check_laws::<Cards>(Default::default(), 3, 30, 250, true);
    check_laws::<Cards>("green=any".parse().unwrap(), 4, 30, 250, true);
    check_laws::<Cards>("numbers=2,target=24,green=any".parse().unwrap(), 5, 10, 250, true);
}

#[test]
fn three_fives_obeys_the_laws() {
    for (seed, options) in
        ["", "players=3", "repetition=0", "repetition=2", "players=3,repetition=2"].iter().enumerate()
    {
        check_laws::<Fives>(options.parse().unwrap(), seed as u64, 4, 400, false);
    }
}
