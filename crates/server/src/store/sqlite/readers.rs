//! A pool of read-only connections, beside the thread that writes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task;

use super::connect::{self, unavailable};
use crate::store::StoreError;

/// A pool of read-only connections.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    free: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    /// A pool of at most `max` connections, each opened when it is first needed.
    pub(super) fn new(path: PathBuf, max: usize) -> Arc<Readers> {
        Arc::new(Readers { path, free: Mutex::default(), permits: Arc::new(Semaphore::new(max)) })
    }

    /// Runs `work` with a connection on a thread for blocking work.
    pub(super) async fn read<T, F>(self: &Arc<Self>, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let ended = |_| StoreError::Unavailable("the database is being closed".to_owned());
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(ended)?;
        let readers = Arc::clone(self);
        let read = task::spawn_blocking(move || {
            let done = readers.with(work);
            drop(permit);
            done
        });
        let cut = |error| StoreError::Unavailable(format!("reading was cut short: {error}"));
        read.await.map_err(cut)?.map_err(|error| unavailable(&error))
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let connection = kept.map_or_else(|| connect::reader(&self.path), Ok)?;
        // A connection that failed is not reused.
        let value = work(&connection)?;
        free().push(connection);
        Ok(value)
    }
}
