//! Runs of puzzles of increasing difficulty: as many as possible in three minutes (rush), or without a mistake (streak).

use std::time::Duration;

use leptos::prelude::*;
use puzzles::{PuzzleId, PuzzleRun};

use super::address::{PuzzleAddress, PuzzleSet};
use super::session::PuzzleSession;
use crate::browser;
use crate::router::replace_address;

/// How long a rush lasts, in milliseconds.
pub(super) const RUSH_TIME: f64 = 180_000.0;

/// The time between a result and the next puzzle.
const PAUSE: Duration = Duration::from_millis(500);

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunState {
    pub(super) run: PuzzleRun,
    pub(super) has_begun: bool,
    /// When it ends, in milliseconds since 1970, if it has a clock and has begun.
    pub(super) ends: Option<f64>,
    pub(super) solved: usize,
    pub(super) failed: Vec<PuzzleId>,
    /// Whether the next puzzle is about to come.
    awaits_next: bool,
    /// Once it is over, whether more were solved than ever before.
    pub(super) is_best: Option<bool>,
}

impl PuzzleSession {
    /// Waits for the start of a run.
    pub(super) fn prepare_run(self, run: PuzzleRun) {
        self.current.set(None);
        self.run.set(Some(RunState {
            run,
            has_begun: false,
            ends: None,
            solved: 0,
            failed: Vec::new(),
            awaits_next: false,
            is_best: None,
        }));
        replace_address(&PuzzleAddress { set: PuzzleSet::Run(run), id: None }.write(self.kind));
    }

    pub(super) fn start_run(self, run: PuzzleRun) {
        self.prepare_run(run);
        self.run.update(|state| {
            if let Some(state) = state {
                state.has_begun = true;
                state.ends = (run == PuzzleRun::Rush).then(|| browser::time_of_day() + RUSH_TIME);
            }
        });
        self.next_in_run();
    }

    /// Whether a run has begun and is not over.
    pub(super) fn is_running(self) -> bool {
        self.run.with(|run| run.as_ref().is_some_and(|run| run.has_begun && run.is_best.is_none()))
    }

    /// Whether no move is wanted, because the next puzzle of a run is about to come or the run is over.
    pub(super) fn is_between_puzzles(self) -> bool {
        self.run.with(|run| run.as_ref().is_some_and(|run| run.awaits_next || run.is_best.is_some()))
    }

    fn next_in_run(self) {
        let Some(collection) = self.collection() else { return };
        let number = self.run.try_update(|run| {
            run.as_mut().map_or(0, |run| {
                run.awaits_next = false;
                run.solved + run.failed.len()
            })
        });
        self.show(PuzzleRun::pick(&collection, number.unwrap_or(0), browser::random()));
    }

    /// Counts a result in the run, and opens the next puzzle.
    pub(super) fn count_in_run(self, is_solved: bool) {
        let Some(id) = self.current.with_untracked(|current| current.as_ref().map(|current| current.id))
        else {
            return;
        };
        let is_over = self.run.try_update(|run| {
            let run = run.as_mut()?;
            run.awaits_next = true;
            if is_solved {
                run.solved += 1;
            } else {
                run.failed.push(id);
            }
            Some(run.failed.len() >= run.run.strikes())
        });
        if is_over.flatten() == Some(true) {
            return self.end_run();
        }
        browser::after(PAUSE, move || {
            // The run may be over or left by then.
            if self
                .run
                .try_get_untracked()
                .flatten()
                .is_some_and(|run| run.awaits_next && run.is_best.is_none())
            {
                self.next_in_run();
            }
        });
    }

    /// Ends the run.
    pub(super) fn end_run(self) {
        let result =
            self.run.with_untracked(|run| run.as_ref().map(|run| (run.run, run.solved, run.failed.clone())));
        let Some((run, solved, failed)) = result else { return };
        let is_best = self.progress.try_update(|progress| progress.finish_run(run, solved, &failed));
        self.run.update(|run| {
            if let Some(run) = run {
                run.is_best = is_best;
            }
        });
        self.selection.clear();
        self.engine.cancel();
        self.save_progress();
    }
}
