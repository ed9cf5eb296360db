//! The moves of a position: searches one after the other, and stores the result.

use super::*;

/// Late move pruning: quiet moves are skipped once this many, plus the square of the plies left, have been searched, up
/// to the second number of plies.
const LATE_MOVES: (usize, i32) = (6, 4);

impl<E: Evaluation, M> SearchStep<'_, '_, E, M> {
    /// Lists the moves of a position, and searches them.
    #[inline(always)]
    pub(super) fn search_all_moves<const PV: bool>(
        &mut self,
        position: &E::Position,
        mut frame: Frame,
    ) -> i32 {
        let candidates = &mut self.work.candidates;
        frame.first = candidates.len();
        position.moves(false, candidates);
        if frame.singular == Singular::Others
            && let Some(at) = candidates[frame.first..].iter().position(|other| other.mv == frame.table_move)
        {
            candidates.remove(frame.first + at);
        }
        frame.count = candidates.len() - frame.first;
        let Frame { previous, ply, table_move, first, .. } = frame;
        self.work.ordering.rank(&mut candidates[first..], position.mover(), previous, ply, table_move);
        self.search_moves::<PV, false>(position, frame)
    }

    /// Searches the moves of a position, from the start or from where a pause interrupted it.
    #[inline(always)]
    pub(super) fn search_moves<const PV: bool, const RESUMED: bool>(
        &mut self,
        position: &E::Position,
        mut frame: Frame,
    ) -> i32 {
        let Frame { beta, depth, ply, previous, eval, first, count, .. } = frame;
        let mover = position.mover();
        let mut interrupted = if RESUMED { frame.stage } else { SearchStage::NotStarted };
        while frame.n < count {
            let (n, alpha) = (frame.n, frame.alpha);
            let (candidate, next, mut stage, mut score);
            // The move from the table is the first.
            let is_extended = count == 1 || n == 0 && frame.singular == Singular::Yes;
            let new_depth = if is_extended { depth } else { depth - 1 };
            if RESUMED && interrupted != SearchStage::NotStarted {
                candidate = self.work.candidates[first + n];
                next = after(position, candidate.mv);
                stage = interrupted;
                interrupted = SearchStage::NotStarted;
                score = match stage {
                    SearchStage::Full => -self.resume::<PV>(&next),
                    _ => -self.resume::<false>(&next),
                };
            } else {
                if self.control.is_pausing() {
                    return self.suspend(frame, SearchStage::NotStarted);
                }
                candidate = pick(&mut self.work.candidates[first..], n);
                if !PV && !candidate.is_noisy && frame.best > -MIN_WIN {
                    let is_futile = depth <= MAX_FUTILITY_DEPTH && eval + E::FUTILITY_MARGIN * depth <= alpha;
                    let is_late = depth <= LATE_MOVES.1 && n >= LATE_MOVES.0 + (depth * depth) as usize;
                    if is_futile || is_late {
                        frame.is_estimate = true;
                        frame.n += 1;
                        continue;
                    }
                }
                next = after(position, candidate.mv);
                if depth > 1 && n + 1 < count && self.table.should_prefetch() {
                    // The entry of the next move is loaded while this one is searched.
                    let following = pick(&mut self.work.candidates[first..], n + 1);
                    self.table.prefetch(after(position, following.mv).key());
                }
                if PV {
                    // A search that returns no line must not leave the line of an earlier move.
                    self.work.lines[ply + 1].clear();
                }
                if n == 0 {
                    stage = SearchStage::Full;
                    score = -self.search::<PV>(&next, -beta, -alpha, new_depth, ply + 1, candidate.mv);
                } else {
                    let mut reduction = 0;
                    if depth >= 2 && n >= 2 && !candidate.is_noisy {
                        reduction = i32::from(self.work.reductions[depth.min(63) as usize][n.min(63)]);
                        reduction -= self.work.ordering.history(mover, previous, candidate.mv) / 800;
                        reduction -= i32::from(PV);
                        reduction += i32::from(E::USES_IMPROVEMENT && !frame.is_improving);
                        reduction = reduction.clamp(0, new_depth);
                    }
                    stage = if reduction > 0 { SearchStage::ReducedScout } else { SearchStage::Scout };
                    let scout_depth = new_depth - reduction;
                    score =
                        -self.search::<false>(&next, -alpha - 1, -alpha, scout_depth, ply + 1, candidate.mv);
                }
            }
            if stage == SearchStage::ReducedScout && score > alpha && !self.is_suspended {
                stage = SearchStage::Scout;
                score = -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, ply + 1, candidate.mv);
            }
            if PV && stage == SearchStage::Scout && score > alpha && score < beta && !self.is_suspended {
                stage = SearchStage::Full;
                score = -self.search::<true>(&next, -beta, -alpha, new_depth, ply + 1, candidate.mv);
            }
            if self.control.is_halted() {
                if self.control.is_stopped() {
                    self.is_estimate = true;
                    return 0;
                }
                if self.is_suspended {
                    return self.suspend(frame, stage);
                }
            }
            if score > frame.best {
                frame.best = score;
                if score > alpha {
                    frame.best_move = candidate.mv;
                    if PV {
                        self.update_line(ply, candidate.mv);
                    }
                    if score >= beta {
                        frame.bound = Bound::Lower;
                        // That this move is good enough depends only on the moves after it.
                        frame.is_estimate = self.is_estimate;
                        let tried = &self.work.candidates[first..=first + n];
                        self.work.ordering.learn(tried, mover, previous, ply, depth);
                        break;
                    }
                    frame.alpha = score;
                    frame.bound = Bound::Exact;
                }
            }
            frame.is_estimate |= self.is_estimate;
            frame.n += 1;
        }
        self.work.candidates.truncate(first);
        let Frame { best, best_move, bound, is_estimate, static_eval, .. } = frame;
        // A win or a loss is proven however it was found.
        let is_sound = !is_estimate
            || best >= MIN_WIN && bound != Bound::Upper
            || best <= -MIN_WIN && bound != Bound::Lower;
        self.is_estimate = !is_sound;
        if frame.singular == Singular::Others {
            return best;
        }
        // A bound says something about the error only if it lies beyond the evaluation.
        let tells_error = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if tells_error
            && best.abs() < MIN_WIN
            && let Some(key) = self.evaluation.correction_key(position)
        {
            self.work.corrections.learn(key, mover, best - static_eval, depth);
        }
        let entry = Entry {
            mv: best_move,
            score: to_table(best, ply),
            eval: static_eval as i16,
            depth: depth.min(255) as u8,
            bound,
            is_sound,
        };
        self.table.put(self.work.path[ply], entry);
        best
    }
}
