//! The puzzles that come with the program, proven by other solvers than those that found them: they use the checked
//! interface of the rules, know nothing about a game, and skip no position.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use puzzles::{Horizon, Puzzle, PuzzleGame, horizon};
use rules::{Game, Kind, Outcome, Seat, Turn, with_game};

/// Remembers what it has found out about positions, for one seat.
struct Solver<G: Game> {
    seat: Seat,
    /// The most moves within which the seat does not win a position, and the fewest within which it does.
    within: HashMap<G, (u32, u32)>,
    /// Whether the seat wins at all.
    at_all: HashMap<G, bool>,
    /// The last reply that refuted a move of the seat, for each number of moves that are left.
    refutations: HashMap<u32, G::Move>,
}

impl<G: Game + Eq + Hash> Solver<G> {
    fn new(seat: Seat) -> Solver<G> {
        let (within, at_all, refutations) = Default::default();
        Solver { seat, within, at_all, refutations }
    }

    /// Whether the seat wins within this many moves.
    fn wins_within(&mut self, game: &G, plies: u32) -> bool {
        if let Turn::Over(outcome) = game.turn() {
            return outcome == Outcome::Win(self.seat);
        }
        if plies == 0 {
            return false;
        }
        let (fails, wins) = self.within.get(game).copied().unwrap_or((0, u32::MAX));
        if fails >= plies || wins <= plies {
            return wins <= plies;
        }
        let mut moves = game.moves();
        let is_win = if game.turn() == Turn::Seat(self.seat) {
            moves.into_iter().any(|mv| self.wins_within(&after(game, mv), plies - 1))
        } else {
            // The reply that refuted another move refutes this one, most often.
            let last = self.refutations.get(&plies).copied();
            moves.sort_by_key(|&mv| Some(mv) != last);
            let refutation = moves.into_iter().find(|&mv| !self.wins_within(&after(game, mv), plies - 1));
            if let Some(mv) = refutation {
                self.refutations.insert(plies, mv);
            }
            refutation.is_none()
        };
        let bounds = if is_win { (fails, plies.min(wins)) } else { (plies.max(fails), wins) };
        self.within.insert(game.clone(), bounds);
        is_win
    }

    /// Whether the seat wins at all, however long it takes. Moves that leave the next player few moves come first.
    fn wins_at_all(&mut self, game: &G) -> bool {
        if let Turn::Over(outcome) = game.turn() {
            return outcome == Outcome::Win(self.seat);
        }
        if let Some(&known) = self.at_all.get(game) {
            return known;
        }
        let mut afterwards: Vec<G> = game.moves().into_iter().map(|mv| after(game, mv)).collect();
        afterwards.sort_by_cached_key(|next| next.moves().len());
        let is_win = if game.turn() == Turn::Seat(self.seat) {
            afterwards.iter().any(|next| self.wins_at_all(next))
        } else {
            afterwards.iter().all(|next| self.wins_at_all(next))
        };
        self.at_all.insert(game.clone(), is_win);
        is_win
    }

    fn winning_moves(&mut self, game: &G, plies: u32) -> Vec<G::Move> {
        let mut moves = game.moves();
        moves.retain(|&mv| self.wins_within(&after(game, mv), plies - 1));
        moves
    }
}

fn after<G: Game>(game: &G, mv: G::Move) -> G {
    let mut next = game.clone();
    next.play(mv).unwrap_or_else(|_| panic!("{mv} is illegal in {game}"));
    next
}

fn prove<G: Game + Eq + Hash>(puzzle: &Puzzle) {
    let (seat, plies) = (puzzle.solver(), puzzle.line.len() as u32);
    let mut solver = Solver::<G>::new(seat);
    // Without the repetition rule, positions have no history. The comment on `for_search` says why the wins stay the same.
    let start = puzzle.start.to_string().replace("repetition=3", "repetition=0");
    let mut game: G = start.parse().unwrap_or_else(|_| panic!("{start}"));
    assert!(!solver.wins_within(&game, plies - 1), "{puzzle}: it takes as many moves as the solution has");
    for (played, mv) in puzzle.line.iter().enumerate() {
        let mv: G::Move = mv.to_string().parse().unwrap_or_else(|_| panic!("{mv}"));
        let left = plies - played as u32;
        let next = after(&game, mv);
        if game.turn() == Turn::Seat(seat) {
            let fastest = solver.winning_moves(&game, left);
            assert!(fastest.contains(&mv), "{puzzle}: {mv} wins");
            assert!(fastest == [mv] || left == 1 && played > 0, "{puzzle}: only {mv} wins, not {fastest:?}");
            let winning = match horizon(puzzle.start.kind(), left) {
                Horizon::Moves(moves) => solver.winning_moves(&game, moves.max(left)),
                Horizon::WholeGame => {
                    let mut moves = game.moves();
                    moves.retain(|&mv| solver.wins_at_all(&after(&game, mv)));
                    moves
                }
            };
            assert_eq!(winning, fastest, "{puzzle}: no other move wins");
        } else if left > 1 {
            assert!(!solver.wins_within(&next, left - 2), "{puzzle}: {mv} is the longest defence");
        }
        game = next;
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(seat)), "{puzzle}");
}

/// Proves every puzzle of a game whose number is a multiple of `step`, on all cores.
fn prove_every(kind: Kind, step: usize) {
    let collection = puzzles::collection(kind);
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed) * step;
                    if index >= collection.len() {
                        return;
                    }
                    let puzzle = collection.puzzle(index).unwrap();
                    with_game!(kind, G => prove::<G>(&puzzle));
                }
            });
        }
    });
}

#[test]
fn a_sample_of_the_puzzles_has_one_winning_move_each_time() {
    for &kind in Kind::ALL {
        let sample = with_game!(kind, G => <G as PuzzleGame>::PROVEN_SAMPLE);
        prove_every(kind, puzzles::collection(kind).len().div_ceil(sample));
    }
}

/// Proves every puzzle of a game, and prints what it took.
fn prove_all(kind: Kind) {
    let begun = Instant::now();
    prove_every(kind, 1);
    let (count, seconds) = (puzzles::collection(kind).len(), begun.elapsed().as_secs_f64());
    println!("{kind}: {count} puzzles proven in {seconds:.1} s");
}

macro_rules! whole_collections {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// A test for each game that proves all of its puzzles.
        mod every_puzzle_has_one_winning_move_each_time {
            $(
                #[test]
                #[ignore = "takes long: cargo test --release -p trois-puzzles --features data --test proven -- --ignored --nocapture"]
                fn $module() {
                    super::prove_all(rules::Kind::$kind);
                }
            )*
        }
    };
}
rules::for_each_game!([whole_collections]);
