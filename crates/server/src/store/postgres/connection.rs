//! A connection that reconnects by itself and on which no caller waits for long.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::target::Target;
use crate::store::StoreError;

/// How long a statement may run before PostgreSQL cancels it. Then nothing of it is written.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_millis(1500);

/// How long the reply to a statement may take. It is longer than the database needs to cancel the statement, so that a
/// missing reply means a broken connection, and not a statement that is still running.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_millis(2500);
const _: () = assert!(RESPONSE_TIMEOUT.as_millis() > STATEMENT_TIMEOUT.as_millis());

/// How long each step of the start may take, and each attempt of an operator's command to connect. No player waits for
/// those, and a busy database or machine must not make them fail.
pub(super) const START_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a caller waits for a lost connection to come back.
const RECONNECT_GRACE: Duration = Duration::from_millis(300);

/// The longest pause between two attempts to connect.
const MAX_BACKOFF: Duration = Duration::from_secs(1);

/// Why a statement has no result.
#[derive(Debug)]
pub(super) enum QueryError {
    /// PostgreSQL returned an error: nothing was written, and other statements may work.
    Rejected(StoreError),
    /// There was no connection: the statement was not sent.
    NotSent(StoreError),
    /// The connection broke before the reply came: a statement that writes may have been committed.
    NoReply(StoreError),
}

impl From<QueryError> for StoreError {
    fn from(error: QueryError) -> StoreError {
        let (QueryError::Rejected(error) | QueryError::NotSent(error) | QueryError::NoReply(error)) = error;
        error
    }
}

/// The parameters of a statement.
pub(super) type Values<'a> = [&'a (dyn ToSql + Sync)];

/// The store error for an error of PostgreSQL, with its cause.
pub(super) fn unavailable(error: &tokio_postgres::Error) -> StoreError {
    let why = error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string);
    let cause = std::error::Error::source(error).filter(|_| error.as_db_error().is_none());
    let cause = cause.map_or_else(String::new, |cause| format!(" ({cause})"));
    StoreError::Unavailable(format!("the database cannot be used: {why}{cause}"))
}

pub(super) fn no_reply() -> StoreError {
    StoreError::Unavailable("the database did not answer in time".to_owned())
}

/// Waits before the next attempt to connect, longer after each failure.
pub(super) async fn back_off(failures: u32) {
    let pause = Duration::from_millis(25) * 2_u32.pow(failures.min(8));
    sleep(pause.min(MAX_BACKOFF)).await;
}

/// A handle to the current session, which callers share.
#[derive(Clone, Debug)]
pub(super) struct Connection(watch::Receiver<Result<Arc<PostgresSession>, StoreError>>);

/// One established connection to PostgreSQL.
#[derive(Debug)]
struct PostgresSession {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    is_broken: AtomicBool,
    /// Notified when `is_broken` is set.
    broken: Notify,
}

/// A connection, and the task that keeps it established for as long as it is polled.
pub(super) fn open(target: Target) -> (Connection, impl Future<Output = ()> + Send) {
    let not_yet = StoreError::Unavailable("the database is not connected yet".to_owned());
    let (sender, receiver) = watch::channel(Err(not_yet));
    (Connection(receiver), maintain(target, sender))
}

async fn maintain(target: Target, sender: watch::Sender<Result<Arc<PostgresSession>, StoreError>>) {
    let mut failures = 0;
    loop {
        let error = match target.connect().await {
            Ok((client, connection)) => {
                failures = 0;
                let session = Arc::new(PostgresSession::new(client));
                let _ = sender.send_replace(Ok(Arc::clone(&session)));
                tokio::select! {
                    ended = connection => ended.map_or_else(
                        |error| unavailable(&error),
                        |()| StoreError::Unavailable("the database has closed the connection".to_owned()),
                    ),
                    () = session.broken.notified() => no_reply(),
                }
            }
            Err(error) => error,
        };
        let _ = sender.send_replace(Err(error));
        back_off(failures).await;
        failures += 1;
    }
}

impl Connection {
    /// Whether a session is established.
    pub(super) fn is_up(&self) -> bool {
        is_usable(&self.0.borrow())
    }

    /// Waits until a session is established, at most this long.
    pub(super) async fn wait_until_up(&self, limit: Duration) {
        let _ = timeout(limit, self.0.clone().wait_for(is_usable)).await;
    }

    async fn session(&self) -> Result<Arc<PostgresSession>, StoreError> {
        self.wait_until_up(RECONNECT_GRACE).await;
        match &*self.0.borrow() {
            Ok(session) if session.is_usable() => Ok(Arc::clone(session)),
            Ok(_) => Err(no_reply()),
            Err(error) => Err(error.clone()),
        }
    }

    /// Prepares statements that the session does not have yet. Nothing is written, whether it succeeds or fails.
    pub(super) async fn prepare(&self, statements: &[&'static str]) -> Result<(), QueryError> {
        let session = self.session().await.map_err(QueryError::NotSent)?;
        let prepare = async {
            for sql in statements {
                session.statement(sql).await?;
            }
            Ok::<(), tokio_postgres::Error>(())
        };
        match timeout(RESPONSE_TIMEOUT, prepare).await {
            Ok(prepared) => prepared.map_err(|error| QueryError::NotSent(unavailable(&error))),
            Err(_) => {
                session.mark_broken();
                Err(QueryError::NotSent(no_reply()))
            }
        }
    }

    /// Runs a statement and returns its rows.
    pub(super) async fn query(&self, sql: &'static str, values: &Values<'_>) -> Result<Vec<Row>, QueryError> {
        let session = self.session().await.map_err(QueryError::NotSent)?;
        match timeout(RESPONSE_TIMEOUT, session.query(sql, values)).await {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) if error.is_closed() || session.client.is_closed() => {
                Err(QueryError::NoReply(unavailable(&error)))
            }
            Ok(Err(error)) => Err(QueryError::Rejected(unavailable(&error))),
            Err(_) => {
                session.mark_broken();
                Err(QueryError::NoReply(no_reply()))
            }
        }
    }
}

fn is_usable(session: &Result<Arc<PostgresSession>, StoreError>) -> bool {
    session.as_ref().is_ok_and(|session| session.is_usable())
}

impl PostgresSession {
    fn new(client: Client) -> PostgresSession {
        PostgresSession {
            client,
            statements: Mutex::default(),
            is_broken: AtomicBool::new(false),
            broken: Notify::new(),
        }
    }

    fn is_usable(&self) -> bool {
        !self.is_broken.load(Ordering::Acquire) && !self.client.is_closed()
    }

    /// Marks the session as broken: no more replies are expected on it.
    fn mark_broken(&self) {
        self.is_broken.store(true, Ordering::Release);
        self.broken.notify_one();
    }

    async fn query(&self, sql: &'static str, values: &Values<'_>) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }

    /// The prepared statement for this SQL.
    async fn statement(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        let prepared = || self.statements.lock().unwrap_or_else(PoisonError::into_inner);
        let statement = prepared().get(sql).cloned();
        if let Some(statement) = statement {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        prepared().insert(sql, statement.clone());
        Ok(statement)
    }
}
