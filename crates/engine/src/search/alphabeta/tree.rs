//! The tree: principal-variation search, and quiescence search at its leaves.

mod quiescence;
mod singular;

use self::singular::Singular;
use super::correction::Corrections;
use super::ordering::{MoveOrdering, pick};
use super::{Candidate, Ending, Evaluation, MAX_PLY, MIN_WIN, Position, WIN};
use crate::control::SearchControl;
use crate::math::ln;
use crate::search::transposition::{Bound, Entry, NO_MOVE, TranspositionTable};

/// Futility pruning in both directions goes up to this many plies.
const MAX_FUTILITY_DEPTH: i32 = 5;

/// Late move pruning: quiet moves are skipped once this many, plus the square of the plies left, have been searched, up
/// to the second number of plies.
const LATE_MOVES: (usize, i32) = (6, 4);

/// What a search allocates, kept from step to step.
pub(super) struct Workspace {
    ordering: MoveOrdering,
    /// The moves of all positions on the path from the root, one after the other.
    candidates: Vec<Candidate>,
    /// For each ply of the path from the root, the key of the position.
    pub(super) path: Vec<u64>,
    /// For each ply, the principal variation from there.
    pub(super) lines: Vec<Vec<u16>>,
    corrections: Corrections,
    /// For each ply of the path from the root, the corrected static evaluation.
    pub(super) evals: Vec<i32>,
    /// The calls that a pause interrupted, the innermost first.
    frames: Vec<Frame>,
    /// By depth and number of the move, how many plies less than others a late move is searched.
    reductions: Box<[[u8; 64]; 64]>,
}

impl Workspace {
    pub(super) fn new<E: Evaluation>() -> Workspace {
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

    /// Makes ready for the next search of the same game.
    pub(super) fn start_search(&mut self) {
        self.ordering.start_search();
        self.candidates.clear();
        self.frames.clear();
    }
}

/// The local variables of a call of [`Search::search`] while it searches its moves.
#[derive(Clone, Copy)]
struct Frame {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    /// The move that led here.
    previous: u16,
    /// The static evaluation, as it is and corrected by what was learned of its errors.
    static_eval: i32,
    eval: i32,
    /// Whether the evaluation is better than at the last turn of the same player.
    is_improving: bool,
    best: i32,
    best_move: u16,
    bound: Bound,
    is_estimate: bool,
    /// Where the moves start in the list, how many there are, and which one is next or being searched.
    first: usize,
    count: usize,
    n: usize,
    stage: Stage,
    table_move: u16,
    /// What is known of the move from the table.
    singular: Singular,
}

/// Which of the searches of a move was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// None: the move has not been searched yet.
    NotStarted,
    /// With a null window, to see whether the move is better than the best so far.
    Scout,
    /// The same, less deep.
    ReducedScout,
    /// With the full window.
    Full,
}

/// One step of a search.
pub(super) struct Search<'s, 'c, E: Evaluation, M> {
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

impl<E: Evaluation, M> Search<'_, '_, E, M> {
    #[inline]
    fn is_repetition(&self, position: &E::Position, ply: usize) -> bool {
        is_repetition(self.evaluation, &self.work.path, position, ply)
    }

    /// The value for the player to move, `depth` plies deep, if it lies between `alpha` and `beta`; else a bound.
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
        if PV {
            self.work.lines[ply].clear();
        }
        self.is_estimate = false;
        if !self.control.visit() {
            self.is_estimate = true;
            return 0;
        }
        if let Some(ending) = position.ending() {
            return ending_score(ending, ply);
        }
        if self.is_repetition(position, ply) {
            self.is_estimate = true;
            return 0;
        }
        // Mate distance pruning: no win is sooner than one found already, and no loss later than being lost now.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        self.work.path[ply] = key;
        let entry = self.table.get(key);
        let mut table_move = NO_MOVE;
        let mut static_eval = None;
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
        let static_eval = static_eval.unwrap_or_else(|| self.evaluation.value(position));
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
            stage: Stage::NotStarted,
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

