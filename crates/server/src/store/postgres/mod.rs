//! The store on PostgreSQL, which any number of servers share. No server owns a table: the first append at a version
//! counts, and the other servers are notified of it.

mod append;
mod connect_once;
mod connection;
mod listen;
mod migrate;
mod search;
mod upkeep;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use table::{GuestId, TableId, Time};
use tokio::sync::{Mutex, broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_postgres::types::FromSqlOwned;
use tokio_postgres::{Config, Row};

use super::encoding::{from_count, from_guest, from_time, to_guest, to_time};
use super::{Append, Change, Outage, Search, StoreError, table_ids};
use append::Appender;
pub(crate) use connect_once::connect_once;
use connection::{Connection, RESPONSE_TIMEOUT, STATEMENT_TIMEOUT, Values, unavailable};
pub(crate) use migrate::SCHEMA_VERSION;

/// How many connections there are beside those for appends, notifications and searches.
const POOL_SIZE: usize = 4;

/// How many connections search the archive.
const SEARCHERS: usize = 3;

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

/// The settings of the connection that appends. The tables grow faster than their statistics, so each append is planned
/// anew and uses the indexes.
const APPENDER_OPTIONS: &str = " -c plan_cache_mode=force_custom_plan -c enable_seqscan=off";

/// The settings of the connections that search the archive: they use the indexes whatever the statistics say.
const SEARCHER_OPTIONS: &str = " -c plan_cache_mode=force_custom_plan -c enable_seqscan=off";

/// A PostgreSQL database.
#[derive(Clone, Debug)]
pub struct Postgres {
    connections: Arc<Pool>,
    /// Separate from the other connections: searches delay no game.
    searchers: Arc<Pool>,
    appender: Appender,
    changes: broadcast::Sender<Change>,
    /// A name for this server that no other one has.
    process: String,
    /// The tasks that maintain the connections. They end when the last clone is dropped.
    _tasks: Arc<Mutex<JoinSet<()>>>,
}

/// Connections that are used in turn.
#[derive(Debug)]
struct Pool {
    connections: Vec<Connection>,
    turn: AtomicUsize,
}

impl Pool {
    /// The next connection that is established.
    fn next(&self) -> &Connection {
        let (connections, count) = (&self.connections, self.connections.len());
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut in_turn = (0..count).map(|next| &connections[first.wrapping_add(next) % count]);
        in_turn.find(|connection| connection.is_up()).unwrap_or(&connections[first % count])
    }
}

impl Postgres {
    /// Opens the database at `postgresql://user:password@host/name` (or `host=… user=… dbname=…`), and creates or migrates
    /// its schema. The connection is not encrypted: the database has to be on this machine, in a private network, or
    /// behind a tunnel.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
            StoreError::Unavailable(format!("that is not the address of a PostgreSQL database: {error}"))
        })?;
        let options = config.get_options().map_or_else(options, |more| format!("{} {more}", options()));
        config.options(&options).application_name("trois");
        config.keepalives_idle(Duration::from_secs(5)).tcp_user_timeout(Duration::from_secs(5));
        let process = prepare(&config).await?;

        let mut tasks = JoinSet::new();
        let changes = broadcast::Sender::new(MAX_PENDING_CHANGES);
        let (up, mut is_up) = watch::channel(false);
        tasks.spawn(listen::listen(config.clone(), process.clone(), changes.clone(), up));
        let mut connection = |config: &Config| {
            let (connection, maintain) = connection::open(config.clone());
            tasks.spawn(maintain);
            connection
        };
        let connections = (0..POOL_SIZE).map(|_| connection(&config)).collect();
        let search_config = config.clone().options(format!("{options}{SEARCHER_OPTIONS}")).clone();
        let searchers = (0..SEARCHERS).map(|_| connection(&search_config)).collect();
        let append_connection = connection(config.clone().options(format!("{options}{APPENDER_OPTIONS}")));
        let (appender, write) = append::appender(append_connection, process.clone());
        tasks.spawn(write);
        let late = |_| StoreError::Unavailable("the database did not let this server listen".to_owned());
        timeout(2 * RESPONSE_TIMEOUT, is_up.wait_for(|&is_up| is_up))
            .await
            .map_err(late)?
            .map_err(|_| StoreError::Unavailable("the database is being closed".to_owned()))?;
        let connections = Arc::new(Pool { connections, turn: AtomicUsize::new(0) });
        let searchers = Arc::new(Pool { connections: searchers, turn: AtomicUsize::new(0) });
        Ok(Postgres {
            connections,
            searchers,
            appender,
            changes,
            process,
            _tasks: Arc::new(Mutex::new(tasks)),
        })
    }

    /// See [`Store::append`](super::Store::append).
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.appender.append(append).await
    }

    /// See [`Store::events`](super::Store::events).
    pub async fn events(&self, id: &TableId, from: usize) -> Result<Vec<String>, StoreError> {
        const SELECT: &str =
            "SELECT line FROM events WHERE table_key = (SELECT key FROM tables WHERE id = $1)
            AND number >= $2 ORDER BY number";
        self.column(SELECT, &[&id.to_string(), &from_count(from)]).await
    }

    /// See [`Store::listed_and_opener`](super::Store::listed_and_opener).
    pub async fn listed_and_opener(&self, id: &TableId) -> Result<Option<(bool, GuestId)>, StoreError> {
        const SELECT: &str = "SELECT is_listed, opener FROM tables WHERE id = $1";
        let rows = self.query(SELECT, &[&id.to_string()]).await?;
        Ok(rows.first().map(|row| (row.get(0), to_guest(row.get(1)))))
    }

    /// See [`Store::due`](super::Store::due).
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage < 2 AND wake_at IS NOT NULL AND wake_at <= $1
            ORDER BY wake_at, key LIMIT $2";
        Ok(table_ids(self.column(SELECT, &[&from_time(now), &i64::from(limit)]).await?))
    }

    /// See [`Store::lobby`](super::Store::lobby).
    pub async fn lobby(&self, limit: u32, offset: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM (
                SELECT listing, opened_at, key,
                    row_number() OVER (PARTITION BY opener ORDER BY opened_at DESC, key DESC) AS place
                FROM tables WHERE stage = 0 AND is_listed AND is_joinable
            ) AS placed ORDER BY place, opened_at DESC, key DESC LIMIT $1 OFFSET $2";
        self.column(SELECT, &[&i64::from(limit), &i64::from(offset)]).await
    }

    /// See [`Store::pairing_candidates`](super::Store::pairing_candidates).
    pub async fn pairing_candidates(
        &self,
        setup: &str,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM tables WHERE stage = 0 AND is_listed AND is_joinable
            AND setup = $1 AND opener <> $2
            AND NOT EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key AND guest = $2)
            ORDER BY opened_at DESC, key DESC LIMIT $3";
        self.column(SELECT, &[&setup, &from_guest(guest), &i64::from(limit)]).await
    }

    /// See [`Store::games_of`](super::Store::games_of).
    pub async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        const UNFINISHED: &str = "SELECT listing, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = $1 AND ended_at IS NULL ORDER BY to_move DESC, at DESC, key DESC LIMIT $2";
        const OVER: &str = "SELECT listing, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = $1 AND ended_at IS NOT NULL ORDER BY ended_at DESC, table_key DESC LIMIT $2";
        let mut games = Vec::new();
        for sql in [UNFINISHED, OVER] {
            let left = i64::from(limit) - from_count(games.len());
            let rows = self.query(sql, &[&from_guest(guest), &left]).await?;
            let seat = |row: &Row| u8::try_from(row.get::<_, i16>(1)).unwrap_or_default();
            games.extend(rows.iter().map(|row| (row.get(0), seat(row))));
        }
        Ok(games)
    }

    /// See [`Store::unfinished_count`](super::Store::unfinished_count).
    pub async fn unfinished_count(&self, guest: GuestId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM (
            SELECT key FROM tables WHERE stage < 2 AND stage IN (0, 1) AND opener = $1
            UNION SELECT table_key FROM seats WHERE guest = $1 AND ended_at IS NULL) AS unfinished";
        self.count(COUNT, &[&from_guest(guest)]).await
    }

    /// See [`Store::archive`](super::Store::archive).
    pub async fn archive(&self, search: Search) -> Result<Vec<String>, StoreError> {
        if search.matches_nothing() {
            return Ok(Vec::new());
        }
        search::archive(self.searchers.next(), &search).await
    }

    /// See [`Store::running`](super::Store::running).
    pub async fn running(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM tables WHERE stage < 2 AND stage = 1 AND is_listed
            ORDER BY opened_at DESC, key DESC LIMIT $1";
        self.column(SELECT, &[&i64::from(limit)]).await
    }

    /// See [`Store::playing_count`](super::Store::playing_count).
    pub async fn playing_count(&self) -> Result<u32, StoreError> {
        self.count("SELECT count(*) FROM tables WHERE stage < 2 AND stage = 1", &[]).await
    }

    /// See [`Store::guest_name`](super::Store::guest_name).
    pub async fn guest_name(&self, guest: GuestId) -> Result<Option<String>, StoreError> {
        Ok(self.column("SELECT name FROM guests WHERE id = $1", &[&from_guest(guest)]).await?.pop())
    }

    /// See [`Store::set_guest_name`](super::Store::set_guest_name).
    pub async fn set_guest_name(&self, guest: GuestId, name: &str, now: Time) -> Result<(), StoreError> {
        const PUT: &str = "INSERT INTO guests (id, name, at) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = $2, at = $3";
        self.query(PUT, &[&from_guest(guest), &name, &from_time(now)]).await?;
        Ok(())
    }

    /// See [`Store::put_handover_key`](super::Store::put_handover_key).
    pub async fn put_handover_key(
        &self,
        key: &str,
        id: &TableId,
        guest: GuestId,
        until: Time,
    ) -> Result<(), StoreError> {
        const PUT: &str = "INSERT INTO keys (key, table_key, guest, until)
            SELECT $1, tables.key, $3, $4 FROM tables WHERE id = $2
            ON CONFLICT (key) DO UPDATE SET table_key = excluded.table_key, guest = $3, until = $4
            RETURNING guest";
        let values: &Values<'_> = &[&key, &id.to_string(), &from_guest(guest), &from_time(until)];
        let rows = self.query(PUT, values).await?;
        if rows.is_empty() { Err(StoreError::Conflict) } else { Ok(()) }
    }

    /// See [`Store::take_handover_key`](super::Store::take_handover_key).
    pub async fn take_handover_key(
        &self,
        key: &str,
        id: &TableId,
        now: Time,
    ) -> Result<Option<GuestId>, StoreError> {
        const TAKE: &str = "DELETE FROM keys WHERE key = $1 AND until >= $3
            AND table_key = (SELECT tables.key FROM tables WHERE id = $2) RETURNING guest";
        let mut guests = self.column(TAKE, &[&key, &id.to_string(), &from_time(now)]).await?;
        Ok(guests.pop().map(to_guest))
    }

    /// See [`Store::heartbeat`](super::Store::heartbeat).
    pub async fn heartbeat(&self, now: Time, min_outage: u64) -> Result<Option<Outage>, StoreError> {
        const HEARTBEAT: &str =
            "WITH beat AS (UPDATE alive SET before = at, at = greatest(at, $1) RETURNING before)
            INSERT INTO downs (from_at, to_at) SELECT before, $1 FROM beat WHERE before < $1 - $2
            ON CONFLICT DO NOTHING RETURNING from_at, to_at";
        // Tells the other servers that this one is running.
        let sign = format!("{} !", self.process);
        self.query("SELECT pg_notify('trois', $1)", &[&sign]).await?;
        let min_outage = i64::try_from(min_outage).unwrap_or(i64::MAX);
        let rows = self.query(HEARTBEAT, &[&from_time(now), &min_outage]).await?;
        Ok(rows.first().map(outage))
    }

    /// See [`Store::outages`](super::Store::outages).
    pub async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        const SELECT: &str = "SELECT from_at, to_at FROM downs WHERE to_at > $1 ORDER BY to_at, from_at";
        let rows = self.query(SELECT, &[&from_time(after)]).await?;
        Ok(rows.iter().map(outage).collect())
    }

    /// See [`Store::clean_up`](super::Store::clean_up).
    pub async fn clean_up(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        const CLOSED: &str = "DELETE FROM tables
            WHERE key IN (SELECT key FROM tables WHERE stage = 3 AND at < $1 LIMIT $2) RETURNING key";
        // In steps, so that appends do not wait for a long deletion.
        const AT_ONCE: i64 = 500;
        // A running game that has not been loaded since an outage still has to be credited with it.
        const OLD_OUTAGES: &str = "DELETE FROM downs WHERE to_at < $1
            AND to_at < (SELECT coalesce(min(at), $1) FROM tables WHERE stage < 2 AND stage = 1)";
        const WAITING: &str =
            "SELECT id FROM tables WHERE stage < 2 AND stage = 0 AND at < $1 ORDER BY at, key";
        let (before, now) = (from_time(before), from_time(now));
        while from_count(self.query(CLOSED, &[&before, &AT_ONCE]).await?.len()) == AT_ONCE {}
        self.query("DELETE FROM keys WHERE until < $1", &[&now]).await?;
        self.query(OLD_OUTAGES, &[&before]).await?;
        Ok(table_ids(self.column(WAITING, &[&before]).await?))
    }

    /// See [`Store::changes`](super::Store::changes).
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Runs a statement on the next connection of the pool that is established, and returns its rows.
    async fn query(&self, sql: &'static str, values: &Values<'_>) -> Result<Vec<Row>, StoreError> {
        Ok(self.connections.next().query(sql, values).await?)
    }

    /// Runs a statement and returns its first column.
    async fn column<T: FromSqlOwned>(
        &self,
        sql: &'static str,
        values: &Values<'_>,
    ) -> Result<Vec<T>, StoreError> {
        Ok(self.query(sql, values).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn count(&self, sql: &'static str, values: &Values<'_>) -> Result<u32, StoreError> {
        let count = self.column::<i64>(sql, values).await?.pop().unwrap_or_default();
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

fn outage(row: &Row) -> Outage {
    Outage { from: to_time(row.get(0)), to: to_time(row.get(1)) }
}

/// Migrates the schema, and returns a name for this server that no other one has.
async fn prepare(config: &Config) -> Result<String, StoreError> {
    let (mut client, connection) = connection::connect(config).await?;
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        // If it fails, the statements below fail too.
        let _ = connection.await;
    });
    migrate::migrate(&mut client).await?;
    let row = client.query_one("SELECT gen_random_uuid()::text", &[]).await;
    row.map(|row| row.get(0)).map_err(|error| unavailable(&error))
}
