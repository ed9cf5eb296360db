//! The tree: principal-variation search. `moves` searches the moves of a position, `quiescence` the leaves, `singular`
//! tests the move from the table; `frame` has what a pause saves.

mod frame;
mod moves;
mod quiescence;
mod scores;
mod singular;

use self::frame::Frame;
pub(super) use self::frame::{SearchStage, Workspace};
pub(super) use self::scores::ending_score;
use self::scores::{from_table, to_table};
use self::singular::Singular;
use super::ordering::pick;
use super::{Evaluated, Evaluation, MAX_PLY, MIN_WIN, SearchPosition, WIN, Window};
use crate::control::SearchControl;
use crate::search::transposition::{Bound, Entry, NO_MOVE, TranspositionTable};

/// Futility pruning in both directions goes up to this many plies.
const MAX_FUTILITY_DEPTH: i32 = 5;

/// Stands in the list of evaluations for one that was not computed.
const UNKNOWN: i32 = i32::MIN;

/// One step of a search.
pub(super) struct SearchStep<'s, 'c, E: Evaluation, M> {
    pub(super) evaluation: &'s E,
    pub(super) table: &'s mut TranspositionTable,
    pub(super) control: &'s mut SearchControl<'c, M>,
    pub(super) work: Workspace,
    /// Whether the last returned score, read as the bound that it is, depends on an estimate. A score that does not is
    /// a fact about the game.
    pub(super) is_estimate: bool,
    /// Whether the call that returned last was interrupted by a pause: its score means nothing.
    pub(super) is_suspended: bool,
}

impl<E: Evaluation, M> SearchStep<'_, '_, E, M> {
    /// Visits a position. Returns its score if it needs no search: the game is over, the position is repeated, or the
    /// search is stopped.
    #[inline(always)]
    fn enter<const PV: bool>(&mut self, position: &E::Position, ply: usize) -> Option<i32> {
        if PV {
            self.work.lines[ply].clear();
        }
        self.is_estimate = false;
        if !self.control.visit() {
            self.is_estimate = true;
            return Some(0);
        }
        if let Some(ending) = position.ending() {
            return Some(ending_score(ending, ply));
        }
        if is_repetition(self.evaluation, &self.work.path, position, ply) {
            self.is_estimate = true;
            return Some(0);
        }
        None
    }

