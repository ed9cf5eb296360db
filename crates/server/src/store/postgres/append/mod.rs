//! The task that appends events. It writes all moves that are waiting with one statement, and everything else with another:
//! many games share the wait for the disk. Other servers are notified afterwards, if they watch one of the tables.

mod batch;
mod window;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::connection::{Connection, QueryError};
use super::interval::StatementInterval;
use super::notify::Notifier;
use crate::store::encoding::from_count;
use crate::store::{Append, StoreError};
use batch::{AppendColumns, MoveColumns};

/// How many appends may wait. Further callers wait for a place in the queue.
const QUEUE_CAPACITY: usize = 4096;

/// How long the appends of a rejected batch may take in all when they are written one by one.
const ISOLATION_LIMIT: Duration = Duration::from_secs(3);

/// How long to wait for a new connection before an append without a reply is sent again.
const RECONNECT_LIMIT: Duration = Duration::from_secs(2);

/// Appends to each table whose version is still the expected one. All servers lock rows in the same order, which rules
/// out deadlocks.
const APPEND: &str = include_str!("append.sql");

/// The same for games that are being played: it writes what a move changes. Most appends are moves, and PostgreSQL needs
/// less than half as long to begin with this statement.
const APPEND_MOVES: &str = include_str!("moves.sql");

/// Whether [`APPEND_MOVES`] can write an append. It takes the events of a table as one text, a line for each.
fn is_move(append: &Append) -> bool {
    let is_line = |event: &String| !event.is_empty() && !event.contains('\n');
    append.is_mid_game() && append.events.iter().all(is_line)
}

/// Makes PostgreSQL plan the statements again for the present size of the tables: for a table with few rows, the old
/// plan may read all of them.
const REPLAN: &str = "DISCARD PLANS";

/// How long plans are used before PostgreSQL plans again: too short for a small table to become large.
const REPLAN_INTERVAL: Duration = Duration::from_secs(1);

/// The events of a table from one version up to another.
const READ_BACK: &str = "SELECT line FROM events WHERE table_key = (SELECT key FROM tables WHERE id = $1)
    AND number >= $2 AND number < $3 ORDER BY number";

/// An append, and where its result is sent.
type AppendJob = (Append, oneshot::Sender<Result<(), StoreError>>);

/// A handle to the task. The task ends when the last handle is dropped.
#[derive(Clone, Debug)]
pub(super) struct Appender {
    jobs: mpsc::Sender<AppendJob>,
    transactions: Arc<AtomicU64>,
}

/// An appender, and the task that has to run for it.
pub(super) fn appender(
    connection: Connection,
    notifier: Notifier,
    interval: StatementInterval,
) -> (Appender, impl Future<Output = ()> + Send) {
    let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
    let transactions: Arc<AtomicU64> = Arc::default();
    let planned_at = Mutex::new(Instant::now());
    let writer = BatchWriter { connection, notifier, transactions: Arc::clone(&transactions), planned_at };
    let task = async move { window::run(|jobs| writer.write_window(jobs), interval, receiver).await };
    (Appender { jobs: sender, transactions }, task)
}

impl Appender {
    /// Appends, and waits until the events are on disk.
    pub(super) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let closed = || StoreError::Unavailable("the database is being closed".to_owned());
        let (reply, result) = oneshot::channel();
        self.jobs.send((append, reply)).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }

    /// How many statements, each a transaction, have appended something.
    pub(super) fn transactions(&self) -> u64 {
        self.transactions.load(Ordering::Relaxed)
    }
}

/// Writes batches of appends to the database, and notifies the other servers of them.
struct BatchWriter {
    connection: Connection,
    notifier: Notifier,
    transactions: Arc<AtomicU64>,
    /// When PostgreSQL last planned the statements again.
    planned_at: Mutex<Instant>,
}

impl BatchWriter {
    /// Writes a window of appends, at most one for each table: moves with a statement of their own, then the rest.
    async fn write_window(&self, jobs: Vec<AppendJob>) {
        let (moves, others): (Vec<AppendJob>, Vec<AppendJob>) =
            jobs.into_iter().partition(|(append, _)| is_move(append));
        for batch in [moves, others] {
            if !batch.is_empty() {
                self.write(batch).await;
            }
        }
        if self.is_replan_due(Instant::now()) {
            // If it fails, so does the next append, which reports why.
            let _ = self.connection.query(REPLAN, &[]).await;
        }
    }

    /// Whether the statements are due to be planned again. If so, restarts the interval.
    fn is_replan_due(&self, now: Instant) -> bool {
        let mut planned_at = self.planned_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = now.saturating_duration_since(*planned_at) >= REPLAN_INTERVAL;
        if is_due {
            *planned_at = now;
        }
        is_due
    }

    /// Writes a batch and reports the result of each append.
    async fn write(&self, jobs: Vec<AppendJob>) {
        let (appends, replies): (Vec<Append>, Vec<_>) = jobs.into_iter().unzip();
        let results = match self.append(&appends).await {
            Ok(results) => results,
            Err(QueryError::Rejected(_)) if appends.len() > 1 => self.append_one_by_one(&appends).await,
            Err(QueryError::Rejected(error) | QueryError::NotSent(error)) => vec![Err(error); appends.len()],
            Err(QueryError::NoReply(_)) => self.resolve(&appends).await,
        };
        for (reply, result) in replies.into_iter().zip(results) {
            // The caller may have been cancelled.
            let _ = reply.send(result);
        }
    }

