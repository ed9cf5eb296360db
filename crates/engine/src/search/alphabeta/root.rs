//! The root: returns a legal move at once, then deepens iteratively until a limit is reached or everything is known.

use std::cmp::Reverse;

use rules::Seat;

use super::helpers::Helpers;
use super::root_moves::{RootMove, describe, evaluated_moves};
use super::tree::{SearchStage, SearchStep, after};
use super::{Evaluation, MAX_PLY, MIN_WIN, SearchPosition, WIN};
use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::search::Status;

/// Where the search stands between two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RootPhase {
    /// Nothing has been counted or reported.
    Start,
    /// The next iteration is to start.
    NextIteration,
    /// An iteration is under way.
    Iteration,
    Finished,
}

/// The state of the root.
pub(super) struct Root<E: Evaluation, M> {
    position: E::Position,
    moves: Vec<RootMove>,
    /// The moves as the last whole iteration left them.
    previous: Vec<RootMove>,
    /// How many of the best moves get a full line.
    wanted: usize,
    max_depth: u32,
    to_rules_move: fn(u16) -> M,
    phase: RootPhase,
    depth: u32,
    /// Which of the wanted lines is being searched.
    line: usize,
    window: AspirationWindow,
    pass: Pass,
    /// Whether the value of the best line follows from the rules alone.
    is_best_sound: bool,
    analysis: Analysis<M>,
}

/// The aspiration window: the score is expected near that of the last iteration, and the window widens on the side
/// where it is not.
#[derive(Clone, Copy)]
struct AspirationWindow {
    alpha: i32,
    beta: i32,
    width: i32,
}

/// One pass over the moves of the root within a window.
#[derive(Clone, Copy)]
struct Pass {
    alpha: i32,
    best: i32,
    /// The best move so far, counted from the line that is being searched.
    best_at: Option<usize>,
    is_estimate: bool,
    /// The move that is next or being searched, counted in the same way.
    n: usize,
    stage: SearchStage,
}

impl Pass {
    fn new(window: AspirationWindow) -> Pass {
        let AspirationWindow { alpha, .. } = window;
        Pass { alpha, best: -WIN, best_at: None, is_estimate: false, n: 0, stage: SearchStage::NotStarted }
    }
}

