//! The thread that copies the write-ahead log into the database. It works beside the thread that writes, so that no move
//! waits for the many writes of a checkpoint.
//!
//! SQLite starts its log over only when all of it has been copied. While games are played there is always a little
//! more, so this thread copies nearly all of it and then asks the writer, between two transactions, to copy the rest.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use super::connect::{self, unavailable};
use crate::store::StoreError;

/// How often the length of the log is checked.
const INTERVAL: Duration = Duration::from_millis(100);

/// How many pages that are not copied yet are worth a checkpoint: 4 MB.
const MIN_PAGES: i64 = 1024;

/// How many pages the log may have before it is started over: 16 MB.
const MAX_PAGES: i64 = 4096;

/// A handle to the thread. The thread ends when the handle is dropped.
#[derive(Debug)]
pub(super) struct Checkpointer {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts the thread. It sets `is_due` when the writer has to copy the rest.
    pub(super) fn start(path: &Path, is_due: Arc<AtomicBool>) -> Result<Checkpointer, StoreError> {
        let connection = connect::checkpointer(path).map_err(|error| unavailable(&error))?;
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("trois-checkpoint".to_owned())
            .spawn(move || run(&connection, &stopped, &is_due))
            .map_err(|error| {
                StoreError::Unavailable(format!("the thread for checkpoints cannot be started: {error}"))
            })?;
        Ok(Checkpointer { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(connection: &Connection, stopped: &mpsc::Receiver<()>, is_due: &AtomicBool) {
    while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        // A failure, such as a full disk, is reported where something is written.
        let Ok((pages, copied)) = checkpoint(connection, "PRAGMA wal_checkpoint(NOOP)") else { continue };
        if pages - copied >= MIN_PAGES {
            let _ = copy(connection);
        }
        if pages >= MAX_PAGES {
            is_due.store(true, Ordering::Relaxed);
        }
    }
}

/// Copies what can be copied while others write.
pub(super) fn copy(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)")
}

/// Runs a statement that returns how many pages the log has, and how many of them are copied.
fn checkpoint(connection: &Connection, sql: &str) -> rusqlite::Result<(i64, i64)> {
    connection.prepare_cached(sql)?.query_row([], |row| Ok((row.get(1)?, row.get(2)?)))
}
