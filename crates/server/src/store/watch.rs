//! Notifications from other servers: the tables that this server watches, and the changes it is notified of.

use std::sync::Arc;

use table::TableId;
use tokio::sync::broadcast;

use super::{Store, StoreError, TableOrigin};

/// A notification about other servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another server has appended to this table, which this server [watches](Store::watch). The notification may include the events;
    /// otherwise they have to be read.
    Table(TableId, Option<Arc<Appended>>),
    /// Another server has changed what the lobby shows.
    Lobby,
    /// Another server has stopped sending heartbeats: players who were connected to it may be gone.
    ServerLost,
    /// Notifications may have been lost: every table in memory has to be watched and read again.
    Missed,
}

/// Events that another server has appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The version of the table before them.
    pub from: usize,
    /// Each event as a line.
    pub lines: Vec<String>,
}

impl Appended {
    /// The version of the table after them.
    pub fn to(&self) -> usize {
        self.from + self.lines.len()
    }

    /// These events and the later ones, if none is missing in between.
    pub(crate) fn followed_by(mut self, later: Appended) -> Option<Appended> {
        if self.to() != later.from {
            return None;
        }
        self.lines.extend(later.lines);
        Some(self)
    }
}

impl Store {
    /// Watches a table: notifies this server of what others append to it from now on, unless its game is over. Returns
    /// its origin; `None` if it does not exist. What was appended before has to be read after this.
    pub async fn watch(&self, id: &TableId) -> Result<Option<TableOrigin>, StoreError> {
        match self {
            Store::Sqlite(store) => store.origin(id).await,
            Store::Postgres(store) => store.watch(id).await,
        }
    }

    /// Makes sure that this server watches these tables, also those whose game is over: after notifications may have
    /// been lost, or when a client connects to a finished game.
    pub async fn watch_again(&self, ids: &[TableId]) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(_) => Ok(()),
            Store::Postgres(store) => store.watch_again(ids).await,
        }
    }

    /// Ends [`watch`](Self::watch).
    pub async fn unwatch(&self, ids: &[TableId]) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(_) => Ok(()),
            Store::Postgres(store) => store.unwatch(ids).await,
        }
    }

    /// How many notifications this server has sent to others, without heartbeats.
    pub fn notifications_sent(&self) -> u64 {
        match self {
            Store::Sqlite(_) => 0,
            Store::Postgres(store) => store.notifications_sent(),
        }
    }

    /// How many transactions have written what tables appended. Appends that wait at the same time share one.
    pub fn append_transactions(&self) -> u64 {
        match self {
            Store::Sqlite(store) => store.append_transactions(),
            Store::Postgres(store) => store.append_transactions(),
        }
    }

    /// Subscribes to the notifications from other servers. With SQLite there are none. A receiver that lags has missed
    /// changes.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        match self {
            Store::Sqlite(store) => store.changes(),
            Store::Postgres(store) => store.changes(),
        }
    }
}
