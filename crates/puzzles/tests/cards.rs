//! A puzzle of the card game shows what the solver sees. Its solution wins whatever is hidden: here, deals that explain
//! what the solver sees are played with open hands.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use puzzles::Puzzle;
use rules::{Cards, Game, Kind, Outcome, Rng, Seat, Turn};

/// How many puzzles are tried in every run, and how many deals of each.
const SAMPLE: usize = 8;
const DEALS: u64 = 2;

/// Whether a seat wins within this many moves and draws, whatever the other plays and whatever is drawn.
fn wins(game: &Cards, seat: Seat, plies: u32) -> bool {
    if let Turn::Over(outcome) = game.turn() {
        return outcome == Outcome::Win(seat);
    }
    let mut afterwards = game.moves().into_iter().map(|mv| {
        let mut next = *game;
        next.play(mv).unwrap();
        next
    });
    match game.turn() {
        _ if plies == 0 => false,
        Turn::Seat(mover) if mover == seat => afterwards.any(|next| wins(&next, seat, plies - 1)),
        _ => afterwards.all(|next| wins(&next, seat, plies - 1)),
    }
}

fn long_puzzles() -> Vec<Puzzle> {
    let collection = puzzles::collection(Kind::Cards);
    let all = (0..collection.len()).map(|index| collection.puzzle(index).unwrap());
    all.filter(|puzzle| puzzle.moves() > 1).collect()
}

#[test]
fn a_solution_wins_whatever_the_hidden_cards_are() {
    let found = long_puzzles();
    assert!(found.len() >= SAMPLE, "{}", found.len());
    for puzzle in found.iter().step_by(found.len().div_ceil(SAMPLE)) {
        let seen: Cards = puzzle.start.to_string().parse().unwrap();
        for seed in 0..DEALS {
            let mut deal = seen;
            deal.determinize(&mut Rng::new(seed));
            deal.play(puzzle.line[0].to_string().parse().unwrap()).unwrap();
            assert!(wins(&deal, puzzle.solver(), puzzle.line.len() as u32 - 1), "{puzzle}: {deal}");
        }
    }
}
