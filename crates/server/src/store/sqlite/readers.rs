//! A pool of read-only connections, beside the thread that writes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task;

use super::connect::{self, unavailable};
use crate::store::StoreError;

/// The number of steps of SQLite's virtual machine between two checks of the time limit: some microseconds.
const STEPS: i32 = 1000;

/// A pool of read-only connections.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    /// How long each read may take, if that is limited.
    timeout: Option<Duration>,
    free: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    /// A pool of at most `max` connections, each opened when it is first needed.
    pub(super) fn new(path: PathBuf, max: usize, timeout: Option<Duration>) -> Arc<Readers> {
        let permits = Arc::new(Semaphore::new(max));
        Arc::new(Readers { path, timeout, free: Mutex::default(), permits })
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
        let mut connection = kept.map_or_else(|| connect::reader(&self.path), Ok)?;
        if let Some(timeout) = self.timeout {
            let began = Instant::now();
            connection.progress_handler(STEPS, Some(move || began.elapsed() > timeout))?;
        }
        // A connection that failed is not reused.
        let value = work(&connection)?;
        free().push(connection);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_read_that_takes_too_long_is_interrupted_and_makes_room_for_others() {
        const ENDLESS: &str =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        let folder = std::env::temp_dir().join(format!("trois-readers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("trois.db");
        connect::prepare(&path).unwrap();
        let readers = Readers::new(path, 1, Some(Duration::from_millis(20)));
        let count = |sql: &'static str| {
            readers.read(move |connection| connection.query_row(sql, [], |row| row.get::<_, i64>(0)))
        };
        let error = count(ENDLESS).await.unwrap_err();
        assert!(error.to_string().contains("interrupted"), "{error}");
        assert_eq!(count("SELECT count(*) FROM tables").await, Ok(0));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
