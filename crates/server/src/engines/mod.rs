//! The engines that play at tables. A limited number think at a time, in slices: after each slice the
//! [queue](queue::FairQueue) decides which search continues.

mod queue;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{Engine, Limits, Status, StepBudget, TimeLimit};
use rules::{AnyMove, AnyView, Level};
use tokio::sync::oneshot;

use crate::metrics::{Counter, Durations};
use crate::random;
pub(crate) use queue::Payer;
use queue::{FairQueue, QueueLimits, Queued};

/// The longest an engine thinks about a move, not counting the time in which it waits.
const MAX_THINK_TIME: Duration = Duration::from_millis(1000);

/// How long an engine thinks before another search may take its turn.
const SLICE: Duration = Duration::from_millis(20);

/// The minimum time between a move and the engine's answer, so that people see both.
const MIN_ANSWER_TIME: Duration = Duration::from_millis(350);

/// How many started searches may be waiting for their next slice before an address that has one may start another. Each
/// holds memory: tens of megabytes at the highest level.
const MAX_PAUSED: usize = 8;

/// How many started searches may be waiting for their next slice, if each further one is the only one of its address.
const MAX_PAUSED_FIRST: usize = 24;

/// How many searches of one address may wait; its guests have an equal part of them. A table whose search is refused asks
/// again when it is woken.
const MAX_WAITING_PER_ADDRESS: usize = 200;

/// The engines of this server. Their threads end when this is dropped.
#[derive(Debug)]
pub(crate) struct Engines(Arc<EnginePool>);

/// What the threads share: the queue of searches, and the engines that are free.
struct EnginePool {
    queue: Mutex<SearchQueue>,
    /// Notified when there is something to do, and when the server ends.
    changed: Condvar,
    /// How many threads think.
    threads: usize,
    /// Engines without a search. Their transposition tables may help the next one.
    idle: Mutex<Vec<Engine>>,
    /// The time from the request to the first slice.
    waits: Durations,
    /// Searches that were started.
    searches: Counter,
}

struct SearchQueue {
    searches: FairQueue<EngineJob>,
    is_closed: bool,
}

/// A search for a move.
struct EngineJob {
    view: AnyView,
    level: Level,
    /// Where the move is sent. If it is closed, the move is no longer wanted.
    reply: oneshot::Sender<Option<AnyMove>>,
    asked_at: Instant,
    /// The engine, once the search is started.
    engine: Option<Engine>,
    /// The thinking time so far.
    thinking_time: Duration,
    /// How many threads search.
    threads: u32,
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Engines {
    /// Lets `max` engines think at a time. `is_unlimited` lets any number of searches of one address wait.
    pub(crate) fn new(max: usize, is_unlimited: bool) -> Engines {
        let threads = max.max(1);
        let limits = QueueLimits {
            waiting_per_address: if is_unlimited { usize::MAX } else { MAX_WAITING_PER_ADDRESS },
            started_per_address: threads.max(2),
            started: threads + MAX_PAUSED,
            started_at_most: threads + MAX_PAUSED_FIRST,
        };
        let queue = SearchQueue { searches: FairQueue::new(limits), is_closed: false };
        let shared = Arc::new(EnginePool {
            queue: Mutex::new(queue),
            changed: Condvar::new(),
            threads,
            idle: Mutex::default(),
            waits: Durations::default(),
            searches: Counter::default(),
        });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name("trois-engine".to_owned());
            if let Err(error) = thread.spawn(move || shared.run()) {
                tracing::error!(%error, "a thread for engines cannot be started");
            }
        }
        Engines(shared)
    }

