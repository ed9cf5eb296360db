//! The root: a legal move at once, then iterative deepening until a limit is reached or everything is known.

use std::cmp::Reverse;
use std::sync::Arc;

use rules::Seat;

use super::helpers::Helpers;
use super::root_moves::{RootMove, describe, evaluated_moves};
use super::tree::{Search as Step, Stage, Workspace, after};
use super::{Evaluation, MAX_PLY, MIN_WIN, Memory, Position, WIN};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::transposition::{Poll, TranspositionTable};
use crate::search::{Search, Status};

/// An alpha-beta search.
pub struct AlphaBeta<E: Evaluation, M> {
    evaluation: Arc<E>,
    table: TranspositionTable,
    work: Option<Workspace>,
    root: Root<E, M>,
    helpers: Helpers,
}

/// Where the search stands between two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has been counted or reported.
    Start,
    /// The next iteration is to start.
    NextIteration,
    /// An iteration is under way.
    Iteration,
    /// The iteration is over; the transposition table may have to grow.
    GrowTable,
    Finished,
}

/// The state of the root.
struct Root<E: Evaluation, M> {
    position: E::Position,
    moves: Vec<RootMove>,
    /// The moves as the last whole iteration left them.
    previous: Vec<RootMove>,
    /// How many of the best moves get a full line.
    wanted: usize,
    max_depth: u32,
    name: fn(u16) -> M,
    phase: Phase,
    depth: u32,
    /// Which of the wanted lines is being searched.
    line: usize,
    window: Window,
    pass: Pass,
    /// Whether the value of the best line follows from the rules alone.
    is_best_sound: bool,
    analysis: Analysis<M>,
}

/// The aspiration window: the score is expected near that of the last iteration, and the window opens on the side
/// where it is not.
#[derive(Clone, Copy)]
struct Window {
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
    stage: Stage,
}

impl Pass {
    fn new(window: Window) -> Pass {
        let Window { alpha, .. } = window;
        Pass { alpha, best: -WIN, best_at: None, is_estimate: false, n: 0, stage: Stage::NotStarted }
    }
}

impl<E: Evaluation, M: Copy> AlphaBeta<E, M> {
    /// Starts a search of a position in which the game is not over. `name` converts a move into one of the rules;
    /// `limits.lines` of the best moves get a full line.
    pub fn new(
        evaluation: E,
        position: E::Position,
        name: fn(u16) -> M,
        limits: &Limits,
        memory: Memory,
    ) -> AlphaBeta<E, M>
    where
        M: 'static,
    {
        let Memory { mut table, work } = memory;
        table.start_search();
        let evaluation = Arc::new(evaluation);
        let others = limits.threads.saturating_sub(1);
        let helpers = Helpers::start(others, &evaluation, position, name, limits, &mut table);
        AlphaBeta::with_helpers(evaluation, position, name, limits, Memory { table, work }, helpers)
    }
}

impl<E: Evaluation, M: Copy> AlphaBeta<E, M> {
    /// A search in a table in which the search has been started.
    pub(super) fn with_helpers(
        evaluation: Arc<E>,
        position: E::Position,
        name: fn(u16) -> M,
        limits: &Limits,
        memory: Memory,
        helpers: Helpers,
    ) -> AlphaBeta<E, M> {
        let Memory { table, work } = memory;
        let mut work = work.unwrap_or_else(Workspace::new::<E>);
        work.start_search();
        work.path[0] = position.key();
        work.evals[0] = evaluation.value(&position);
        let moves = evaluated_moves(&*evaluation, &work.path, &position);
        let wanted = limits.lines.clamp(1, moves.len());
        let is_best_sound = moves.iter().all(|mv| mv.is_draw);
        let seat = Seat::from_index(position.mover() as u8);
        let analysis = describe::<E, M>(&moves, wanted, is_best_sound, seat, 1, name);
        let window = Window { alpha: -WIN, beta: WIN, width: 0 };
        let root = Root {
            position,
            moves,
            previous: Vec::new(),
            wanted,
            max_depth: limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1),
            name,
            phase: Phase::Start,
            depth: 0,
            line: 0,
            window,
            pass: Pass::new(window),
            is_best_sound,
            analysis,
        };
        AlphaBeta { evaluation, table, work: Some(work), root, helpers }
    }

    /// Leaves out the first iterations, which another thread searches as well.
    pub(super) fn skip_iterations(&mut self, count: u32) {
        self.root.depth = count.min(self.root.max_depth - 1);
    }
}

