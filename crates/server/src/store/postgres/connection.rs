//! A connection that comes back by itself, and that never lets anybody wait for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row, Socket, Statement, tls::NoTlsStream};

use crate::store::StoreError;

/// How long an answer may take.
pub(super) const PATIENCE: Duration = Duration::from_millis(1500);

/// How long a connection that is gone may take to come back before somebody who needs it is turned away.
const GRACE: Duration = Duration::from_millis(300);

/// The longest time between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Why a statement gave nothing.
pub(super) enum QueryError {
    /// The database says so: something else may work.
    Rejected(StoreError),
    /// There is no database.
    ConnectionLost(StoreError),
}

impl From<QueryError> for StoreError {
    fn from(error: QueryError) -> StoreError {
        let (QueryError::Rejected(error) | QueryError::ConnectionLost(error)) = error;
        error
    }
}

/// The values of a statement.
pub(super) type Values<'a> = [&'a (dyn ToSql + Sync)];

/// Something that PostgreSQL did not do, in words, with the reason behind it.
pub(super) fn unavailable(error: &tokio_postgres::Error) -> StoreError {
    let why = error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string);
    let cause = std::error::Error::source(error).filter(|_| error.as_db_error().is_none());
    let cause = cause.map_or_else(String::new, |cause| format!(" ({cause})"));
    StoreError::Unavailable(format!("the database cannot be used: {why}{cause}"))
}

/// Connects once.
pub(super) async fn connect(
    config: &Config,
) -> Result<(Client, tokio_postgres::Connection<Socket, NoTlsStream>), StoreError> {
    let late = |_| StoreError::Unavailable("the database did not answer in time".to_owned());
    timeout(PATIENCE, config.connect(NoTls)).await.map_err(late)?.map_err(|error| unavailable(&error))
}

/// How long to wait before the next attempt, after so many that failed.
pub(super) async fn pause(failures: u32) {
    let pause = Duration::from_millis(25) * 2_u32.pow(failures.min(8));
    sleep(pause.min(LONGEST_PAUSE)).await;
}

/// What whoever asks sees of a connection.
#[derive(Clone, Debug)]
pub(super) struct Connection(watch::Receiver<Result<Arc<Session>, StoreError>>);

/// A connection that is there.
#[derive(Debug)]
pub(super) struct Session {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Told by whoever waited in vain.
    broken: Notify,
}

/// A line, and what keeps it up for as long as it runs.
pub(super) fn open(config: Config) -> (Connection, impl Future<Output = ()> + Send) {
    let (sender, receiver) =
        watch::channel(Err(StoreError::Unavailable("the database is not there yet".to_owned())));
    (Connection(receiver), maintain(config, sender))
}

async fn maintain(config: Config, sender: watch::Sender<Result<Arc<Session>, StoreError>>) {
    let mut failures = 0;
    loop {
        let error = match connect(&config).await {
            Ok((client, connection)) => {
                failures = 0;
                let session =
                    Arc::new(Session { client, statements: Mutex::default(), broken: Notify::new() });
                let _ = sender.send_replace(Ok(Arc::clone(&session)));
                tokio::select! {
                    ended = connection => ended.map_or_else(
                        |error| unavailable(&error),
                        |()| StoreError::Unavailable("the database has closed the connection".to_owned()),
                    ),
                    () = session.broken.notified() => StoreError::Unavailable("the database does not answer".to_owned()),
                }
            }
            Err(error) => error,
        };
        let _ = sender.send_replace(Err(error));
        pause(failures).await;
        failures += 1;
    }
}

impl Connection {
    /// Whether it is up.
    pub(super) fn is_up(&self) -> bool {
        self.0.borrow().is_ok()
    }

    /// The connection, if it is there or back in a moment.
    async fn session(&self) -> Result<Arc<Session>, StoreError> {
        let mut state = self.0.clone();
        let _ = timeout(GRACE, state.wait_for(Result::is_ok)).await;
        state.borrow().clone()
    }

    /// The rows that a statement gives.
    pub(super) async fn query(&self, sql: &'static str, values: &Values<'_>) -> Result<Vec<Row>, QueryError> {
        let session = self.session().await.map_err(QueryError::ConnectionLost)?;
        match timeout(PATIENCE, session.query(sql, values)).await {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) if error.is_closed() || session.client.is_closed() => {
                Err(QueryError::ConnectionLost(unavailable(&error)))
            }
            Ok(Err(error)) => Err(QueryError::Rejected(unavailable(&error))),
            Err(_) => {
                session.broken.notify_one();
                Err(QueryError::ConnectionLost(StoreError::Unavailable(
                    "the database did not answer in time".to_owned(),
                )))
            }
        }
    }
}

impl Session {
    async fn query(&self, sql: &'static str, values: &Values<'_>) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }

    /// A statement that the database has read already.
    async fn statement(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        let known = || self.statements.lock().unwrap_or_else(PoisonError::into_inner);
        let statement = known().get(sql).cloned();
        if let Some(statement) = statement {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        known().insert(sql, statement.clone());
        Ok(statement)
    }
}