    /// The move that an engine of this level chooses; `None` if there is no legal move, or if too many searches of the
    /// payer's address wait. The search is given up when the future is dropped.
    pub(crate) async fn choose(&self, payer: Payer, view: AnyView, level: Level) -> Option<AnyMove> {
        let asked_at = Instant::now();
        let (reply, chosen) = oneshot::channel();
        let search = EngineJob {
            view,
            level,
            reply,
            asked_at,
            engine: None,
            thinking_time: Duration::ZERO,
            threads: 1,
        };
        // A search for which there is no room is dropped, and its table gets no move.
        drop(self.0.queue().searches.push(payer, level, search));
        self.0.changed.notify_one();
        let chosen = chosen.await.ok().flatten()?;
        tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(asked_at.elapsed())).await;
        Some(chosen)
    }

    /// How many searches wait to be started, and how many are started.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let mut queue = self.0.queue();
        self.0.remove_unwanted(&mut queue);
        (queue.searches.unstarted(), queue.searches.started())
    }

    /// How long searches waited to be started.
    pub(crate) fn waits(&self) -> &Durations {
        &self.0.waits
    }

    /// How many searches were started.
    pub(crate) fn searches(&self) -> &Counter {
        &self.0.searches
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.0.queue().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl EnginePool {
    fn queue(&self) -> MutexGuard<'_, SearchQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks until the server ends.
    fn run(&self) {
        while let Some(mut queued) = self.next() {
            let payer = queued.payer;
            let before = queued.job.thinking_time;
            let slice = catch_unwind(AssertUnwindSafe(|| self.slice(&mut queued.job)));
            let mut queue = self.queue();
            let spent = queued.job.thinking_time.saturating_sub(before);
            queue.searches.charge(payer, spent * queued.job.threads);
            match slice {
                Ok(Status::Running) => queue.searches.put_back(queued),
                Ok(_) => {
                    queue.searches.finish(payer);
                    drop(queue);
                    self.send_move(queued.job);
                }
                Err(_) => {
                    queue.searches.finish(payer);
                    tracing::error!("an engine has failed");
                }
            }
        }
    }

    /// Waits for the search that is next; `None` when the server ends.
    fn next(&self) -> Option<Queued<EngineJob>> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            self.remove_unwanted(&mut queue);
            if let Some(mut queued) = queue.searches.take() {
                if queued.job.engine.is_none() {
                    // One thread for each processor that no other search uses or waits for.
                    let others = queue.searches.unstarted() + queue.searches.started().saturating_sub(1);
                    queued.job.threads = self.threads.saturating_sub(others).max(1) as u32;
                }
                return Some(queued);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes the searches whose move is no longer wanted.
    fn remove_unwanted(&self, queue: &mut SearchQueue) {
        for search in queue.searches.remove(|search| !search.reply.is_closed()) {
            if let Some(engine) = search.engine {
                self.put_back_engine(engine);
            }
        }
    }

    /// Thinks for a slice of time.
    fn slice(&self, search: &mut EngineJob) -> Status {
        SEARCH_TIME.set((search.thinking_time, Instant::now()));
        let engine = match &mut search.engine {
            Some(engine) => engine,
            none => {
                self.waits.add(search.asked_at.elapsed());
                self.searches.add(1);
                let engine = none.insert(self.idle().pop().unwrap_or_default());
                let time = Some(TimeLimit::new(thinking_time, MAX_THINK_TIME));
                let limits = Limits {
                    time,
                    level: search.level,
                    seed: random::seed(),
                    threads: search.threads as usize,
                    ..Limits::default()
                };
                if engine.start(&search.view, &limits).is_err() {
                    return Status::Finished;
                }
                engine
            }
        };
        let status = engine.step(StepBudget::time(thinking_time, SLICE));
        search.thinking_time = thinking_time();
        status
    }

    /// Sends the move of a search that is finished.
    fn send_move(&self, search: EngineJob) {
        let Some(mut engine) = search.engine else { return };
        let chosen = engine.stop().map(|analysis| analysis.chosen);
        self.put_back_engine(engine);
        // The table may no longer wait for it.
        let _ = search.reply.send(chosen);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Engine>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an engine for the next search, unless there are enough.
    fn put_back_engine(&self, mut engine: Engine) {
        engine.stop();
        let mut idle = self.idle();
        if idle.len() < self.threads {
            idle.push(engine);
        }
    }
}

thread_local! {
    /// The thinking time of this thread's search before the current slice, and when the slice began.
    static SEARCH_TIME: Cell<(Duration, Instant)> = Cell::new((Duration::ZERO, Instant::now()));
}

/// The thinking time of this thread's search, over all its slices.
fn thinking_time() -> Duration {
    let (before, began) = SEARCH_TIME.get();
    before + began.elapsed()
}

#[cfg(test)]
mod tests {
    use rules::{AnyGame, Kind, Seat, Viewer};
    use table::GuestId;

    use super::*;

    /// Searches of the highest level in the game that takes longest, each for the full time.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_bystander_is_answered_before_the_searches_of_another_address() {
        let engines = Arc::new(Engines::new(1, false));
        let kind = *Kind::ALL.iter().find(|kind| kind.id() == "super").unwrap();
        let view = AnyGame::new(kind, "").unwrap().view(Viewer::Seat(Seat::ONE));
        let payer = |address: i64, guest| Payer { address, guest: GuestId(guest) };
        let mut attack = tokio::task::JoinSet::new();
        for guest in 0..147 {
            let (engines, view) = (Arc::clone(&engines), view.clone());
            attack.spawn(async move { engines.choose(payer(1, guest), view, Level::MAX).await });
        }
        while engines.counts().0 < 140 {
            tokio::task::yield_now().await;
        }
        // A full search takes a second; the share of one address in two is half of the time.
        assert!(engines.choose(payer(2, 1), view.clone(), Level::MIN).await.is_some());
        let answered =
            |attack: &mut tokio::task::JoinSet<_>| std::iter::from_fn(|| attack.try_join_next()).count();
        assert!(answered(&mut attack) <= 1, "the smallest level waits for a slice, not for a search");
        assert!(engines.choose(payer(2, 1), view, Level::MAX).await.is_some());
        assert!(answered(&mut attack) <= 3, "the highest level has its share");
        drop(attack);
        while engines.counts() != (0, 0) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let started = engines.searches().get();
        assert!(started <= 8, "{started} searches were started for those who left");
    }
}
