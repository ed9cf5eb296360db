//! The engines that play at tables. A limited number think at a time; the others wait.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{Engine, Limits, TimeLimit};
use rules::{AnyMove, AnyView, Level};
use tokio::sync::Semaphore;

use crate::random;

/// The longest an engine thinks about a move.
const MAX_THINK_TIME: Duration = Duration::from_millis(1000);

/// The least time between a move and the engine's answer, so that people see both.
const MIN_ANSWER_TIME: Duration = Duration::from_millis(350);

/// The engines of this server.
#[derive(Clone)]
pub(crate) struct Engines {
    slots: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Engine>>>,
}

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").field("free", &self.slots.available_permits()).finish_non_exhaustive()
    }
}

impl Engines {
    /// Lets `max` engines think at a time.
    pub(crate) fn new(max: usize) -> Engines {
        Engines { slots: Arc::new(Semaphore::new(max.max(1))), idle: Arc::default() }
    }

    /// The move that an engine of this level chooses; `None` if there is no legal move.
    pub(crate) async fn choose(&self, view: AnyView, level: Level) -> Option<AnyMove> {
        let began = Instant::now();
        let slot = Arc::clone(&self.slots).acquire_owned().await.ok()?;
        let idle = Arc::clone(&self.idle);
        let thought = tokio::task::spawn_blocking(move || {
            let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
            let mut engine = lock().pop().unwrap_or_default();
            let time = Some(TimeLimit::new(clock, MAX_THINK_TIME));
            let limits = Limits { time, level, seed: random::seed(), ..Limits::default() };
            let chosen = engine.think(&view, &limits, &mut ()).ok().map(|analysis| analysis.chosen);
            lock().push(engine);
            drop(slot);
            chosen
        });
        let chosen = thought.await.ok().flatten();
        tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(began.elapsed())).await;
        chosen
    }
}

/// The time since the first call.
fn clock() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
