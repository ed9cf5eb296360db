//! The puzzles that come with the program, proven by another solver than the one that found them: it uses the checked
//! interface of the rules, and skips no position.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use puzzles::{Puzzle, PuzzleCollection};
use rules::{AnyGame, AnyMove, Kind, Outcome, Seat, Turn};

/// How many puzzles of each game are proven in every run.
const SAMPLE: usize = 12;

/// Remembers the most moves within which a seat does not win a position, and the fewest within which it does.
#[derive(Default)]
struct Solver {
    known: HashMap<AnyGame, (u32, u32)>,
}

impl Solver {
    fn wins(&mut self, game: &AnyGame, seat: Seat, plies: u32) -> bool {
        if let Turn::Over(outcome) = game.turn() {
            return outcome == Outcome::Win(seat);
        }
        if plies == 0 {
            return false;
        }
        let (fails, wins) = self.known.get(game).copied().unwrap_or((0, u32::MAX));
        if fails >= plies || wins <= plies {
            return wins <= plies;
        }
        let mut afterwards = game.moves().into_iter().map(|mv| after(game, mv));
        let is_win = if game.turn() == Turn::Seat(seat) {
            afterwards.any(|next| self.wins(&next, seat, plies - 1))
        } else {
            afterwards.all(|next| self.wins(&next, seat, plies - 1))
        };
        let bounds = if is_win { (fails, plies.min(wins)) } else { (plies.max(fails), wins) };
        self.known.insert(game.clone(), bounds);
        is_win
    }

    fn winning_moves(&mut self, game: &AnyGame, seat: Seat, plies: u32) -> Vec<AnyMove> {
        let mut moves = game.moves();
        moves.retain(|&mv| self.wins(&after(game, mv), seat, plies - 1));
        moves
    }
}

fn after(game: &AnyGame, mv: AnyMove) -> AnyGame {
    let mut next = game.clone();
    next.play(mv).unwrap();
    next
}

fn prove(puzzle: &Puzzle) {
    let (seat, plies) = (puzzle.solver(), puzzle.line.len() as u32);
    let horizon = puzzles::horizon(puzzle.start.kind());
    let mut solver = Solver::default();
    let mut game = puzzle.start.clone();
    assert!(!solver.wins(&game, seat, plies - 1), "{puzzle}: it takes as many moves as the solution has");
    for (played, &mv) in puzzle.line.iter().enumerate() {
        let left = plies - played as u32;
        let next = after(&game, mv);
        if game.turn() == Turn::Seat(seat) {
            let fastest = solver.winning_moves(&game, seat, left);
            assert!(fastest.contains(&mv), "{puzzle}: {mv} wins");
            assert!(fastest == [mv] || left == 1 && played > 0, "{puzzle}: only {mv} wins, not {fastest:?}");
            let winning = solver.winning_moves(&game, seat, horizon.max(left));
            assert_eq!(winning, fastest, "{puzzle}: no other move wins within {horizon} moves");
        } else if left > 1 {
            assert!(!solver.wins(&next, seat, left - 2), "{puzzle}: {mv} is the longest defence");
        }
        game = next;
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(seat)), "{puzzle}");
}

fn prove_every(step: impl Fn(&PuzzleCollection) -> usize) {
    for &kind in Kind::ALL {
        let collection = puzzles::collection(kind);
        for index in (0..collection.len()).step_by(step(&collection)) {
            prove(&collection.puzzle(index).unwrap());
        }
    }
}

#[test]
fn a_sample_of_the_puzzles_has_one_winning_move_each_time() {
    prove_every(|collection| collection.len().div_ceil(SAMPLE));
}

#[test]
#[ignore = "takes minutes: cargo test -p trois-puzzles --features data --release -- --ignored"]
fn every_puzzle_has_one_winning_move_each_time() {
    prove_every(|_| 1);
}