impl<E: Evaluation, M: Copy> Search for AlphaBeta<E, M> {
    type Move = M;
    type Memory = Memory;

    fn step(&mut self, control: &mut SearchControl<'_, M>) -> Status {
        let work = self.work.take().unwrap_or_else(Workspace::new::<E>);
        let mut step = Step {
            evaluation: &*self.evaluation,
            table: &mut self.table,
            control,
            work,
            is_estimate: false,
            is_suspended: false,
        };
        self.helpers.resume();
        let status = self.root.run(&mut step, &self.helpers);
        self.work = Some(step.work);
        match status {
            Status::Running => self.helpers.pause(),
            Status::Finished => self.helpers.stop(),
        }
        status
    }

    fn analysis(&self) -> Analysis<M> {
        self.root.analysis.clone()
    }

    fn into_memory(self) -> Memory {
        Memory { table: self.table, work: self.work }
    }
}

impl<E: Evaluation, M: Copy> Root<E, M> {
    fn run(&mut self, step: &mut Step<'_, '_, E, M>, helpers: &Helpers) -> Status {
        loop {
            match self.phase {
                Phase::Start => {
                    // Each move of the root has been evaluated.
                    for _ in &self.moves {
                        step.control.visit();
                    }
                    step.control.report(&mut self.analysis);
                    self.phase = Phase::NextIteration;
                }
                Phase::NextIteration => {
                    if self.depth == self.max_depth || step.control.is_stopped() || !step.control.poll() {
                        self.phase = Phase::Finished;
                    } else if step.control.is_pausing() {
                        return Status::Running;
                    } else {
                        self.start_iteration();
                    }
                }
                Phase::Iteration => {
                    if !self.search_lines(step) {
                        return Status::Running;
                    }
                    step.control.set_nodes_of_others(helpers.nodes());
                    self.end_iteration(step);
                }
                Phase::GrowTable => {
                    let control = &mut *step.control;
                    let is_done = step.table.grow_if_full(|| {
                        if !control.poll() {
                            Poll::Stop
                        } else if control.is_pausing() {
                            Poll::Pause
                        } else {
                            Poll::Continue
                        }
                    });
                    if !is_done {
                        return Status::Running;
                    }
                    self.phase = Phase::NextIteration;
                }
                Phase::Finished => return Status::Finished,
            }
        }
    }

    /// Whether every move is wanted. Then each is searched by itself; else the best of those that are left.
    fn is_each_wanted(&self) -> bool {
        self.wanted == self.moves.len()
    }

    fn start_iteration(&mut self) {
        self.depth += 1;
        self.previous.clone_from(&self.moves);
        self.line = 0;
        self.start_line();
        self.phase = Phase::Iteration;
    }

    fn start_line(&mut self) {
        let Some(first) = self.moves.get(self.line) else { return };
        let (expected, width) = (first.score, 60);
        self.window = if self.depth >= 4 && expected.abs() < MIN_WIN {
            Window { alpha: expected - width, beta: expected + width, width }
        } else {
            Window { alpha: -WIN, beta: WIN, width }
        };
        self.pass = Pass::new(self.window);
    }

