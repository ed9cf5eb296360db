//! A few connections that only read, beside the thread that writes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task;

use super::connect::{self, unavailable};
use crate::store::StoreError;

/// The connections.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    free: Mutex<Vec<Connection>>,
    turns: Arc<Semaphore>,
}

impl Readers {
    /// At most so many connections to this file, opened when they are first needed.
    pub(super) fn new(path: PathBuf, most: usize) -> Arc<Readers> {
        Arc::new(Readers { path, free: Mutex::default(), turns: Arc::new(Semaphore::new(most)) })
    }

    /// Reads something.
    pub(super) async fn read<T, F>(self: &Arc<Self>, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let ended = |_| StoreError::Unavailable("the database is being closed".to_owned());
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(ended)?;
        let readers = Arc::clone(self);
        let read = task::spawn_blocking(move || {
            let done = readers.with(work);
            drop(turn);
            done
        });
        let cut = |error| StoreError::Unavailable(format!("reading was cut short: {error}"));
        read.await.map_err(cut)?.map_err(|error| unavailable(&error))
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let connection = kept.map_or_else(|| connect::reader(&self.path), Ok)?;
        // After a failure the file is opened anew.
        let value = work(&connection)?;
        free().push(connection);
        Ok(value)
    }
}
