//! Log lines about the store: while it fails, everything that needs it fails, so each kind of failure is logged at most
//! once a minute, with the number of times in between.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::limit_log::LogInterval;
use crate::store::StoreError;

/// Logs one kind of failure of the store.
#[derive(Debug)]
pub(crate) struct StoreLog {
    /// What failed, for the log.
    what: &'static str,
    interval: LogInterval,
    /// The failures since the last line.
    left_out: AtomicU64,
}

impl StoreLog {
    /// A log for failures of this kind.
    pub(crate) const fn new(what: &'static str) -> StoreLog {
        StoreLog { what, interval: LogInterval::new(), left_out: AtomicU64::new(0) }
    }

    /// Logs that the store has failed, unless that was logged a moment ago.
    pub(crate) fn note(&self, error: &StoreError) {
        self.note_at(error, Instant::now());
    }

    fn note_at(&self, error: &StoreError, now: Instant) {
        if self.interval.is_due(now) {
            let left_out = self.left_out.swap(0, Ordering::Relaxed);
            tracing::warn!(%error, left_out, "{}", self.what);
        } else {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What the store has returned. A failure is logged, and is the default value.
    pub(crate) fn unwrap_or_default<T: Default>(&self, result: Result<T, StoreError>) -> T {
        result.inspect_err(|error| self.note(error)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::test_log::logged;

    #[test]
    fn a_failure_is_logged_once_a_minute_with_the_number_of_those_in_between() {
        let (log, start) = (StoreLog::new("it fails"), Instant::now());
        let error = StoreError::Unavailable("the disk is full".to_owned());
        let lines = logged(|| {
            for second in 0..=60 {
                log.note_at(&error, start + Duration::from_secs(second));
            }
        });
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines.iter().all(|line| line.contains("it fails") && line.contains("the disk is full")));
        assert!(lines[0].contains("left_out=0") && lines[1].contains("left_out=59"), "{lines:?}");
    }
}
