//! Lists of tables: see [`Store`](crate::store::Store).

use rusqlite::{Connection, Row, params};
use table::{GuestId, TableId, Time};

use super::Sqlite;
use crate::store::encoding::{current_listing, from_count, from_guest, from_time};
use crate::store::{DueAgain, RUNNING_SCANNED, StoreError, UnfinishedTables, table_ids};

/// Counts the unfinished tables of an address. The index has all that is counted.
const UNFINISHED_FROM: &str = "SELECT count(*) FILTER (WHERE stage = 0), count(*) FILTER (WHERE stage = 1)
    FROM tables WHERE stage < 2 AND opened_from = ?1";

/// Chooses from the newest running games.
const RUNNING: &str = "SELECT listing, at, turn, ply FROM (
        SELECT chosen, row_number() OVER (PARTITION BY coalesce(opened_from, opener)
            ORDER BY of_guest, moved_at DESC, chosen DESC) AS of_address
        FROM (
            SELECT chosen, moved_at, opener, opened_from,
                row_number() OVER (PARTITION BY opener ORDER BY moved_at DESC, chosen DESC) AS of_guest
            FROM (
                SELECT key AS chosen, at AS moved_at, opener, opened_from
                FROM tables WHERE stage = 1 AND is_listed = 1 ORDER BY opened_at DESC, key DESC LIMIT ?1
            )
        )
    ) JOIN tables ON key = chosen
    ORDER BY of_address, at DESC, key DESC LIMIT ?2";

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

    /// See [`Store::unfinished_tables_from`](crate::store::Store::unfinished_tables_from).
    pub async fn unfinished_tables_from(&self, opened_from: i64) -> Result<UnfinishedTables, StoreError> {
        let count = self.readers.read(move |connection| {
            let row = |row: &Row<'_>| Ok(UnfinishedTables { waiting: row.get(0)?, playing: row.get(1)? });
            connection.prepare_cached(UNFINISHED_FROM)?.query_row([opened_from], row)
        });
        count.await
    }

    /// See [`Store::running`](crate::store::Store::running).
    pub async fn running(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        let running = self.readers.read(move |connection| {
            let values = [RUNNING_SCANNED, limit];
            connection.prepare_cached(RUNNING)?.query_map(values, |row| listing(row, 0))?.collect()
        });
        running.await
    }

    /// See [`Store::playing_count`](crate::store::Store::playing_count).
    pub async fn playing_count(&self) -> Result<u32, StoreError> {
        self.value("SELECT count(*) FROM tables WHERE stage < 2 AND stage = 1", []).await
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::store::sqlite::connect::MIGRATIONS;
    use crate::store::sqlite::plan::plan;

    #[test]
    fn the_unfinished_tables_of_an_address_are_counted_in_an_index() {
        let plan = plan(UNFINISHED_FROM);
        assert!(
            plan.starts_with("SEARCH tables USING COVERING INDEX tables_unfinished_from (opened_from=?"),
            "{plan}"
        );
    }

    /// How many steps SQLite takes to list running games when there are so many.
    fn steps(games: u32) -> i32 {
        const FILL: &str = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
            INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, opened_at, at,
                opened_from)
            SELECT 't' || n, 1, 'doh', 1, 1, 'setup', 'listing', 'anne', '', n % 500, n, n + 900, n % 50 FROM numbers";
        let connection = Connection::open_in_memory().unwrap();
        MIGRATIONS.iter().for_each(|migration| connection.execute_batch(migration).unwrap());
        connection.execute(FILL, [games]).unwrap();
        let mut select = connection.prepare(RUNNING).unwrap();
        let listed = select.query_map([RUNNING_SCANNED, 12], |row| listing(row, 0)).unwrap().count();
        assert_eq!(listed, 12);
        select.get_status(StatementStatus::VmStep)
    }

    #[test]
    fn listing_running_games_costs_no_more_when_there_are_more_of_them_than_are_looked_at() {
        let (many, more) = (steps(RUNNING_SCANNED), steps(4 * RUNNING_SCANNED));
        assert!(many > 0 && more < many + many / 10, "{many} steps, then {more}");
    }
}
