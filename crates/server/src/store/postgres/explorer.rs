//! The explorer's index: see [`Store`](crate::store::Store).

use table::TableId;

use super::Postgres;
use crate::store::explorer::{ExploredMove, counts, tally};
use crate::store::{StoreError, table_ids};

impl Postgres {
    /// See [`Store::unindexed_games`](crate::store::Store::unindexed_games).
    pub async fn unindexed_games(&self, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str =
            "SELECT id FROM tables WHERE stage = 2 AND is_listed AND NOT is_explored ORDER BY key LIMIT $1";
        Ok(table_ids(self.column(SELECT, &[&i64::from(limit)]).await?))
    }

    /// See [`Store::index_game`](crate::store::Store::index_game). One statement is one transaction. If two servers
    /// count the same game, the second one waits for the row of the table and then finds the game counted. All servers
    /// lock the rows of the index in the order in which the moves are given.
    pub async fn index_game(&self, id: &TableId, moves: Vec<ExploredMove>) -> Result<(), StoreError> {
        const COUNT: &str = "WITH marked AS (
                UPDATE tables SET is_explored = true WHERE id = $1 AND NOT is_explored RETURNING kind
            )
            INSERT INTO explorer (key, code, kind, wins_first, wins_second, wins_third, wins_fourth, draws)
            SELECT new.key, new.code, marked.kind, new.wins_first, new.wins_second, new.wins_third, new.wins_fourth, new.draws
            FROM marked, unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                $8::bigint[]) AS new (key, code, wins_first, wins_second, wins_third, wins_fourth, draws)
            ORDER BY new.key, new.code
            ON CONFLICT (key, code, kind) DO UPDATE SET wins_first = explorer.wins_first + excluded.wins_first,
                wins_second = explorer.wins_second + excluded.wins_second, wins_third = explorer.wins_third + excluded.wins_third,
                wins_fourth = explorer.wins_fourth + excluded.wins_fourth, draws = explorer.draws + excluded.draws";
        let keys: Vec<i64> = moves.iter().map(|found| found.key.cast_signed()).collect();
        let codes: Vec<i64> = moves.iter().map(|found| found.code.into()).collect();
        let column = |at: usize| moves.iter().map(|found| counts(&found.tally)[at]).collect::<Vec<i64>>();
        let [one, two, three, four, draws] = [0, 1, 2, 3, 4].map(column);
        self.query(COUNT, &[&id.to_string(), &keys, &codes, &one, &two, &three, &four, &draws]).await?;
        Ok(())
    }

    /// See [`Store::moves_played`](crate::store::Store::moves_played).
    pub async fn moves_played(&self, kind: &str, key: u64) -> Result<Vec<ExploredMove>, StoreError> {
        const SELECT: &str = "SELECT code, wins_first, wins_second, wins_third, wins_fourth, draws FROM explorer WHERE key = $1 AND kind = $2";
        let rows = self.searchers.next().query(SELECT, &[&key.cast_signed(), &kind]).await?;
        let found = rows.iter().map(|row| ExploredMove {
            key,
            code: u32::try_from(row.get::<_, i64>(0)).unwrap_or(u32::MAX),
            tally: tally([1, 2, 3, 4, 5].map(|column| row.get(column))),
        });
        Ok(found.collect())
    }
}
