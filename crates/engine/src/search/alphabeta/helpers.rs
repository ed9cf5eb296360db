//! Further threads of a search (lazy SMP): each searches the same position by itself, in the same transposition table.
//!
//! The threads do not coordinate. Since each has its own history and begins at another depth, they search different
//! parts of the tree first, and find each other's results in the table. Only the first thread reports and obeys limits.
//! The others search while it does: they pause when one of its steps ends, and stop when the search does.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::{AlphaBeta, AlphaBetaMemory, Evaluation};
use crate::analysis::Analysis;
use crate::control::{GameObserver, Meter, SearchControl};
use crate::limits::{Limits, StepBudget};
use crate::search::transposition::TranspositionTable;
use crate::search::{Search, Status};

/// How many positions a helper visits before it adds them to the shared count.
const COUNTED: u64 = 1 << 14;

/// The other threads of a search. They end when this is dropped.
#[derive(Default)]
pub(super) struct Helpers {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// What a search shares with its helpers beside the transposition table.
#[derive(Default)]
struct Shared {
    command: Mutex<Command>,
    /// Notified when the command changes.
    changed: Condvar,
    nodes: AtomicU64,
}

/// A command to the helpers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Command {
    #[default]
    Pause,
    Search,
    Stop,
}

impl Shared {
    fn command(&self) -> MutexGuard<'_, Command> {
        self.command.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, command: Command) {
        *self.command() = command;
        self.changed.notify_all();
    }
}

impl Helpers {
    /// Starts this many helpers, or as many as the system allows: a browser allows none.
    pub(super) fn start<E: Evaluation, M: Copy + 'static>(
        count: usize,
        evaluation: &Arc<E>,
        position: E::Position,
        to_rules_move: fn(u16) -> M,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Helpers {
        if count == 0 {
            return Helpers::default();
        }
        let shared = Arc::new(Shared::default());
        table.grow_to_full_size();
        let start = |n: usize| {
            let memory = AlphaBetaMemory { table: table.share(), work: None };
            let limits =
                Limits { time: None, nodes: None, depth: limits.depth, lines: 1, ..Limits::default() };
            let (evaluation, shared) = (Arc::clone(evaluation), Arc::clone(&shared));
            let help = move || {
                let mut search = AlphaBeta::with_helpers(
                    evaluation,
                    position,
                    to_rules_move,
                    &limits,
                    memory,
                    Helpers::default(),
                );
                // Half of the helpers are an iteration ahead of the first thread.
                search.skip_iterations((n as u32 + 1) % 2);
                run(search, &limits, &shared);
            };
            std::thread::Builder::new().name(format!("search-{}", n + 2)).spawn(help).ok()
        };
        let threads = (0..count).map_while(start).collect();
        Helpers { shared, threads }
    }

    /// How many positions the helpers have visited by now.
    pub(super) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Lets the helpers search until they are to pause.
    pub(super) fn resume(&self) {
        self.shared.send(Command::Search);
    }

    /// Lets the helpers wait for the next step.
    pub(super) fn pause(&self) {
        self.shared.send(Command::Pause);
    }

    /// Stops all helpers and waits until they have ended.
    pub(super) fn stop(&mut self) {
        self.shared.send(Command::Stop);
        for thread in self.threads.drain(..) {
            // The panic of a helper has been reported; the search continues without it.
            let _ = thread.join();
        }
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Searches until the search has finished or is stopped.
fn run<E: Evaluation, M: Copy>(mut search: AlphaBeta<E, M>, limits: &Limits, shared: &Shared) {
    let mut meter = Meter::new(limits);
    let mut observer = HelperObserver(shared);
    let (mut status, mut counted) = (Status::Running, 0);
    while status == Status::Running {
        let budget = StepBudget::nodes(COUNTED);
        let mut control = SearchControl::new(&mut meter, budget, &mut observer);
        status = search.step(&mut control);
        shared.nodes.fetch_add(control.nodes() - counted, Ordering::Relaxed);
        counted = control.nodes();
    }
}

/// The observer of a helper, which pauses and stops it as ordered.
struct HelperObserver<'s>(&'s Shared);

impl<M> GameObserver<M> for HelperObserver<'_> {
    fn progress(&mut self, _analysis: &Analysis<M>) {}

    fn should_stop(&mut self) -> bool {
        let wait = |command: &mut Command| *command == Command::Pause;
        let command =
            self.0.changed.wait_while(self.0.command(), wait).unwrap_or_else(PoisonError::into_inner);
        *command == Command::Stop
    }
}
