//! Lists of tables: see [`Store`](crate::store::Store).

use rusqlite::{Connection, Row, params};
use table::{GuestId, TableId, Time};

use super::Sqlite;
use crate::store::encoding::{current_listing, from_count, from_guest, from_time};
use crate::store::{DueAgain, StoreError, table_ids};

/// The listing of a table in the columns `listing`, `at`, `turn` and `ply`, which begin at this index.
fn listing(row: &Row<'_>, index: usize) -> rusqlite::Result<String> {
    Ok(current_listing(row.get(index)?, row.get(index + 1)?, row.get(index + 2)?, row.get(index + 3)?))
}

impl Sqlite {
    /// See [`Store::due`](crate::store::Store::due).
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage < 2 AND wake_at IS NOT NULL AND wake_at <= ?1
            ORDER BY wake_at, key LIMIT ?2";
        Ok(table_ids(self.column(SELECT, (from_time(now), limit)).await?))
    }

    /// See [`Store::postpone`](crate::store::Store::postpone).
    pub async fn postpone(&self, tables: &[DueAgain], now: Time) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE tables SET wake_at = ?3
            WHERE id = ?1 AND stage < 2 AND wake_at IS NOT NULL AND wake_at <= ?2 AND version = coalesce(?4, version)";
        let tables = tables.to_vec();
        let postpone = move |connection: &Connection| {
            let mut update = connection.prepare_cached(UPDATE)?;
            for DueAgain { id, version, at } in &tables {
                update.execute(params![
                    id.as_str(),
                    from_time(now),
                    from_time(*at),
                    version.map(from_count)
                ])?;
            }
            Ok(())
        };
        self.writer.write(postpone).await
    }

    /// See [`Store::lobby`](crate::store::Store::lobby).
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

    /// See [`Store::pairing_candidates`](crate::store::Store::pairing_candidates).
    pub async fn pairing_candidates(
        &self,
        setup: &str,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM (
                SELECT chosen, count(*) OVER (PARTITION BY address) AS of_all,
                    row_number() OVER (PARTITION BY address ORDER BY of_guest, opened_at, chosen) AS of_address
                FROM (
                    SELECT key AS chosen, opened_at, coalesce(opened_from, opener) AS address,
                        row_number() OVER (PARTITION BY opener ORDER BY opened_at, key) AS of_guest
                    FROM tables WHERE stage = 0 AND is_listed = 1 AND is_joinable = 1
                        AND setup = ?1 AND opener <> ?2
                        AND NOT EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key AND guest = ?2)
                )
            ) JOIN tables ON key = chosen
            ORDER BY of_address, of_all, opened_at, key LIMIT ?3";
        self.column(SELECT, (setup.to_owned(), from_guest(guest), limit)).await
    }

    /// See [`Store::games_of`](crate::store::Store::games_of).
    pub async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        const UNFINISHED: &str = "SELECT seat, listing, at, turn, ply FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = ?1 AND seats.ended_at IS NULL ORDER BY coalesce(turn = seat, false) DESC, at DESC, key DESC LIMIT ?2";
        const OVER: &str = "SELECT seat, listing, at, turn, ply FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = ?1 AND seats.ended_at IS NOT NULL ORDER BY seats.ended_at DESC, table_key DESC LIMIT ?2";
        let games = self.readers.read(move |connection| {
            let mut games: Vec<(String, u8)> = Vec::new();
            for sql in [UNFINISHED, OVER] {
                let left = i64::from(limit) - from_count(games.len());
                let mut select = connection.prepare_cached(sql)?;
                let game = |row: &Row<'_>| Ok((listing(row, 1)?, row.get(0)?));
                let rows = select.query_map([from_guest(guest), left], game)?;
                games.extend(rows.collect::<rusqlite::Result<Vec<_>>>()?);
            }
            Ok(games)
        });
        games.await
    }

    /// See [`Store::unfinished_count`](crate::store::Store::unfinished_count).
    pub async fn unfinished_count(&self, guest: GuestId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM (
            SELECT key FROM tables WHERE stage < 2 AND stage IN (0, 1) AND opener = ?1
            UNION SELECT table_key FROM seats WHERE guest = ?1 AND ended_at IS NULL)";
        self.value(COUNT, [from_guest(guest)]).await
    }

    /// See [`Store::waiting_count`](crate::store::Store::waiting_count).
    pub async fn waiting_count(&self, opened_from: i64) -> Result<u32, StoreError> {
        self.value("SELECT count(*) FROM tables WHERE stage = 0 AND opened_from = ?1", [opened_from]).await
    }

    /// See [`Store::running`](crate::store::Store::running).
    pub async fn running(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing, at, turn, ply FROM (
                SELECT chosen, row_number() OVER (PARTITION BY coalesce(opened_from, opener)
                    ORDER BY of_guest, moved_at DESC, chosen DESC) AS of_address
                FROM (
                    SELECT key AS chosen, at AS moved_at, opener, opened_from,
                        row_number() OVER (PARTITION BY opener ORDER BY at DESC, key DESC) AS of_guest
                    FROM tables WHERE stage < 2 AND stage = 1 AND is_listed = 1
                )
            ) JOIN tables ON key = chosen
            ORDER BY of_address, at DESC, key DESC LIMIT ?1";
        let running = self.readers.read(move |connection| {
            connection.prepare_cached(SELECT)?.query_map([limit], |row| listing(row, 0))?.collect()
        });
        running.await
    }

    /// See [`Store::playing_count`](crate::store::Store::playing_count).
    pub async fn playing_count(&self) -> Result<u32, StoreError> {
        self.value("SELECT count(*) FROM tables WHERE stage < 2 AND stage = 1", []).await
    }
}