impl<E: Evaluation, M: Copy> Root<E, M> {
    /// The root of a position in which the game is not over. `path` has its key.
    pub(super) fn new(
        evaluation: &E,
        path: &[u64],
        position: E::Position,
        to_rules_move: fn(u16) -> M,
        limits: &Limits,
    ) -> Root<E, M> {
        let moves = evaluated_moves(evaluation, path, &position);
        let wanted = limits.lines.clamp(1, moves.len());
        let is_best_sound = moves.iter().all(|mv| mv.is_draw);
        let seat = Seat::from_index(position.mover() as u8);
        let analysis = describe::<E, M>(&moves, wanted, is_best_sound, seat, 1, to_rules_move);
        let window = AspirationWindow { alpha: -WIN, beta: WIN, width: 0 };
        Root {
            position,
            moves,
            previous: Vec::new(),
            wanted,
            max_depth: limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1),
            to_rules_move,
            phase: RootPhase::Start,
            depth: 0,
            line: 0,
            window,
            pass: Pass::new(window),
            is_best_sound,
            analysis,
        }
    }

    /// Skips the first iterations.
    pub(super) fn skip_iterations(&mut self, count: u32) {
        self.depth = count.min(self.max_depth - 1);
    }

    /// The analysis so far.
    pub(super) fn analysis(&self) -> &Analysis<M> {
        &self.analysis
    }

    /// Continues the search until it pauses or ends.
    pub(super) fn run(&mut self, step: &mut SearchStep<'_, '_, E, M>, helpers: &Helpers) -> Status {
        loop {
            match self.phase {
                RootPhase::Start => {
                    // Each move of the root has been evaluated.
                    for _ in &self.moves {
                        step.control.visit();
                    }
                    step.control.report(&mut self.analysis);
                    self.phase = RootPhase::NextIteration;
                }
                RootPhase::NextIteration => {
                    if self.depth == self.max_depth || step.control.is_stopped() || !step.control.poll() {
                        self.phase = RootPhase::Finished;
                    } else if step.control.is_pausing() {
                        return Status::Running;
                    } else {
                        self.start_iteration();
                    }
                }
                RootPhase::Iteration => {
                    if !self.search_lines(step) {
                        return Status::Running;
                    }
                    step.control.set_nodes_of_others(helpers.nodes());
                    self.end_iteration(step);
                }
                RootPhase::Finished => return Status::Finished,
            }
        }
    }

    /// Whether every move is wanted. Then each is searched separately; otherwise the best of the remaining ones.
    fn is_each_wanted(&self) -> bool {
        self.wanted == self.moves.len()
    }

    fn start_iteration(&mut self) {
        self.depth += 1;
        self.previous.clone_from(&self.moves);
        self.line = 0;
        self.start_line();
        self.phase = RootPhase::Iteration;
    }

    fn start_line(&mut self) {
        let Some(first) = self.moves.get(self.line) else { return };
        let (expected, width) = (first.score, 60);
        self.window = if self.depth >= 4 && expected.abs() < MIN_WIN {
            AspirationWindow { alpha: expected - width, beta: expected + width, width }
        } else {
            AspirationWindow { alpha: -WIN, beta: WIN, width }
        };
        self.pass = Pass::new(self.window);
    }

    /// Searches the wanted lines to the depth of the iteration. Returns `false` if the search pauses, `true` once it is
    /// done or stopped.
    fn search_lines(&mut self, step: &mut SearchStep<'_, '_, E, M>) -> bool {
        while self.line < self.wanted {
            let Some(score) = self.search_pass(step) else { return false };
            if step.control.is_stopped() {
                return true;
            }
            let AspirationWindow { alpha, beta, width } = &mut self.window;
            let is_wide = *width > 1500;
            if score <= *alpha && *alpha > -WIN {
                *alpha = if is_wide { -WIN } else { (score - *width).max(-WIN) };
            } else if score >= *beta && *beta < WIN {
                *beta = if is_wide { WIN } else { (score + *width).min(WIN) };
            } else {
                if self.line == 0 {
                    self.is_best_sound = !self.pass.is_estimate;
                }
                self.line += 1;
                self.start_line();
                continue;
            }
            *width *= 3;
            self.pass = Pass::new(self.window);
        }
        true
    }

    /// One pass over the moves within the window. Returns the best score; `None` if the search pauses. The best move
    /// comes to the front, the others keep their order.
    fn search_pass(&mut self, step: &mut SearchStep<'_, '_, E, M>) -> Option<i32> {
        let end = if self.is_each_wanted() { self.line + 1 } else { self.moves.len() };
        let moves = &mut self.moves[self.line..end];
        let (pass, position, depth) = (&mut self.pass, &self.position, self.depth as i32);
        let beta = self.window.beta;
        while pass.n < moves.len() {
            let (n, alpha) = (pass.n, pass.alpha);
            if !step.control.is_stopped() {
                if pass.stage == SearchStage::NotStarted && step.control.is_pausing() {
                    return None;
                }
                let (score, stage) =
                    search_move(step, position, moves[n].mv, n, (alpha, beta), depth, pass.stage);
                if step.is_suspended {
                    pass.stage = stage;
                    return None;
                }
                pass.stage = SearchStage::NotStarted;
                if !step.control.is_stopped() {
                    let mv = moves[n].mv;
                    pass.is_estimate |= step.is_estimate;
                    pass.best = pass.best.max(score);
                    pass.n += 1;
                    if score > alpha {
                        step.update_line(0, mv);
                        // A move is known to draw if what follows it is known to; whether it is the best move is
                        // another matter.
                        let is_draw = score == 0 && !step.is_estimate && score < beta;
                        moves[n] = RootMove { mv, score, is_draw, line: step.work.lines[0].clone() };
                        pass.best_at = Some(n);
                        pass.alpha = score;
                        if score >= beta {
                            break;
                        }
                    }
                    continue;
                }
            }
            step.discard_frames();
            // The expected best move loses, and there was no time to check whether another does not.
            if pass.best_at == Some(0) && pass.best <= -MIN_WIN {
                pass.best_at = Some(n);
            }
            break;
        }
        if let Some(n) = pass.best_at {
            moves[..=n].rotate_right(1);
        }
        Some(pass.best)
    }

    /// Takes over the results of an iteration, complete or stopped.
    fn end_iteration(&mut self, step: &mut SearchStep<'_, '_, E, M>) {
        let is_whole = !step.control.is_stopped();
        if is_whole {
            self.moves[..self.wanted].sort_by_key(|mv| Reverse(mv.score));
        } else {
            self.merge_unfinished();
        }
        if self.is_each_wanted() {
            self.is_best_sound = self.moves.iter().all(|mv| mv.is_draw || mv.score <= -MIN_WIN);
        }
        let depth = if is_whole { self.depth } else { self.analysis.depth };
        let seat = Seat::from_index(self.position.mover() as u8);
        let (moves, sound) = (&self.moves, self.is_best_sound);
        self.analysis = describe::<E, M>(moves, self.wanted, sound, seat, depth, self.to_rules_move);
        step.control.report(&mut self.analysis);
        let is_best_settled = self.is_best_sound || !self.moves[0].is_draw;
        let is_settled =
            is_best_settled && self.moves[..self.wanted].iter().all(|mv| mv.is_settled(self.depth));
        self.phase = if is_settled { RootPhase::Finished } else { RootPhase::NextIteration };
    }

    /// Orders the moves after a stopped iteration, without comparing estimates of different depths.
    fn merge_unfinished(&mut self) {
        if self.wanted == 1 {
            return;
        }
        // Lines that the iteration has searched stay. If each move is searched separately, a line says nothing about
        // the other moves, and none stays.
        let has_best = self.pass.best_at.is_some() && self.pass.best > -MIN_WIN;
        let searched = if self.is_each_wanted() { 0 } else { self.line + usize::from(has_best) };
        let (lines, rest) = self.moves.split_at_mut(searched);
        lines.sort_by_key(|mv| Reverse(mv.score));
        // No other move is better than the last of these lines. Proven scores are valid at any depth; estimates are
        // those of the last complete iteration, up to the score of that line.
        let limit = lines.last().filter(|last| !last.is_proven()).map_or(WIN, |last| last.score);
        for mv in rest.iter_mut().filter(|mv| !mv.is_proven()) {
            if let Some(old) = self.previous.iter().find(|old| old.mv == mv.mv) {
                mv.clone_from(old);
                mv.score = if old.is_proven() { old.score } else { old.score.min(limit) };
            }
        }
        self.moves[..self.wanted].sort_by_key(|mv| Reverse(mv.score));
    }
}

