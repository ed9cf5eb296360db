//! Counters of a run: in total and for each second.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::histogram::Histogram;

/// The counters that all games share.
#[derive(Debug, Default)]
pub(super) struct Stats(Mutex<Counts>);

/// The values of the counters.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// From sending a move to its delivery to the opponent.
    pub(super) delivered: Histogram,
    /// From sending a move to its acknowledgement.
    pub(super) done: Histogram,
    /// Refused requests, by code.
    pub(super) refused: BTreeMap<String, u64>,
    /// Other errors, by message.
    pub(super) errors: BTreeMap<String, u64>,
    /// Reconnections.
    pub(super) reconnects: u64,
    /// Finished games.
    pub(super) finished: u64,
    /// One entry for each second.
    pub(super) seconds: Vec<Second>,
    current: CurrentSecond,
}

/// The histograms of the current second.
#[derive(Clone, Debug, Default)]
struct CurrentSecond {
    delivered: Histogram,
    done: Histogram,
}

/// The figures of one second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Second {
    /// The end of the second, in seconds since the start.
    pub(super) at: f64,
    /// Delivered moves per second.
    pub(super) moves: f64,
    /// Delays to the opponent in milliseconds: p50, p90, p99, max.
    pub(super) delivered: [f64; 4],
    /// Delays to the acknowledgement in milliseconds: p50, p90, p99, max.
    pub(super) done: [f64; 4],
}

/// p50, p90, p99 and max of a histogram in milliseconds; zeros if it is empty.
pub(super) fn figures(histogram: &Histogram) -> [f64; 4] {
    let quantile = |part| histogram.quantile(part).unwrap_or_default();
    [quantile(0.5), quantile(0.9), quantile(0.99), histogram.max().unwrap_or_default()]
}

impl Stats {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a move that was delivered to the opponent.
    pub(super) fn delivered(&self, took: Duration) {
        self.counts().current.delivered.add(took);
    }

    /// Counts a move that was acknowledged.
    pub(super) fn done(&self, took: Duration) {
        self.counts().current.done.add(took);
    }

    /// Counts a refused request.
    pub(super) fn refused(&self, code: &str) {
        *self.counts().refused.entry(code.to_owned()).or_default() += 1;
    }

    /// Counts another error.
    pub(super) fn error(&self, what: &str) {
        *self.counts().errors.entry(what.to_owned()).or_default() += 1;
    }

    /// Counts a reconnection.
    pub(super) fn reconnected(&self) {
        self.counts().reconnects += 1;
    }

    /// Counts a finished game.
    pub(super) fn finished(&self) {
        self.counts().finished += 1;
    }

    /// Closes the current second, which took `took` and ended at `at`, both in seconds. Returns all counters.
    pub(super) fn end_second(&self, at: f64, took: f64) -> Counts {
        let mut counts = self.counts();
        let current = std::mem::take(&mut counts.current);
        counts.delivered.merge(&current.delivered);
        counts.done.merge(&current.done);
        let moves = current.delivered.count() as f64 / took.max(0.001);
        counts.seconds.push(Second {
            at,
            moves,
            delivered: figures(&current.delivered),
            done: figures(&current.done),
        });
        counts.clone()
    }
}