    /// Searches the wanted lines to the depth of the iteration; false if the search pauses, true once it is done or
    /// stopped.
    fn search_lines(&mut self, step: &mut Step<'_, '_, E, M>) -> bool {
        while self.line < self.wanted {
            let Some(score) = self.search_pass(step) else { return false };
            if step.control.is_stopped() {
                return true;
            }
            let Window { alpha, beta, width } = &mut self.window;
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

    /// One pass over the moves within the window: the best score, or nothing if the search pauses. The best move comes
    /// to the front, the others keep their order.
    fn search_pass(&mut self, step: &mut Step<'_, '_, E, M>) -> Option<i32> {
        let end = if self.is_each_wanted() { self.line + 1 } else { self.moves.len() };
        let moves = &mut self.moves[self.line..end];
        let (pass, position, depth) = (&mut self.pass, &self.position, self.depth as i32);
        let beta = self.window.beta;
        while pass.n < moves.len() {
            let (n, alpha) = (pass.n, pass.alpha);
            if !step.control.is_stopped() {
                if pass.stage == Stage::NotStarted && step.control.is_pausing() {
                    return None;
                }
                let (score, stage) =
                    search_move(step, position, moves[n].mv, n, (alpha, beta), depth, pass.stage);
                if step.is_suspended {
                    pass.stage = stage;
                    return None;
                }
                pass.stage = Stage::NotStarted;
                if !step.control.is_stopped() {
                    let mv = moves[n].mv;
                    pass.is_estimate |= step.is_estimate;
                    pass.best = pass.best.max(score);
                    pass.n += 1;
                    if score > alpha {
                        step.update_line(0, mv);
                        // That a move draws is known if what follows it is; that it is the best is another matter.
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
            // The expected best move loses, and there was no time to see whether another does not.
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

    /// Takes over what an iteration has found, be it whole or stopped.
    fn end_iteration(&mut self, step: &mut Step<'_, '_, E, M>) {
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
        self.analysis = describe::<E, M>(moves, self.wanted, sound, seat, depth, self.name);
        step.control.report(&mut self.analysis);
        let is_best_settled = self.is_best_sound || !self.moves[0].is_draw;
        let is_settled =
            is_best_settled && self.moves[..self.wanted].iter().all(|mv| mv.is_settled(self.depth));
        self.phase = if is_settled { Phase::Finished } else { Phase::GrowTable };
    }

    /// Orders the moves after an iteration that was stopped, such that estimates of different depths are not compared.
    fn merge_unfinished(&mut self) {
        if self.wanted == 1 {
            return;
        }
        // Lines that the iteration has searched stay. If each move is searched by itself, a line says nothing of the
        // other moves, and none stays.
        let has_best = self.pass.best_at.is_some() && self.pass.best > -MIN_WIN;
        let searched = if self.is_each_wanted() { 0 } else { self.line + usize::from(has_best) };
        let (lines, rest) = self.moves.split_at_mut(searched);
        lines.sort_by_key(|mv| Reverse(mv.score));
        // No other move is better than the last of these lines. What is proven is true at any depth; estimates are those
        // of the last whole iteration, up to the score of that line.
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

/// Searches the `n`th move of the root, or continues the search of it that was interrupted: the score, and in which
/// stage it was found.
fn search_move<E: Evaluation, M>(
    step: &mut Step<'_, '_, E, M>,
    position: &E::Position,
    mv: u16,
    n: usize,
    (alpha, beta): (i32, i32),
    depth: i32,
    interrupted: Stage,
) -> (i32, Stage) {
    let next = after(position, mv);
    let mut stage = interrupted;
    let mut score = match interrupted {
        Stage::Full => -step.resume::<true>(&next),
        Stage::Scout | Stage::ReducedScout => -step.resume::<false>(&next),
        Stage::NotStarted => {
            step.work.lines[1].clear();
            if n == 0 {
                stage = Stage::Full;
                -step.search::<true>(&next, -beta, -alpha, depth - 1, 1, mv)
            } else {
                let reduction = if n >= 4 && depth >= 4 { 1 } else { 0 };
                stage = if reduction > 0 { Stage::ReducedScout } else { Stage::Scout };
                -step.search::<false>(&next, -alpha - 1, -alpha, depth - 1 - reduction, 1, mv)
            }
        }
    };
    if stage == Stage::ReducedScout && score > alpha && !step.is_suspended {
        stage = Stage::Scout;
        score = -step.search::<false>(&next, -alpha - 1, -alpha, depth - 1, 1, mv);
    }
    if stage == Stage::Scout && score > alpha && score < beta && !step.is_suspended {
        stage = Stage::Full;
        score = -step.search::<true>(&next, -beta, -alpha, depth - 1, 1, mv);
    }
    (score, stage)
}
