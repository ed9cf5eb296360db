//! The threads that help the caller with a batch. They stay awake between steps.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, Yield};

/// How long a thread without work stays awake before it sleeps. Waking it takes about half as long as a step of a
/// few thousand games, and the next step usually comes within microseconds.
const IDLE_TIMEOUT: Duration = Duration::from_micros(200);

/// How many spin-loop pauses, of some ten nanoseconds each, a finished thread needs to leave its scope.
const SCOPE_EXIT_PAUSES: usize = 32;

thread_local! {
    /// Whether this thread is awake and looks for work.
    static IS_SEEKING_WORK: Cell<bool> = const { Cell::new(false) };
}

/// A pool of threads.
pub(crate) struct Workers {
    pool: ThreadPool,
    /// Whether all threads have been told to stay awake and none has fallen asleep since.
    is_awake: Arc<AtomicBool>,
}

impl Workers {
    /// Starts this many threads.
    pub(crate) fn new(count: usize) -> Result<Workers, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(count).build()?;
        Ok(Workers { pool, is_awake: Arc::default() })
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Keeps every thread awake until there has been no work for [`IDLE_TIMEOUT`].
    fn keep_awake(&self) {
        if self.is_awake.swap(true, Ordering::Relaxed) {
            return;
        }
        let is_awake = Arc::clone(&self.is_awake);
        self.pool.spawn_broadcast(move |_| {
            // A thread that is awake runs this too while it looks for work.
            if IS_SEEKING_WORK.replace(true) {
                return;
            }
            let mut last_work = Instant::now();
            while last_work.elapsed() < IDLE_TIMEOUT {
                match rayon::yield_now() {
                    Some(Yield::Executed) => last_work = Instant::now(),
                    _ => std::hint::spin_loop(),
                }
            }
            IS_SEEKING_WORK.set(false);
            is_awake.store(false, Ordering::Relaxed);
        });
    }
}

/// Runs each part, on the workers too if there are any. The caller's thread takes part, so that no time is lost until
/// the others are awake.
///
/// Each thread begins with the same parts every time, so that their data stays in the cache of its core. A thread that has
/// finished takes parts that the others have not begun.
pub(crate) fn for_each<T: Send>(workers: Option<&Workers>, work: Vec<T>, run: impl Fn(T) + Send + Sync) {
    let Some(workers) = workers.filter(|_| work.len() > 1) else { return work.into_iter().for_each(run) };
    let threads = 1 + workers.count().min(work.len() - 1);
    let share = work.len().div_ceil(threads);
    let mut work = work.into_iter();
    let shares: Vec<_> =
        (0..threads).map(|_| Mutex::new(work.by_ref().take(share).collect::<VecDeque<T>>())).collect();
    let next = |share: &Mutex<VecDeque<T>>| share.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let run_all = |thread: usize| {
        for turn in 0..threads {
            while let Some(part) = next(&shares[(thread + turn) % threads]) {
                run(part);
            }
        }
    };
    let finished = AtomicUsize::new(0);
    workers.pool.in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| {
                run_all(1 + rayon::current_thread_index().unwrap_or(0));
                finished.fetch_add(1, Ordering::Release);
            });
        }
        workers.keep_awake();
        run_all(0);
        // The others finish at about the same time: waiting for them takes less time than falling asleep and waking up.
        let begun = Instant::now();
        while finished.load(Ordering::Acquire) < threads - 1 && begun.elapsed() < IDLE_TIMEOUT {
            std::hint::spin_loop();
        }
        // A thread that has finished still has to tell the scope, which would put the caller to sleep until then.
        (0..SCOPE_EXIT_PAUSES).for_each(|_| std::hint::spin_loop());
    });
}
