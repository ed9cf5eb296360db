//! Principal-variation alpha-beta search for two-player games without hidden information.
//!
//! A game supplies its positions ([`SearchPosition`]) and their evaluation ([`Evaluation`]); the rest is here: the
//! search as a whole in `search`, iterative deepening in `root`, the tree in `tree`, move ordering in `ordering`,
//! corrections of the evaluation in `correction`, further threads in `helpers`. Everything is generic and compiled for
//! each game, so that it costs what a search written for that game would.
//!
//! # Pausing
//! The search is recursive and can still be interrupted anywhere. When the control asks for a pause, each call on the
//! stack saves its local variables as a `Frame` and returns; to resume, the same calls are made again and restore
//! them. The move list, the line and the keys of the path stay where they are. So an interrupted search visits the
//! same positions in the same order as an uninterrupted one, and pays nothing for it until it pauses.
//!
//! # What is proven
//! A score is *sound* if it follows from the rules alone: every leaf under it that matters is the end of a game. A
//! won or lost score is sound by itself, since no estimate is so high; a move that was pruned counts as an estimate.
//! For draws the search keeps track: see `SearchStep::is_estimate`.
//!
//! # Repetitions
//! In games that allow them ([`SearchPosition::reversible_plies`]), a position that occurred before on the path from
//! the root counts as a draw, and so does one that the game before the root has made a draw
//! ([`Evaluation::is_drawn_repetition`]). Both count as estimates, since they depend on the path. Wins and losses stay
//! sound: the winner can come nearer to the end with every move and so never needs a position twice, and a position
//! that must not be repeated is no win to begin with. But the positions that must not be repeated must be part of the
//! [key](SearchPosition::key), since the transposition table outlives the search.

mod correction;
mod helpers;
mod ordering;
mod root;
mod root_moves;
mod search;
mod tree;

pub use search::AlphaBeta;
use tree::Workspace;

use crate::math::exp;
use crate::search::transposition::{NO_MOVE, TranspositionTable};

/// The score of a win now. A win in `n` moves is worth `n` less.
pub const WIN: i32 = 32_000;
/// Scores from here on are wins in some number of moves; from minus this down, losses. Estimates stay between.
pub const MIN_WIN: i32 = 31_000;
/// How many points make one natural unit of log-odds: an estimate of this much is a share of 1 ÷ (1 + 1/e). Every
/// game's evaluation counts in the same points, so that the margins of the search mean the same.
pub const POINTS: f32 = 400.0;
/// The search goes no deeper than this.
pub const MAX_PLY: usize = 120;

/// How a game has ended, for the player who would move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalResult {
    /// The player who would move next has won.
    Won,
    /// A draw.
    Drawn,
    /// The player who would move next has lost.
    Lost,
}

/// A move to search, and its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: u16,
    /// Whether it changes so much that quiescence search must try it before the evaluation can be trusted.
    pub is_noisy: bool,
    /// Candidates with a higher rank are searched first. To quiet moves the ordering adds up to about ±1000 from
    /// history and killers; noisy moves keep the rank that the game gave them.
    pub rank: i32,
}

/// A position, small and quick to copy, in which two players move in turn. A skipped turn is a move too.
pub trait SearchPosition: Copy + Send + 'static {
    /// Moves are numbers below this.
    const MOVES: usize;

    /// A hash of everything on which the value of the position depends.
    fn key(&self) -> u64;

    /// Who moves: 0 or 1.
    fn mover(&self) -> usize;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<TerminalResult>;

    /// Adds the moves to a list, all or only the noisy ones. There is a move unless the game has ended.
    fn moves(&self, only_noisy: bool, into: &mut Vec<Candidate>);

    /// Plays a move of the list.
    fn play(&mut self, mv: u16);

    /// The move that is a skipped turn, if the game has one: it is no move of the rules, and left out of lines.
    const PASS: u16 = NO_MOVE;

    /// How many moves back a repeated position can lie at most.
    #[inline]
    fn reversible_plies(&self) -> usize {
        0
    }
}

