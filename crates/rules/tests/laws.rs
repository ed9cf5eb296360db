//! The laws of every game, on random play.

use rules::conformance::check_laws;
use rules::{Cards, Morpion, SuperMorpion};

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
fn the_card_game_obeys_the_laws() {
    for numbers in [1, 2, 3, 6, 9, 18] {
        for target in 1..=12 {
            let options = rules::cards::Options::new(numbers, target).unwrap();
            check_laws::<Cards>(options, u64::from(numbers) << 8 | u64::from(target), 2, 250, true);
        }
    }
    check_laws::<Cards>(Default::default(), 3, 30, 250, true);
}