    /// Writes a rejected batch one by one, so that one append that cannot be written does not fail the others.
    async fn append_one_by_one(&self, appends: &[Append]) -> Vec<Result<(), StoreError>> {
        let deadline = Instant::now() + ISOLATION_LIMIT;
        let mut results = Vec::new();
        for one in appends.chunks(1) {
            match self.append(one).await {
                Ok(one) => results.extend(one),
                Err(QueryError::Rejected(error)) if Instant::now() < deadline => results.push(Err(error)),
                Err(QueryError::NoReply(_)) => results.extend(self.resolve(one).await),
                Err(QueryError::Rejected(error) | QueryError::NotSent(error)) => {
                    // The database is slow or gone: the others fail at once instead of waiting for it one after the
                    // other.
                    results.resize(appends.len(), Err(error));
                    break;
                }
            }
        }
        results
    }

    /// Finds out what became of appends without a reply, by sending them again.
    ///
    /// The version check makes this safe and conclusive. If the first attempt was committed, the second one conflicts, and
    /// the events are found at their place. If the second attempt is committed, the first one, should it still be running
    /// somewhere, conflicts. Only if the database cannot be reached does the outcome stay unknown.
    async fn resolve(&self, appends: &[Append]) -> Vec<Result<(), StoreError>> {
        self.connection.wait_until_up(RECONNECT_LIMIT).await;
        let unknown = |error: QueryError| StoreError::OutcomeUnknown(StoreError::from(error).to_string());
        let mut results = match self.append(appends).await {
            Ok(results) => results,
            Err(error) => return vec![Err(unknown(error)); appends.len()],
        };
        for (append, result) in appends.iter().zip(&mut results) {
            if *result == Err(StoreError::Conflict) {
                *result = match self.is_written(append).await {
                    Ok(true) => {
                        self.notify_of(append).await;
                        Ok(())
                    }
                    Ok(false) => Err(StoreError::Conflict),
                    Err(error) => Err(unknown(error)),
                };
            }
        }
        results
    }

    /// Notifies the other servers of an append whose reply, which names them, was lost.
    async fn notify_of(&self, append: &Append) {
        const WATCHERS: &str = "SELECT watchers FROM tables WHERE id = $1";
        match self.connection.query(WATCHERS, &[&append.id.to_string()]).await.map_err(StoreError::from) {
            Ok(rows) => {
                for row in &rows {
                    self.notifier.table_changed(append, &row.get::<_, Vec<i64>>(0));
                }
            }
            Err(error) => {
                tracing::warn!(table = append.id.prefix(), %error, "other servers may be notified late of an append");
            }
        }
        self.notifier.lobby_changed();
    }

    /// Whether the events of an append are in the database, at their place.
    async fn is_written(&self, append: &Append) -> Result<bool, QueryError> {
        let Append { id, version, events, .. } = append;
        let (from, to) = (from_count(*version), from_count(version + events.len()));
        let rows = self.connection.query(READ_BACK, &[&id.to_string(), &from, &to]).await?;
        let written = append.written_events().map(|(_, event)| event);
        let is_same = rows.iter().map(|row| row.get::<_, &str>(0)).eq(written);
        Ok(is_same && !events.is_empty())
    }

    /// Sends one statement for all of these, and returns the result of each.
    async fn append(&self, appends: &[Append]) -> Result<Vec<Result<(), StoreError>>, QueryError> {
        // The first append of a session prepares both statements: the first move then waits for one reply, not for two.
        self.connection.prepare(&[APPEND, APPEND_MOVES]).await?;
        let rows = if appends.iter().all(is_move) {
            let moves = MoveColumns::new(appends);
            self.connection.query(APPEND_MOVES, &moves.values()).await?
        } else {
            let batch = AppendColumns::new(appends);
            self.connection.query(APPEND, &batch.values()).await?
        };
        self.transactions.fetch_add(1, Ordering::Relaxed);
        let written: HashSet<i64> = rows.iter().map(|row| row.get(0)).collect();
        for row in &rows {
            let append = usize::try_from(row.get::<_, i64>(0) - 1).ok().and_then(|index| appends.get(index));
            if let Some(append) = append {
                self.notifier.table_changed(append, &row.get::<_, Vec<i64>>(1));
            }
        }
        if rows.iter().any(|row| row.get(2)) {
            self.notifier.lobby_changed();
        }
        let result = |number| if written.contains(&number) { Ok(()) } else { Err(StoreError::Conflict) };
        Ok((1..).map(result).take(appends.len()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::postgres::open::APPENDER_OPTIONS;
    use crate::store::postgres::plan::plan_once;

    /// One plan serves all parameters, whether it is made before there are statistics or after.
    #[tokio::test]
    async fn appends_find_every_row_by_an_index_whether_the_database_is_new_or_full() {
        const FULL: &str =
            "INSERT INTO events SELECT key, number, 'line' FROM tables, generate_series(0, 9) AS number;
            INSERT INTO seats SELECT key, seat, key FROM tables, generate_series(1, 2) AS seat; ANALYZE";
        for (sql, more) in
            [(APPEND, None), (APPEND, Some(FULL)), (APPEND_MOVES, None), (APPEND_MOVES, Some(FULL))]
        {
            let plan = plan_once(sql, APPENDER_OPTIONS, more).await;
            let lines: Vec<&str> = plan.lines().collect();
            assert!(!plan.contains("Seq Scan"), "{plan}");
            for (index, _) in lines.iter().enumerate().filter(|(_, line)| line.contains(" Index Scan ")) {
                assert!(lines[index + 1].contains("Index Cond: "), "the whole index is read: {plan}");
            }
            let found_by = |index: &str| plan.contains(&format!("using {index} "));
            assert!(found_by("tables_id_key") && found_by("tables_pkey"), "{plan}");
        }
    }
}
