//! What is counted while games are played: in all, and in each second.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::histogram::Histogram;

/// What everybody counts in.
#[derive(Debug, Default)]
pub(super) struct Tally(Mutex<Counts>);

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// From a move being sent to the opponent hearing of it.
    pub(super) heard: Histogram,
    /// From a move being sent to its being acknowledged.
    pub(super) done: Histogram,
    /// Refused requests, by code.
    pub(super) refused: BTreeMap<String, u64>,
    /// What else went wrong, in words.
    pub(super) errors: BTreeMap<String, u64>,
    /// Connections that were made again.
    pub(super) reconnects: u64,
    /// Games that were played to their end.
    pub(super) finished: u64,
    /// Each second.
    pub(super) seconds: Vec<Second>,
    now: Now,
}

/// What is counted in the second that goes on.
#[derive(Clone, Debug, Default)]
struct Now {
    heard: Histogram,
    done: Histogram,
}

/// One second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Second {
    /// How many seconds had gone by at its end.
    pub(super) at: f64,
    /// How many moves the opponents heard of, for each second.
    pub(super) moves: f64,
    /// How long that took: half of them, nine tenths, 99 of 100, all; in milliseconds.
    pub(super) heard: [f64; 4],
    /// The same for the acknowledgement.
    pub(super) done: [f64; 4],
}

/// The figures that are shown of many durations, in milliseconds; zeros if there are none.
pub(super) fn figures(histogram: &Histogram) -> [f64; 4] {
    let quantile = |part| histogram.quantile(part).unwrap_or_default();
    [quantile(0.5), quantile(0.9), quantile(0.99), histogram.most().unwrap_or_default()]
}

impl Tally {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An opponent has heard of a move.
    pub(super) fn heard(&self, took: Duration) {
        self.counts().now.heard.add(took);
    }

    /// A move was acknowledged.
    pub(super) fn done(&self, took: Duration) {
        self.counts().now.done.add(took);
    }

    /// Something was refused.
    pub(super) fn refused(&self, code: &str) {
        *self.counts().refused.entry(code.to_owned()).or_default() += 1;
    }

    /// Something went wrong.
    pub(super) fn wrong(&self, what: &str) {
        *self.counts().errors.entry(what.to_owned()).or_default() += 1;
    }

    /// Somebody connected again.
    pub(super) fn reconnected(&self) {
        self.counts().reconnects += 1;
    }

    /// A game is over.
    pub(super) fn finished(&self) {
        self.counts().finished += 1;
    }

    /// A second is over that took so long and ended then, both in seconds: everything so far.
    pub(super) fn turn(&self, at: f64, took: f64) -> Counts {
        let mut counts = self.counts();
        let now = std::mem::take(&mut counts.now);
        counts.heard.merge(&now.heard);
        counts.done.merge(&now.done);
        let moves = now.heard.count() as f64 / took.max(0.001);
        counts.seconds.push(Second { at, moves, heard: figures(&now.heard), done: figures(&now.done) });
        counts.clone()
    }
}
