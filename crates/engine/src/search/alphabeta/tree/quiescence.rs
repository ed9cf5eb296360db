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
        let mut best = self.corrected(position, self.evaluation.value(position));
        if best >= beta || ply >= MAX_PLY {
            self.is_estimate = true;
            return best;
        }
        alpha = alpha.max(best);
        self.work.path[ply] = position.key();
        let first = self.work.candidates.len();
        position.moves(true, &mut self.work.candidates);
        let count = self.work.candidates.len() - first;
        for n in 0..count {
            let candidate = pick(&mut self.work.candidates[first..], n);
            let next = after(position, candidate.mv);
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
}
