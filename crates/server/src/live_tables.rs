//! The tables in memory: loading them from the store, reading them, and unloading idle ones.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{Event, Refusal, Table, TableId};
use tokio::sync::{RwLock, Semaphore};

use crate::app_state::AppState;
use crate::live_table::LiveTable;
use crate::store::StoreError;

/// How many events are replayed on the threads that serve requests.
const LONG_LOG: usize = 500;

/// How many long logs are replayed at a time.
const MAX_REPLAYS: usize = 2;

/// The tables in memory, and what is shared by all that are being loaded.
#[derive(Debug)]
pub(crate) struct LiveTables {
    by_id: Mutex<HashMap<TableId, Arc<LiveTable>>>,
    /// Taken while a long log is replayed.
    replays: Semaphore,
    /// Locked for reading while a table is being loaded, and for writing while this server stops watching one.
    watching: RwLock<()>,
}

impl LiveTables {
    pub(crate) fn new() -> LiveTables {
        LiveTables {
            by_id: Mutex::default(),
            replays: Semaphore::new(MAX_REPLAYS),
            watching: RwLock::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Arc<LiveTable>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees the memory of tables that were unloaded.
    pub(crate) fn shrink(&self) {
        self.lock().shrink_to_fit();
    }
}

impl AppState {
    /// Puts a new table into memory.
    pub(crate) fn insert_table(&self, live_table: LiveTable) {
        let id = live_table.id().clone();
        self.live_tables.lock().entry(id).or_insert_with(|| Arc::new(live_table));
    }

    /// All tables in memory.
    pub(crate) fn live_tables(&self) -> Vec<Arc<LiveTable>> {
        self.live_tables.lock().values().cloned().collect()
    }

    /// How many tables are in memory.
    pub(crate) fn live_table_count(&self) -> usize {
        self.live_tables.lock().len()
    }

    /// The table with this id if it is in memory.
    pub(crate) fn loaded_table(&self, id: &TableId) -> Option<Arc<LiveTable>> {
        self.live_tables.lock().get(id).cloned()
    }

    /// Removes a table from memory and returns it.
    pub(crate) fn unload(&self, id: &TableId) -> Option<Arc<LiveTable>> {
        self.live_tables.lock().remove(id)
    }

    /// Drops the tables from memory that no connection and no task uses, and stops watching those whose game is over.
    /// The others stay watched until the next notification: a server that is notified of a table it no longer holds
    /// stops watching it.
    pub(crate) async fn unload_unused_tables(self: &Arc<AppState>) {
        let mut finished = Vec::new();
        self.live_tables.lock().retain(|id, live_table| {
            let is_used = Arc::strong_count(live_table) > 1;
            if !is_used && live_table.is_over_and_unused() {
                finished.push(id.clone());
            }
            is_used
        });
        if self.is_shared() && !finished.is_empty() {
            self.unwatch(&finished).await;
        }
    }

    /// The table with this id, from memory or loaded from the store.
    pub(crate) async fn live_table(self: &Arc<AppState>, id: &TableId) -> Result<Arc<LiveTable>, Refusal> {
        Ok(self.load(id).await?.0)
    }

    /// The table with this id, for a client: if it had to be loaded, its address is charged by the length of the log. A
    /// client that leaves meanwhile does not cut the loading short.
    pub(crate) async fn live_table_for(
        self: &Arc<AppState>,
        address: IpAddr,
        id: &TableId,
    ) -> Result<Arc<LiveTable>, Refusal> {
        Ok(self.live_table_or_load(address, id).await?.0)
    }

    /// The same, and whether the table was loaded for this client: then it has all events that the client can have seen.
    pub(crate) async fn live_table_or_load(
        self: &Arc<AppState>,
        address: IpAddr,
        id: &TableId,
    ) -> Result<(Arc<LiveTable>, bool), Refusal> {
        if let Some(live_table) = self.loaded_table(id) {
            return Ok((live_table, false));
        }
        let (state, id) = (Arc::clone(self), id.clone());
        let loading = async move {
            let (live_table, replayed) = state.load(&id).await?;
            state.read_limits.charge_replay(address, replayed);
            Ok((live_table, replayed > 0))
        };
        // It fails only if loading has panicked.
        tokio::spawn(loading).await.unwrap_or(Err(Refusal::Fault))
    }

    /// Reads a table for a request that changes nothing. A table that is not in memory is read from the store and dropped
    /// again: this server does not begin to watch it, which would be a write. The address is charged by the length of the
    /// log, even if the client leaves meanwhile.
    pub(crate) async fn read_table<T>(
        self: &Arc<AppState>,
        address: IpAddr,
        id: &TableId,
        read: impl FnOnce(&Table) -> T,
    ) -> Result<T, Refusal> {
        if let Some(live_table) = self.loaded_table(id) {
            return Ok(live_table.read(read).await);
        }
        let (state, id) = (Arc::clone(self), id.clone());
        let replaying = async move {
            let lines = state.store.events(&id, 0).await.map_err(|_| Refusal::Unavailable)?;
            if lines.is_empty() {
                return Err(Refusal::NoSuchTable);
            }
            state.read_limits.charge_replay(address, lines.len());
            Ok(state.replay(&id, lines).await?.with_id(id))
        };
        // It fails only if replaying has panicked.
        let table = tokio::spawn(replaying).await.unwrap_or(Err(Refusal::Fault))?;
        Ok(read(&table))
    }

    /// The table with this id, and how many events had to be replayed for it.
    async fn load(self: &Arc<AppState>, id: &TableId) -> Result<(Arc<LiveTable>, usize), Refusal> {
        if let Some(live_table) = self.loaded_table(id) {
            return Ok((live_table, 0));
        }
        let unavailable = |_: StoreError| Refusal::Unavailable;
        let mut loading = self.live_tables.watching.read().await;
        // Before the events are read: this server is notified of all that are appended later.
        let mut origin = self.store.watch(id).await.map_err(unavailable)?.ok_or(Refusal::NoSuchTable)?;
        let lines = self.store.events(id, 0).await.map_err(unavailable)?;
        if lines.is_empty() {
            return Err(Refusal::NoSuchTable);
        }
        let replayed = lines.len();
        let table = if replayed <= LONG_LOG {
            self.replay(id, lines).await?
        } else {
            // The replay takes long and must not block others, so the table may be unwatched meanwhile.
            drop(loading);
            let mut table = self.replay(id, lines).await?;
            loading = self.live_tables.watching.read().await;
            origin = self.store.watch(id).await.map_err(unavailable)?.ok_or(Refusal::NoSuchTable)?;
            let more = self.store.events(id, table.version()).await.map_err(unavailable)?;
            let more = parse(&more).map_err(|why| damaged(id, &why))?;
            if let Some(next) = table.after(more).map_err(|unfit| damaged(id, &unfit.to_string()))? {
                table.replace_with(next);
            }
            table
        };
        let live_table = Arc::new(LiveTable::new(id.clone(), table, origin));
        // If several requests load the same table at once, all of them use the copy that was inserted first.
        let live_table = Arc::clone(self.live_tables.lock().entry(id.clone()).or_insert(live_table));
        drop(loading);
        live_table.after_load(self).await;
        Ok((live_table, replayed))
    }

    /// Replays the events of a table: many of them on a thread for blocking work, and few such tables at a time.
    pub(crate) async fn replay(&self, id: &TableId, lines: Vec<String>) -> Result<Table, Refusal> {
        let is_long = lines.len() > LONG_LOG;
        let replay =
            move || Table::replay(parse(&lines)?).map_err(|(index, unfit)| format!("event {index}: {unfit}"));
        if !is_long {
            return replay().map_err(|why| damaged(id, &why));
        }
        let _permit = self.live_tables.replays.acquire().await.map_err(|_| Refusal::Unavailable)?;
        let replayed = tokio::task::spawn_blocking(replay).await.map_err(|_| Refusal::Fault)?;
        replayed.map_err(|why| damaged(id, &why))
    }

    /// Stops watching tables that are no longer in memory. A table that has been loaded in the meantime may lack events
    /// whose notifications have already come, so it is synchronised instead.
    pub(crate) async fn unwatch(self: &Arc<AppState>, ids: &[TableId]) {
        let _unwatching = self.live_tables.watching.write().await;
        let mut unused = Vec::new();
        for id in ids {
            match self.loaded_table(id) {
                Some(live_table) => live_table.sync(self, None),
                None => unused.push(id.clone()),
            }
        }
        if let Err(error) = self.store.unwatch(&unused).await {
            tracing::warn!(%error, "this server is still notified of tables that it does not hold");
        }
    }
}

/// Parses the events of a table.
fn parse(lines: &[String]) -> Result<Vec<Event>, String> {
    lines.iter().map(|line| line.parse().map_err(|error| format!("{error:?}"))).collect()
}

/// Logs why a table cannot be read.
fn damaged(id: &TableId, why: &str) -> Refusal {
    tracing::error!(table = id.prefix(), why, "a table cannot be read");
    Refusal::Fault
}
