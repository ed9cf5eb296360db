//! One task for the engine: a question goes to the worker, progress and a result come back. Play, hints and the
//! analysis board share it; each of them owns one [`EngineTask`], which has at most one question at a time.

use std::rc::Rc;
use std::time::Duration;

use engine::Level;
use leptos::prelude::*;
use rules::AnyView;
use web_engine::{SearchReport, Think};

use crate::browser;
use crate::thinker::{EngineAnswer, Thinker};
use crate::timing::now;

/// How long, how deep and how well the engine thinks about a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchLimits {
    /// The engine answers after this time at the latest.
    pub time: Duration,
    /// The level at which it chooses a move.
    pub level: Level,
    /// How many of the best moves it works out fully.
    pub lines: usize,
    /// The seed of its random choices.
    pub seed: u64,
    /// Whether the move may come from the opening book.
    pub book: bool,
    /// The result is held back until this long after the start, so that people can follow what happens.
    pub min_delay: Duration,
}

impl SearchLimits {
    /// The full strength for this long, with this many lines.
    pub fn analysis(time: Duration, lines: usize) -> SearchLimits {
        SearchLimits { time, lines, level: Level::MAX, seed: 0, book: false, min_delay: Duration::ZERO }
    }

    fn apply(self, think: &mut Think) {
        think.time = Some(self.time);
        think.level = self.level;
        think.lines = self.lines;
        think.seed = self.seed;
        think.book = self.book;
    }
}

/// What the engine is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TaskStatus {
    /// No question is open.
    #[default]
    Idle,
    /// A question is open; the last progress, if there is any.
    Running(Option<SearchReport>),
    /// The worker died or could not be started. [`EngineTask::retry`] asks again.
    Died,
}

#[derive(Clone)]
struct Question {
    view: AnyView,
    limits: SearchLimits,
    on_answer: Rc<dyn Fn(EngineAnswer)>,
}

/// The engine as one component of a page uses it. Copies are the same task.
#[derive(Clone, Copy)]
pub struct EngineTask {
    /// What the engine is doing.
    pub status: RwSignal<TaskStatus>,
    thinker: StoredValue<Thinker, LocalStorage>,
    /// The question asked last, kept for [`EngineTask::retry`].
    question: StoredValue<Option<Question>, LocalStorage>,
    /// The number of the open question. Answers to any other number are stale and dropped.
    number: StoredValue<u64>,
}

impl EngineTask {
    /// A task without a question. The worker starts with the first question and ends with the component.
    pub fn new() -> EngineTask {
        let task = EngineTask {
            status: RwSignal::new(TaskStatus::Idle),
            thinker: StoredValue::new_local(Thinker::new()),
            question: StoredValue::new_local(None),
            number: StoredValue::new(0),
        };
        on_cleanup(move || task.shut_down());
        task
    }

    /// Asks about a view. `on_answer` gets every answer to this question, until another question is asked or this one is
    /// cancelled.
    pub fn start(self, view: &AnyView, limits: SearchLimits, on_answer: impl Fn(EngineAnswer) + 'static) {
        self.ask(&Question { view: view.clone(), limits, on_answer: Rc::new(on_answer) });
    }

    fn ask(self, question: &Question) {
        let limits = question.limits;
        let number = self.open(question.clone());
        let started = now();
        let on_answer = move |answer: EngineAnswer| {
            let elapsed = Duration::from_secs_f64(((now() - started) / 1000.0).max(0.0));
            let delay = limits.min_delay.saturating_sub(elapsed);
            match answer {
                EngineAnswer::Done(found) if !delay.is_zero() => {
                    self.receive(number, EngineAnswer::Progress(found.clone()));
                    set_timeout(move || self.receive(number, EngineAnswer::Done(found.clone())), delay);
                }
                answer => self.receive(number, answer),
            }
        };
        let view = question.view.clone();
        // A question often follows a move, which is to be painted first.
        browser::after_paint(move || {
            if self.number.try_get_value() == Some(number) {
                let limit = |think: &mut Think| limits.apply(think);
                self.thinker.with_value(|thinker| thinker.think(&view, limit, on_answer));
            }
        });
    }

    /// Makes a question the open one and returns its number.
    fn open(self, question: Question) -> u64 {
        self.number.update_value(|number| *number += 1);
        self.question.set_value(Some(question));
        self.status.set(TaskStatus::Running(None));
        self.number.get_value()
    }

    fn receive(self, number: u64, answer: EngineAnswer) {
        // The component may be gone, or may have asked something else.
        if self.number.try_get_value() != Some(number) {
            return;
        }
        let on_answer =
            self.question.with_value(|question| question.as_ref().map(|asked| Rc::clone(&asked.on_answer)));
        self.status.set(match &answer {
            EngineAnswer::Progress(found) => TaskStatus::Running(Some(found.clone())),
            EngineAnswer::Done(_) | EngineAnswer::Failed(_) => TaskStatus::Idle,
            EngineAnswer::Died => TaskStatus::Died,
        });
        if let Some(on_answer) = on_answer {
            on_answer(answer);
        }
    }

