//! A session on the puzzle page: the current puzzle, and what follows from each answer.

use std::sync::Arc;
use std::time::Duration;

use engine::Value;
use leptos::prelude::*;
use puzzles::{Judgement, Puzzle, PuzzleCollection, PuzzleId, PuzzleProgress, PuzzleRun};
use rules::date::DAY;
use rules::{AnyGame, AnyMove, Kind, Outcome, Viewer, Words};

use super::address::PuzzleSet;
use super::current::{CurrentPuzzle, PuzzleFeedback};
use super::run::RunState;
use crate::board::Touch;
use crate::engine_task::{EngineTask, SearchLimits};
use crate::selection::Selection;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};
use crate::thinker::EngineAnswer;
use crate::{browser, storage};

/// The time between the solver's move and the reply.
const REPLY_DELAY: Duration = Duration::from_millis(450);

/// How long the engine looks at a wrong move that may win more slowly.
const JUDGE_TIME: Duration = Duration::from_millis(1_000);

/// Today, in days since 1970, in UTC: the puzzle of the day is the same everywhere.
pub fn today() -> u64 {
    browser::time_of_day().max(0.0) as u64 / DAY
}

/// The page of puzzles of a game. Copies are the same.
#[derive(Clone, Copy)]
pub struct PuzzleSession {
    /// The game.
    pub kind: Kind,
    /// The puzzles, once they are loaded.
    pub collection: RwSignal<Option<Arc<PuzzleCollection>>>,
    pub(super) progress: RwSignal<PuzzleProgress>,
    pub(super) set: RwSignal<PuzzleSet>,
    pub(super) current: RwSignal<Option<CurrentPuzzle>>,
    pub(super) run: RwSignal<Option<RunState>>,
    /// Why another puzzle is shown than the one asked for.
    pub notice: RwSignal<Option<Words>>,
    pub(super) selection: Selection,
    serial: StoredValue<u32>,
    store: SettingsStore,
    pub(super) engine: EngineTask,
}

impl PuzzleSession {
    /// A session that waits for its collection.
    pub fn new(kind: Kind) -> PuzzleSession {
        PuzzleSession {
            kind,
            collection: RwSignal::new(None),
            progress: RwSignal::new(load_progress(kind)),
            set: RwSignal::new(PuzzleSet::Daily),
            current: RwSignal::new(None),
            run: RwSignal::new(None),
            notice: RwSignal::new(None),
            selection: Selection::new(),
            serial: StoredValue::new(0),
            store: SettingsStore::expect(),
            engine: EngineTask::new(),
        }
    }

    pub(super) fn collection(self) -> Option<Arc<PuzzleCollection>> {
        self.collection.get_untracked()
    }

    /// Puts a puzzle on the board.
    pub(super) fn begin(self, index: usize, id: PuzzleId, puzzle: Puzzle) {
        self.selection.clear();
        self.engine.cancel();
        self.serial.update_value(|serial| *serial += 1);
        self.current.set(Some(CurrentPuzzle::new(self.serial.get_value(), index, id, puzzle)));
    }

    /// The viewer who sees what the solver sees.
    pub(super) fn viewer(current: &CurrentPuzzle) -> Viewer {
        Viewer::Seat(current.attempt.puzzle().solver())
    }

    /// Handles an input event on the board.
    pub(super) fn touch(self, touch: Touch) {
        let Some(current) = self.current.get_untracked() else { return };
        if !current.is_live() || untrack(|| self.is_between_puzzles()) {
            return;
        }
        let Some(spot) = self.selection.touched_spot(touch) else { return };
        let game = current.position.view(Self::viewer(&current)).position();
        if matches!(current.answer, PuzzleFeedback::Wrong | PuzzleFeedback::Slower) {
            self.change(|current| current.answer = PuzzleFeedback::None);
        }
        if let Some(mv) = self.selection.touch(spot, &game) {
            self.answer(mv);
        }
    }

    /// Judges a move. A wrong move that may win more slowly is first shown to the engine, except in a rush, which leaves
    /// no time for that.
    fn answer(self, mv: AnyMove) {
        let has_time = self.set.get_untracked() != PuzzleSet::Run(PuzzleRun::Rush);
        let next = self.change(|current| current.attempt.may_win_slowly(mv)).flatten();
        match next {
            Some(next) if has_time => self.ask_engine(mv, &next),
            _ => self.judge(mv),
        }
    }

