//! The thread that thinks, so that the one that talks can go on listening.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use engine::{Analysis, Engine, Limits, NothingToSearch};
use rules::{AnyMove, AnyView};

use super::Event;
use crate::thinking::{ProgressObserver, StopFlag};

/// What is asked of the thread.
enum Job {
    Think(Box<(AnyView, Limits)>, StopFlag),
    Forget,
}

/// How a thought ended.
pub(crate) enum Thought {
    Found(Analysis<AnyMove>),
    Nothing(NothingToSearch),
    /// The engine fell over, which is a fault of ours. It starts afresh.
    Broken,
}

/// The thread, as seen from the one that talks.
pub(crate) struct Thinker {
    jobs: Sender<Job>,
}

impl Thinker {
    /// Starts the thread, which tells `events` what it finds.
    pub(crate) fn start(events: SyncSender<Event>) -> Thinker {
        let (jobs, receiver) = channel();
        thread::spawn(move || work(&receiver, &events));
        Thinker { jobs }
    }

    /// Begins to think. Exactly one [`Thought`] follows.
    pub(crate) fn think(&self, view: AnyView, limits: Limits) -> StopFlag {
        let stop = StopFlag::default();
        // The thread lives for as long as this end of the channel.
        let _ = self.jobs.send(Job::Think(Box::new((view, limits)), stop.clone()));
        stop
    }

    /// Forgets what was found out in earlier games.
    pub(crate) fn forget(&self) {
        let _ = self.jobs.send(Job::Forget);
    }
}

fn work(jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let mut engine = Engine::new();
    for job in jobs {
        let Job::Think(what, stop) = job else {
            engine.forget();
            continue;
        };
        let (view, limits) = *what;
        // News that nobody has time for is dropped: the thought itself never is.
        let on_progress = |analysis: &Analysis<AnyMove>| {
            let _ = events.try_send(Event::Progress(analysis.clone()));
        };
        let mut observer = ProgressObserver { stop, on_progress };
        let thinking = panic::catch_unwind(AssertUnwindSafe(|| engine.think(&view, &limits, &mut observer)));
        let thought = match thinking {
            Ok(Ok(analysis)) => Thought::Found(analysis),
            Ok(Err(reason)) => Thought::Nothing(reason),
            Err(_) => {
                engine = Engine::new();
                Thought::Broken
            }
        };
        if events.send(Event::Thought(thought)).is_err() {
            return;
        }
    }
}
