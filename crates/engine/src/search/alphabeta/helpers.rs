//! Further threads of a search (lazy SMP): each searches the same position by itself, in the same transposition table.
//!
//! The threads do not coordinate. Since each has its own history and begins at another depth, they search different
//! parts of the tree first, and find each other's results in the table. Only the first thread reports and obeys limits.
//! The others search while it does: they pause when one of its steps ends, and stop when the search does. What each has
//! learned, its history and its corrections, is kept for the next search, as that of the first thread is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::tree::Workspace;
use super::{AlphaBeta, AlphaBetaMemory, Evaluation};
use crate::analysis::Analysis;
use crate::control::{GameObserver, Meter, SearchControl};
use crate::limits::{Limits, StepBudget};
use crate::search::transposition::TranspositionTable;
use crate::search::{Search, Status};

/// How many positions a helper visits before it adds them to the shared count.
const COUNT_INTERVAL: u64 = 1 << 14;

/// How fast one thread searches, on a fast core.
const POSITIONS_PER_MICROSECOND: u64 = 5;

/// How many positions a thread visits for each result that it stores in a place of its own.
const POSITIONS_PER_RESULT: u64 = 2;

/// The other threads of a search. They end when this is dropped.
#[derive(Default)]
pub(super) struct Helpers {
    shared: Arc<SharedWithHelpers>,
    /// Each returns its working memory.
    threads: Vec<JoinHandle<Option<Workspace>>>,
    /// The working memory of threads that are not running.
    workspaces: Vec<Workspace>,
}

/// What a search shares with its helpers beside the transposition table.
#[derive(Default)]
struct SharedWithHelpers {
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

impl SharedWithHelpers {
    fn command(&self) -> MutexGuard<'_, Command> {
        self.command.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, command: Command) {
        *self.command() = command;
        self.changed.notify_all();
    }
}

impl Helpers {
    /// Starts this many helpers, or as many as the system allows: a browser allows none. They continue to use the working
    /// memory of those of the last search.
    pub(super) fn start<E: Evaluation, M: Copy + 'static>(
        count: usize,
        evaluation: &Arc<E>,
        position: E::Position,
        to_rules_move: fn(u16) -> M,
        limits: &Limits,
        table: &mut TranspositionTable,
        mut workspaces: Vec<Workspace>,
    ) -> Helpers {
        let shared = Arc::new(SharedWithHelpers::default());
        if count == 0 {
            return Helpers { shared, threads: Vec::new(), workspaces };
        }
        table.reserve(expected_results(limits, count as u64 + 1));
        let start = |n: usize| {
            let (table, work) = (table.share(), workspaces.pop());
            let limits =
                Limits { time: None, nodes: None, depth: limits.depth, lines: 1, ..Limits::default() };
            let (evaluation, shared) = (Arc::clone(evaluation), Arc::clone(&shared));
            let help = move || {
                let mut search = AlphaBeta::with_helpers(
                    evaluation,
                    position,
                    to_rules_move,
                    &limits,
                    table,
                    work,
                    Helpers::default(),
                );
                // Half of the helpers are an iteration ahead of the first thread.
                search.skip_iterations((n as u32 + 1) % 2);
                run(search, &limits, &shared).work
            };
            std::thread::Builder::new().name(format!("search-{}", n + 2)).spawn(help).ok()
        };
        let threads = (0..count).map_while(start).collect();
        Helpers { shared, threads, workspaces }
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
            self.workspaces.extend(thread.join().ok().flatten());
        }
    }

    /// Stops all helpers. Returns their working memory for the next search.
    pub(super) fn into_workspaces(mut self) -> Vec<Workspace> {
        self.stop();
        std::mem::take(&mut self.workspaces)
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How many results a search on several threads can be expected to store: the table that the threads share must have
/// its size when they start. Without a limit it gets its full size. In one much larger than they fill, each result would
/// lie on a page of its own, which costs time when the system provides it.
fn expected_results(limits: &Limits, threads: u64) -> u64 {
    let time = limits.time.and_then(|time| time.budget());
    let positions_in = |time: Duration| {
        u64::try_from(time.as_micros()).unwrap_or(u64::MAX).saturating_mul(POSITIONS_PER_MICROSECOND)
    };
    let positions = time.map_or(u64::MAX, positions_in).min(limits.nodes.unwrap_or(u64::MAX));
    positions.saturating_mul(threads) / POSITIONS_PER_RESULT
}

/// Searches until the search has finished or is stopped. Returns what the search leaves to the next.
fn run<E: Evaluation, M: Copy>(
    mut search: AlphaBeta<E, M>,
    limits: &Limits,
    shared: &SharedWithHelpers,
) -> AlphaBetaMemory {
    let mut meter = Meter::new(limits);
    let mut observer = HelperObserver(shared);
    let (mut status, mut counted) = (Status::Running, 0);
    while status == Status::Running {
        let budget = StepBudget::nodes(COUNT_INTERVAL);
        let mut control = SearchControl::new(&mut meter, budget, &mut observer);
        status = search.step(&mut control);
        shared.nodes.fetch_add(control.nodes() - counted, Ordering::Relaxed);
        counted = control.nodes();
    }
    search.into_memory()
}

/// The observer of a helper, which pauses and stops it as ordered.
struct HelperObserver<'s>(&'s SharedWithHelpers);

