//! The page's side of the conversation with the worker, without the browser: one question at a time.

use std::time::Duration;

use crate::message::{EngineFailure, EngineRequest, Reply, SearchReport, Think};

/// How long the engine searches a question that was stopped before the worker could receive it.
const STOPPED_SEARCH_TIME: Duration = Duration::from_millis(20);

/// An answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineAnswer {
    /// Something new is known; more is to come.
    Progress(SearchReport),
    /// The final result.
    Done(SearchReport),
    /// There is nothing to search, or page and worker do not understand each other.
    Failed(EngineFailure),
    /// The engine could not be started, or it crashed. The next question starts another worker.
    Died,
}

impl EngineAnswer {
    /// Whether no other answer follows.
    pub fn is_last(&self) -> bool {
        !matches!(self, EngineAnswer::Progress(_))
    }
}

/// The consequences of a message from the worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Received {
    /// To be sent to the worker.
    pub send: Option<EngineRequest>,
    /// The answer to pass on to the caller.
    pub answer: Option<EngineAnswer>,
}

struct Question {
    think: Think,
    last_progress: Option<SearchReport>,
    is_stopped: bool,
}

/// Numbers questions, holds back messages that a worker would lose before it is ready, and drops late answers.
#[derive(Default)]
pub struct EngineClient {
    is_ready: bool,
    last_id: u32,
    question: Option<Question>,
}

impl EngineClient {
    /// The number for the next question.
    pub fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    /// Asks a question in place of the last one, which gets no more answers. Returns what to send now, if the worker is
    /// ready.
    pub fn ask(&mut self, think: Think) -> Option<EngineRequest> {
        let request = self.is_ready.then(|| EngineRequest::Think(think.clone()));
        self.question = Some(Question { think, last_progress: None, is_stopped: false });
        request
    }

    /// Stops the search: the worker answers at once with the best move so far. Returns what to send.
    pub fn stop(&mut self) -> Option<EngineRequest> {
        let question = self.question.as_mut()?;
        question.is_stopped = true;
        if !self.is_ready {
            question.think.time = Some(STOPPED_SEARCH_TIME);
            return None;
        }
        Some(EngineRequest::Stop { id: question.think.id })
    }

    /// Drops the question, which gets no more answers. Returns what to send.
    pub fn drop_question(&mut self) -> Option<EngineRequest> {
        let question = self.question.take()?;
        self.is_ready.then_some(EngineRequest::Stop { id: question.think.id })
    }

    /// The number of the question that has no final answer yet.
    pub fn open_question(&self) -> Option<u32> {
        self.question.as_ref().map(|question| question.think.id)
    }

    /// Whether the worker can receive messages: it has said so.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Handles a message from the worker.
    pub fn receive(&mut self, message: &str) -> Received {
        let (id, answer) = match message.parse() {
            Ok(Reply::Ready) => {
                self.is_ready = true;
                let think = self.question.as_ref().map(|question| question.think.clone());
                return Received { send: think.map(EngineRequest::Think), answer: None };
            }
            Ok(Reply::Progress(found)) => (found.id, EngineAnswer::Progress(found)),
            Ok(Reply::Done(found)) => (found.id, EngineAnswer::Done(found)),
            Ok(Reply::Failed { id, why }) => (id, EngineAnswer::Failed(why)),
            Err(_) => {
                return Received { send: None, answer: self.question.take().map(|_| EngineAnswer::Died) };
            }
        };
        let Some(question) = self.question.as_mut().filter(|question| question.think.id == id) else {
            return Received::default();
        };
        match &answer {
            EngineAnswer::Progress(found) => question.last_progress = Some(found.clone()),
            _ => self.question = None,
        }
        Received { send: None, answer: Some(answer) }
    }

    /// The worker crashed or does not answer, and is ended. If the question was stopped, the last progress is its
    /// answer.
    pub fn worker_lost(&mut self) -> Option<EngineAnswer> {
        self.is_ready = false;
        let question = self.question.take()?;
        let last = question.last_progress.filter(|_| question.is_stopped);
        Some(last.map_or(EngineAnswer::Died, EngineAnswer::Done))
    }
}
