//! The store on PostgreSQL, which any number of servers share. No server owns a table: the first append at a version
//! counts, and the servers that watch the table are notified of it.

mod address;
mod append;
mod connect_once;
mod connection;
mod explorer;
mod interval;
mod listen;
mod lists;
mod migrate;
mod notify;
mod open;
#[cfg(test)]
mod plan;
mod pool;
mod search;
mod target;
mod tls;
mod upkeep;
mod watching;

use std::sync::Arc;

use table::{GuestId, TableId, Time};
use tokio::sync::{Mutex, broadcast};
use tokio::task::JoinSet;
use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::encoding::{from_count, from_guest, from_time, to_guest, to_time};
use super::upkeep::DELETE_BATCH_SIZE;
use super::{Append, ArchiveSearch, Change, Outage, StoreError, TableOrigin, table_ids};
use append::Appender;
pub(crate) use connect_once::connect_once;
use connection::Values;
pub(crate) use migrate::SCHEMA_VERSION;
use notify::Notifier;
use pool::Pool;

/// A PostgreSQL database.
#[derive(Clone, Debug)]
pub struct Postgres {
    connections: Arc<Pool>,
    /// Separate from the other connections, so that searches do not delay games.
    searchers: Arc<Pool>,
    appender: Appender,
    changes: broadcast::Sender<Change>,
    notifier: Notifier,
    /// Separate from the other connections, with asynchronous commits: which tables a server watches need not be on
    /// disk.
    watch_connections: Arc<Pool>,
    /// The number of this server, which no other server has.
    server: i64,
    /// The tasks that maintain the connections. They end when the last clone is dropped.
    _tasks: Arc<Mutex<JoinSet<()>>>,
}

impl Postgres {
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

    /// See [`Store::origin`](super::Store::origin).
    pub async fn origin(&self, id: &TableId) -> Result<Option<TableOrigin>, StoreError> {
        const SELECT: &str = "SELECT is_listed, opener, opened_from FROM tables WHERE id = $1";
        let rows = self.query(SELECT, &[&id.to_string()]).await?;
        Ok(rows.first().map(origin))
    }

    /// See [`Store::archive`](super::Store::archive).
    pub async fn archive(&self, search: ArchiveSearch) -> Result<Vec<String>, StoreError> {
        if search.matches_nothing() {
            return Ok(Vec::new());
        }
        search::archive(&*self.searchers.borrow().await?, &search).await
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
            "WITH heartbeat AS (UPDATE heartbeats SET before = at, at = greatest(at, $1) RETURNING before)
            INSERT INTO outages (from_at, to_at) SELECT before, $1 FROM heartbeat WHERE before < $1 - $2
            ON CONFLICT DO NOTHING RETURNING from_at, to_at";
        self.renew_server().await?;
        let min_outage = i64::try_from(min_outage).unwrap_or(i64::MAX);
        let rows = self.query(HEARTBEAT, &[&from_time(now), &min_outage]).await?;
        Ok(rows.first().map(outage))
    }

    /// See [`Store::outages`](super::Store::outages).
    pub async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        const SELECT: &str = "SELECT from_at, to_at FROM outages WHERE to_at > $1 ORDER BY to_at, from_at";
        let rows = self.query(SELECT, &[&from_time(after)]).await?;
        Ok(rows.iter().map(outage).collect())
    }

    /// See [`Store::clean_up`](super::Store::clean_up).
    pub async fn clean_up(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        const CLOSED: &str = "DELETE FROM tables
            WHERE key IN (SELECT key FROM tables WHERE stage = 3 AND ended_at < $1 LIMIT $2) RETURNING key";
        // A running game that has not been loaded since an outage still has to be credited with it.
        const OLD_OUTAGES: &str = "DELETE FROM outages WHERE to_at < $1
            AND to_at < (SELECT coalesce(min(at), $1) FROM tables WHERE stage < 2 AND stage = 1)";
        const WAITING: &str =
            "SELECT id FROM tables WHERE stage < 2 AND stage = 0 AND acted_at < $1 ORDER BY acted_at, key";
        let (before, now) = (from_time(before), from_time(now));
        while self.query(CLOSED, &[&before, &from_count(DELETE_BATCH_SIZE)]).await?.len() == DELETE_BATCH_SIZE
        {
        }
        self.query("DELETE FROM keys WHERE until < $1", &[&now]).await?;
        self.query(OLD_OUTAGES, &[&before]).await?;
        if let Err(error) = self.forget_lost_at_finished_tables().await {
            tracing::warn!(%error, "finished games still name servers that are gone");
        }
        Ok(table_ids(self.column(WAITING, &[&before]).await?))
    }

    /// See [`Store::notifications_sent`](super::Store::notifications_sent).
    pub fn notifications_sent(&self) -> u64 {
        self.notifier.sent()
    }

    /// See [`Store::append_transactions`](super::Store::append_transactions).
    pub fn append_transactions(&self) -> u64 {
        self.appender.transactions()
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

/// The origin in a row with the columns `is_listed`, `opener` and `opened_from`.
fn origin(row: &Row) -> TableOrigin {
    TableOrigin { is_listed: row.get(0), opener: to_guest(row.get(1)), opened_from: row.get(2) }
}

fn outage(row: &Row) -> Outage {
    Outage { from: to_time(row.get(0)), to: to_time(row.get(1)) }
}
