//! The store on SQLite: one file in a folder of this machine, for one server.

mod checkpoint;
mod connect;
mod explorer;
mod known_keys;
mod readers;
mod search;
mod upkeep;
mod writer;
mod writes;

use std::path::Path;
use std::sync::Arc;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Params, params};
use table::{GuestId, TableId, Time};
use tokio::sync::broadcast;

use super::encoding::{from_count, from_guest, from_time, to_guest, to_time};
use super::{Append, ArchiveSearch, Change, Outage, StoreError, table_ids};
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
        let searchers = Readers::new(path.clone(), SEARCHERS);
        let readers = Readers::new(path, READERS);
        Ok(Sqlite { readers, searchers, writer, keys: Arc::default(), changes: broadcast::Sender::new(1) })
    }

    /// See [`Store::append`](super::Store::append).
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let keys = Arc::clone(&self.keys);
        self.writer.write(move |connection| writes::append(connection, &keys, &append)).await
    }

    /// See [`Store::events`](super::Store::events).
    pub async fn events(&self, id: &TableId, from: usize) -> Result<Vec<String>, StoreError> {
        const SELECT: &str =
            "SELECT line FROM events WHERE table_key = (SELECT key FROM tables WHERE id = ?1)
            AND number >= ?2 ORDER BY number";
        self.column(SELECT, (id.to_string(), from_count(from))).await
    }

    /// See [`Store::listed_and_opener`](super::Store::listed_and_opener).
    pub async fn listed_and_opener(&self, id: &TableId) -> Result<Option<(bool, GuestId)>, StoreError> {
        let id = id.to_string();
        let found = self.readers.read(move |connection| {
            let mut select =
                connection.prepare_cached("SELECT is_listed, opener FROM tables WHERE id = ?1")?;
            select.query_row([id], |row| Ok((row.get(0)?, to_guest(row.get(1)?)))).optional()
        });
        found.await
    }

    /// See [`Store::due`](super::Store::due).
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage < 2 AND wake_at IS NOT NULL AND wake_at <= ?1
            ORDER BY wake_at, key LIMIT ?2";
        Ok(table_ids(self.column(SELECT, (from_time(now), limit)).await?))
    }

    /// See [`Store::lobby`](super::Store::lobby).
    pub async fn lobby(&self, limit: u32, offset: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM (
                SELECT chosen, row_number() OVER (PARTITION BY coalesce(opened_from, opener)
                    ORDER BY of_guest, opened_at DESC, chosen DESC) AS of_address
                FROM (
                    SELECT key AS chosen, opened_at, opener, opened_from,
                        row_number() OVER (PARTITION BY opener ORDER BY opened_at DESC, key DESC) AS of_guest
                    FROM tables WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1
                )
            ) JOIN tables ON key = chosen
            ORDER BY of_address, opened_at DESC, key DESC LIMIT ?1 OFFSET ?2";
        self.column(SELECT, (limit, offset)).await
    }

    /// See [`Store::pairing_candidates`](super::Store::pairing_candidates).
    pub async fn pairing_candidates(
        &self,
        setup: &str,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        const SELECT: &str =
            "SELECT listing FROM tables WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1
            AND setup = ?1 AND opener <> ?2
            AND NOT EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key AND guest = ?2)
            ORDER BY opened_at DESC, key DESC LIMIT ?3";
        self.column(SELECT, (setup.to_owned(), from_guest(guest), limit)).await
    }

    /// See [`Store::games_of`](super::Store::games_of).
    pub async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        const UNFINISHED: &str = "SELECT listing, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = ?1 AND ended_at IS NULL ORDER BY coalesce(turn = seat, false) DESC, at DESC, key DESC LIMIT ?2";
        const OVER: &str = "SELECT listing, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = ?1 AND ended_at IS NOT NULL ORDER BY ended_at DESC, table_key DESC LIMIT ?2";
        let games = self.readers.read(move |connection| {
            let mut games: Vec<(String, u8)> = Vec::new();
            for sql in [UNFINISHED, OVER] {
                let left = i64::from(limit) - from_count(games.len());
                let mut select = connection.prepare_cached(sql)?;
                let rows =
                    select.query_map([from_guest(guest), left], |row| Ok((row.get(0)?, row.get(1)?)))?;
                games.extend(rows.collect::<rusqlite::Result<Vec<_>>>()?);
            }
            Ok(games)
        });
        games.await
    }

    /// See [`Store::unfinished_count`](super::Store::unfinished_count).
    pub async fn unfinished_count(&self, guest: GuestId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM (
            SELECT key FROM tables WHERE stage < 2 AND stage IN (0, 1) AND opener = ?1
            UNION SELECT table_key FROM seats WHERE guest = ?1 AND ended_at IS NULL)";
        self.value(COUNT, [from_guest(guest)]).await
    }

    /// See [`Store::archive`](super::Store::archive).
    pub async fn archive(&self, search: ArchiveSearch) -> Result<Vec<String>, StoreError> {
        if search.matches_nothing() {
            return Ok(Vec::new());
        }
        self.searchers.read(move |connection| search::archive(connection, &search)).await
    }

    /// See [`Store::running`](super::Store::running).
    pub async fn running(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM tables WHERE stage < 2 AND stage = 1 AND is_listed = 1
            ORDER BY opened_at DESC, key DESC LIMIT ?1";
        self.column(SELECT, (limit,)).await
    }

    /// See [`Store::playing_count`](super::Store::playing_count).
    pub async fn playing_count(&self) -> Result<u32, StoreError> {
        self.value("SELECT count(*) FROM tables WHERE stage < 2 AND stage = 1", []).await
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
                "SELECT from_at, to_at FROM downs WHERE to_at > ?1 ORDER BY to_at, from_at",
            )?;
            let outage =
                |row: &rusqlite::Row<'_>| Ok(Outage { from: to_time(row.get(0)?), to: to_time(row.get(1)?) });
            select.query_map(params![from_time(after)], outage)?.collect()
        });
        outages.await
    }

    /// See [`Store::clean_up`](super::Store::clean_up).
    pub async fn clean_up(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        // In steps, so that appends do not wait for a long deletion.
        const AT_ONCE: usize = 500;
        let delete = move |connection: &Connection| Ok(writes::delete_closed(connection, before, AT_ONCE)?);
        while self.writer.write(delete).await? == AT_ONCE {}
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
