//! An alpha-beta search as a whole: its state between two steps, and its further threads.

use std::sync::Arc;

use super::helpers::Helpers;
use super::root::Root;
use super::tree::{SearchStep, Workspace};
use super::{AlphaBetaMemory, Evaluation, SearchPosition};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::transposition::TranspositionTable;
use crate::search::{Search, Status};

/// An alpha-beta search.
pub struct AlphaBeta<E: Evaluation, M> {
    evaluation: Arc<E>,
    table: TranspositionTable,
    work: Option<Workspace>,
    root: Root<E, M>,
    helpers: Helpers,
}

impl<E: Evaluation, M: Copy> AlphaBeta<E, M> {
    /// Starts a search of a position in which the game is not over. `to_rules_move` converts a move into one of the
    /// rules; `limits.lines` of the best moves get a full line.
    pub fn new(
        evaluation: E,
        position: E::Position,
        to_rules_move: fn(u16) -> M,
        limits: &Limits,
        memory: AlphaBetaMemory,
    ) -> AlphaBeta<E, M>
    where
        M: 'static,
    {
        let AlphaBetaMemory { mut table, work, helper_workspaces } = memory;
        table.start_search();
        let evaluation = Arc::new(evaluation);
        let others = limits.threads.saturating_sub(1);
        let helpers = Helpers::start(
            others,
            &evaluation,
            position,
            to_rules_move,
            limits,
            &mut table,
            helper_workspaces,
        );
        AlphaBeta::with_helpers(evaluation, position, to_rules_move, limits, table, work, helpers)
    }
}

impl<E: Evaluation, M: Copy> AlphaBeta<E, M> {
    /// A search that shares the table of a search that has been started.
    pub(super) fn with_helpers(
        evaluation: Arc<E>,
        position: E::Position,
        to_rules_move: fn(u16) -> M,
        limits: &Limits,
        table: TranspositionTable,
        work: Option<Workspace>,
        helpers: Helpers,
    ) -> AlphaBeta<E, M> {
        let mut work = work.unwrap_or_else(Workspace::new::<E>);
        work.start_search();
        work.path[0] = position.key();
        work.evals[0] = evaluation.value(&position);
        let root = Root::new(&*evaluation, &work.path, position, to_rules_move, limits);
        AlphaBeta { evaluation, table, work: Some(work), root, helpers }
    }

    /// Skips the first iterations, which another thread searches as well.
    pub(super) fn skip_iterations(&mut self, count: u32) {
        self.root.skip_iterations(count);
    }
}

impl<E: Evaluation, M: Copy> Search for AlphaBeta<E, M> {
    type Move = M;
    type Memory = AlphaBetaMemory;

    fn step(&mut self, control: &mut SearchControl<'_, M>) -> Status {
        let work = self.work.take().unwrap_or_else(Workspace::new::<E>);
        let mut step = SearchStep {
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
        self.root.analysis().clone()
    }

    fn into_memory(self) -> AlphaBetaMemory {
        let AlphaBeta { table, work, helpers, .. } = self;
        AlphaBetaMemory { table, work, helper_workspaces: helpers.into_workspaces() }
    }
}
