//! Quiescence search: noisy moves are tried at the leaves before the evaluation is trusted.

use super::*;

impl<E: Evaluation, M> SearchStep<'_, '_, E, M> {
    /// Quiescence search: the static evaluation, or more if noisy moves improve on it. It is short and does not pause.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &E::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if let Some(score) = self.enter::<PV>(position, ply) {
            return score;
        }
        let mut best = self.evaluate_leaf::<PV>(position, Window { alpha, beta }, ply);
        if best >= beta || ply >= MAX_PLY {
            self.is_estimate = true;
            return best;
        }
        // Noisy moves are worth a limited gain.
        let is_hopeless =
            !PV && E::QUIESCENCE_MARGIN.is_some_and(|margin| best + margin <= alpha) && alpha.abs() < MIN_WIN;
        alpha = alpha.max(best);
        self.work.path[ply] = position.key();
        let first = self.work.candidates.len();
        position.moves(true, &mut self.work.candidates);
        let count = self.work.candidates.len() - first;
        for n in 0..count {
            let candidate = pick(&mut self.work.candidates[first..], n);
            let next = after(position, candidate.mv);
            if is_hopeless && next.ending().is_none() {
                continue;
            }
            let score = -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1);
            if self.control.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    if PV {
                        self.update_line(ply, candidate.mv);
                    }
                    if score >= beta {
                        self.work.candidates.truncate(first);
                        return best;
                    }
                    alpha = score;
                }
            }
        }
        self.work.candidates.truncate(first);
        self.is_estimate = true;
        best
    }

    /// The corrected evaluation of a leaf, or a bound of it outside the window. An evaluation that was computed is
    /// noted for the estimates of the positions after this one.
    #[inline]
    fn evaluate_leaf<const PV: bool>(&mut self, position: &E::Position, window: Window, ply: usize) -> i32 {
        if E::ESTIMATE_MARGIN.is_none() || PV {
            let value = self.corrected(position, self.evaluation.value(position));
            if E::ESTIMATE_MARGIN.is_some() {
                self.work.evals[ply] = value;
            }
            return value;
        }
        match self.evaluation.value_in(position, window, self.before(ply)) {
            Evaluated::Exact(value) => {
                let value = self.corrected(position, value);
                self.work.evals[ply] = value;
                value
            }
            Evaluated::AtLeast(bound) | Evaluated::AtMost(bound) => {
                self.work.evals[ply] = UNKNOWN;
                bound
            }
        }
    }
}
