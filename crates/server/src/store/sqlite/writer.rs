//! The one thread that writes. It takes everything that waits, writes it in one transaction and answers when that is
//! on disk: many games share the wait for the disk.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::connect::{self, unavailable};
use crate::store::StoreError;

/// How many may wait to be written before others wait to wait.
const MOST_WAITING: usize = 4096;

/// How many are written at once. More would make the first of them wait for long.
const MOST_AT_ONCE: usize = 512;

/// Why something was not written.
pub(super) enum WriteError {
    /// Somebody else was faster.
    Conflict,
    /// The database says so.
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for WriteError {
    fn from(error: rusqlite::Error) -> WriteError {
        WriteError::Failed(error)
    }
}

/// The thread, as others see it. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` at the end.
    sender: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread, which keeps the lock of the folder for as long as it writes.
    pub(super) fn start(path: PathBuf, lock: Connection) -> Result<Writer, StoreError> {
        let connection = connect::writer(&path).map_err(|error| unavailable(&error))?;
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        let thread = thread::Builder::new()
            .name("trois-writer".to_owned())
            .spawn(move || {
                run(&path, connection, receiver);
                drop(lock);
            })
            .map_err(|error| {
                StoreError::Unavailable(format!("the thread that writes cannot be started: {error}"))
            })?;
        Ok(Writer { sender: Some(sender), thread: Some(thread) })
    }

    /// Lets the thread do something, and waits until it is on disk.
    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, WriteError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Task { work: Some(work), result: None, answer });
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
            // Whoever opens the folder next finds it free.
            let _ = thread.join();
        }
    }
}

/// Something to be written.
trait Job: Send {
    /// Writes it; whether it is to be kept. An error concerns all that is written at once.
    fn write(&mut self, connection: &Connection) -> rusqlite::Result<bool>;

    /// Tells whoever waits that it is on disk, or why not.
    fn answer(self: Box<Self>, error: Option<StoreError>);
}

struct Task<T, F> {
    work: Option<F>,
    result: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: FnOnce(&Connection) -> Result<T, WriteError> + Send,
{
    fn write(&mut self, connection: &Connection) -> rusqlite::Result<bool> {
        let Some(work) = self.work.take() else { return Ok(false) };
        let result = match work(connection) {
            Ok(value) => Ok(value),
            Err(WriteError::Conflict) => Err(StoreError::Conflict),
            Err(WriteError::Failed(error)) if is_its_own(&error) => Err(unavailable(&error)),
            Err(WriteError::Failed(error)) => return Err(error),
        };
        let is_kept = result.is_ok();
        self.result = Some(result);
        Ok(is_kept)
    }

    fn answer(self: Box<Self>, error: Option<StoreError>) {
        let result = match (error, self.result) {
            // A conflict, too, may have been with something that is undone now.
            (Some(error), _) => Err(error),
            (None, Some(result)) => result,
            (None, None) => Err(StoreError::Unavailable("nothing was written".to_owned())),
        };
        // Nobody has to wait for the answer.
        let _ = self.answer.send(result);
    }
}

/// Whether the error lies in what was to be written, so that the rest can be.
fn is_its_own(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig))
}

fn run(path: &Path, connection: Connection, mut receiver: mpsc::Receiver<Box<dyn Job>>) {
    let mut open = Some(connection);
    while let Some(job) = receiver.blocking_recv() {
        let mut jobs = vec![job];
        while jobs.len() < MOST_AT_ONCE
            && let Ok(job) = receiver.try_recv()
        {
            jobs.push(job);
        }
        let connection = open.take().map_or_else(|| open_again(path), Ok);
        let written = connection.and_then(|connection| {
            write(&connection, &mut jobs)?;
            Ok(connection)
        });
        // After a failure the file is opened anew: that undoes everything, and the disk may have room again.
        let error = match written {
            Ok(connection) => {
                open = Some(connection);
                None
            }
            Err(error) => Some(unavailable(&error)),
        };
        for job in jobs {
            job.answer(error.clone());
        }
    }
}

/// Opens the file after a failure, when there is room for more than a little. Otherwise signs of life would find room
/// where moves do not, and clocks would go on although nobody can move.
fn open_again(path: &Path) -> rusqlite::Result<Connection> {
    let connection = connect::writer(path)?;
    connection.execute_batch(
        "BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS room (what BLOB); INSERT INTO room VALUES (zeroblob(1 << 20));
        COMMIT; DROP TABLE room",
    )?;
    Ok(connection)
}

/// Writes all that waits, each by itself, in one transaction.
fn write(connection: &Connection, jobs: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    let say = |sql| connection.prepare_cached(sql)?.execute([]);
    say("BEGIN IMMEDIATE")?;
    for job in jobs {
        say("SAVEPOINT job")?;
        if !job.write(connection)? {
            say("ROLLBACK TO job")?;
        }
        say("RELEASE job")?;
    }
    say("COMMIT")?;
    Ok(())
}
