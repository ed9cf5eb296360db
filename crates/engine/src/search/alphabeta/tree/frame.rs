//! The working memory of a search, and the calls that a pause interrupts.

use super::super::correction::Corrections;
use super::super::ordering::MoveOrdering;
use super::super::{Candidate, Evaluation, MAX_PLY};
use super::singular::Singular;
use crate::math::ln;
use crate::search::transposition::Bound;

/// The working memory of a search, kept from step to step.
pub(in super::super) struct Workspace {
    pub(super) ordering: MoveOrdering,
    /// The moves of all positions on the path from the root, one after the other.
    pub(super) candidates: Vec<Candidate>,
    /// For each ply of the path from the root, the key of the position.
    pub(in super::super) path: Vec<u64>,
    /// For each ply, the principal variation from there.
    pub(in super::super) lines: Vec<Vec<u16>>,
    pub(super) corrections: Corrections,
    /// For each ply of the path from the root, the corrected static evaluation.
    pub(in super::super) evals: Vec<i32>,
    /// The calls that a pause interrupted, the innermost first.
    pub(super) frames: Vec<Frame>,
    /// By depth and number of the move: by how many plies a late move is reduced.
    pub(super) reductions: Box<[[u8; 64]; 64]>,
}

impl Workspace {
    pub(in super::super) fn new<E: Evaluation>() -> Workspace {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in (0..).zip(reductions.iter_mut()).skip(1) {
            for (n, reduction) in (0..).zip(row).skip(1) {
                *reduction = (0.7 + ln(depth) * ln(n) / E::REDUCTION_DIVISOR) as u8;
            }
        }
        Workspace {
            ordering: MoveOrdering::new::<E::Position>(),
            candidates: Vec::with_capacity(1024),
            path: vec![0; MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            corrections: Corrections::new(),
            evals: vec![0; MAX_PLY + 1],
            frames: Vec::new(),
            reductions,
        }
    }

    /// Prepares for the next search of the same game.
    pub(in super::super) fn start_search(&mut self) {
        self.ordering.start_search();
        self.candidates.clear();
        self.frames.clear();
    }
}

/// The local variables of a call of [`search`](super::SearchStep::search) while it searches its moves.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// The move that led here.
    pub(super) previous: u16,
    /// The static evaluation, raw and corrected by its learned errors.
    pub(super) static_eval: i32,
    pub(super) eval: i32,
    /// Whether the evaluation is better than at the last turn of the same player.
    pub(super) is_improving: bool,
    pub(super) best: i32,
    pub(super) best_move: u16,
    pub(super) bound: Bound,
    pub(super) is_estimate: bool,
    /// Where the moves start in the list, how many there are, and which one is next or being searched.
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) n: usize,
    pub(super) stage: SearchStage,
    pub(super) table_move: u16,
    /// The state of the singular extension of the table move.
    pub(super) singular: Singular,
}

/// Which of the searches of a move was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum SearchStage {
    /// None: the move has not been searched yet.
    NotStarted,
    /// With a null window, to see whether the move is better than the best so far.
    Scout,
    /// The same, less deep.
    ReducedScout,
    /// With the full window.
    Full,
}
