//! The explorer's index: see [`Store`](crate::store::Store).

use rusqlite::{Connection, OptionalExtension, Row, params};
use table::TableId;

use super::Sqlite;
use crate::store::explorer::{ExploredMove, counts, tally};
use crate::store::{StoreError, table_ids};

impl Sqlite {
    /// See [`Store::unindexed_games`](crate::store::Store::unindexed_games).
    pub async fn unindexed_games(&self, limit: u32) -> Result<Vec<TableId>, StoreError> {
        const SELECT: &str = "SELECT id FROM tables WHERE stage = 2 AND is_listed = 1 AND is_explored = 0
            ORDER BY key LIMIT ?1";
        Ok(table_ids(self.column(SELECT, [limit]).await?))
    }

    /// See [`Store::index_game`](crate::store::Store::index_game).
    pub async fn index_game(&self, id: &TableId, moves: Vec<ExploredMove>) -> Result<(), StoreError> {
        let id = id.to_string();
        self.writer.write(move |connection| Ok(index_game(connection, &id, &moves)?)).await
    }

    /// See [`Store::moves_played`](crate::store::Store::moves_played).
    pub async fn moves_played(&self, kind: &str, key: u64) -> Result<Vec<ExploredMove>, StoreError> {
        const SELECT: &str = "SELECT code, wins_first, wins_second, wins_third, wins_fourth, draws FROM explorer WHERE key = ?1 AND kind = ?2";
        let kind = kind.to_owned();
        let read = move |connection: &Connection| {
            let row = |row: &Row<'_>| {
                let counts = [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
                Ok(ExploredMove { key, code: row.get(0)?, tally: tally(counts) })
            };
            let values = params![key.cast_signed(), kind];
            connection.prepare_cached(SELECT)?.query_map(values, row)?.collect()
        };
        self.searchers.read(read).await
    }
}

/// Marks the game as counted and counts it, unless it is counted already.
fn index_game(connection: &Connection, id: &str, moves: &[ExploredMove]) -> rusqlite::Result<()> {
    const MARK: &str = "UPDATE tables SET is_explored = 1 WHERE id = ?1 AND is_explored = 0 RETURNING kind";
    const COUNT: &str = "INSERT INTO explorer (key, code, kind, wins_first, wins_second, wins_third, wins_fourth, draws)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT DO UPDATE SET wins_first = wins_first + ?4, wins_second = wins_second + ?5, wins_third = wins_third + ?6, wins_fourth = wins_fourth + ?7,
            draws = draws + ?8";
    let mut mark = connection.prepare_cached(MARK)?;
    let kind: Option<String> = mark.query_row([id], |row| row.get(0)).optional()?;
    let Some(kind) = kind else { return Ok(()) };
    let mut count = connection.prepare_cached(COUNT)?;
    for found in moves {
        let [one, two, three, four, draws] = counts(&found.tally);
        count.execute(params![found.key.cast_signed(), found.code, kind, one, two, three, four, draws])?;
    }
    Ok(())
}
