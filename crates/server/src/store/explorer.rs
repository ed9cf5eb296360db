//! The explorer's index of the archive: how often each move was played in each position, and how those games ended.
//!
//! A game is counted after its end, by whichever server finds it first. The counts and the mark that the game is counted
//! are written in one transaction: if the server is killed during it, either both are written or neither.

use std::collections::BTreeMap;

use explorer::{PlayedPosition, Tally};
use table::TableId;

use super::{Store, StoreError};

/// What was played in a position, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The position: the key of its [`explorer::PositionKey`].
    pub key: u64,
    /// The code of the move in that [`explorer::PositionKey`].
    pub code: u32,
    /// How the games ended.
    pub tally: Tally,
}

/// The moves of a game, repeated ones merged, in the order in which all servers lock their rows.
pub fn explored_moves(played: &[PlayedPosition]) -> Vec<ExploredMove> {
    let mut moves: BTreeMap<(i64, u32), Tally> = BTreeMap::new();
    for PlayedPosition { key, code, tally, .. } in played {
        moves.entry((key.cast_signed(), *code)).or_default().add(tally);
    }
    let row =
        |((key, code), tally): ((i64, u32), Tally)| ExploredMove { key: key.cast_unsigned(), code, tally };
    moves.into_iter().map(row).collect()
}

/// The columns of the counts: wins of the player to move and of the others in turn, then draws.
pub(super) fn counts(tally: &Tally) -> [i64; 5] {
    let [one, two, three, four] = tally.wins.map(i64::from);
    [one, two, three, four, tally.draws.into()]
}

/// The tally with these counts.
pub(super) fn tally(counts: [i64; 5]) -> Tally {
    let [one, two, three, four, draws] = counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    Tally { wins: [one, two, three, four], draws }
}

impl Store {
    /// Finished, listed games that are not in the explorer's index, the oldest first.
    pub async fn unindexed_games(&self, limit: u32) -> Result<Vec<TableId>, StoreError> {
        match self {
            Store::Sqlite(store) => store.unindexed_games(limit).await,
            Store::Postgres(store) => store.unindexed_games(limit).await,
        }
    }

    /// Counts the moves of a game in the index, unless it is counted already.
    pub async fn index_game(&self, id: &TableId, moves: Vec<ExploredMove>) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.index_game(id, moves).await,
            Store::Postgres(store) => store.index_game(id, moves).await,
        }
    }

    /// What was played in a position of a game, most played first.
    pub async fn moves_played(&self, kind: &str, key: u64) -> Result<Vec<ExploredMove>, StoreError> {
        let mut moves = match self {
            Store::Sqlite(store) => store.moves_played(kind, key).await,
            Store::Postgres(store) => store.moves_played(kind, key).await,
        }?;
        moves.sort_by_key(|found| (std::cmp::Reverse(found.tally.games()), found.code));
        Ok(moves)
    }
}
