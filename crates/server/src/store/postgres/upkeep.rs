//! Upkeep of the database: see [`Store`](crate::store::Store).

use table::{TableId, Time};

use super::Postgres;
use super::connection::Values;
use crate::operator::{AdminLogEntry, entry};
use crate::real_play::{MIN_LENGTH, MIN_PLIES};
use crate::store::encoding::{from_count, from_time, to_time};
use crate::store::upkeep::{DELETE_BATCH_EVENTS, DELETE_BATCH_SIZE};
use crate::store::{StoreError, table_ids};

/// Deletes some finished games, the oldest first: one, or as many as have so many events together.
const DELETE_FINISHED: &str = "DELETE FROM tables WHERE key IN (
    SELECT key FROM (
        SELECT key, version, sum(version) OVER (ORDER BY ended_at, key) AS events FROM (
            SELECT key, version, ended_at FROM tables WHERE stage = 2 AND ended_at < $1 ORDER BY ended_at LIMIT $2
        ) AS oldest
    ) AS counted WHERE events <= $3::bigint OR events = version) RETURNING key";

/// Finds some games that are not listed and were hardly played, the oldest first: one, or as many as have so many events
/// together.
const UNPLAYED: &str = "SELECT id, ended_at FROM (
        SELECT id, ended_at, version, sum(version) OVER (ORDER BY ended_at, key) AS events FROM (
            SELECT key, id, version, ended_at FROM tables WHERE stage = 2 AND ended_at >= $1 AND ended_at < $2
                AND NOT is_listed AND (ended_at - opened_at < $3 OR ply < $4) ORDER BY ended_at LIMIT $5
        ) AS oldest
    ) AS counted WHERE events <= $6::bigint OR events = version ORDER BY ended_at";

/// Deletes some names of guests without games, the oldest first.
const DELETE_NAMES: &str = "DELETE FROM guests WHERE id IN (SELECT id FROM guests WHERE at < $1
    AND NOT EXISTS (SELECT 1 FROM seats WHERE guest = guests.id) ORDER BY at LIMIT $2) RETURNING id";

impl Postgres {
    /// See [`Store::idle_games`](crate::store::Store::idle_games).
    pub async fn idle_games(&self, before: Time, soon: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage < 2 AND stage = 1 AND acted_at < $1
            AND (wake_at IS NULL OR wake_at < $2) ORDER BY acted_at, key LIMIT $3";
        let values: &Values<'_> = &[&from_time(before), &from_time(soon), &i64::from(limit)];
        Ok(table_ids(self.column(SELECT, values).await?))
    }

    /// See [`Store::delete_finished`](crate::store::Store::delete_finished).
    pub async fn delete_finished(&self, before: Time) -> Result<(), StoreError> {
        let (games, events) = (from_count(DELETE_BATCH_SIZE), from_count(DELETE_BATCH_EVENTS));
        let values: &Values<'_> = &[&from_time(before), &games, &events];
        while !self.query(DELETE_FINISHED, values).await?.is_empty() {}
        Ok(())
    }

    /// The games that [`Store::delete_unplayed`](crate::store::Store::delete_unplayed) deletes next, and when they ended.
    pub(in crate::store) async fn unplayed_games(
        &self,
        from: Time,
        before: Time,
    ) -> Result<Vec<(String, Time)>, StoreError> {
        let (plies, length) = (i64::from(MIN_PLIES), from_time(Time(MIN_LENGTH)));
        let (games, events) = (from_count(DELETE_BATCH_SIZE), from_count(DELETE_BATCH_EVENTS));
        let values: &Values<'_> = &[&from_time(from), &from_time(before), &length, &plies, &games, &events];
        let rows = self.query(UNPLAYED, values).await?;
        Ok(rows.iter().map(|row| (row.get(0), to_time(row.get(1)))).collect())
    }

    /// Deletes these games as far as they are still not listed. Returns how many there were.
    pub(in crate::store) async fn delete_unlisted(&self, ids: &[&str]) -> Result<usize, StoreError> {
        const DELETE: &str =
            "DELETE FROM tables WHERE id = ANY ($1) AND stage = 2 AND NOT is_listed RETURNING key";
        Ok(self.query(DELETE, &[&ids]).await?.len())
    }

    /// See [`Store::delete_names`](crate::store::Store::delete_names).
    pub async fn delete_names(&self, before: Time) -> Result<(), StoreError> {
        let values: &Values<'_> = &[&from_time(before), &from_count(DELETE_BATCH_SIZE)];
        while self.query(DELETE_NAMES, values).await?.len() == DELETE_BATCH_SIZE {}
        Ok(())
    }

    /// See [`Store::admin_log_after`](crate::store::Store::admin_log_after).
    pub async fn admin_log_after(&self, number: u64) -> Result<Vec<AdminLogEntry>, StoreError> {
        const SELECT: &str =
            "SELECT number, at, who, action FROM admin_actions WHERE number > $1 ORDER BY number";
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let rows = self.query(SELECT, &[&number]).await?;
        Ok(rows.iter().map(|row| entry(row.get(0), row.get(1), row.get(2), row.get(3))).collect())
    }

    /// See [`Store::set_listed`](crate::store::Store::set_listed).
    pub async fn set_listed(&self, id: &TableId, is_listed: bool) -> Result<(), StoreError> {
        self.query("UPDATE tables SET is_listed = $2 WHERE id = $1", &[&id.to_string(), &is_listed]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::postgres::plan::plan;

    #[tokio::test]
    async fn expired_rows_are_found_by_an_index() {
        for (sql, index) in [
            (DELETE_FINISHED, "tables_finished"),
            (DELETE_NAMES, "guests_old"),
            (UNPLAYED, "tables_finished"),
        ] {
            let values = ["1000", "2000", "5000", "4", "500", "20000"];
            let sql = (1..)
                .zip(values)
                .fold(sql.to_owned(), |sql, (number, value)| sql.replace(&format!("${number}"), value));
            let plan = plan(&sql).await;
            assert!(plan.contains(&format!("Index Scan using {index}")), "{plan}");
        }
    }
}
