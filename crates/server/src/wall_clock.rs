//! The wall clock of a server, which a test can replace.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use table::Time;

/// Tells the time in milliseconds since 1970, as tables and stores count it.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> Time + Send + Sync>);

impl WallClock {
    /// The clock of the operating system.
    pub fn system() -> WallClock {
        WallClock::new(|| {
            Time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
        })
    }

    /// A clock that calls `now` whenever the time is needed.
    pub fn new(now: impl Fn() -> Time + Send + Sync + 'static) -> WallClock {
        WallClock(Arc::new(now))
    }

    /// The current time.
    pub fn now(&self) -> Time {
        (self.0)()
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WallClock")
    }
}
