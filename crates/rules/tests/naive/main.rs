//! Compares the fast rules move by move with slow, obvious ones that were written independently from the sources.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::{AnyGame, Kind, Outcome, Rng, Turn, for_each_game};

mod cards;
mod doh;
#[path = "../perft/entries.rs"]
mod entries;
mod fives;
mod morpion;
mod super_morpion;

/// The slow, obvious rules that the fast ones are compared with.
trait Naive {
    /// Legal moves as text, sorted; at a chance event the distinct outcomes; empty when the game is over.
    fn moves(&self) -> Vec<String>;
    /// `turn 1`, `turn chance`, `result win 2` or `result draw`.
    fn turn(&self) -> String;
    /// Plays a move that `moves` lists.
    fn play(&mut self, mv: &str);
    /// A copy of the position.
    fn boxed_clone(&self) -> Box<dyn Naive>;
}

fn turn(game: &AnyGame) -> String {
    match game.turn() {
        Turn::Seat(seat) => format!("turn {seat}"),
        Turn::Chance => "turn chance".to_owned(),
        Turn::Over(Outcome::Win(seat)) => format!("result win {seat}"),
        Turn::Over(Outcome::Draw) => "result draw".to_owned(),
    }
}

/// Plays random games on both sides until `positions` have been compared; returns how many games that took.
fn compare(kind: Kind, options: &str, seed: u64, positions: u32) -> u32 {
    let mut rng = Rng::new(seed);
    let (mut compared, mut games) = (0, 0);
    while compared < positions {
        games += 1;
        let mut fast = AnyGame::new(kind, options).unwrap();
        let mut slow = naive(kind, options);
        let mut played = String::new();
        loop {
            let mut moves: Vec<String> = fast.moves().iter().map(ToString::to_string).collect();
            moves.sort();
            assert_eq!(moves, slow.moves(), "{kind} {options}: the moves after{played}");
            assert_eq!(turn(&fast), slow.turn(), "{kind} {options}: whose turn it is after{played}");
            compared += 1;
            let Some(mv) = fast.random_move(&mut rng) else { break };
            fast.play(mv).unwrap();
            slow.play(&mv.to_string());
            played += &format!(" {mv}");
        }
    }
    games
}

/// Compares many positions with the default options, and some with every other combination of options.
fn compare_all(kind: Kind) {
    let games = compare(kind, "", 1, 100_000);
    assert!(games > 20, "{kind}: {games} games played to the end");
    let all = kind.all_options();
    let each = (60_000 / all.len() as u32).min(30_000);
    for (seed, options) in all.iter().enumerate().filter(|(_, options)| !options.is_empty()) {
        compare(kind, options, seed as u64, each);
    }
}

macro_rules! games {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        fn naive(kind: Kind, options: &str) -> Box<dyn Naive> {
            match kind {
                $(Kind::$kind => $module::new(options),)*
            }
        }

        /// A test for each game.
        mod plays_as_the_naive_rules_do {
            use rules::Kind;

            $(#[test]
            fn $module() {
                super::compare_all(Kind::$kind);
            })*
        }
    };
}
for_each_game!([games]);

/// The number of sequences of exactly `depth` moves by the slow rules; `deck` resolves chance.
fn perft(game: &dyn Naive, depth: u32, deck: &[&str]) -> u64 {
    let mut game = game.boxed_clone();
    let deck = draw(&mut *game, deck);
    if depth == 0 {
        return 1;
    }
    let moves = game.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &String| {
        let mut next = game.boxed_clone();
        next.play(mv);
        perft(&*next, depth - 1, deck)
    };
    moves.iter().map(after).sum()
}

fn draw<'d, 'c>(game: &mut dyn Naive, mut deck: &'d [&'c str]) -> &'d [&'c str] {
    while game.turn() == "turn chance" {
        game.play(&format!("+{}", deck[0]));
        deck = &deck[1..];
    }
    deck
}

/// The larger numbers were counted once, in the same way; this test recounts the small ones every time.
#[test]
fn the_perft_files_hold_what_the_naive_rules_count() {
    for &kind in Kind::ALL {
        let mut checked = 0;
        for entry in entries::entries(kind) {
            let cards: Vec<&str> = entry.deck.split_whitespace().collect();
            let mut deck = cards.as_slice();
            let mut game = naive(kind, &entry.options);
            for mv in entry.moves.split_whitespace() {
                deck = draw(&mut *game, deck);
                game.play(mv);
            }
            for &(depth, count) in entry.counts.iter().filter(|(_, count)| *count <= 6_000) {
                assert_eq!(
                    perft(&*game, depth, deck),
                    count,
                    "{kind}, entry at line {}, depth {depth}",
                    entry.line
                );
                checked += 1;
            }
        }
        assert!(checked >= 10, "{kind}: {checked} numbers checked");
    }
}
