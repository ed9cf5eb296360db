//! Checks perft numbers from data files. They come from the naive implementations, never from the fast ones alone.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "perft/entries.rs"]
mod entries;

use entries::{Entry, entries};
use rules::{Game, Kind, Turn, for_each_game, perft, with_game};

fn check<G: Game>(entry: &Entry) {
    let deck: Vec<G::Move> =
        entry.deck.split_whitespace().map(|card| format!("+{card}").parse().unwrap()).collect();
    let mut draws = deck.as_slice();
    let mut game = G::new(entry.options.parse().unwrap());
    for mv in entry.moves.split_whitespace() {
        while game.turn() == Turn::Chance {
            let (&outcome, rest) = draws.split_first().expect("a deck that is long enough");
            game.play(outcome).unwrap();
            draws = rest;
        }
        game.play(mv.parse().unwrap())
            .unwrap_or_else(|reason| panic!("line {}: {mv}: {reason:?}", entry.line));
    }
    for &(depth, count) in &entry.counts {
        assert_eq!(perft(&game, depth, draws), Some(count), "entry at line {}, depth {depth}", entry.line);
    }
}

fn check_file(kind: Kind) {
    let entries = entries(kind);
    let counts: usize = entries.iter().map(|entry| entry.counts.len()).sum();
    assert!(counts >= 10, "{kind} has perft numbers");
    for entry in &entries {
        with_game!(kind, G => check::<G>(entry));
    }
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        $(mod $module {
            #[test]
            fn perft_counts_match_the_perft_file() {
                super::check_file(rules::Kind::$kind);
            }
        })*
    };
}
for_each_game!([tests]);
