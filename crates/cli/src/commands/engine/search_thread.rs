//! The thread that searches, so that the main thread can handle commands meanwhile.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use engine::{Analysis, Engine, Limits, NothingToSearch};
use rules::{AnyMove, AnyView};

use super::Input;
use crate::thinking::{ProgressObserver, StopFlag};

/// A job for the thread.
enum Job {
    Think(Box<(AnyView, Limits)>, StopFlag),
    Forget,
}

/// How a result ended.
pub(crate) enum SearchResult {
    Found(Analysis<AnyMove>),
    Nothing(NothingToSearch),
    /// The engine panicked, which is a bug. It is replaced by a new one.
    Crashed,
}

/// A handle to the thread.
pub(crate) struct SearchThread {
    jobs: Sender<Job>,
}

impl SearchThread {
    /// Starts the thread, which sends its results to `inputs`.
    pub(crate) fn start(inputs: SyncSender<Input>) -> SearchThread {
        let (jobs, receiver) = channel();
        thread::spawn(move || work(&receiver, &inputs));
        SearchThread { jobs }
    }

    /// Begins to think. Exactly one [`SearchResult`] follows.
    pub(crate) fn think(&self, view: AnyView, limits: Limits) -> StopFlag {
        let stop = StopFlag::default();
        // The thread lives for as long as this end of the channel.
        let _ = self.jobs.send(Job::Think(Box::new((view, limits)), stop.clone()));
        stop
    }

    /// Clears the memory of the engine.
    pub(crate) fn forget(&self) {
        let _ = self.jobs.send(Job::Forget);
    }
}

fn work(jobs: &Receiver<Job>, inputs: &SyncSender<Input>) {
    let mut engine = Engine::new();
    for job in jobs {
        let Job::Think(what, stop) = job else {
            engine.forget();
            continue;
        };
        let (view, limits) = *what;
        // Progress that the main thread cannot take in time is dropped; the result never is.
        let on_progress = |analysis: &Analysis<AnyMove>| {
            let _ = inputs.try_send(Input::Progress(analysis.clone()));
        };
        let mut observer = ProgressObserver { stop, on_progress };
        let thinking = panic::catch_unwind(AssertUnwindSafe(|| engine.think(&view, &limits, &mut observer)));
        let result = match thinking {
            Ok(Ok(analysis)) => SearchResult::Found(analysis),
            Ok(Err(reason)) => SearchResult::Nothing(reason),
            Err(_) => {
                engine = Engine::new();
                SearchResult::Crashed
            }
        };
        if inputs.send(Input::Finished(result)).is_err() {
            return;
        }
    }
}
