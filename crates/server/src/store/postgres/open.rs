//! Opens the database: migrates its schema, and starts the tasks that maintain the connections.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::connection::{self, START_TIMEOUT, STATEMENT_TIMEOUT, unavailable};
use super::interval::StatementInterval;
use super::notify::{self, NOTIFIER_OPTIONS};
use super::pool::Pool;
use super::target::Target;
use super::{Postgres, append, listen, migrate};
use crate::store::{SEARCH_TIMEOUT, StoreError};

/// How many connections there are beside those for appends, notifications and searches.
const POOL_SIZE: usize = 4;

/// How many connections search the archive.
const SEARCHERS: usize = 3;

/// How many connections write which tables this server watches.
const WATCH_CONNECTIONS: usize = 2;

/// How many notifications may wait to be received.
const MAX_PENDING_CHANGES: usize = 4096;

/// The settings of every connection: a commit returns when it is on disk, and PostgreSQL cancels what takes too long, so
/// that no row stays locked by a server that is gone.
fn options() -> String {
    let timeout = STATEMENT_TIMEOUT.as_millis();
    format!(
        "-c synchronous_commit=on -c statement_timeout={timeout}ms -c idle_in_transaction_session_timeout=2s"
    )
}

/// The settings of the connection that appends. To plan a statement takes PostgreSQL as long as to write a few moves, so
/// each one is planned once. The tables grow faster than their statistics: whatever these say, rows are found by indexes.
pub(super) const APPENDER_OPTIONS: &str =
    "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_mergejoin=off -c jit=off";

/// The settings of the connections that search the archive: they use the indexes whatever the statistics say, and a search
/// that takes long is cancelled.
fn searcher_options() -> String {
    let timeout = SEARCH_TIMEOUT.as_millis();
    format!("-c plan_cache_mode=force_custom_plan -c enable_seqscan=off -c statement_timeout={timeout}ms")
}

impl Postgres {
    /// Opens the database at `postgresql://user:password@host/name` (or `host=… user=… dbname=…`), and creates or migrates
    /// its schema. The address is read as libpq reads it, with `sslmode` and password files, and may name several hosts,
    /// of which the one that can be written to is used.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let mut target = Target::parse(url)?;
        target.configure(|config| {
            let options = config.get_options().map_or_else(options, |more| format!("{} {more}", options()));
            config.options(&options).application_name("trois");
            config.keepalives_idle(Duration::from_secs(5)).tcp_user_timeout(Duration::from_secs(5));
        });
        let server = prepare(&mut target).await?;

        let mut tasks = JoinSet::new();
        let changes = broadcast::Sender::new(MAX_PENDING_CHANGES);
        let (up, mut is_up) = watch::channel(false);
        let interval = StatementInterval::default();
        tasks.spawn(listen::listen(target.clone(), server, changes.clone(), interval.clone(), up));
        let mut opened = Vec::new();
        let mut connection = |target: &Target| {
            let (connection, maintain) = connection::open(target.clone());
            tasks.spawn(maintain);
            opened.push(connection.clone());
            connection
        };
        let connections = (0..POOL_SIZE).map(|_| connection(&target)).collect();
        let search_target = target.with_options(&searcher_options());
        let searchers = (0..SEARCHERS).map(|_| connection(&search_target)).collect();
        let append_connection = connection(&target.with_options(APPENDER_OPTIONS));
        let notify_target = target.with_options(NOTIFIER_OPTIONS);
        let watch_connections = (0..WATCH_CONNECTIONS).map(|_| connection(&notify_target)).collect();
        let (notifier, notify) = notify::notifier(connection(&notify_target), server, interval.clone());
        let (appender, write) = append::appender(append_connection, notifier.clone(), interval);
        tasks.spawn(notify);
        tasks.spawn(write);
        let late = |_| StoreError::Unavailable("the database did not let this server listen".to_owned());
        timeout(START_TIMEOUT, is_up.wait_for(|&is_up| is_up))
            .await
            .map_err(late)?
            .map_err(|_| StoreError::Unavailable("the database is being closed".to_owned()))?;
        // On a busy machine connecting takes longer than players wait, so the first requests would be refused. A
        // connection that is still missing afterwards comes by itself.
        let all_up = opened.iter().map(|connection| connection.wait_until_up(START_TIMEOUT));
        futures_util::future::join_all(all_up).await;
        Ok(Postgres {
            connections: Pool::new(connections),
            searchers: Pool::new(searchers),
            watch_connections: Pool::new(watch_connections),
            appender,
            changes,
            notifier,
            server,
            _tasks: Arc::new(Mutex::new(tasks)),
        })
    }
}

/// Migrates the schema, and returns a number for this server that no other one has.
async fn prepare(target: &mut Target) -> Result<i64, StoreError> {
    let (mut client, connection) = target.connect_first().await?;
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        // If it fails, the statements below fail too.
        let _ = connection.await;
    });
    let set_timeout = format!("SET statement_timeout = {}", START_TIMEOUT.as_millis());
    client.batch_execute(&set_timeout).await.map_err(|error| unavailable(&error))?;
    target.record_encryption(&client).await?;
    migrate::migrate(&mut client).await?;
    let row = client.query_one("INSERT INTO servers DEFAULT VALUES RETURNING number", &[]).await;
    row.map(|row| row.get(0)).map_err(|error| unavailable(&error))
}