    /// The value for the player to move, searched `depth` plies deep, if it is between `alpha` and `beta`; otherwise a
    /// bound.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &E::Position,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        previous: u16,
    ) -> i32 {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce::<PV>(position, alpha, beta, ply);
        }
        if let Some(score) = self.enter::<PV>(position, ply) {
            return score;
        }
        // Mate distance pruning: no win is sooner than one already found, and no loss is later than being lost now.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        self.work.path[ply] = key;
        let mut static_eval = None;
        if E::ESTIMATE_MARGIN.is_none() && self.table.should_prefetch() {
            // The evaluation is computed while the entry is loaded, even if it turns out to be in the entry.
            self.table.prefetch(key);
            static_eval = Some(self.evaluation.value(position));
        }
        let entry = self.table.get(key);
        let mut table_move = NO_MOVE;
        if let Some(entry) = entry {
            table_move = entry.mv;
            static_eval = Some(i32::from(entry.eval));
            if !PV && (i32::from(entry.depth) >= depth || entry.is_sound) {
                let score = from_table(entry.score, ply);
                let is_enough = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if is_enough {
                    self.is_estimate = !entry.is_sound;
                    return score;
                }
            }
        }
        let static_eval =
            match static_eval.map_or_else(|| self.evaluate::<PV>(position, beta, depth, ply), Ok) {
                Ok(value) => value,
                Err(bound) => {
                    self.is_estimate = true;
                    return bound;
                }
            };
        let eval = self.corrected(position, static_eval);
        self.work.evals[ply] = eval;
        let is_improving = E::USES_IMPROVEMENT && ply >= 2 && eval > self.work.evals[ply - 2];

        if !PV && beta > -MIN_WIN && is_far_above::<E>(eval, beta, depth, is_improving) {
            self.is_estimate = true;
            return eval;
        }
        // Internal iterative reduction: without a move from the table, a shallower search finds one.
        if table_move == NO_MOVE && depth >= 4 {
            depth -= 1;
        }

        let mut frame = Frame {
            alpha,
            beta,
            depth,
            ply,
            previous,
            static_eval,
            eval,
            is_improving,
            best: -WIN,
            best_move: NO_MOVE,
            bound: Bound::Upper,
            is_estimate: false,
            first: 0,
            count: 0,
            n: 0,
            stage: SearchStage::NotStarted,
            table_move,
            singular: Singular::new::<E>(entry, depth),
        };
        if let Singular::Test(limit) = frame.singular
            && let Some(score) = self.test_table_move::<PV>(position, &mut frame, limit, false)
        {
            return score;
        }
        self.search_all_moves::<PV>(position, frame)
    }

    /// Continues the outermost of the interrupted calls, with all that are inside it.
    #[cold]
    pub(super) fn resume<const PV: bool>(&mut self, position: &E::Position) -> i32 {
        let Some(mut frame) = self.work.frames.pop() else { return 0 };
        if let Singular::Test(limit) = frame.singular {
            return match self.test_table_move::<PV>(position, &mut frame, limit, true) {
                Some(score) => score,
                None => self.search_all_moves::<PV>(position, frame),
            };
        }
        self.search_moves::<PV, true>(position, frame)
    }

    /// Saves an interrupted call.
    #[cold]
    fn suspend(&mut self, frame: Frame, stage: SearchStage) -> i32 {
        self.is_suspended = true;
        self.work.frames.push(Frame { stage, ..frame });
        0
    }

    /// Forgets the interrupted calls: the search is stopped.
    pub(super) fn discard_frames(&mut self) {
        self.work.frames.clear();
        self.work.candidates.clear();
    }

    /// The static evaluation, corrected by its errors in similar positions.
    #[inline]
    fn corrected(&self, position: &E::Position, static_eval: i32) -> i32 {
        match self.evaluation.correction_key(position) {
            Some(key) => static_eval + self.work.corrections.get(key, position.mover()),
            None => static_eval,
        }
    }

    /// The evaluation of the position before the last move, for the player who made it, if it was computed.
    #[inline]
    fn before(&self, ply: usize) -> Option<i32> {
        let before = self.work.evals[ply.checked_sub(1)?];
        (before != UNKNOWN).then_some(before)
    }

    /// The static evaluation of a position that is to be searched, or as an error a lower bound of it that is so far
    /// above `beta` that reverse futility pruning needs no more.
    #[inline]
    fn evaluate<const PV: bool>(
        &self,
        position: &E::Position,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<i32, i32> {
        if E::ESTIMATE_MARGIN.is_none() || PV || depth > MAX_FUTILITY_DEPTH || beta <= -MIN_WIN {
            return Ok(self.evaluation.value(position));
        }
        let window = Window { alpha: -WIN, beta: beta + E::REVERSE_FUTILITY_MARGIN * depth };
        match self.evaluation.value_in(position, window, self.before(ply)) {
            Evaluated::Exact(value) => Ok(value),
            Evaluated::AtLeast(bound) => Err(bound),
            Evaluated::AtMost(_) => Ok(self.evaluation.value(position)),
        }
    }

    /// Makes `mv` and the line from the next ply the line from `ply`.
    pub(super) fn update_line(&mut self, ply: usize, mv: u16) {
        let (here, next) = self.work.lines.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(mv);
        here.extend_from_slice(&next[0]);
    }
}

/// Reverse futility pruning: whether the evaluation is so far above `beta` that a search of some plies will be too.
#[inline]
fn is_far_above<E: Evaluation>(eval: i32, beta: i32, depth: i32, is_improving: bool) -> bool {
    let margin = E::REVERSE_FUTILITY_MARGIN * (depth - i32::from(is_improving));
    depth <= MAX_FUTILITY_DEPTH && eval - margin >= beta
}

/// The position after a move.
#[inline]
pub(super) fn after<P: SearchPosition>(position: &P, mv: u16) -> P {
    let mut position = *position;
    position.play(mv);
    position
}

/// Whether the position occurred before on the path from the root, or too often in the game before it.
#[inline]
pub(super) fn is_repetition<E: Evaluation>(
    evaluation: &E,
    path: &[u64],
    position: &E::Position,
    ply: usize,
) -> bool {
    let plies = position.reversible_plies();
    plies > 0
        && (path[ply.saturating_sub(plies)..ply].contains(&position.key())
            || evaluation.is_drawn_repetition(position))
}
