//! The worker: receives requests from the page and searches in between.
//!
//! After each slice of the search the worker posts a message to itself through a `MessageChannel`, so that the browser
//! delivers messages of the page in between. (A timer would do the same, but browsers delay nested timers by 4 ms.)

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_engine::{EngineWorker, Reply};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

thread_local! {
    static SCOPE: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
}

fn main() {
    let Ok(channel) = MessageChannel::new() else { return };
    let event_loop = Rc::new(EventLoop {
        worker: RefCell::new(EngineWorker::new(clock)),
        to_self: channel.port1(),
        is_slice_posted: Cell::new(false),
    });
    let searching = Rc::clone(&event_loop);
    let on_slice = Closure::<dyn Fn()>::new(move || searching.search());
    channel.port2().set_onmessage(Some(on_slice.as_ref().unchecked_ref()));
    let on_request = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        event_loop.receive(&event.data().as_string().unwrap_or_default());
    });
    SCOPE.with(|scope| scope.set_onmessage(Some(on_request.as_ref().unchecked_ref())));
    // The worker receives messages until the page ends it.
    on_slice.forget();
    on_request.forget();
    send(&Reply::Ready);
}

/// The worker, and the port through which it posts messages to itself.
struct EventLoop {
    worker: RefCell<EngineWorker>,
    to_self: MessagePort,
    /// Whether a message for the next slice is on its way: there is never more than one.
    is_slice_posted: Cell<bool>,
}

impl EventLoop {
    fn receive(&self, request: &str) {
        self.worker.borrow_mut().receive(request, &mut send);
        self.post_slice();
    }

    fn search(&self) {
        self.is_slice_posted.set(false);
        self.worker.borrow_mut().step(&mut send);
        self.post_slice();
    }

    fn post_slice(&self) {
        if self.worker.borrow().is_searching() && !self.is_slice_posted.replace(true) {
            // A message without content can always be posted.
            let _ = self.to_self.post_message(&JsValue::NULL);
        }
    }
}

fn send(reply: &Reply) {
    // A failed post is ignored: the worker has no other way to report errors.
    let _ = SCOPE.with(|scope| scope.post_message(&JsValue::from(reply.to_string())));
}

/// Time since the worker started.
fn clock() -> Duration {
    let milliseconds = SCOPE.with(|scope| scope.performance().map_or(0.0, |performance| performance.now()));
    Duration::from_secs_f64(milliseconds / 1000.0)
}
