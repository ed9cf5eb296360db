//! The puzzle on the board, and the solver's progress in it.

use std::collections::VecDeque;

use puzzles::{Puzzle, PuzzleAttempt, PuzzleId};
use rules::{AnyGame, AnyMove};

/// The answer to the solver's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFeedback {
    /// No move was tried yet.
    None,
    /// Right; more moves follow.
    Right,
    /// The engine looks at the move: it may win more slowly.
    Judging,
    /// It wins as well, but more slowly; nothing was played, and nothing counts.
    Slower,
    /// Legal, but not the solution.
    Wrong,
}

/// A puzzle on the board.
#[derive(Clone, Debug)]
pub struct CurrentPuzzle {
    /// Tells one opening of a puzzle from the next, even of the same puzzle.
    pub(super) serial: u32,
    /// Its number in the collection, from 0.
    pub(super) index: usize,
    pub(super) id: PuzzleId,
    pub(super) attempt: PuzzleAttempt,
    /// The position on the board, and the last move in it.
    pub(super) position: AnyGame,
    pub(super) last: Option<AnyMove>,
    /// Moves that are decided and will be shown one after the other.
    pub(super) pending: VecDeque<AnyMove>,
    pub(super) answer: PuzzleFeedback,
    /// Whether the solver asked for the solution.
    pub(super) is_shown: bool,
    /// Whether the first result has been counted, and by how much the rating changed.
    pub(super) is_counted: bool,
    pub(super) rating_change: Option<i32>,
}

impl CurrentPuzzle {
    /// A puzzle at its beginning.
    pub(super) fn new(serial: u32, index: usize, id: PuzzleId, puzzle: Puzzle) -> CurrentPuzzle {
        CurrentPuzzle {
            serial,
            index,
            id,
            position: puzzle.start.clone(),
            attempt: PuzzleAttempt::new(puzzle),
            last: None,
            pending: VecDeque::new(),
            answer: PuzzleFeedback::None,
            is_shown: false,
            is_counted: false,
            rating_change: None,
        }
    }

    /// Whether a move is wanted.
    pub(super) fn is_live(&self) -> bool {
        self.pending.is_empty() && !self.attempt.is_over() && self.answer != PuzzleFeedback::Judging
    }

    /// Whether all moves have been found or shown, and are on the board.
    pub(super) fn is_over(&self) -> bool {
        self.pending.is_empty() && self.attempt.is_over()
    }
}