    /// Lists the moves of a position, and searches them.
    #[inline(always)]
    fn search_all_moves<const PV: bool>(&mut self, position: &E::Position, mut frame: Frame) -> i32 {
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
    fn suspend(&mut self, frame: Frame, stage: Stage) -> i32 {
        self.is_suspended = true;
        self.work.frames.push(Frame { stage, ..frame });
        0
    }

    /// Forgets the interrupted calls: the search is stopped.
    pub(super) fn discard_frames(&mut self) {
        self.work.frames.clear();
        self.work.candidates.clear();
    }

    /// Searches the moves of a position, from the start or from where a pause interrupted it.
    #[inline(always)]
    fn search_moves<const PV: bool, const RESUMED: bool>(
        &mut self,
        position: &E::Position,
        mut frame: Frame,
    ) -> i32 {
        let Frame { beta, depth, ply, previous, eval, first, count, .. } = frame;
        let mover = position.mover();
        let mut interrupted = if RESUMED { frame.stage } else { Stage::NotStarted };
        while frame.n < count {
            let (n, alpha) = (frame.n, frame.alpha);
            let (candidate, next, mut stage, mut score);
            // The move from the table is the first.
            let is_extended = count == 1 || n == 0 && frame.singular == Singular::Yes;
            let new_depth = if is_extended { depth } else { depth - 1 };
            if RESUMED && interrupted != Stage::NotStarted {
                candidate = self.work.candidates[first + n];
                next = after(position, candidate.mv);
                stage = interrupted;
                interrupted = Stage::NotStarted;
                score = match stage {
                    Stage::Full => -self.resume::<PV>(&next),
                    _ => -self.resume::<false>(&next),
                };
            } else {
                if self.control.is_pausing() {
                    return self.suspend(frame, Stage::NotStarted);
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
                if PV {
                    // A search that returns no line must not leave that of an earlier move.
                    self.work.lines[ply + 1].clear();
                }
                if n == 0 {
                    stage = Stage::Full;
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
                    stage = if reduction > 0 { Stage::ReducedScout } else { Stage::Scout };
                    let scout_depth = new_depth - reduction;
                    score =
                        -self.search::<false>(&next, -alpha - 1, -alpha, scout_depth, ply + 1, candidate.mv);
                }
            }
            if stage == Stage::ReducedScout && score > alpha && !self.is_suspended {
                stage = Stage::Scout;
                score = -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, ply + 1, candidate.mv);
            }
            if PV && stage == Stage::Scout && score > alpha && score < beta && !self.is_suspended {
                stage = Stage::Full;
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
                        // That this move is good enough depends only on what follows it.
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
        // A win is a win however it was found, and so is a loss.
        let is_sound = !is_estimate
            || best >= MIN_WIN && bound != Bound::Upper
            || best <= -MIN_WIN && bound != Bound::Lower;
        self.is_estimate = !is_sound;
        if frame.singular == Singular::Others {
            return best;
        }
        // A bound says something of the error only if it lies beyond the evaluation.
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

    /// The static evaluation, corrected by its errors in positions that are alike.
    #[inline]
    fn corrected(&self, position: &E::Position, static_eval: i32) -> i32 {
        match self.evaluation.correction_key(position) {
            Some(key) => static_eval + self.work.corrections.get(key, position.mover()),
            None => static_eval,
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
pub(super) fn after<P: Position>(position: &P, mv: u16) -> P {
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

/// The score of an end `ply` moves from the root.
pub(super) fn ending_score(ending: Ending, ply: usize) -> i32 {
    match ending {
        Ending::Won => WIN - ply as i32,
        Ending::Drawn => 0,
        Ending::Lost => -WIN + ply as i32,
    }
}

/// Distances to wins count from the root in the search, and from the position in the table.
#[inline]
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (if score >= MIN_WIN {
        score + ply
    } else if score <= -MIN_WIN {
        score - ply
    } else {
        score
    }) as i16
}

#[inline]
fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    if score >= MIN_WIN {
        score - ply
    } else if score <= -MIN_WIN {
        score + ply
    } else {
        score
    }
}