/// The scores between which a value matters to the search: at `alpha` or below, and at `beta` or above, only the side
/// counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower end.
    pub alpha: i32,
    /// The upper end.
    pub beta: i32,
}

/// What is known of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluated {
    /// The value itself.
    Exact(i32),
    /// The value is probably this or more, and not below the window.
    AtLeast(i32),
    /// The value is probably this or less, and not above the window.
    AtMost(i32),
}

/// The static evaluation of positions. A table or a network can implement it.
///
/// It has no incremental state: a value is computed from the position alone, and only when it is needed. Many positions
/// never need one, since they are in the transposition table or end the game, or since a cheap estimate lies far
/// outside the window.
pub trait Evaluation: Send + Sync + 'static {
    /// The positions it evaluates.
    type Position: SearchPosition;

    /// The value for the player to move, in [`POINTS`].
    fn value(&self, position: &Self::Position) -> i32;

    /// The value, or only a bound of it where a cheap estimate lies outside the window by more than
    /// [`ESTIMATE_MARGIN`](Evaluation::ESTIMATE_MARGIN). `before` is the value of the position before the last move,
    /// for the player who made it, if it is known.
    #[inline]
    fn value_in(&self, position: &Self::Position, window: Window, before: Option<i32>) -> Evaluated {
        if let Some(margin) = Self::ESTIMATE_MARGIN
            && let Some(estimate) = self.estimate(position, before)
        {
            if estimate - margin >= window.beta {
                return Evaluated::AtLeast(estimate - margin);
            }
            if estimate + margin <= window.alpha {
                return Evaluated::AtMost(estimate + margin);
            }
        }
        Evaluated::Exact(self.value(position))
    }

    /// A cheap estimate of the value, if there is one: by default, that the last move changed nothing.
    #[inline]
    fn estimate(&self, _position: &Self::Position, before: Option<i32>) -> Option<i32> {
        before.map(|before| -before)
    }

    /// A hash of the features on which the evaluation's errors depend: the search learns one correction for all
    /// positions with the same hash. `None` if it is to learn none.
    #[inline]
    fn correction_key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// How far outside the window an [estimate](Evaluation::estimate) must lie to replace the value where the search
    /// needs only a bound; without it, every value is computed. It must cover what corrections can add.
    const ESTIMATE_MARGIN: Option<i32> = None;

    /// Pruning in quiescence search: noisy moves that do not end the game are skipped where the evaluation is below
    /// `alpha` by this much; without it, none is.
    const QUIESCENCE_MARGIN: Option<i32> = None;

    /// Reverse futility pruning: a position whose evaluation exceeds `beta` by this much for each ply left is not
    /// searched.
    const REVERSE_FUTILITY_MARGIN: i32 = 150;

    /// Futility pruning: quiet moves are skipped where the evaluation is below `alpha` by this much for each ply left.
    const FUTILITY_MARGIN: i32 = 150;

    /// Late moves are reduced by the product of the logarithms of depth and number, divided by this.
    const REDUCTION_DIVISOR: f32 = 1.6;

    /// Whether late moves are reduced further if the player's evaluation has not improved since the last turn, and
    /// reverse futility prunes sooner if it has.
    const USES_IMPROVEMENT: bool = false;

    /// Whether a move from the transposition table that is much better than all others is searched a ply deeper.
    const USES_SINGULAR_EXTENSIONS: bool = false;

    /// Whether the position occurred so often before the root that reaching it once more is a draw.
    #[inline]
    fn is_drawn_repetition(&self, _position: &Self::Position) -> bool {
        false
    }
}

/// What one search leaves to the next.
#[derive(Default)]
pub struct AlphaBetaMemory {
    table: TranspositionTable,
    /// Move ordering and working memory.
    work: Option<Workspace>,
    /// The same of each helper thread.
    helper_workspaces: Vec<Workspace>,
}

/// The expected share of the point, from 0 to 1, for a score.
pub fn share(score: i32) -> f32 {
    1.0 / (1.0 + exp(-(score as f32) / POINTS))
}
