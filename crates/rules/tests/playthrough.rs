//! Golden playthroughs: one random game per game and option set, with every query at every position.
//!
//! A change of rules, of texts or of diagrams shows up here as a diff. If it is meant, run the test with
//! `UPDATE_EXPECT=1` and read the diff before committing it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use expect_test::expect_file;
use rules::{AnyGame, Kind, Rng, Seat, Turn, Viewer};

fn playthrough(kind: Kind, options: &[&str]) -> String {
    let mut out = String::new();
    for (seed, options) in options.iter().enumerate() {
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

#[test]
fn morpion_playthrough() {
    expect_file!["playthroughs/morpion.txt"].assert_eq(&playthrough(Kind::Morpion, &["", ""]));
}

#[test]
fn super_morpion_playthrough() {
    expect_file!["playthroughs/super.txt"].assert_eq(&playthrough(Kind::Super, &["", "tiebreak=draw"]));
}

#[test]
fn tic_tac_doh_playthrough() {
    expect_file!["playthroughs/doh.txt"].assert_eq(&playthrough(Kind::Doh, &["", "players=3", "players=4"]));
}

#[test]
fn card_game_playthrough() {
    expect_file!["playthroughs/cards.txt"].assert_eq(&playthrough(Kind::Cards, &["", "numbers=6,target=2"]));
}

#[test]
fn three_fives_playthrough() {
    expect_file!["playthroughs/fives.txt"].assert_eq(&playthrough(Kind::Fives, &["", "players=3"]));
}