/// Searches the `n`th move of the root, or resumes its interrupted search. Returns the score, and the stage in which it
/// was found.
fn search_move<E: Evaluation, M>(
    step: &mut SearchStep<'_, '_, E, M>,
    position: &E::Position,
    mv: u16,
    n: usize,
    (alpha, beta): (i32, i32),
    depth: i32,
    interrupted: SearchStage,
) -> (i32, SearchStage) {
    let next = after(position, mv);
    let mut stage = interrupted;
    let mut score = match interrupted {
        SearchStage::Full => -step.resume::<true>(&next),
        SearchStage::Scout | SearchStage::ReducedScout => -step.resume::<false>(&next),
        SearchStage::NotStarted => {
            step.work.lines[1].clear();
            if n == 0 {
                stage = SearchStage::Full;
                -step.search::<true>(&next, -beta, -alpha, depth - 1, 1, mv)
            } else {
                let reduction = if n >= 4 && depth >= 4 { 1 } else { 0 };
                stage = if reduction > 0 { SearchStage::ReducedScout } else { SearchStage::Scout };
                -step.search::<false>(&next, -alpha - 1, -alpha, depth - 1 - reduction, 1, mv)
            }
        }
    };
    if stage == SearchStage::ReducedScout && score > alpha && !step.is_suspended {
        stage = SearchStage::Scout;
        score = -step.search::<false>(&next, -alpha - 1, -alpha, depth - 1, 1, mv);
    }
    if stage == SearchStage::Scout && score > alpha && score < beta && !step.is_suspended {
        stage = SearchStage::Full;
        score = -step.search::<true>(&next, -beta, -alpha, depth - 1, 1, mv);
    }
    (score, stage)
}
