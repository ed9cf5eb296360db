//! The engine as the page sees it: a question, answers as they come, and a way to hurry.
//!
//! The engine runs in a Web Worker, started when it is first needed. A worker that thinks hears nothing, so
//! [`Thinker::stop`] ends it and takes its last progress as the answer; the next question starts another worker. If
//! there is no progress yet, the first one is taken as soon as it comes.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::document;
use rules::AnyView;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_engine::{Failure, Found, Reply, Request, Think};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long the engine thinks about a question that is in a hurry before it is even sent.
const HURRY: Duration = Duration::from_millis(20);

/// What is told about a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Something new is known; more is to come.
    Progress(Found),
    /// All that will be known.
    Done(Found),
    /// There is nothing to think about, or page and worker do not understand each other.
    Failed(Failure),
    /// The engine could not be started, or it died. Asking again starts it anew.
    Died,
}

impl Answer {
    /// Whether nothing follows.
    pub fn is_last(&self) -> bool {
        !matches!(self, Answer::Progress(_))
    }
}

type Tell = Rc<dyn Fn(Answer)>;

struct Asked {
    think: Think,
    tell: Tell,
    last: Option<Found>,
    /// Whether the next thing that is found is the answer.
    is_hurried: bool,
}

#[derive(Default)]
struct Inside {
    worker: Option<Worker>,
    is_ready: bool,
    count: u32,
    asked: Option<Asked>,
}

/// The engine of the page. Clones are the same engine.
#[derive(Clone, Default)]
pub struct Thinker(Rc<RefCell<Inside>>);

impl Thinker {
    /// An engine that is not started yet.
    pub fn new() -> Thinker {
        Thinker::default()
    }

    /// Asks about what a viewer sees. `limit` sets the limits; `tell` hears every answer. A question that is still
    /// being thought about is dropped: nothing more is told of it.
    pub fn think(&self, view: &AnyView, limit: impl FnOnce(&mut Think), tell: impl Fn(Answer) + 'static) {
        self.drop_question();
        let id = {
            let mut inside = self.0.borrow_mut();
            inside.count = inside.count.wrapping_add(1);
            inside.count
        };
        let mut think = Think::new(id, view);
        limit(&mut think);
        self.0.borrow_mut().asked = Some(Asked { think, tell: Rc::new(tell), last: None, is_hurried: false });
        if self.0.borrow().worker.is_none() {
            self.start();
        } else if self.0.borrow().is_ready {
            self.send();
        }
    }

    /// Stops thinking. What was found by now is the answer; if nothing was, the first thing that will be: whoever
    /// waits for a move gets one.
    pub fn stop(&self) {
        let done = {
            let mut inside = self.0.borrow_mut();
            let is_ready = inside.is_ready;
            let Some(asked) = &mut inside.asked else { return };
            asked.is_hurried = true;
            if !is_ready {
                // The question goes out when the worker can listen, and then it is a short one.
                asked.think.time = Some(HURRY);
            }
            asked.last.take().map(|found| (Rc::clone(&asked.tell), found))
        };
        if let Some((tell, found)) = done {
            self.end();
            tell(Answer::Done(found));
        }
    }

    /// Drops the question that is being thought about, if there is one: nothing more is told of it.
    pub fn drop_question(&self) {
        if self.0.borrow().asked.is_some() {
            self.end();
        }
    }

    /// Lets the engine forget what it thought, as before a new game.
    pub fn forget(&self) {
        let worker = self.0.borrow().worker.clone().filter(|_| self.0.borrow().is_ready);
        if let Some(worker) = worker {
            // A worker that cannot be reached has nothing to forget.
            let _ = worker.post_message(&JsValue::from(Request::Forget.to_string()));
        }
    }

    fn start(&self) {
        let Some(worker) = make_worker() else { return self.die() };
        let thinker = self.clone();
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            thinker.hear(&event.data().as_string().unwrap_or_default());
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let thinker = self.clone();
        let fail = Closure::<dyn Fn(Event)>::new(move |_| thinker.die());
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        // The worker lives about as long as the page, and both hold the other.
        hear.forget();
        fail.forget();
        let mut inside = self.0.borrow_mut();
        inside.worker = Some(worker);
        inside.is_ready = false;
    }

    fn send(&self) {
        let question = match &*self.0.borrow() {
            Inside { worker: Some(worker), asked: Some(asked), .. } => {
                Some((worker.clone(), Request::Think(asked.think.clone())))
            }
            _ => None,
        };
        // Nothing is borrowed here: whatever the browser does with the message may lead back to this engine.
        if question.is_some_and(|(worker, think)| worker.post_message(&think.to_string().into()).is_err()) {
            self.die();
        }
    }

    fn hear(&self, text: &str) {
        let (id, answer) = match text.parse() {
            Ok(Reply::Ready) => {
                self.0.borrow_mut().is_ready = true;
                return self.send();
            }
            Ok(Reply::Progress(found)) => (found.id, Answer::Progress(found)),
            Ok(Reply::Done(found)) => (found.id, Answer::Done(found)),
            Ok(Reply::Failed { id, why }) => (id, Answer::Failed(why)),
            Err(_) => return self.die(),
        };
        let (tell, is_enough) = {
            let mut inside = self.0.borrow_mut();
            let Some(asked) = inside.asked.as_mut().filter(|asked| asked.think.id == id) else { return };
            if let Answer::Progress(found) = &answer {
                asked.last = Some(found.clone());
            }
            let heard = (Rc::clone(&asked.tell), asked.is_hurried && !answer.is_last());
            if answer.is_last() {
                inside.asked = None;
            }
            heard
        };
        if is_enough {
            return self.stop();
        }
        // Whoever is told may ask again at once, so nothing is borrowed here.
        tell(answer);
    }

    /// Ends the worker. Nothing more is told.
    pub fn end(&self) {
        let mut inside = self.0.borrow_mut();
        inside.is_ready = false;
        inside.asked = None;
        if let Some(worker) = inside.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    fn die(&self) {
        let asked = self.0.borrow_mut().asked.take();
        self.end();
        if let Some(asked) = asked {
            (asked.tell)(Answer::Died);
        }
    }
}

/// Starts the worker whose address stands in `index.html`.
fn make_worker() -> Option<Worker> {
    let address = document().document_element()?.get_attribute("data-engine")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&address, &options).ok()
}
