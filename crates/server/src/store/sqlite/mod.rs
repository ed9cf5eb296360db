//! The store on SQLite: one file in a folder of this machine, for one server.

mod checkpoint;
mod connect;
mod explorer;
mod known_keys;
mod lists;
#[cfg(test)]
mod plan;
mod readers;
mod search;
mod upkeep;
mod writer;
mod writes;

use std::path::Path;
use std::sync::Arc;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use table::{GuestId, TableId, Time};
use tokio::sync::broadcast;

use super::encoding::{from_count, from_guest, from_time, to_guest, to_time};
use super::upkeep::DELETE_BATCH_SIZE;
use super::{Append, ArchiveSearch, Change, Outage, SEARCH_TIMEOUT, StoreError, TableOrigin, table_ids};
pub(crate) use connect::{SCHEMA_VERSION, check_version};
use known_keys::KnownKeys;
use readers::Readers;
use writer::Writer;

/// How many connections read, and how many search the archive beside them.
const READERS: usize = 4;
const SEARCHERS: usize = 3;

/// A SQLite database, `trois.db` in the data folder.
#[derive(Clone, Debug)]
pub struct Sqlite {
    readers: Arc<Readers>,
    /// Separate from the readers, so that searches do not delay games.
    searchers: Arc<Readers>,
    writer: Arc<Writer>,
    keys: Arc<KnownKeys>,
    changes: broadcast::Sender<Change>,
}

impl Sqlite {
    /// Opens the database in a folder, and creates it if there is none.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        connect::make_folder(folder)?;
        let lock = connect::lock(folder)?;
        let path = folder.join("trois.db");
        connect::prepare(&path)?;
        let writer = Arc::new(Writer::start(path.clone(), lock)?);
        let searchers = Readers::new(path.clone(), SEARCHERS, Some(SEARCH_TIMEOUT));
        let readers = Readers::new(path, READERS, None);
        Ok(Sqlite { readers, searchers, writer, keys: Arc::default(), changes: broadcast::Sender::new(1) })
    }

    /// See [`Store::append`](super::Store::append).
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let keys = Arc::clone(&self.keys);
        self.writer.write(move |connection| writes::append(connection, &keys, &append)).await
    }

    /// See [`Store::shrink`](super::Store::shrink).
    pub(super) fn shrink(&self) {
        self.keys.clear();
    }

    /// See [`Store::events`](super::Store::events).
    pub async fn events(&self, id: &TableId, from: usize) -> Result<Vec<String>, StoreError> {
        const SELECT: &str =
            "SELECT line FROM events WHERE table_key = (SELECT key FROM tables WHERE id = ?1)
            AND number >= ?2 ORDER BY number";
        self.column(SELECT, (id.to_string(), from_count(from))).await
    }

    /// See [`Store::origin`](super::Store::origin).
    pub async fn origin(&self, id: &TableId) -> Result<Option<TableOrigin>, StoreError> {
        const SELECT: &str = "SELECT is_listed, opener, opened_from FROM tables WHERE id = ?1";
        let id = id.to_string();
        let found = self.readers.read(move |connection| {
            let origin = |row: &Row<'_>| {
                let (is_listed, opener, opened_from) = (row.get(0)?, to_guest(row.get(1)?), row.get(2)?);
                Ok(TableOrigin { is_listed, opener, opened_from })
            };
            connection.prepare_cached(SELECT)?.query_row([id], origin).optional()
        });
        found.await
    }

    /// See [`Store::archive`](super::Store::archive).
    pub async fn archive(&self, search: ArchiveSearch) -> Result<Vec<String>, StoreError> {
        if search.matches_nothing() {
            return Ok(Vec::new());
        }
        self.searchers.read(move |connection| search::archive(connection, &search)).await
    }

    /// See [`Store::guest_name`](super::Store::guest_name).
    pub async fn guest_name(&self, guest: GuestId) -> Result<Option<String>, StoreError> {
        Ok(self.column("SELECT name FROM guests WHERE id = ?1", [from_guest(guest)]).await?.pop())
    }

    /// See [`Store::set_guest_name`](super::Store::set_guest_name).
    pub async fn set_guest_name(&self, guest: GuestId, name: &str, now: Time) -> Result<(), StoreError> {
        let name = name.to_owned();
        let set = move |connection: &Connection| Ok(writes::set_guest_name(connection, guest, &name, now)?);
        self.writer.write(set).await
    }

    /// See [`Store::put_handover_key`](super::Store::put_handover_key).
    pub async fn put_handover_key(
        &self,
        key: &str,
        id: &TableId,
        guest: GuestId,
        until: Time,
    ) -> Result<(), StoreError> {
        let (key, id) = (key.to_owned(), id.clone());
        let put =
            move |connection: &Connection| writes::put_handover_key(connection, &key, &id, guest, until);
        self.writer.write(put).await
    }

    /// See [`Store::take_handover_key`](super::Store::take_handover_key).
    pub async fn take_handover_key(
        &self,
        key: &str,
        id: &TableId,
        now: Time,
    ) -> Result<Option<GuestId>, StoreError> {
        let (key, id) = (key.to_owned(), id.clone());
        let take = move |connection: &Connection| Ok(writes::take_handover_key(connection, &key, &id, now)?);
        self.writer.write(take).await
    }

    /// See [`Store::heartbeat`](super::Store::heartbeat).
    pub async fn heartbeat(&self, now: Time, min_outage: u64) -> Result<Option<Outage>, StoreError> {
        self.writer.write(move |connection| Ok(writes::heartbeat(connection, now, min_outage)?)).await
    }

    /// See [`Store::outages`](super::Store::outages).
    pub async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        let outages = self.readers.read(move |connection| {
            let mut select = connection.prepare_cached(
                "SELECT from_at, to_at FROM outages WHERE to_at > ?1 ORDER BY to_at, from_at",
            )?;
            let outage = |row: &Row<'_>| Ok(Outage { from: to_time(row.get(0)?), to: to_time(row.get(1)?) });
            select.query_map(params![from_time(after)], outage)?.collect()
        });
        outages.await
    }

    /// See [`Store::clean_up`](super::Store::clean_up).
    pub async fn clean_up(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        let delete =
            move |connection: &Connection| Ok(writes::delete_closed(connection, before, DELETE_BATCH_SIZE)?);
        while self.writer.write(delete).await? == DELETE_BATCH_SIZE {}
        let clean_up = move |connection: &Connection| Ok(writes::clean_up(connection, before, now)?);
        Ok(table_ids(self.writer.write(clean_up).await?))
    }

    /// See [`Store::append_transactions`](super::Store::append_transactions). Other writes share them too.
    pub fn append_transactions(&self) -> u64 {
        self.writer.transactions()
    }

    /// See [`Store::changes`](super::Store::changes). There are no other servers, so nothing is ever sent.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Runs a query and returns its first column.
    async fn column<T, P>(&self, sql: &'static str, values: P) -> Result<Vec<T>, StoreError>
    where
        T: FromSql + Send + 'static,
        P: Params + Send + 'static,
    {
        let read = move |connection: &Connection| {
            connection.prepare_cached(sql)?.query_map(values, |row| row.get(0))?.collect()
        };
        self.readers.read(read).await
    }

    /// Runs a query that returns one value.
    async fn value<T, P>(&self, sql: &'static str, values: P) -> Result<T, StoreError>
    where
        T: FromSql + Send + 'static,
        P: Params + Send + 'static,
    {
        let read = move |connection: &Connection| {
            connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))
        };
        self.readers.read(read).await
    }
}
