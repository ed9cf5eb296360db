//! The thread that searches, so that the main thread can handle commands in the meantime.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use engine::{
    Analysis, BookError, Engine, Limits, NetworkError, NetworkSource, NothingToSearch, UnusedNetwork,
};
use rules::{AnyMove, AnyView, Kind};

use super::Input;
use super::command::short;
use crate::thinking::{ProgressObserver, StopFlag};

/// A job for the thread.
enum SearchJob {
    Think(Box<(AnyView, Limits)>, StopFlag),
    Forget,
    /// Without a file, the built-in network is used.
    UseNetwork(Kind, Option<Vec<u8>>, Sender<Result<(), NetworkError>>),
    LoadBook(Kind, String, Sender<Result<(), BookError>>),
}

/// The end of a search.
pub(crate) enum SearchResult {
    /// The result, and why the network that was chosen did not evaluate the position, if it did not.
    Found(Analysis<AnyMove>, Option<UnusedNetwork>),
    Nothing(NothingToSearch),
    /// The engine panicked, which is a bug. It is replaced by a new one.
    Crashed,
}

/// A handle to the thread.
pub(crate) struct SearchThread {
    jobs: Sender<SearchJob>,
}

impl SearchThread {
    /// Starts the thread, which sends its results to `inputs`.
    pub(crate) fn start(inputs: SyncSender<Input>) -> SearchThread {
        let (jobs, receiver) = channel();
        thread::spawn(move || work(&receiver, &inputs));
        SearchThread { jobs }
    }

    /// Starts a search. Exactly one [`SearchResult`] follows.
    pub(crate) fn think(&self, view: AnyView, limits: Limits) -> StopFlag {
        let stop = StopFlag::default();
        // The thread lives as long as this end of the channel.
        let _ = self.jobs.send(SearchJob::Think(Box::new((view, limits)), stop.clone()));
        stop
    }

    /// Clears the memory of the engine.
    pub(crate) fn forget(&self) {
        let _ = self.jobs.send(SearchJob::Forget);
    }

    /// Loads the network in a file, or the built-in one if no path is given, and waits until the engine has it. If the
    /// file is refused, the engine evaluates the game without a network.
    pub(crate) fn use_network(&self, kind: Kind, path: Option<&str>) -> Result<(), String> {
        let file = path.map(|path| std::fs::read(path).map_err(|error| error.to_string()));
        // A file that cannot be read is sent as an empty one, which the engine refuses too.
        let bytes = file.clone().map(Result::unwrap_or_default);
        let (answer, used) = channel();
        let _ = self.jobs.send(SearchJob::UseNetwork(kind, bytes, answer));
        let refused = used.recv().ok().and_then(Result::err);
        let unreadable = file.and_then(Result::err);
        match unreadable.or_else(|| refused.map(|error| error.to_string())) {
            Some(why) => {
                let path = short(path.unwrap_or_default());
                Err(format!("“{path}”: {why}; the engine goes on with its hand-written evaluation"))
            }
            None => Ok(()),
        }
    }

    /// Loads the opening book in a file, or the built-in one if no path is given, and waits until the engine has it. If
    /// it is refused, the engine has none.
    pub(crate) fn load_book(&self, kind: Kind, path: Option<&str>) -> Result<(), String> {
        let text = match (path, engine::book::text(kind)) {
            (Some(path), _) => read_text(path),
            (None, Some(built_in)) => Ok(built_in.to_owned()),
            (None, None) => return Ok(()),
        };
        // An empty text is refused too, so a file that cannot be read leaves the engine without a book.
        let (answer, loaded) = channel();
        let _ = self.jobs.send(SearchJob::LoadBook(kind, text.clone().unwrap_or_default(), answer));
        let refused = loaded.recv().ok().and_then(Result::err);
        match text.err().or_else(|| refused.map(|error| error.to_string())) {
            Some(why) => {
                let why = why.trim_end_matches('.');
                let path = short(path.unwrap_or_default());
                Err(format!("“{path}”: {why}; the engine plays without a book"))
            }
            None => Ok(()),
        }
    }
}

/// The text in a file, or why there is none.
fn read_text(path: &str) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not a text".to_owned())
}

fn work(jobs: &Receiver<SearchJob>, inputs: &SyncSender<Input>) {
    let mut engine = Engine::new();
    for job in jobs {
        let (what, stop) = match job {
            SearchJob::Think(what, stop) => (what, stop),
            SearchJob::Forget => {
                engine.forget();
                continue;
            }
            SearchJob::UseNetwork(kind, file, answer) => {
                let source = file.as_deref().map_or(NetworkSource::BuiltIn, NetworkSource::File);
                let _ = answer.send(engine.use_network(kind, source));
                continue;
            }
            SearchJob::LoadBook(kind, text, answer) => {
                let _ = answer.send(engine.load_book(kind, &text));
                continue;
            }
        };
        let (view, limits) = *what;
        // Progress is dropped if the main thread is too slow to take it; the result never is.
        let on_progress = |analysis: &Analysis<AnyMove>| {
            let _ = inputs.try_send(Input::Progress(analysis.clone()));
        };
        let mut observer = ProgressObserver { stop, on_progress };
        let thinking = panic::catch_unwind(AssertUnwindSafe(|| engine.think(&view, &limits, &mut observer)));
        let result = match thinking {
            Ok(Ok(analysis)) => {
                // A book answers without an evaluation.
                let unused = if analysis.is_from_book { None } else { engine.unused_network(&view) };
                SearchResult::Found(analysis, unused)
            }
            Ok(Err(reason)) => SearchResult::Nothing(reason),
            Err(_) => {
                engine = engine.fresh();
                SearchResult::Crashed
            }
        };
        if inputs.send(Input::Finished(result)).is_err() {
            return;
        }
    }
}
