//! The page's side of the conversation with the worker, without the browser: one question at a time.

use std::time::Duration;

use crate::message::{Failure, Found, Reply, Request, Think};

/// How long the engine searches a question that was stopped before the worker could receive it.
const HURRY: Duration = Duration::from_millis(20);

/// An answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Something new is known; more is to come.
    Progress(Found),
    /// The final result.
    Done(Found),
    /// There is nothing to search, or page and worker do not understand each other.
    Failed(Failure),
    /// The engine could not be started, or it crashed. The next question starts another worker.
    Died,
}

impl Answer {
    /// Whether no other answer follows.
    pub fn is_last(&self) -> bool {
        !matches!(self, Answer::Progress(_))
    }
}

/// What a message from the worker leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Received {
    /// To be sent to the worker.
    pub send: Option<Request>,
    /// To be passed to whoever asked the question.
    pub answer: Option<Answer>,
}

struct Question {
    think: Think,
    last_progress: Option<Found>,
    is_stopped: bool,
}

/// Numbers questions, holds back what a worker that is not ready would lose, and drops answers that are too late.
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

    /// Asks a question in place of the last one, of which nothing more is heard. Returns what to send now, if the worker
    /// is ready.
    pub fn ask(&mut self, think: Think) -> Option<Request> {
        let request = self.is_ready.then(|| Request::Think(think.clone()));
        self.question = Some(Question { think, last_progress: None, is_stopped: false });
        request
    }

    /// Stops the search: the worker answers at once with the best that it has found. Returns what to send.
    pub fn stop(&mut self) -> Option<Request> {
        let question = self.question.as_mut()?;
        question.is_stopped = true;
        if !self.is_ready {
            question.think.time = Some(HURRY);
            return None;
        }
        Some(Request::Stop { id: question.think.id })
    }

    /// Drops the question: nothing more is heard of it. Returns what to send.
    pub fn drop_question(&mut self) -> Option<Request> {
        let question = self.question.take()?;
        self.is_ready.then_some(Request::Stop { id: question.think.id })
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
                return Received { send: think.map(Request::Think), answer: None };
            }
            Ok(Reply::Progress(found)) => (found.id, Answer::Progress(found)),
            Ok(Reply::Done(found)) => (found.id, Answer::Done(found)),
            Ok(Reply::Failed { id, why }) => (id, Answer::Failed(why)),
            Err(_) => return Received { send: None, answer: self.question.take().map(|_| Answer::Died) },
        };
        let Some(question) = self.question.as_mut().filter(|question| question.think.id == id) else {
            return Received::default();
        };
        match &answer {
            Answer::Progress(found) => question.last_progress = Some(found.clone()),
            _ => self.question = None,
        }
        Received { send: None, answer: Some(answer) }
    }

    /// The worker crashed or does not answer, and is ended. If the question was stopped, the last progress is its
    /// answer.
    pub fn worker_lost(&mut self) -> Option<Answer> {
        self.is_ready = false;
        let question = self.question.take()?;
        let last = question.last_progress.filter(|_| question.is_stopped);
        Some(last.map_or(Answer::Died, Answer::Done))
    }
}
