//! Lists of tables: see [`Store`](crate::store::Store).

use table::{GuestId, TableId, Time};
use tokio_postgres::Row;

use super::Postgres;
use super::connection::Values;
use crate::store::encoding::{current_listing, from_count, from_guest, from_time};
use crate::store::{DueAgain, RUNNING_SCANNED, StoreError, UnfinishedTables, table_ids};

/// Chooses from the newest running games. The listings are read last, of the few tables that are chosen.
const RUNNING: &str = "SELECT listing, at, turn, ply FROM (
        SELECT key AS chosen, at AS moved_at, row_number() OVER (
            PARTITION BY coalesce(opened_from, opener) ORDER BY of_guest, at DESC, key DESC) AS of_address
        FROM (
            SELECT at, key, opener, opened_from,
                row_number() OVER (PARTITION BY opener ORDER BY at DESC, key DESC) AS of_guest
            FROM (
                SELECT at, key, opener, opened_from
                FROM tables WHERE stage = 1 AND is_listed ORDER BY opened_at DESC, key DESC LIMIT $1
            ) AS newest
        ) AS by_guest
        ORDER BY of_address, at DESC, key DESC LIMIT $2
    ) AS first JOIN tables ON key = chosen ORDER BY of_address, moved_at DESC, chosen DESC";

/// The listing of a table in a row that begins with the columns `listing`, `at`, `turn` and `ply`.
fn listing(row: &Row) -> String {
    current_listing(row.get(0), row.get(1), row.get(2), row.get(3))
}

