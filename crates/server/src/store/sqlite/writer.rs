//! The thread that writes. It runs all jobs that are waiting in one transaction and replies when that is on disk: many
//! games share the wait for the disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::{self, Checkpointer};
use super::connect::{self, unavailable};
use crate::store::StoreError;

/// How many jobs may wait. Further callers wait for a place in the queue.
const QUEUE_CAPACITY: usize = 4096;

/// The most jobs in one transaction. With more, the first of them would wait too long.
const MAX_BATCH: usize = 512;

/// The least time between the starts of two transactions. A single job does not wait; when there are many jobs, more of
/// them share a transaction and its wait for the disk.
const MIN_INTERVAL: Duration = Duration::from_millis(2);

/// The same when more than [`MANY_JOBS`] come in a millisecond: then the processor is what everything waits for, and fewer
/// transactions leave more of it.
const BUSY_INTERVAL: Duration = Duration::from_millis(5);
const MANY_JOBS: u32 = 6;

/// The time from the start of a transaction with this many jobs to that of the next. `since_last` is the time from the start of
/// the transaction before it.
fn interval(jobs: usize, since_last: Duration) -> Duration {
    let jobs = u32::try_from(jobs).unwrap_or(u32::MAX);
    if Duration::from_millis(jobs.into()) > since_last * MANY_JOBS { BUSY_INTERVAL } else { MIN_INTERVAL }
}

/// Why a job failed.
pub(super) enum WriteError {
    /// The table is not at the expected version. The job has written nothing.
    Conflict,
    /// SQLite returned an error. The job may have written a part.
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for WriteError {
    fn from(error: rusqlite::Error) -> WriteError {
        WriteError::Failed(error)
    }
}

/// A handle to the thread. The thread ends when the handle is dropped.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` once the handle is being dropped.
    sender: Option<mpsc::Sender<Box<dyn WriteJob>>>,
    thread: Option<JoinHandle<()>>,
    /// How many transactions were committed.
    transactions: Arc<AtomicU64>,
    _checkpointer: Checkpointer,
}

impl Writer {
    /// Starts the thread. It holds the lock of the folder until it ends.
    pub(super) fn start(path: PathBuf, lock: Connection) -> Result<Writer, StoreError> {
        let connection = connect::writer(&path).map_err(|error| unavailable(&error))?;
        let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
        let is_checkpoint_due: Arc<AtomicBool> = Arc::default();
        let checkpointer = Checkpointer::start(&path, Arc::clone(&is_checkpoint_due))?;
        let transactions: Arc<AtomicU64> = Arc::default();
        let committed = Arc::clone(&transactions);
        let runtime = Handle::try_current().ok();
        let thread = thread::Builder::new()
            .name("trois-writer".to_owned())
            .spawn(move || {
                run(&path, connection, receiver, &is_checkpoint_due, &committed, runtime.as_ref());
                drop(lock);
            })
            .map_err(|error| {
                StoreError::Unavailable(format!("the thread that writes cannot be started: {error}"))
            })?;
        Ok(Writer { sender: Some(sender), thread: Some(thread), transactions, _checkpointer: checkpointer })
    }

    /// How many transactions were committed.
    pub(super) fn transactions(&self) -> u64 {
        self.transactions.load(Ordering::Relaxed)
    }

    /// Runs `work` on the thread, a second time if necessary, and waits until its result is on disk.
    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, WriteError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(WriteTask { work, result: None, answer });
        let ended = || StoreError::Unavailable("the thread that writes has ended".to_owned());
        let sender = self.sender.as_ref().ok_or_else(ended)?;
        sender.send(job).await.map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // After this the folder can be opened again.
            let _ = thread.join();
        }
    }
}

/// Work for the thread.
trait WriteJob: Send {
    /// Runs the job. Returns whether its changes can be kept; an error fails the whole transaction.
    fn write(&mut self, connection: &Connection) -> rusqlite::Result<bool>;

    /// Sends the result, after the transaction was committed or has failed.
    fn answer(self: Box<Self>, error: Option<StoreError>);
}

