//! Golden playthroughs: random games of each [variant](rules::GameInfo::variants) of each game, at least two per
//! game, with the answer to every query at every position.
//!
//! A change to rules, texts or diagrams appears here as a diff. If it is intended, run the test with
//! `UPDATE_EXPECT=1` and read the diff before you commit it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use rules::{AnyGame, Kind, Rng, Seat, Turn, Viewer, for_each_game};

fn playthrough(kind: Kind) -> String {
    let mut out = String::new();
    let variants = kind.info().variants;
    for (seed, options) in variants.iter().cycle().take(variants.len().max(2)).enumerate() {
        let mut game = AnyGame::new(kind, options).unwrap();
        let mut rng = Rng::new(seed as u64);
        writeln!(out, "==== {kind}, options {:?}, {} seats", game.options(), game.seats()).unwrap();
        while let Some(mv) = {
            describe(&game, &mut out);
            game.random_move(&mut rng)
        } {
            let seen = viewers(&game).map(|viewer| game.redact_move(mv, viewer).to_string());
            writeln!(out, "\n>> {mv}, seen as {}", seen.collect::<Vec<_>>().join(" ")).unwrap();
            game.play(mv).unwrap();
        }
    }
    out
}

fn describe(game: &AnyGame, out: &mut String) {
    let mut moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    moves.sort();
    writeln!(out, "{game:#}").unwrap();
    writeln!(out, "position {game}").unwrap();
    for viewer in viewers(game) {
        let view = game.view(viewer).position();
        if view != *game {
            writeln!(out, "seen by {viewer:?} {view}").unwrap();
        }
    }
    writeln!(out, "turn {}, {} moves: {}", game.turn(), moves.len(), moves.join(" ")).unwrap();
    if game.turn() == Turn::Chance {
        let weights: Vec<String> = game.moves().into_iter().map(|mv| game.weight(mv).to_string()).collect();
        writeln!(out, "weights {}", weights.join(" ")).unwrap();
    }
}

fn viewers(game: &AnyGame) -> impl Iterator<Item = Viewer> + use<> {
    (0..game.seats()).map(|seat| Viewer::Seat(Seat::from_index(seat))).chain([Viewer::Public])
}

macro_rules! tests {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        $(mod $module {
            #[test]
            fn random_games_match_the_golden_playthrough() {
                let golden = expect_test::expect_file![concat!("playthroughs/", $id, ".txt")];
                golden.assert_eq(&super::playthrough(rules::Kind::$kind));
            }
        })*
    };
}
for_each_game!([tests]);
