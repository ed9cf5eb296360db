//! The engine as the page sees it: a question, answers as they come, and a way to stop.
//!
//! The engine runs in a Web Worker, started when it is first needed and kept from question to question. The worker
//! looks for messages every few milliseconds, so that [`Thinker::stop`] and a new question reach it while it searches.
//! Only a worker that crashed, or that does not answer a stop, is replaced. The rules of the conversation are in
//! [`EngineClient`].

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::{document, set_timeout};
use rules::AnyView;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
pub use web_engine::EngineAnswer;
use web_engine::{EngineClient, EngineRequest, Think};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long a worker may take to answer a stop before it is replaced. It needs some milliseconds.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

type OnAnswer = Rc<dyn Fn(EngineAnswer)>;

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    client: EngineClient,
    on_answer: Option<OnAnswer>,
}

/// The engine of the page. Clones are the same engine.
#[derive(Clone, Default)]
pub struct Thinker(Rc<RefCell<Inner>>);

impl Thinker {
    /// An engine that is not started yet.
    pub fn new() -> Thinker {
        Thinker::default()
    }

    /// Asks about a view. `limit` sets the limits; `on_answer` is called with every answer. The question replaces the
    /// one that is being searched, which gets no more answers.
    pub fn think(
        &self,
        view: &AnyView,
        limit: impl FnOnce(&mut Think),
        on_answer: impl Fn(EngineAnswer) + 'static,
    ) {
        let mut think = Think::new(self.0.borrow_mut().client.next_id(), view);
        limit(&mut think);
        let request = {
            let mut inner = self.0.borrow_mut();
            inner.on_answer = Some(Rc::new(on_answer));
            inner.client.ask(think)
        };
        if self.0.borrow().worker.is_none() {
            self.start();
        }
        self.send(request);
    }

    /// Stops the search: the answer is the best that it has found by now.
    pub fn stop(&self) {
        let request = self.0.borrow_mut().client.stop();
        let Some(EngineRequest::Stop { id }) = request else { return };
        self.send(request);
        let thinker = self.clone();
        set_timeout(
            move || {
                if thinker.0.borrow().client.open_question() == Some(id) {
                    thinker.replace_worker();
                }
            },
            STOP_TIMEOUT,
        );
    }

    /// Drops the question that is being searched, if there is one: it gets no more answers.
    pub fn drop_question(&self) {
        let request = self.0.borrow_mut().client.drop_question();
        self.send(request);
    }

    /// Lets the engine forget everything, as before a new game.
    pub fn forget(&self) {
        let is_ready = self.0.borrow().client.is_ready();
        self.send(is_ready.then_some(EngineRequest::Forget));
    }

    /// Ends the worker, and with it the question and the engine's memory. No more answers come.
    pub fn end(&self) {
        let mut inner = self.0.borrow_mut();
        inner.on_answer = None;
        inner.client.worker_lost();
        if let Some(worker) = inner.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    fn start(&self) {
        let Some(worker) = make_worker() else { return self.replace_worker() };
        let thinker = self.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            thinker.receive(&event.data().as_string().unwrap_or_default());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let thinker = self.clone();
        let on_error = Closure::<dyn Fn(Event)>::new(move |_| thinker.replace_worker());
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // The worker lives about as long as the page, and the two refer to each other.
        on_message.forget();
        on_error.forget();
        self.0.borrow_mut().worker = Some(worker);
    }

    /// Sends a request. Nothing is borrowed meanwhile, since the browser may call this engine again.
    fn send(&self, request: Option<EngineRequest>) {
        let worker = self.0.borrow().worker.clone();
        if let (Some(worker), Some(request)) = (worker, request)
            && worker.post_message(&JsValue::from(request.to_string())).is_err()
        {
            self.replace_worker();
        }
    }

    fn receive(&self, message: &str) {
        let received = self.0.borrow_mut().client.receive(message);
        self.send(received.send);
        match received.answer {
            Some(EngineAnswer::Died) => {
                let on_answer = self.0.borrow_mut().on_answer.take();
                self.end();
                pass_on(on_answer, Some(EngineAnswer::Died));
            }
            answer => self.answer(answer),
        }
    }

    /// Passes an answer on. Nothing is borrowed meanwhile, since the receiver may ask again at once.
    fn answer(&self, answer: Option<EngineAnswer>) {
        let on_answer = match &answer {
            Some(answer) if answer.is_last() => self.0.borrow_mut().on_answer.take(),
            _ => self.0.borrow().on_answer.clone(),
        };
        pass_on(on_answer, answer);
    }

    /// Ends a worker that crashed or does not answer. The next question starts another.
    fn replace_worker(&self) {
        let (on_answer, answer) = {
            let mut inner = self.0.borrow_mut();
            (inner.on_answer.take(), inner.client.worker_lost())
        };
        self.end();
        pass_on(on_answer, answer);
    }
}

fn pass_on(on_answer: Option<OnAnswer>, answer: Option<EngineAnswer>) {
    if let (Some(on_answer), Some(answer)) = (on_answer, answer) {
        on_answer(answer);
    }
}

/// Starts the worker whose address is in `index.html`.
fn make_worker() -> Option<Worker> {
    let address = document().document_element()?.get_attribute("data-engine")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&address, &options).ok()
}