struct WriteTask<T, F> {
    work: F,
    result: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> WriteJob for WriteTask<T, F>
where
    T: Send,
    F: Fn(&Connection) -> Result<T, WriteError> + Send,
{
    fn write(&mut self, connection: &Connection) -> rusqlite::Result<bool> {
        let (result, is_kept) = match (self.work)(connection) {
            Ok(value) => (Ok(value), true),
            Err(WriteError::Conflict) => (Err(StoreError::Conflict), true),
            Err(WriteError::Failed(error)) if is_job_error(&error) => (Err(unavailable(&error)), false),
            Err(WriteError::Failed(error)) => return Err(error),
        };
        self.result = Some(result);
        Ok(is_kept)
    }

    fn answer(self: Box<Self>, error: Option<StoreError>) {
        let result = match (error, self.result) {
            // Also in place of a conflict, which may have been with a job of this transaction.
            (Some(error), _) => Err(error),
            (None, Some(result)) => result,
            (None, None) => Err(StoreError::Unavailable("nothing was written".to_owned())),
        };
        // The caller may have been cancelled.
        let _ = self.answer.send(result);
    }
}

/// Whether the error concerns this job alone, so that the others can be committed.
fn is_job_error(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig))
}

fn run(
    path: &Path,
    connection: Connection,
    mut receiver: mpsc::Receiver<Box<dyn WriteJob>>,
    is_checkpoint_due: &AtomicBool,
    transactions: &AtomicU64,
    runtime: Option<&Handle>,
) {
    let mut open = Some(connection);
    let (mut began, mut next) = (Instant::now(), Instant::now());
    while let Some(job) = receiver.blocking_recv() {
        thread::sleep(next.saturating_duration_since(Instant::now()));
        let mut jobs = vec![job];
        while jobs.len() < MAX_BATCH
            && let Ok(job) = receiver.try_recv()
        {
            jobs.push(job);
        }
        let last = std::mem::replace(&mut began, Instant::now());
        next = began + interval(jobs.len(), began - last);
        let connection = open.take().map_or_else(|| reopen(path), Ok);
        let written = connection.and_then(|connection| {
            write(&connection, &mut jobs)?;
            Ok(connection)
        });
        // After a failure the connection is reopened, which rolls everything back. The disk may have room by then.
        let error = match written {
            Ok(connection) => {
                open = Some(connection);
                transactions.fetch_add(1, Ordering::Relaxed);
                None
            }
            Err(error) => Some(unavailable(&error)),
        };
        let answer = move || jobs.into_iter().for_each(|job| job.answer(error.clone()));
        // The callers are woken by a task of their runtime: for this thread, each of them would cost much more.
        match runtime {
            Some(runtime) => drop(runtime.spawn(async move { answer() })),
            None => answer(),
        }
        if let Some(connection) = &open
            && is_checkpoint_due.swap(false, Ordering::Relaxed)
        {
            // Little is left to copy. If it fails, the log grows, and the next transaction reports why.
            let _ = checkpoint::copy(connection);
        }
    }
}

/// Reopens the file after a failure, once the disk has room for more than a little. Otherwise heartbeats would fit where
/// moves do not, and clocks would run although no player can move.
fn reopen(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect::writer(path)?;
    connection.execute_batch(
        "BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS room (what BLOB); INSERT INTO room VALUES (zeroblob(1 << 20));
        COMMIT; DROP TABLE room",
    )?;
    Ok(connection)
}

/// Runs all jobs in one transaction. If the changes of one of them cannot be kept, runs all of them again, each in a
/// savepoint: that costs more, and is rarely needed.
fn write(connection: &Connection, jobs: &mut [Box<dyn WriteJob>]) -> rusqlite::Result<()> {
    let execute = |sql| connection.prepare_cached(sql)?.execute([]);
    execute("BEGIN IMMEDIATE")?;
    for job in &mut *jobs {
        if !job.write(connection)? {
            execute("ROLLBACK")?;
            return write_in_savepoints(connection, jobs);
        }
    }
    execute("COMMIT")?;
    Ok(())
}

fn write_in_savepoints(connection: &Connection, jobs: &mut [Box<dyn WriteJob>]) -> rusqlite::Result<()> {
    let execute = |sql| connection.prepare_cached(sql)?.execute([]);
    execute("BEGIN IMMEDIATE")?;
    for job in jobs {
        execute("SAVEPOINT job")?;
        if !job.write(connection)? {
            execute("ROLLBACK TO job")?;
        }
        execute("RELEASE job")?;
    }
    execute("COMMIT")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transactions_are_further_apart_while_many_jobs_come_however_far_apart_they_are() {
        let after = |jobs, milliseconds| interval(jobs, Duration::from_millis(milliseconds));
        assert_eq!([after(1, 2), after(8, 2), after(20, 5)], [MIN_INTERVAL; 3]);
        assert_eq!([after(16, 2), after(40, 5)], [BUSY_INTERVAL; 2]);
    }
}
