//! Singular extensions: a move from the transposition table that is much better than all others is searched a ply deeper.

use super::*;

/// The depth from which moves from the table are tested.
const MIN_DEPTH: i32 = 6;
/// The entry of the table may be this many plies shallower than the search.
const MAX_LAG: i32 = 3;
/// The other moves must be worse than the score in the table by this much for each ply.
const MARGIN: i32 = 4;

/// The test of the move from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singular {
    /// There is no such move, or it did not pass.
    No,
    /// It is under way: the other moves must stay below this score.
    Test(i32),
    /// It passed: the move is searched a ply deeper.
    Yes,
    /// This call is the test of another call: it searches all moves except the one from the table, and its result is
    /// not stored.
    Others,
}

impl Singular {
    /// The test for the move of a table entry, in a search of this depth.
    #[inline]
    pub(super) fn new<E: Evaluation>(entry: Option<Entry>, depth: i32) -> Singular {
        let is_tested = |entry: &Entry| {
            entry.mv != NO_MOVE
                && i32::from(entry.depth) >= depth - MAX_LAG
                && entry.bound != Bound::Upper
                && i32::from(entry.score).abs() < MIN_WIN
        };
        if !E::USES_SINGULAR_EXTENSIONS || depth < MIN_DEPTH {
            return Singular::No;
        }
        let score = entry.filter(is_tested).map(|entry| i32::from(entry.score));
        score.map_or(Singular::No, |score| Singular::Test(score - MARGIN * depth))
    }
}

impl<E: Evaluation, M> SearchStep<'_, '_, E, M> {
    /// Tests the move from the table against `limit`, or resumes an interrupted test. The result is the score of the
    /// position if the test yields one, or if the search is stopped or pauses.
    #[inline(never)]
    pub(super) fn test_table_move<const PV: bool>(
        &mut self,
        position: &E::Position,
        frame: &mut Frame,
        limit: i32,
        is_resumed: bool,
    ) -> Option<i32> {
        let score = if is_resumed {
            self.resume::<false>(position)
        } else {
            self.search_others(position, frame, limit)
        };
        if self.control.is_stopped() {
            self.is_estimate = true;
            return Some(0);
        }
        if self.is_suspended {
            return Some(self.suspend(*frame, SearchStage::NotStarted));
        }
        // If all other moves lose, the search notices without an extension.
        let is_singular = score < limit && score > -MIN_WIN;
        frame.singular = if is_singular { Singular::Yes } else { Singular::No };
        // Multi-cut: another move is too good as well.
        if !PV && score >= limit && limit >= frame.beta {
            self.is_estimate = true;
            return Some(limit);
        }
        None
    }

    /// Searches all moves except the one from the table half as deep, to check whether they stay below `limit`.
    fn search_others(&mut self, position: &E::Position, frame: &Frame, limit: i32) -> i32 {
        let depth = (frame.depth - 1) / 2;
        if is_far_above::<E>(frame.eval, limit, depth, frame.is_improving) {
            return frame.eval;
        }
        let others = Frame { alpha: limit - 1, beta: limit, depth, singular: Singular::Others, ..*frame };
        self.search_all_moves::<false>(position, others)
    }
}
