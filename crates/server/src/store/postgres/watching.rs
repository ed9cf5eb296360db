//! Which servers watch which tables: a server is notified of the appends of others only for the tables that it holds in
//! memory.

use table::TableId;

use super::{Postgres, origin};
use crate::store::encoding::from_count;
use crate::store::upkeep::DELETE_BATCH_SIZE;
use crate::store::{Change, StoreError, TableOrigin};

/// Enters a server into the list, or renews its entry. `true` if it was not in the list.
pub(super) const RENEW: &str = "INSERT INTO servers (number) VALUES ($1)
    ON CONFLICT (number) DO UPDATE SET at = now() RETURNING xmax = 0";

/// Removes the servers that have not renewed their entry for long.
const REMOVE_LOST: &str = "DELETE FROM servers WHERE at < now() - interval '15 seconds' RETURNING number";

/// Removes servers that are not in the list from the tables that are not over. Rows are locked in the order in which
/// appends lock them.
const FORGET_LOST: &str = "UPDATE tables SET watchers = ARRAY(
        SELECT watcher FROM unnest(tables.watchers) AS watcher WHERE watcher IN (SELECT number FROM servers))
    WHERE key IN (SELECT key FROM tables WHERE stage < 2 AND NOT watchers <@ ARRAY(SELECT number FROM servers)
        ORDER BY key FOR UPDATE)";

/// The same for some of the tables that are over. The entry of a lost server does no harm there, so it may be removed
/// late.
const FORGET_LOST_AT_FINISHED: &str = "UPDATE tables SET watchers = ARRAY(
        SELECT watcher FROM unnest(tables.watchers) AS watcher WHERE watcher IN (SELECT number FROM servers)),
        is_watched = watchers && ARRAY(SELECT number FROM servers)
    WHERE key IN (SELECT key FROM tables WHERE is_watched
        AND NOT watchers <@ ARRAY(SELECT number FROM servers) LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING key";

impl Postgres {
    /// See [`Store::watch`](crate::store::Store::watch).
    pub async fn watch(&self, id: &TableId) -> Result<Option<TableOrigin>, StoreError> {
        const WATCH: &str = "UPDATE tables SET watchers = array_append(array_remove(watchers, $2), $2)
            WHERE id = $1 AND stage < 2 RETURNING is_listed, opener, opened_from";
        let rows = self.watch_connections.next().query(WATCH, &[&id.to_string(), &self.server]).await?;
        match rows.first() {
            Some(row) => Ok(Some(origin(row))),
            // The game is over. Finished games are viewed often and rarely appended to, so they are not watched.
            None => self.origin(id).await,
        }
    }

    /// See [`Store::watch_again`](crate::store::Store::watch_again).
    pub async fn watch_again(&self, ids: &[TableId]) -> Result<(), StoreError> {
        const WATCH: &str =
            "UPDATE tables SET watchers = array_append(watchers, $2), is_watched = stage >= 2 WHERE key IN (
            SELECT key FROM tables WHERE id = ANY ($1) AND NOT $2 = ANY (watchers) ORDER BY key FOR UPDATE)";
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        self.watch_connections.next().query(WATCH, &[&ids, &self.server]).await?;
        Ok(())
    }

    /// See [`Store::unwatch`](crate::store::Store::unwatch).
    pub async fn unwatch(&self, ids: &[TableId]) -> Result<(), StoreError> {
        const UNWATCH: &str = "UPDATE tables SET watchers = array_remove(watchers, $2),
                is_watched = is_watched AND array_remove(watchers, $2) <> '{}' WHERE key IN (
            SELECT key FROM tables WHERE id = ANY ($1) AND $2 = ANY (watchers) ORDER BY key FOR UPDATE)";
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        self.watch_connections.next().query(UNWATCH, &[&ids, &self.server]).await?;
        Ok(())
    }

    /// Removes servers that are not in the list from the tables that are over, in steps.
    pub(super) async fn forget_lost_at_finished_tables(&self) -> Result<(), StoreError> {
        while self.query(FORGET_LOST_AT_FINISHED, &[&from_count(DELETE_BATCH_SIZE)]).await?.len()
            == DELETE_BATCH_SIZE
        {}
        Ok(())
    }

    /// Tells the other servers that this one is running, and forgets those that have not done so for long. If this one
    /// was forgotten itself, it has to watch its tables again.
    pub(super) async fn renew_server(&self) -> Result<(), StoreError> {
        let is_new = self.column::<bool>(RENEW, &[&self.server]).await?.pop();
        if is_new == Some(true) {
            let _ = self.changes.send(Change::Missed);
        }
        if !self.query(REMOVE_LOST, &[]).await?.is_empty() {
            self.query(FORGET_LOST, &[]).await?;
        }
        self.notifier.heartbeat();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::postgres::plan::plan;

    #[tokio::test]
    async fn finished_games_that_name_lost_servers_are_found_by_an_index() {
        let plan = plan(&FORGET_LOST_AT_FINISHED.replace("$1", "500")).await;
        assert!(plan.contains("tables_watched"), "{plan}");
    }
}
