//! Which servers watch which tables: a server hears of the appends of others only for the tables that it holds in memory.

use table::{GuestId, TableId};

use super::Postgres;
use crate::store::encoding::to_guest;
use crate::store::{Change, StoreError};

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

impl Postgres {
    /// See [`Store::watch`](crate::store::Store::watch).
    pub async fn watch(&self, id: &TableId) -> Result<Option<(bool, GuestId)>, StoreError> {
        const WATCH: &str = "UPDATE tables SET watchers = array_append(array_remove(watchers, $2), $2)
            WHERE id = $1 RETURNING is_listed, opener";
        let rows = self.watch_connections.next().query(WATCH, &[&id.to_string(), &self.server]).await?;
        Ok(rows.first().map(|row| (row.get(0), to_guest(row.get(1)))))
    }

    /// See [`Store::watch_again`](crate::store::Store::watch_again).
    pub async fn watch_again(&self, ids: &[TableId]) -> Result<(), StoreError> {
        const WATCH: &str = "UPDATE tables SET watchers = array_append(watchers, $2) WHERE key IN (
            SELECT key FROM tables WHERE id = ANY ($1) AND NOT $2 = ANY (watchers) ORDER BY key FOR UPDATE)";
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        self.watch_connections.next().query(WATCH, &[&ids, &self.server]).await?;
        Ok(())
    }

    /// See [`Store::unwatch`](crate::store::Store::unwatch).
    pub async fn unwatch(&self, id: &TableId) -> Result<(), StoreError> {
        const UNWATCH: &str = "UPDATE tables SET watchers = array_remove(watchers, $2) WHERE id = $1";
        self.watch_connections.next().query(UNWATCH, &[&id.to_string(), &self.server]).await?;
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
