//! Log lines about limits that clients reach: at most one a minute for each limit, and nothing about who reached it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minimum time between two lines about the same thing.
const INTERVAL: Duration = Duration::from_secs(60);

/// Decides when something that happens often is logged again.
#[derive(Debug, Default)]
pub(crate) struct LogInterval(Mutex<Option<Instant>>);

impl LogInterval {
    /// An interval in which nothing was logged yet.
    pub(crate) const fn new() -> LogInterval {
        LogInterval(Mutex::new(None))
    }

    /// Whether a line is due. The next one is due a minute later.
    pub(crate) fn is_due(&self, now: Instant) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| now.saturating_duration_since(last) >= INTERVAL);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

/// A limit of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Connections,
    Sockets,
    Frames,
    Requests,
    Reads,
    Searches,
    Explores,
    Writes,
}

impl Limit {
    const COUNT: usize = 8;

    /// What it limits, for the log.
    fn name(self) -> &'static str {
        match self {
            Limit::Connections => "connections per address",
            Limit::Sockets => "sockets, in all or per address",
            Limit::Frames => "frames or bytes per socket",
            Limit::Requests => "requests per address",
            Limit::Reads => "reads per address",
            Limit::Searches => "searches per address",
            Limit::Explores => "positions looked up per address",
            Limit::Writes => "writes per guest or address",
        }
    }
}

/// Logs which limits are reached.
#[derive(Debug, Default)]
pub(crate) struct LimitLog([LogInterval; Limit::COUNT]);

impl LimitLog {
    /// Logs that a limit was reached, unless that was logged a moment ago.
    pub(crate) fn note(&self, limit: Limit) {
        self.note_at(limit, Instant::now());
    }

    fn note_at(&self, limit: Limit, now: Instant) {
        if self.0[limit as usize].is_due(now) {
            tracing::warn!(limit = limit.name(), "a limit was reached, and what is beyond it is refused");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_log::logged;

    #[test]
    fn each_limit_is_logged_once_a_minute() {
        let (log, start) = (LimitLog::default(), Instant::now());
        let lines = logged(|| {
            for second in 0..=60 {
                for limit in [Limit::Connections, Limit::Writes] {
                    log.note_at(limit, start + Duration::from_secs(second));
                }
            }
        });
        let count = |limit: Limit| lines.iter().filter(|line| line.contains(limit.name())).count();
        assert_eq!((lines.len(), count(Limit::Connections), count(Limit::Writes)), (4, 2, 2), "{lines:?}");
    }
}
