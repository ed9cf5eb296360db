//! Splits the work of the start into short tasks. A browser compiles each function of WebAssembly when it first runs,
//! so the first page takes long to build, and a browser handles no input during a task.
//!
//! Components queue what they can build on its own: see [`Deferred`]. Once the app has taken over, most of it is built at
//! once, since a page that is built in steps would flicker.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use js_sys::Promise;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

use crate::browser;
use crate::startup::{self, StartDelay};
use crate::timing::now;

/// A task starts no further job after this many milliseconds.
const SLICE: f64 = 4.0;

type Job = Box<dyn FnOnce()>;

thread_local! {
    /// The queued jobs. Each holds the start until it is done.
    static JOBS: RefCell<VecDeque<(Job, StartDelay)>> = const { RefCell::new(VecDeque::new()) };
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// A context that marks a page built outside the document: its [`Deferred`] parts are always built in later tasks.
#[derive(Clone, Copy, Debug)]
pub struct OutsideDocument;

/// Whether the parts of the page under construction are built in later tasks.
fn defers_parts() -> bool {
    startup::is_starting() || browser::IN_BROWSER && use_context::<OutsideDocument>().is_some()
}

/// Runs a job in a later task while the app starts, and at once when it has started.
pub fn run(job: impl FnOnce() + 'static) {
    if defers_parts() { run_later(job) } else { job() }
}

/// Runs a job in a later task, after all other jobs.
pub fn run_last(job: impl FnOnce() + 'static) {
    run_later(move || if JOBS.with_borrow(VecDeque::is_empty) { job() } else { run_last(job) });
}

/// Runs a job in a later task; outside a browser, at once.
fn run_later(job: impl FnOnce() + 'static) {
    if !browser::IN_BROWSER {
        return job();
    }
    JOBS.with_borrow_mut(|jobs| jobs.push_back((Box::new(job), startup::delay_start())));
    if !IS_RUNNING.replace(true) {
        wasm_bindgen_futures::spawn_local(run_all());
    }
}

async fn run_all() {
    next_task().await;
    let mut begun = now();
    while let Some((job, unfinished)) = JOBS.with_borrow_mut(VecDeque::pop_front) {
        job();
        // Effects run after the job, and may have effects themselves.
        for _ in 0..3 {
            leptos::task::tick().await;
        }
        drop(unfinished);
        if now() - begun > SLICE {
            next_task().await;
            begun = now();
        }
    }
    IS_RUNNING.set(false);
}

/// Waits for the next task. A message comes sooner than a timer, which waits 4 ms when timers set timers.
async fn next_task() {
    let send = |resolve: js_sys::Function| {
        let channel = MessageChannel::new()?;
        channel.port1().set_onmessage(Some(resolve.unchecked_ref()));
        channel.port2().post_message(&JsValue::NULL)
    };
    // If the message cannot be sent, the next job runs at once.
    let sent = Promise::new(&mut |resolve, _| {
        if send(resolve.clone()).is_err() {
            let _ = resolve.call0(&JsValue::NULL);
        }
    });
    let _ = JsFuture::from(sent).await;
}

/// A part of a page that is built in a separate task while the app starts.
#[component]
pub fn Deferred(
    /// Whether the part is also deferred after the start. Its place stays empty until then.
    #[prop(optional)]
    always: bool,
    /// The content of the part.
    children: Children,
) -> impl IntoView {
    if !browser::IN_BROWSER || !always && !defers_parts() {
        return children().into_any();
    }
    let is_due = RwSignal::new(false);
    // The page may be gone by then.
    run_later(move || _ = is_due.try_set(true));
    let mut children = Some(children);
    let part = move || is_due.get().then(|| children.take().map(|children| children())).flatten();
    part.into_any()
}
