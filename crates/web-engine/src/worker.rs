//! The worker without the browser: requests in, replies out, and the search in slices of a few milliseconds.

use std::time::Duration;

use engine::{Analysis, Clock, Engine, Limits, Status, StepBudget, TimeLimit};
use rules::{AnyMove, Kind};

use crate::message::{EngineFailure, EngineRequest, Reply, SearchReport, Think};

/// How long the worker searches before it looks for messages: a stop waits no longer than this.
const SLICE: Duration = Duration::from_millis(8);

/// The time between two progress reports: the page paints no faster.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// Searches for one question at a time, and keeps the engine's memory from one to the next.
pub struct EngineWorker {
    engine: Engine,
    clock: Clock,
    question: Option<Question>,
}

/// The question that is being searched.
struct Question {
    id: u32,
    kind: Kind,
    reported_at: Option<Duration>,
    reported: Option<Analysis<AnyMove>>,
}

impl EngineWorker {
    /// A worker with this clock.
    pub fn new(clock: Clock) -> EngineWorker {
        EngineWorker { engine: Engine::new(), clock, question: None }
    }

    /// Handles a request at once; it never searches.
    ///
    /// A new question takes the place of the one that is being searched, which gets no more replies. The memory of the
    /// engine is kept.
    pub fn receive(&mut self, request: &str, reply: &mut dyn FnMut(&Reply)) {
        match request.parse() {
            Ok(EngineRequest::Think(think)) => self.start(&think, reply),
            Ok(EngineRequest::Stop { id }) => {
                if self.question.as_ref().is_some_and(|question| question.id == id) {
                    self.finish(reply);
                }
            }
            Ok(EngineRequest::Forget) => {
                self.question = None;
                self.engine.forget();
            }
            Err(_) => {
                // If the number can be read, the reply says which question is lost.
                let id = request.split([' ', '\n']).nth(1).and_then(|id| id.parse().ok()).unwrap_or_default();
                reply(&Reply::Failed { id, why: EngineFailure::Unreadable });
            }
        }
    }

    /// Whether there is something to search.
    pub fn is_searching(&self) -> bool {
        self.question.is_some()
    }

    /// Searches for one slice of time.
    pub fn step(&mut self, reply: &mut dyn FnMut(&Reply)) {
        let Some(question) = &mut self.question else { return };
        if self.engine.step(StepBudget::time(self.clock, SLICE)) == Status::Finished {
            return self.finish(reply);
        }
        let now = (self.clock)();
        if question.reported_at.is_some_and(|reported| now < reported + REPORT_INTERVAL) {
            return;
        }
        let Some(analysis) = self.engine.analysis() else { return };
        let is_new = |reported: &Analysis<AnyMove>| {
            (&reported.lines, reported.depth) != (&analysis.lines, analysis.depth)
        };
        if question.reported.as_ref().is_none_or(is_new) {
            question.reported_at = Some(now);
            question.reported = Some(analysis.clone());
            reply(&Reply::Progress(SearchReport { id: question.id, kind: question.kind, analysis }));
        }
    }

    fn start(&mut self, think: &Think, reply: &mut dyn FnMut(&Reply)) {
        let Think { id, viewer, time, nodes, depth, level, lines, seed, book, .. } = *think;
        let time = Some(TimeLimit::maybe(self.clock, time));
        let limits = Limits { time, nodes, depth, level, lines, seed, book, ..Limits::default() };
        let kind = think.position.kind();
        // The position is a view already; taking the view again changes nothing.
        let view = think.position.view(viewer);
        self.question = None;
        match self.engine.start(&view, &limits) {
            Ok(()) => self.question = Some(Question { id, kind, reported_at: None, reported: None }),
            Err(why) => reply(&Reply::Failed { id, why: EngineFailure::Nothing(why) }),
        }
    }

    /// Ends the search and replies with the best move so far.
    fn finish(&mut self, reply: &mut dyn FnMut(&Reply)) {
        if let (Some(Question { id, kind, .. }), Some(analysis)) = (self.question.take(), self.engine.stop())
        {
            reply(&Reply::Done(SearchReport { id, kind, analysis }));
        }
    }
}
