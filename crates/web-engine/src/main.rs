//! The worker: hears requests from the page, answers them one after the other.

use std::cell::RefCell;
use std::time::Duration;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_engine::{Reply, Thinker};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

thread_local! {
    static SCOPE: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
}

fn main() {
    let thinker = RefCell::new(Thinker::new(clock));
    let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let request = event.data().as_string().unwrap_or_default();
        thinker.borrow_mut().answer(&request, &mut tell);
    });
    SCOPE.with(|scope| scope.set_onmessage(Some(hear.as_ref().unchecked_ref())));
    // The worker listens until it is ended.
    hear.forget();
    tell(&Reply::Ready);
}

fn tell(reply: &Reply) {
    // There is nobody else to tell if the page cannot be reached.
    let _ = SCOPE.with(|scope| scope.post_message(&JsValue::from(reply.to_string())));
}

/// Time since the worker began.
fn clock() -> Duration {
    let milliseconds = SCOPE.with(|scope| scope.performance().map_or(0.0, |performance| performance.now()));
    Duration::from_secs_f64(milliseconds / 1000.0)
}
