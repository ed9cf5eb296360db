//! A connection that comes back by itself, and that never lets anybody wait for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Connection, NoTls, Row, Socket, Statement, tls::NoTlsStream};

use crate::store::Fault;

/// How long an answer may take.
pub(super) const PATIENCE: Duration = Duration::from_millis(1500);

/// How long a connection that is gone may take to come back before somebody who needs it is turned away.
const GRACE: Duration = Duration::from_millis(300);

/// The longest time between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Why a statement gave nothing.
pub(super) enum Unasked {
    /// The database says so: something else may work.
    Refused(Fault),
    /// There is no database.
    Gone(Fault),
}

impl From<Unasked> for Fault {
    fn from(unasked: Unasked) -> Fault {
        let (Unasked::Refused(fault) | Unasked::Gone(fault)) = unasked;
        fault
    }
}

/// The values of a statement.
pub(super) type Values<'a> = [&'a (dyn ToSql + Sync)];

/// Something that PostgreSQL did not do, in words, with the reason behind it.
pub(super) fn unavailable(error: &tokio_postgres::Error) -> Fault {
    let why = error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string);
    let cause = std::error::Error::source(error).filter(|_| error.as_db_error().is_none());
    let cause = cause.map_or_else(String::new, |cause| format!(" ({cause})"));
    Fault::Unavailable(format!("the database cannot be used: {why}{cause}"))
}

/// Connects once.
pub(super) async fn connect(config: &Config) -> Result<(Client, Connection<Socket, NoTlsStream>), Fault> {
    let late = |_| Fault::Unavailable("the database did not answer in time".to_owned());
    timeout(PATIENCE, config.connect(NoTls)).await.map_err(late)?.map_err(|error| unavailable(&error))
}

/// How long to wait before the next attempt, after so many that failed.
pub(super) async fn pause(failures: u32) {
    let pause = Duration::from_millis(25) * 2_u32.pow(failures.min(8));
    sleep(pause.min(LONGEST_PAUSE)).await;
}

/// What whoever asks sees of a connection.
#[derive(Clone, Debug)]
pub(super) struct Line(watch::Receiver<Result<Arc<Link>, Fault>>);

/// A connection that is there.
#[derive(Debug)]
pub(super) struct Link {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Told by whoever waited in vain.
    broken: Notify,
}

/// A line, and what keeps it up for as long as it runs.
pub(super) fn line(config: Config) -> (Line, impl Future<Output = ()> + Send) {
    let (sender, receiver) =
        watch::channel(Err(Fault::Unavailable("the database is not there yet".to_owned())));
    (Line(receiver), keep_up(config, sender))
}

async fn keep_up(config: Config, sender: watch::Sender<Result<Arc<Link>, Fault>>) {
    let mut failures = 0;
    loop {
        let fault = match connect(&config).await {
            Ok((client, connection)) => {
                failures = 0;
                let link = Arc::new(Link { client, statements: Mutex::default(), broken: Notify::new() });
                let _ = sender.send_replace(Ok(Arc::clone(&link)));
                tokio::select! {
                    ended = connection => ended.map_or_else(
                        |error| unavailable(&error),
                        |()| Fault::Unavailable("the database has closed the connection".to_owned()),
                    ),
                    () = link.broken.notified() => Fault::Unavailable("the database does not answer".to_owned()),
                }
            }
            Err(fault) => fault,
        };
        let _ = sender.send_replace(Err(fault));
        pause(failures).await;
        failures += 1;
    }
}

impl Line {
    /// Whether it is up.
    pub(super) fn is_up(&self) -> bool {
        self.0.borrow().is_ok()
    }

    /// The connection, if it is there or back in a moment.
    async fn link(&self) -> Result<Arc<Link>, Fault> {
        let mut state = self.0.clone();
        let _ = timeout(GRACE, state.wait_for(Result::is_ok)).await;
        state.borrow().clone()
    }

    /// The rows that a statement gives.
    pub(super) async fn query(&self, sql: &'static str, values: &Values<'_>) -> Result<Vec<Row>, Unasked> {
        let link = self.link().await.map_err(Unasked::Gone)?;
        match timeout(PATIENCE, link.query(sql, values)).await {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) if error.is_closed() || link.client.is_closed() => {
                Err(Unasked::Gone(unavailable(&error)))
            }
            Ok(Err(error)) => Err(Unasked::Refused(unavailable(&error))),
            Err(_) => {
                link.broken.notify_one();
                Err(Unasked::Gone(Fault::Unavailable("the database did not answer in time".to_owned())))
            }
        }
    }
}

impl Link {
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
