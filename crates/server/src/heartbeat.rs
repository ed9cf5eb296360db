//! The heartbeat: every server writes the time to the store once a second. A gap between heartbeats is an outage, during
//! which no player's clock may run.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use table::Time;

use crate::store::{Outage, Store, StoreError};
use crate::wall_clock::WallClock;

/// How often a heartbeat is written, and how soon again after a failure.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);
pub(crate) const HEARTBEAT_RETRY: Duration = Duration::from_millis(200);

/// Minimum outage, in milliseconds, that is credited back to running clocks.
const MIN_OUTAGE: u64 = 2_500;

/// What this server knows from heartbeats, its own and those of the other servers.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    outages: Mutex<Vec<Outage>>,
    /// When the last outage ended, in milliseconds. Most callers need only this.
    last_outage_end: AtomicU64,
    /// When this server last wrote a heartbeat, in milliseconds.
    last: AtomicU64,
    is_store_writable: AtomicBool,
    /// Held while a heartbeat is written, so that concurrent callers share one.
    writing: tokio::sync::Mutex<()>,
}

impl Heartbeat {
    /// Writes the first heartbeat and reads the outages so far.
    pub(crate) async fn start(store: &Store, now: Time) -> Result<Heartbeat, StoreError> {
        // SQLite has one server, so any gap since its last heartbeat was an outage, however short.
        let min_outage = if matches!(store, Store::Sqlite(_)) { 0 } else { MIN_OUTAGE };
        log_outage(store.heartbeat(now, min_outage).await?);
        let outages = store.outages(Time(0)).await?;
        Ok(Heartbeat {
            last_outage_end: AtomicU64::new(last_end(&outages)),
            outages: Mutex::new(outages),
            last: AtomicU64::new(now.0),
            is_store_writable: AtomicBool::new(true),
            writing: tokio::sync::Mutex::default(),
        })
    }

    /// Whether the last heartbeat could be written.
    pub(crate) fn is_store_writable(&self) -> bool {
        self.is_store_writable.load(Ordering::Relaxed)
    }

    /// Whether all outages up to `now` are known. Until then nothing that depends on clocks may be decided.
    pub(crate) fn is_current(&self, now: Time) -> bool {
        self.is_store_writable() && now.since(Time(self.last.load(Ordering::Relaxed))) < MIN_OUTAGE
    }

    /// The outages that ended after this time.
    pub(crate) fn outages_after(&self, time: Time) -> Vec<Outage> {
        if self.last_outage_end.load(Ordering::Acquire) <= time.0 {
            return Vec::new();
        }
        let outages = self.outages.lock().unwrap_or_else(PoisonError::into_inner);
        outages.iter().filter(|outage| outage.to > time).copied().collect()
    }

    /// Writes a heartbeat. Returns `true` if this ends a time in which the heartbeat was not current: clocks and tables
    /// in memory may then be out of date.
    pub(crate) async fn write(&self, store: &Store, clock: &WallClock) -> bool {
        let _writing = self.writing.lock().await;
        self.write_locked(store, clock).await
    }

    /// Writes a heartbeat if the last one is too old, because this process was suspended. Returns as `write` does.
    pub(crate) async fn write_if_stale(&self, store: &Store, clock: &WallClock) -> bool {
        let is_stale = || self.is_store_writable() && !self.is_current(clock.now());
        if !is_stale() {
            return false;
        }
        let _writing = self.writing.lock().await;
        // Another caller may have written one in the meantime.
        is_stale() && self.write_locked(store, clock).await
    }

    async fn write_locked(&self, store: &Store, clock: &WallClock) -> bool {
        let now = clock.now();
        let was_current = self.is_current(now);
        if let Err(error) = self.try_write(store, now, was_current).await {
            if self.is_store_writable.swap(false, Ordering::Relaxed) {
                tracing::error!(%error, "the store cannot be written to");
            }
            return false;
        }
        self.last.store(now.0, Ordering::Relaxed);
        if !self.is_store_writable.swap(true, Ordering::Relaxed) {
            tracing::info!("the store can be written to again");
        }
        !was_current
    }

    async fn try_write(&self, store: &Store, now: Time, was_current: bool) -> Result<(), StoreError> {
        let outage = store.heartbeat(now, MIN_OUTAGE).await?;
        log_outage(outage);
        // The store reports a new outage to one server only; the others read it here.
        if outage.is_some() || !was_current {
            self.reload_outages(store).await?;
        }
        Ok(())
    }

    /// Reads all outages from the store.
    pub(crate) async fn reload_outages(&self, store: &Store) -> Result<(), StoreError> {
        let outages = store.outages(Time(0)).await?;
        let last_end = last_end(&outages);
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = outages;
        self.last_outage_end.store(last_end, Ordering::Release);
        Ok(())
    }
}

/// When the last of these outages ended, in milliseconds; 0 without any.
fn last_end(outages: &[Outage]) -> u64 {
    outages.iter().map(|outage| outage.to.0).max().unwrap_or_default()
}

fn log_outage(outage: Option<Outage>) {
    if let Some(outage) = outage {
        tracing::warn!(milliseconds = outage.to.since(outage.from), "no server was running for a while");
    }
}
