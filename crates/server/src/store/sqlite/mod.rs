//! One file in a folder of this machine, for one server.

mod connect;
mod readers;
mod writer;
mod writes;

use std::path::Path;
use std::sync::Arc;

use rusqlite::types::{FromSql, Value};
use rusqlite::{Connection, OptionalExtension, Params, params, params_from_iter};
use table::{GuestId, TableId, Time};
use tokio::sync::broadcast;

use super::encoding::{from_count, from_guest, from_time, to_guest, to_time};
use super::{Append, Change, Outage, Search, StoreError, table_ids};
use readers::Readers;
use writer::Writer;

/// How many read at once, and how many search beside them.
const READERS: usize = 4;
const SEARCHERS: usize = 1;

/// Everything in `trois.db`.
#[derive(Clone, Debug)]
pub struct Sqlite {
    readers: Arc<Readers>,
    /// Apart from the others: whoever searches for what is rare reads everything.
    searchers: Arc<Readers>,
    writer: Arc<Writer>,
    changes: broadcast::Sender<Change>,
}

impl Sqlite {
    /// Opens what is kept in a folder, and makes it if there is nothing yet.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        connect::make_folder(folder)?;
        let lock = connect::lock(folder)?;
        let path = folder.join("trois.db");
        connect::prepare(&path)?;
        let writer = Arc::new(Writer::start(path.clone(), lock)?);
        let searchers = Readers::new(path.clone(), SEARCHERS);
        let readers = Readers::new(path, READERS);
        Ok(Sqlite { readers, searchers, writer, changes: broadcast::Sender::new(1) })
    }

    /// See [`Store::append`](super::Store::append).
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.write(move |connection| writes::append(connection, &append)).await
    }

    /// See [`Store::events`](super::Store::events).
    pub async fn events(&self, id: &TableId, from: usize) -> Result<Vec<String>, StoreError> {
        const SELECT: &str =
            "SELECT line FROM events WHERE table_key = (SELECT key FROM tables WHERE id = ?1)
            AND number >= ?2 ORDER BY number";
        self.column(SELECT, (id.to_string(), from_count(from))).await
    }

    /// See [`Store::about`](super::Store::about).
    pub async fn about(&self, id: &TableId) -> Result<Option<(bool, GuestId)>, StoreError> {
        let id = id.to_string();
        let about = self.readers.read(move |connection| {
            let mut select =
                connection.prepare_cached("SELECT is_listed, opener FROM tables WHERE id = ?1")?;
            select.query_row([id], |row| Ok((row.get(0)?, to_guest(row.get(1)?)))).optional()
        });
        about.await
    }

    /// See [`Store::due`](super::Store::due).
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage < 2 AND wake_at IS NOT NULL AND wake_at <= ?1
            ORDER BY wake_at, key LIMIT ?2";
        Ok(table_ids(self.column(SELECT, (from_time(now), limit)).await?))
    }

    /// See [`Store::lobby`](super::Store::lobby).
    pub async fn lobby(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM tables WHERE stage = 0 AND is_listed = 1
            ORDER BY opened_at DESC, key DESC LIMIT ?1";
        self.column(SELECT, (limit,)).await
    }

    /// See [`Store::pair`](super::Store::pair).
    pub async fn pair(&self, setup: &str, not: GuestId, limit: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str =
            "SELECT listing FROM tables WHERE stage = 0 AND is_listed = 1 AND setup = ?1 AND opener <> ?2
            AND EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key)
            AND NOT EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key AND guest = ?2)
            ORDER BY opened_at DESC, key DESC LIMIT ?3";
        self.column(SELECT, (setup.to_owned(), from_guest(not), limit)).await
    }

    /// See [`Store::mine`](super::Store::mine).
    pub async fn mine(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        const UNFINISHED: &str = "SELECT listing, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = ?1 AND ended_at IS NULL ORDER BY to_move DESC, at DESC, key DESC LIMIT ?2";
        const OVER: &str = "SELECT listing, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = ?1 AND ended_at IS NOT NULL ORDER BY ended_at DESC, table_key DESC LIMIT ?2";
        let mine = self.readers.read(move |connection| {
            let mut mine: Vec<(String, u8)> = Vec::new();
            for sql in [UNFINISHED, OVER] {
                let left = i64::from(limit) - from_count(mine.len());
                let mut select = connection.prepare_cached(sql)?;
                let rows =
                    select.query_map([from_guest(guest), left], |row| Ok((row.get(0)?, row.get(1)?)))?;
                mine.extend(rows.collect::<rusqlite::Result<Vec<_>>>()?);
            }
            Ok(mine)
        });
        mine.await
    }

    /// See [`Store::unfinished`](super::Store::unfinished).
    pub async fn unfinished(&self, guest: GuestId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM (
            SELECT key FROM tables WHERE stage < 2 AND stage IN (0, 1) AND opener = ?1
            UNION SELECT table_key FROM seats WHERE guest = ?1 AND ended_at IS NULL)";
        self.value(COUNT, [from_guest(guest)]).await
    }

    /// See [`Store::archive`](super::Store::archive).
    pub async fn archive(&self, search: Search) -> Result<Vec<String>, StoreError> {
        if search.matches_nothing() {
            return Ok(Vec::new());
        }
        let mut sql = "SELECT listing FROM tables WHERE stage = 2 AND is_listed = 1".to_owned();
        let mut values: Vec<Value> = Vec::new();
        let text = |text: String| Value::from(text);
        let conditions = [
            (" AND kind = ?", search.kind.map(text)),
            (" AND outcome = ?", search.outcome.map(text)),
            (" AND instr(names, ?) > 0", search.name.map(text)),
            (" AND at < ?", search.before.map(|before| Value::from(from_time(before)))),
        ];
        for (condition, value) in conditions {
            if let Some(value) = value {
                sql += condition;
                values.push(value);
            }
        }
        sql += " ORDER BY at DESC, key DESC LIMIT ?";
        values.push(search.limit.into());
        let archive = self.searchers.read(move |connection| {
            let mut select = connection.prepare_cached(&sql)?;
            select.query_map(params_from_iter(values), |row| row.get(0))?.collect()
        });
        archive.await
    }

    /// See [`Store::playing`](super::Store::playing).
    pub async fn playing(&self) -> Result<u32, StoreError> {
        self.value("SELECT count(*) FROM tables WHERE stage < 2 AND stage = 1", []).await
    }

    /// See [`Store::name`](super::Store::name).
    pub async fn name(&self, guest: GuestId) -> Result<Option<String>, StoreError> {
        Ok(self.column("SELECT name FROM guests WHERE id = ?1", [from_guest(guest)]).await?.pop())
    }

    /// See [`Store::set_name`](super::Store::set_name).
    pub async fn set_name(&self, guest: GuestId, name: &str, now: Time) -> Result<(), StoreError> {
        let name = name.to_owned();
        let set = move |connection: &Connection| Ok(writes::set_name(connection, guest, &name, now)?);
        self.writer.write(set).await
    }

    /// See [`Store::put_key`](super::Store::put_key).
    pub async fn put_key(
        &self,
        key: &str,
        id: &TableId,
        guest: GuestId,
        until: Time,
    ) -> Result<(), StoreError> {
        let (key, id) = (key.to_owned(), id.clone());
        let put = move |connection: &Connection| writes::put_key(connection, &key, &id, guest, until);
        self.writer.write(put).await
    }

    /// See [`Store::take_key`](super::Store::take_key).
    pub async fn take_key(&self, key: &str, id: &TableId, now: Time) -> Result<Option<GuestId>, StoreError> {
        let (key, id) = (key.to_owned(), id.clone());
        let take = move |connection: &Connection| Ok(writes::take_key(connection, &key, &id, now)?);
        self.writer.write(take).await
    }

    /// See [`Store::heartbeat`](super::Store::heartbeat).
    pub async fn heartbeat(&self, now: Time, patience: u64) -> Result<Option<Outage>, StoreError> {
        self.writer.write(move |connection| Ok(writes::heartbeat(connection, now, patience)?)).await
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

    /// See [`Store::tidy`](super::Store::tidy).
    pub async fn tidy(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        // Nobody waits for long while very many are forgotten.
        const AT_ONCE: usize = 500;
        let forget = move |connection: &Connection| Ok(writes::forget(connection, before, AT_ONCE)?);
        while self.writer.write(forget).await? == AT_ONCE {}
        let tidy = move |connection: &Connection| Ok(writes::tidy(connection, before, now)?);
        Ok(table_ids(self.writer.write(tidy).await?))
    }

    /// See [`Store::changes`](super::Store::changes). Nothing ever comes.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// The first column of what is found.
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

    /// The one value that is found.
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