impl Postgres {
    /// See [`Store::due`](crate::store::Store::due).
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage < 2 AND wake_at IS NOT NULL AND wake_at <= $1
            ORDER BY wake_at, key LIMIT $2";
        Ok(table_ids(self.column(SELECT, &[&from_time(now), &i64::from(limit)]).await?))
    }

    /// See [`Store::postpone`](crate::store::Store::postpone).
    pub async fn postpone(&self, tables: &[DueAgain], now: Time) -> Result<(), StoreError> {
        const UPDATE: &str = "WITH locked AS MATERIALIZED (
                SELECT tables.key, due_again.at
                FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS due_again (id, version, at)
                JOIN tables ON tables.id = due_again.id
                WHERE tables.stage < 2 AND tables.wake_at <= $4
                    AND tables.version = coalesce(due_again.version, tables.version)
                ORDER BY tables.key FOR UPDATE OF tables)
            UPDATE tables SET wake_at = locked.at FROM locked WHERE tables.key = locked.key";
        let ids: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
        let versions: Vec<Option<i64>> = tables.iter().map(|table| table.version.map(from_count)).collect();
        let times: Vec<i64> = tables.iter().map(|table| from_time(table.at)).collect();
        self.query(UPDATE, &[&ids, &versions, &times, &from_time(now)]).await?;
        Ok(())
    }

    /// See [`Store::lobby`](crate::store::Store::lobby).
    pub async fn lobby(&self, limit: u32, offset: u32) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM (
                SELECT *, row_number() OVER (PARTITION BY coalesce(opened_from, opener)
                    ORDER BY of_guest, opened_at DESC, key DESC) AS of_address
                FROM (
                    SELECT listing, opened_at, key, opener, opened_from,
                        row_number() OVER (PARTITION BY opener ORDER BY opened_at DESC, key DESC) AS of_guest
                    FROM tables WHERE stage = 0 AND is_listed AND is_joinable
                ) AS by_guest
            ) AS by_address ORDER BY of_address, opened_at DESC, key DESC LIMIT $1 OFFSET $2";
        self.column(SELECT, &[&i64::from(limit), &i64::from(offset)]).await
    }

    /// See [`Store::pairing_candidates`](crate::store::Store::pairing_candidates).
    pub async fn pairing_candidates(
        &self,
        setup: &str,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        const SELECT: &str = "SELECT listing FROM (
                SELECT *, count(*) OVER (PARTITION BY address) AS of_all,
                    row_number() OVER (PARTITION BY address ORDER BY of_guest, opened_at, key) AS of_address
                FROM (
                    SELECT listing, opened_at, key, coalesce(opened_from, opener) AS address,
                        row_number() OVER (PARTITION BY opener ORDER BY opened_at, key) AS of_guest
                    FROM tables WHERE stage = 0 AND is_listed AND is_joinable AND setup = $1 AND opener <> $2
                        AND NOT EXISTS (SELECT 1 FROM seats WHERE table_key = tables.key AND guest = $2)
                ) AS by_guest
            ) AS by_address ORDER BY of_address, of_all, opened_at, key LIMIT $3";
        self.column(SELECT, &[&setup, &from_guest(guest), &i64::from(limit)]).await
    }

    /// See [`Store::games_of`](crate::store::Store::games_of).
    pub async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        const UNFINISHED: &str = "SELECT listing, at, turn, ply, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = $1 AND seats.ended_at IS NULL ORDER BY coalesce(turn = seat, false) DESC, at DESC, key DESC LIMIT $2";
        const OVER: &str = "SELECT listing, at, turn, ply, seat FROM seats JOIN tables ON tables.key = table_key
            WHERE guest = $1 AND seats.ended_at IS NOT NULL ORDER BY seats.ended_at DESC, table_key DESC LIMIT $2";
        let mut games = Vec::new();
        for sql in [UNFINISHED, OVER] {
            let left = i64::from(limit) - from_count(games.len());
            let rows = self.query(sql, &[&from_guest(guest), &left]).await?;
            let seat = |row: &Row| u8::try_from(row.get::<_, i16>(4)).unwrap_or_default();
            games.extend(rows.iter().map(|row| (listing(row), seat(row))));
        }
        Ok(games)
    }

    /// See [`Store::unfinished_count`](crate::store::Store::unfinished_count).
    pub async fn unfinished_count(&self, guest: GuestId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM (
            SELECT key FROM tables WHERE stage < 2 AND stage IN (0, 1) AND opener = $1
            UNION SELECT table_key FROM seats WHERE guest = $1 AND ended_at IS NULL) AS unfinished";
        self.count(COUNT, &[&from_guest(guest)]).await
    }

    /// See [`Store::unfinished_tables_from`](crate::store::Store::unfinished_tables_from).
    pub async fn unfinished_tables_from(&self, opened_from: i64) -> Result<UnfinishedTables, StoreError> {
        const COUNT: &str = "SELECT count(*) FILTER (WHERE stage = 0), count(*) FILTER (WHERE stage = 1)
            FROM tables WHERE stage < 2 AND opened_from = $1";
        let rows = self.query(COUNT, &[&opened_from]).await?;
        let count = |index| {
            let count = rows.first().map_or(0, |row| row.get::<_, i64>(index));
            u32::try_from(count).unwrap_or(u32::MAX)
        };
        Ok(UnfinishedTables { waiting: count(0), playing: count(1) })
    }

    /// See [`Store::running`](crate::store::Store::running).
    pub async fn running(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        let values: &Values<'_> = &[&i64::from(RUNNING_SCANNED), &i64::from(limit)];
        Ok(self.query(RUNNING, values).await?.iter().map(listing).collect())
    }

    /// See [`Store::playing_count`](crate::store::Store::playing_count).
    pub async fn playing_count(&self) -> Result<u32, StoreError> {
        self.count("SELECT count(*) FROM tables WHERE stage < 2 AND stage = 1", &[]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::postgres::plan::plan_with;

    /// Many running games beside those that are over.
    const RUNNING_GAMES: &str = "
        INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, opened_at, at, opened_from)
        SELECT 'r' || n, 1, 'doh', 1, true, 'setup', repeat('listing ', 30), 'anne', '', n % 500, n, n + 900, n % 50
        FROM generate_series(1, 40000) AS n;
        ANALYZE";

    #[tokio::test]
    async fn running_games_are_chosen_from_the_newest_of_an_index() {
        let sql = RUNNING.replace("$1", &RUNNING_SCANNED.to_string()).replace("$2", "12");
        let plan = plan_with(&sql, RUNNING_GAMES).await;
        assert!(plan.contains("Index Scan Backward using tables_running"), "{plan}");
    }
}
