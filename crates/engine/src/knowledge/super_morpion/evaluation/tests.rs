//! A search that evaluates only within its window and prunes in quiescence search still proves only what is true.

use alphabeta::{AlphaBeta, AlphaBetaMemory, Evaluated, Evaluation as _, Window};
use rules::super_morpion::{Move, Options};
use rules::{Game, Outcome, Rng, Seat, SuperMorpion, Turn};

use super::super::position::move_of;
use super::*;
use crate::analysis::{Analysis, Value};
use crate::control::{Meter, SearchControl};
use crate::limits::{Limits, StepBudget};
use crate::search::{self, Search, Status};

/// The evaluation with both margins.
struct Lazy(SuperMorpionEvaluation);

impl alphabeta::Evaluation for Lazy {
    type Position = Position;

    const ESTIMATE_MARGIN: Option<i32> = Some(100);
    const QUIESCENCE_MARGIN: Option<i32> = Some(100);
    const USES_IMPROVEMENT: bool = true;
    const USES_SINGULAR_EXTENSIONS: bool = true;

    fn correction_key(&self, position: &Position) -> Option<u64> {
        self.0.correction_key(position)
    }

    fn value(&self, position: &Position) -> i32 {
        self.0.value(position)
    }
}

fn lazy() -> Lazy {
    Lazy(SuperMorpionEvaluation::new(Tiebreak::Majority, &NetworkChoice::BuiltIn))
}

fn start(game: &SuperMorpion, limits: &Limits) -> AlphaBeta<Lazy, Move> {
    AlphaBeta::new(lazy(), Position::new(game), move_of, limits, AlphaBetaMemory::default())
}

/// A random game of this many moves; `None` if it ended before.
fn played(rng: &mut Rng, moves: u32) -> Option<SuperMorpion> {
    let mut game = SuperMorpion::new(Options::new(Tiebreak::Majority));
    for _ in 0..moves {
        game.play_unchecked(game.random_move(rng, &mut Vec::new())?);
    }
    (!game.turn().is_over()).then_some(game)
}

/// Whether the player to move wins (1), draws or loses (-1), from all games that can follow, if these are not too many.
fn solve(game: &SuperMorpion, seat: Seat, budget: &mut u32) -> Option<i32> {
    *budget = budget.checked_sub(1)?;
    match game.turn() {
        Turn::Over(Outcome::Draw) => Some(0),
        Turn::Over(Outcome::Win(winner)) => Some(if winner == seat { 1 } else { -1 }),
        Turn::Seat(_) | Turn::Chance => {
            let mut best = -1;
            for mv in game.moves() {
                let mut next = *game;
                next.play_unchecked(mv);
                best = best.max(-solve(&next, seat.other(), budget)?);
                if best == 1 {
                    break;
                }
            }
            Some(best)
        }
    }
}

#[test]
fn an_estimate_far_outside_the_window_replaces_the_value_by_a_bound() {
    let (evaluation, position) = (lazy(), Position::new(&SuperMorpion::new(Default::default())));
    let value = evaluation.value(&position);
    let within = |alpha, beta, before| evaluation.value_in(&position, Window { alpha, beta }, before);
    assert_eq!(within(-50, 50, Some(-150)), Evaluated::AtLeast(50));
    assert_eq!(within(-50, 50, Some(150)), Evaluated::AtMost(-50));
    assert_eq!(within(-50, 50, Some(-149)), Evaluated::Exact(value));
    assert_eq!(within(-50, 50, Some(149)), Evaluated::Exact(value));
    assert_eq!(within(-50, 50, None), Evaluated::Exact(value));
}

#[test]
fn proofs_with_both_margins_are_true() {
    let (mut rng, mut checked) = (Rng::new(12), 0);
    while checked < 60 {
        let Some(game) = played(&mut rng, 45) else { continue };
        let seat = game.to_move().unwrap();
        let Some(expected) = solve(&game, seat, &mut 200_000) else { continue };
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let analysis = search::run(start(&game, &limits), &limits).0;
        let found = match analysis.value() {
            Value::Proven { outcome: Outcome::Draw, .. } => 0,
            Value::Proven { outcome: Outcome::Win(winner), .. } => 2 * i32::from(winner == seat) - 1,
            Value::Expected(_) => continue,
        };
        assert_eq!(found, expected, "{game}");
        checked += 1;
    }
}

#[test]
fn a_search_with_both_margins_can_be_interrupted_anywhere() {
    let mut rng = Rng::new(13);
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    let games: Vec<SuperMorpion> = (0..6).filter_map(|n| played(&mut rng, 6 + 4 * n)).collect();
    for game in games {
        let whole = search::run(start(&game, &limits), &limits).0;
        let (mut search, mut meter) = (start(&game, &limits), Meter::new(&limits));
        loop {
            let budget = StepBudget::nodes(u64::from(rng.below(700)));
            let mut observer = ();
            let mut control = SearchControl::new(&mut meter, budget, &mut observer);
            if search.step(&mut control) == Status::Finished {
                break;
            }
        }
        let lines = |analysis: &Analysis<Move>| format!("{:?}", analysis.lines);
        assert_eq!(lines(&search.analysis()), lines(&whole), "{game}");
    }
}