impl<M> GameObserver<M> for HelperObserver<'_> {
    fn progress(&mut self, _analysis: &Analysis<M>) {}

    fn should_stop(&mut self) -> bool {
        let wait = |command: &mut Command| *command == Command::Pause;
        let command =
            self.0.changed.wait_while(self.0.command(), wait).unwrap_or_else(PoisonError::into_inner);
        *command == Command::Stop
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Candidate, MAX_PLY, SearchPosition, TerminalResult};
    use super::*;
    use crate::limits::TimeLimit;

    /// Players take one to three stones in turn; who takes the last one wins.
    #[derive(Clone, Copy)]
    struct Stones(u64);

    impl SearchPosition for Stones {
        const MOVES: usize = 4;

        fn key(&self) -> u64 {
            self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }

        fn mover(&self) -> usize {
            self.0 as usize % 2
        }

        fn ending(&self) -> Option<TerminalResult> {
            (self.0 == 0).then_some(TerminalResult::Lost)
        }

        fn moves(&self, only_noisy: bool, into: &mut Vec<Candidate>) {
            if !only_noisy {
                into.extend((1..=self.0.min(3)).map(|n| Candidate {
                    mv: n as u16,
                    is_noisy: false,
                    rank: 0,
                }));
            }
        }

        fn play(&mut self, mv: u16) {
            self.0 -= u64::from(mv);
        }
    }

    struct NoOpinion;

    impl Evaluation for NoOpinion {
        type Position = Stones;

        fn value(&self, _position: &Stones) -> i32 {
            0
        }
    }

    #[test]
    fn the_working_memory_of_every_thread_is_kept_for_the_next_search() {
        let search = |memory, threads| {
            let limits = Limits { depth: Some(6), threads, ..Limits::default() };
            let mut search = AlphaBeta::new(NoOpinion, Stones(50), |mv| mv, &limits, memory);
            let (mut meter, mut observer) = (Meter::new(&limits), ());
            let mut control = SearchControl::new(&mut meter, StepBudget::UNLIMITED, &mut observer);
            assert_eq!(search.step(&mut control), Status::Finished);
            search.into_memory()
        };
        let mut memory = search(AlphaBetaMemory::default(), 4);
        assert_eq!(memory.helper_workspaces.len(), 3);
        // No search goes this deep.
        memory.helper_workspaces.iter_mut().for_each(|work| work.path[MAX_PLY] = 7);
        // A search on fewer threads keeps that of the others.
        for threads in [4, 1, 2] {
            memory = search(memory, threads);
            let kept = memory.helper_workspaces.iter().filter(|work| work.path[MAX_PLY] == 7).count();
            assert_eq!((kept, memory.helper_workspaces.len()), (3, 3), "{threads} threads");
        }
    }

    #[test]
    fn the_table_that_threads_share_is_as_large_as_the_limits_need() {
        let timed = |millis| Limits {
            time: Some(TimeLimit::new(|| Duration::ZERO, Duration::from_millis(millis))),
            ..Limits::default()
        };
        let counted = Limits { nodes: Some(10_000), ..Limits::default() };
        let bytes = |limits: &Limits, threads| {
            let mut table = TranspositionTable::default();
            table.start_search();
            table.reserve(expected_results(limits, threads));
            table.capacity() * 16
        };
        const MIB: usize = 1 << 20;
        assert_eq!(bytes(&timed(0), 2), MIB / 4);
        assert_eq!(bytes(&counted, 2), MIB / 4);
        assert!((4 * MIB..=16 * MIB).contains(&bytes(&timed(100), 2)), "{}", bytes(&timed(100), 2));
        assert_eq!(bytes(&timed(100), 16), 64 * MIB);
        for limits in [timed(10_000), Limits { depth: Some(9), ..Limits::default() }] {
            assert_eq!(bytes(&limits, 2), 64 * MIB);
        }
        let unlimited = Limits { time: Some(TimeLimit::unlimited(|| Duration::ZERO)), ..Limits::default() };
        assert_eq!(bytes(&unlimited, 2), 64 * MIB);
        assert_eq!(bytes(&Limits { nodes: Some(10_000), ..timed(10_000) }, 2), MIB / 4);
    }
}
