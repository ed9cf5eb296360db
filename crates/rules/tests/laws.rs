//! Checks the laws of every game, with every combination of its options, on random play.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::conformance::check_laws;
use rules::{Game, for_each_game};

/// How many positions are checked with the default options, and with all other options together.
const POSITIONS: u32 = 4_000;
const OTHER_POSITIONS: u32 = 12_000;

fn check<G: Game>() {
    let all = G::KIND.all_options();
    let each = (OTHER_POSITIONS / all.len() as u32).clamp(100, POSITIONS);
    for (seed, options) in all.iter().enumerate() {
        let positions = if options.is_empty() { POSITIONS } else { each };
        check_laws::<G>(options.parse().unwrap(), seed as u64, positions);
    }
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        $(mod $module {
            #[test]
            fn the_game_obeys_the_laws() {
                super::check::<rules::$module::$game>();
            }
        })*
    };
}
for_each_game!([tests]);