    /// Ends the search early: its best move so far becomes the result.
    pub fn stop(self) {
        self.thinker.with_value(Thinker::stop);
    }

    /// Drops the open question. Its answers are ignored from now on.
    pub fn cancel(self) {
        self.thinker.with_value(Thinker::drop_question);
        self.close();
    }

    /// Drops the open question and ends the worker.
    pub fn shut_down(self) {
        // When a page is left, its signals may be disposed before this task is.
        let _ = self.thinker.try_with_value(Thinker::end);
        self.close();
    }

    /// Invalidates the number of the open question, so that late answers to it are dropped.
    fn close(self) {
        self.number.try_update_value(|number| *number += 1);
        self.question.try_update_value(|question| *question = None);
        if self.status.try_with_untracked(|status| *status != TaskStatus::Idle) == Some(true) {
            self.status.set(TaskStatus::Idle);
        }
    }

    /// Asks the last question again after the worker died.
    pub fn retry(self) {
        if self.status.get_untracked() == TaskStatus::Died
            && let Some(question) = self.question.get_value()
        {
            self.ask(&question);
        }
    }

    /// Whether the worker died on the last question.
    pub fn has_died(self) -> bool {
        self.status.with(|status| *status == TaskStatus::Died)
    }

    /// Whether a question is open.
    pub fn is_running(self) -> bool {
        self.status.with(|status| matches!(status, TaskStatus::Running(_)))
    }
}

impl Default for EngineTask {
    fn default() -> EngineTask {
        EngineTask::new()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use rules::{AnyGame, Kind, Seat, Viewer};
    use web_engine::EngineFailure;

    use super::*;

    /// What the engine finds about the first position of Morpion, as the worker would report it.
    fn found() -> SearchReport {
        let view = view();
        let limits = engine::Limits { nodes: Some(50), ..engine::Limits::default() };
        let analysis = engine::Engine::new().think(&view, &limits, &mut ()).expect("an analysis");
        SearchReport { id: 1, kind: Kind::Morpion, analysis }
    }

    fn view() -> AnyView {
        AnyGame::new(Kind::Morpion, "").expect("options").view(Viewer::Seat(Seat::ONE))
    }

    type Log = Rc<RefCell<Vec<(&'static str, EngineAnswer)>>>;

    fn open(task: EngineTask, name: &'static str, log: &Log) -> u64 {
        let log = Rc::clone(log);
        let limits = SearchLimits::analysis(Duration::from_secs(1), 1);
        let on_answer = move |answer| log.borrow_mut().push((name, answer));
        task.open(Question { view: view(), limits, on_answer: Rc::new(on_answer) })
    }

    fn in_owner(test: impl FnOnce(EngineTask, Log)) {
        let owner = Owner::new();
        owner.with(|| test(EngineTask::new(), Log::default()));
    }

    #[test]
    fn progress_and_the_result_reach_the_caller() {
        in_owner(|task, log| {
            let number = open(task, "move", &log);
            assert_eq!(task.status.get_untracked(), TaskStatus::Running(None));
            task.receive(number, EngineAnswer::Progress(found()));
            assert_eq!(task.status.get_untracked(), TaskStatus::Running(Some(found())));
            task.receive(number, EngineAnswer::Done(found()));
            assert_eq!(task.status.get_untracked(), TaskStatus::Idle);
            let heard = [("move", EngineAnswer::Progress(found())), ("move", EngineAnswer::Done(found()))];
            assert_eq!(*log.borrow(), heard);
        });
    }

    #[test]
    fn answers_to_a_question_that_was_replaced_or_cancelled_are_dropped() {
        in_owner(|task, log| {
            let first = open(task, "first", &log);
            let second = open(task, "second", &log);
            task.receive(first, EngineAnswer::Done(found()));
            assert_eq!(task.status.get_untracked(), TaskStatus::Running(None));
            task.cancel();
            assert_eq!(task.status.get_untracked(), TaskStatus::Idle);
            task.receive(second, EngineAnswer::Died);
            assert_eq!(task.status.get_untracked(), TaskStatus::Idle);
            assert_eq!(*log.borrow(), []);
        });
    }

    #[test]
    fn a_question_on_which_the_worker_died_stays_for_a_retry_and_one_that_failed_is_over() {
        in_owner(|task, log| {
            let number = open(task, "move", &log);
            task.receive(number, EngineAnswer::Died);
            assert!(task.has_died());
            assert!(task.question.with_value(Option::is_some));
            let again = open(task, "move", &log);
            task.receive(again, EngineAnswer::Failed(EngineFailure::Unreadable));
            assert_eq!(task.status.get_untracked(), TaskStatus::Idle);
        });
    }
}
