//! Upkeep: what a server deletes or ends by itself after a while, and what follows from the actions of operators.

use table::{TableId, Time};

use super::{Store, StoreError};
use crate::operator::AdminLogEntry;

/// The most rows that are deleted in one transaction, so that appends do not wait for a long deletion.
pub(super) const DELETE_BATCH_SIZE: usize = 500;

/// The most events of games that are deleted in one transaction, but for a single game with more: a long game has as many as
/// hundreds of short ones.
pub(super) const DELETE_BATCH_EVENTS: usize = 20_000;

impl Store {
    /// The games that are being played, in which no player has done anything since `before`, and which are not due
    /// after `soon`: no clock will end them. The longest idle come first.
    pub async fn idle_games(&self, before: Time, soon: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        match self {
            Store::Sqlite(store) => store.idle_games(before, soon, limit).await,
            Store::Postgres(store) => store.idle_games(before, soon, limit).await,
        }
    }

    /// Deletes the games that ended before this, with all their events.
    pub async fn delete_finished(&self, before: Time) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.delete_finished(before).await,
            Store::Postgres(store) => store.delete_finished(before).await,
        }
    }

    /// Deletes the games that ended before this, are not listed and were hardly played: with fewer moves than a game that
    /// the archive lists (`real_play.rs`), or within seconds of the opening of their table. `after` is the time before
    /// which there is nothing left to delete.
    pub async fn delete_unplayed(&self, after: Time, before: Time) -> Result<(), StoreError> {
        let mut from = after;
        loop {
            let found = match self {
                Store::Sqlite(store) => store.unplayed_games(from, before).await?,
                Store::Postgres(store) => store.unplayed_games(from, before).await?,
            };
            let Some((_, last)) = found.last() else { return Ok(()) };
            let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
            let deleted = match self {
                Store::Sqlite(store) => store.delete_unlisted(&ids).await?,
                Store::Postgres(store) => store.delete_unlisted(&ids).await?,
            };
            // Where nothing was deleted, another server was faster, or the games are listed by now.
            from = if deleted > 0 { *last } else { last.plus(1) };
        }
    }

    /// Deletes the names that guests chose before this, if these guests are in no game.
    pub async fn delete_names(&self, before: Time) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.delete_names(before).await,
            Store::Postgres(store) => store.delete_names(before).await,
        }
    }

    /// The entries of the admin log after this number, in order.
    pub async fn admin_log_after(&self, number: u64) -> Result<Vec<AdminLogEntry>, StoreError> {
        match self {
            Store::Sqlite(store) => store.admin_log_after(number).await,
            Store::Postgres(store) => store.admin_log_after(number).await,
        }
    }

    /// Sets whether lobby and archive show a table.
    pub async fn set_listed(&self, id: &TableId, is_listed: bool) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(store) => store.set_listed(id, is_listed).await,
            Store::Postgres(store) => store.set_listed(id, is_listed).await,
        }
    }
}