    /// Asks the engine whether the solver still wins after a wrong move. If it proves that, the move does not count.
    fn ask_engine(self, mv: AnyMove, next: &AnyGame) {
        let asked = self.change(|current| {
            current.answer = PuzzleFeedback::Judging;
            (current.serial, current.attempt.puzzle().solver())
        });
        let (Some((serial, solver)), Some(seat)) = (asked, next.turn().seat()) else { return };
        let limits = SearchLimits::analysis(JUDGE_TIME, 1);
        self.engine.start(&next.view(Viewer::Seat(seat)), limits, move |answer| {
            let wins = match answer {
                EngineAnswer::Progress(_) => return,
                EngineAnswer::Done(found) => {
                    matches!(found.analysis.value(), Value::Proven { outcome, .. } if outcome == Outcome::Win(solver))
                }
                EngineAnswer::Failed(_) | EngineAnswer::Died => false,
            };
            // Another puzzle may have been opened meanwhile, or the solution shown.
            let is_waiting = self.change(|current| {
                let is_waiting = current.serial == serial && current.answer == PuzzleFeedback::Judging;
                if is_waiting {
                    current.answer = if wins { PuzzleFeedback::Slower } else { PuzzleFeedback::None };
                }
                is_waiting
            });
            if is_waiting == Some(true) && !wins {
                self.judge(mv);
            }
        });
    }

    fn judge(self, mv: AnyMove) {
        let Some(judgement) = self.change(|current| current.attempt.answer(mv)) else { return };
        match judgement {
            Judgement::Solved => {
                self.play_out(vec![mv]);
                sound::play(self.store, Sound::End);
                self.count(self.current.with_untracked(|current| {
                    current.as_ref().is_some_and(|current| current.attempt.is_solved())
                }));
            }
            Judgement::Right(replies) => {
                self.change(|current| current.answer = PuzzleFeedback::Right);
                sound::play(self.store, Sound::Move);
                self.play_out([vec![mv], replies].concat());
            }
            Judgement::Wrong => {
                self.change(|current| current.answer = PuzzleFeedback::Wrong);
                sound::play(self.store, Sound::Refused);
                self.count(false);
            }
            // The selection completes legal moves only.
            Judgement::Illegal(_) => {}
        }
    }

    /// Plays the rest of the solution. The puzzle counts as not solved.
    pub fn show_solution(self) {
        let rest = self.change(|current| {
            let played = current.attempt.played();
            while current.attempt.show().is_some() {}
            current.is_shown = true;
            current.answer = PuzzleFeedback::None;
            current.attempt.puzzle().line.iter().skip(played).copied().collect()
        });
        self.selection.clear();
        self.engine.cancel();
        self.count(false);
        if let Some(rest) = rest {
            self.play_out(rest);
        }
    }

    fn change<T>(self, change: impl FnOnce(&mut CurrentPuzzle) -> T) -> Option<T> {
        self.current.try_update(|current| current.as_mut().map(change)).flatten()
    }

    /// Shows moves one after the other, the first at once.
    fn play_out(self, moves: Vec<AnyMove>) {
        self.change(|current| current.pending.extend(moves));
        self.play_pending(self.serial.get_value());
    }

    fn play_pending(self, serial: u32) {
        let is_more = self.change(|current| {
            // The next puzzle may have been opened meanwhile.
            if current.serial != serial {
                return false;
            }
            if let Some(mv) = current.pending.pop_front()
                && current.position.play(mv).is_ok()
            {
                current.last = Some(mv);
            }
            !current.pending.is_empty()
        });
        if is_more == Some(true) {
            browser::after(REPLY_DELAY, move || self.play_pending(serial));
        }
    }

    /// Counts the first result of the current puzzle.
    fn count(self, is_solved: bool) {
        let is_new = self.change(|current| !std::mem::replace(&mut current.is_counted, true));
        if is_new != Some(true) {
            return;
        }
        if matches!(self.set.get_untracked(), PuzzleSet::Run(_)) {
            return self.count_in_run(is_solved);
        }
        let is_daily = self.set.get_untracked() == PuzzleSet::Daily;
        let Some((id, rating)) = self.change(|current| (current.id, current.attempt.puzzle().rating)) else {
            return;
        };
        let change = self.progress.try_update(|progress| {
            if is_daily {
                progress.finish_daily(today(), is_solved);
            }
            progress.finish(id, rating, is_solved)
        });
        self.change(|current| current.rating_change = change.flatten());
        self.save_progress();
    }

    /// Saves the progress on this device. Without storage, it holds until the page is closed.
    pub(super) fn save_progress(self) {
        let _ = storage::save(&key(self.kind), &self.progress.with_untracked(ToString::to_string));
    }
}

fn key(kind: Kind) -> String {
    format!("puzzles.{kind}")
}

/// The solver's progress in a game.
pub(super) fn load_progress(kind: Kind) -> PuzzleProgress {
    PuzzleProgress::from(storage::load(&key(kind)).unwrap_or_default().as_str())
}
