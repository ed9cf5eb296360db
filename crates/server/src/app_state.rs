//! The state of a server: its store, the tables in memory, and what all requests share.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use table::{Event, GuestId, Refusal, Setup, Table, TableId, Time};
use tokio::sync::{Notify, Semaphore};

use crate::background;
use crate::budget::{self, WriteBudget};
use crate::client_address::ProxyWarning;
use crate::engines::Engines;
use crate::heartbeat::Heartbeat;
use crate::http::Caller;
use crate::limit_log::LimitLog;
use crate::live_table::LiveTable;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::operator::Moderation;
use crate::random;
use crate::read_limits::ReadLimits;
use crate::real_play::ArchiveLimit;
use crate::settings::{Database, ServerSettings};
use crate::shutdown::Shutdown;
use crate::sockets::Sockets;
use crate::store::{Append, Postgres, Sqlite, Store, StoreError, TableOrigin};
use crate::summary::{self, SummaryTexts};

/// How many events are replayed on the threads that serve requests.
const LONG_LOG: usize = 500;

/// How many long logs are replayed at a time.
const MAX_REPLAYS: usize = 2;

/// Everything that a running server holds. Requests and background tasks share it.
#[derive(Debug)]
pub struct AppState {
    pub(crate) settings: ServerSettings,
    pub(crate) store: Store,
    pub(crate) engines: Engines,
    pub(crate) lobby: Lobby,
    pub(crate) metrics: Metrics,
    pub(crate) sockets: Sockets,
    /// The open connections that have not become WebSockets.
    pub(crate) connections: Sockets,
    /// The requests that are being answered.
    pub(crate) requests: Sockets,
    pub(crate) heartbeat: Heartbeat,
    pub(crate) shutdown: Shutdown,
    /// The decisions of operators: bans, a closed lobby, an announcement.
    pub(crate) moderation: Moderation,
    /// Asks for all live tables to be brought up to date.
    pub(crate) tables_stale: Notify,
    /// Asks for the presence of all players to be checked.
    pub(crate) presence_suspect: Notify,
    pub(crate) budget: WriteBudget,
    pub(crate) archive_limit: ArchiveLimit,
    pub(crate) proxy_warning: ProxyWarning,
    pub(crate) read_limits: ReadLimits,
    pub(crate) limit_log: Arc<LimitLog>,
    live_tables: Mutex<HashMap<TableId, Arc<LiveTable>>>,
    /// Taken while a long log is replayed.
    replays: Semaphore,
    /// Locked for reading while a table is being loaded, and for writing while this server stops watching one.
    watching: tokio::sync::RwLock<()>,
    last_server_loss: AtomicU64,
}

impl AppState {
    /// Opens the store and starts the background tasks.
    pub async fn start(settings: ServerSettings) -> Result<Arc<AppState>, StoreError> {
        let store = match &settings.database {
            Database::Folder(folder) => Store::Sqlite(Sqlite::open(folder)?),
            Database::Postgres(url) => Store::Postgres(Postgres::open(url).await?),
        };
        let now = settings.clock.now();
        let heartbeat = Heartbeat::start(&store, now).await?;
        let is_unlimited = settings.is_unlimited;
        let sockets_per_address = if is_unlimited { usize::MAX } else { settings.sockets_per_address };
        // Behind a proxy, all connections come from it: there the requests that are being answered count instead, each
        // for the address that the proxy names.
        let address_limit =
            |is_limited| if is_limited { settings.connections_per_address } else { usize::MAX };
        let connections_per_address = address_limit(!is_unlimited && !settings.is_behind_proxy);
        let requests_per_address = address_limit(!is_unlimited && settings.is_behind_proxy);
        let limit_log = Arc::<LimitLog>::default();
        let state = Arc::new(AppState {
            engines: Engines::new(settings.engines, settings.is_unlimited),
            lobby: Lobby::new(),
            metrics: Metrics::default(),
            sockets: Sockets::new(settings.sockets, sockets_per_address),
            connections: Sockets::new(usize::MAX, connections_per_address),
            requests: Sockets::new(usize::MAX, requests_per_address),
            heartbeat,
            shutdown: Shutdown::new(),
            moderation: Moderation::new(),
            tables_stale: Notify::new(),
            presence_suspect: Notify::new(),
            budget: WriteBudget::new(
                settings.writes_per_minute,
                settings.is_unlimited,
                Arc::clone(&limit_log),
            ),
            archive_limit: ArchiveLimit::new(),
            proxy_warning: ProxyWarning::default(),
            read_limits: ReadLimits::new(
                settings.reads_per_minute,
                settings.is_unlimited,
                Arc::clone(&limit_log),
            ),
            limit_log,
            live_tables: Mutex::default(),
            replays: Semaphore::new(MAX_REPLAYS),
            watching: tokio::sync::RwLock::default(),
            last_server_loss: AtomicU64::new(now.0),
            settings,
            store,
        });
        state.moderation.follow(&state).await?;
        background::spawn_background_tasks(&state);
        background::refresh_lobby(&state).await;
        Ok(state)
    }

    /// Begins to shut down: background tasks end, and sockets are closed with a reason.
    pub fn stop(&self) {
        self.shutdown.begin();
    }

    /// The metrics of this server, in the text format of Prometheus.
    pub fn metrics_text(&self) -> String {
        crate::metrics::text(self)
    }

    /// The current time of this server.
    pub(crate) fn now(&self) -> Time {
        self.settings.clock.now()
    }

    /// Whether other servers may use the same store.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.store, Store::Postgres(_))
    }

    /// Whether all outages up to now are known. Until then nothing that depends on clocks may be decided.
    pub(crate) fn is_current(&self) -> bool {
        self.heartbeat.is_current(self.now())
    }

    /// Writes a heartbeat. After a gap, all live tables are brought up to date.
    pub(crate) async fn write_heartbeat(&self) {
        if self.heartbeat.write(&self.store, &self.settings.clock).await {
            self.tables_stale.notify_one();
        }
    }

    /// Writes a heartbeat now if the last one is too old: this process may have been suspended.
    pub(crate) async fn ensure_heartbeat(&self) {
        if self.heartbeat.write_if_stale(&self.store, &self.settings.clock).await {
            self.tables_stale.notify_one();
        }
    }

    /// Remembers that another server was lost just now.
    pub(crate) fn note_server_loss(&self) {
        self.last_server_loss.store(self.now().0, Ordering::Relaxed);
    }

    /// When another server was last lost, or when this one started. Presence that was recorded earlier may be wrong.
    pub(crate) fn last_server_loss(&self) -> Time {
        Time(self.last_server_loss.load(Ordering::Relaxed))
    }

    fn tables_in_memory(&self) -> MutexGuard<'_, HashMap<TableId, Arc<LiveTable>>> {
        self.live_tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All tables in memory.
    pub(crate) fn live_tables(&self) -> Vec<Arc<LiveTable>> {
        self.tables_in_memory().values().cloned().collect()
    }

    /// How many tables are in memory.
    pub(crate) fn live_table_count(&self) -> usize {
        self.tables_in_memory().len()
    }

    /// The table with this id if it is in memory.
    pub(crate) fn loaded_table(&self, id: &TableId) -> Option<Arc<LiveTable>> {
        self.tables_in_memory().get(id).cloned()
    }

    /// Removes a table from memory and returns it.
    pub(crate) fn unload(&self, id: &TableId) -> Option<Arc<LiveTable>> {
        self.tables_in_memory().remove(id)
    }

    /// Drops the tables from memory that no connection and no task uses, and stops watching those whose game is over.
    /// The others stay watched until the next notification: a server that is notified of a table it no longer holds
    /// stops watching it.
    pub(crate) async fn unload_unused_tables(self: &Arc<AppState>) {
        let mut finished = Vec::new();
        self.tables_in_memory().retain(|id, live_table| {
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
        if let Some(live_table) = self.loaded_table(id) {
            return Ok(live_table);
        }
        let (state, id) = (Arc::clone(self), id.clone());
        let loading = async move {
            let (live_table, replayed) = state.load(&id).await?;
            state.read_limits.charge_replay(address, replayed);
            Ok(live_table)
        };
        // It fails only if loading has panicked.
        tokio::spawn(loading).await.unwrap_or(Err(Refusal::Fault))
    }

    /// The table with this id, and how many events had to be replayed for it.
    async fn load(self: &Arc<AppState>, id: &TableId) -> Result<(Arc<LiveTable>, usize), Refusal> {
        if let Some(live_table) = self.loaded_table(id) {
            return Ok((live_table, 0));
        }
        let unavailable = |_: StoreError| Refusal::Unavailable;
        let lines = self.store.events(id, 0).await.map_err(unavailable)?;
        if lines.is_empty() {
            return Err(Refusal::NoSuchTable);
        }
        let replayed = lines.len();
        let mut table = self.replay(id, lines).await?;
        let loading = self.watching.read().await;
        let origin = self.store.watch(id).await.map_err(unavailable)?.ok_or(Refusal::NoSuchTable)?;
        // What was appended before this server was known to watch.
        let more = self.store.events(id, table.version()).await.map_err(unavailable)?;
        let more = parse(&more).map_err(|why| damaged(id, &why))?;
        if let Some(next) = table.after(more).map_err(|unfit| damaged(id, &unfit.to_string()))? {
            table.replace_with(next);
        }
        let live_table = Arc::new(LiveTable::new(id.clone(), table, origin));
        // If several requests load the same table at once, all of them use the copy that was inserted first.
        let live_table = Arc::clone(self.tables_in_memory().entry(id.clone()).or_insert(live_table));
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
        let _permit = self.replays.acquire().await.map_err(|_| Refusal::Unavailable)?;
        let replayed = tokio::task::spawn_blocking(replay).await.map_err(|_| Refusal::Fault)?;
        replayed.map_err(|why| damaged(id, &why))
    }

    /// Stops watching tables that are no longer in memory. A table that has been loaded in the meantime may lack events
    /// whose notifications have already come, so it is synchronised instead.
    pub(crate) async fn unwatch(self: &Arc<AppState>, ids: &[TableId]) {
        let _unwatching = self.watching.write().await;
        let mut unused = Vec::new();
        for id in ids {
            match self.loaded_table(id) {
                Some(live_table) => live_table.sync(self, None),
                None => unused.push(id.clone()),
            }
        }
        if let Err(error) = self.store.unwatch(&unused).await {
            tracing::warn!(%error, "this server still hears of tables that it does not hold");
        }
    }

    /// Appends events to the store, and measures how long it takes.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let began = Instant::now();
        let result = self.store.append(append).await;
        self.metrics.appended.add(began.elapsed());
        result
    }

    /// Creates a table, for which the payer is charged, unless the store cannot be written to.
    pub(crate) async fn create_table(
        &self,
        setup: Setup,
        is_listed: bool,
        opener: GuestId,
        payer: Option<Caller>,
    ) -> Result<TableId, Refusal> {
        let id = random::table_id();
        let table = Table::new(setup, self.now(), random::secret());
        let summary = summary::summarize(&id, &table, &SummaryTexts::of(&table), is_listed, opener);
        let events = table.events().map(ToString::to_string).collect();
        let opened_from = payer.map(|payer| self.settings.cookie_key.number_of(payer.address));
        let append = Append {
            id: id.clone(),
            version: 0,
            events,
            is_compaction: false,
            summary,
            has_seats_changed: true,
            opened_from,
        };
        let cost = budget::NEW_TABLE + budget::cost_of(&append);
        // Charged first: whoever waits for the append may give up, and the table is there all the same.
        if let Some(payer) = payer {
            self.budget.charge(payer, cost);
        }
        self.append(append).await.map_err(|error| {
            tracing::warn!(%error, "a table cannot be created");
            if let (Some(payer), StoreError::Unavailable(_)) = (payer, &error) {
                self.budget.refund(payer, cost);
            }
            Refusal::Unavailable
        })?;
        self.metrics.tables.add(1);
        if is_listed {
            self.lobby.mark_stale();
        }
        if !self.is_shared() {
            // Its players will connect here next. With several servers they may connect to another one, which would
            // then notify this one for nothing.
            let origin = TableOrigin { is_listed, opener, opened_from };
            let live_table = LiveTable::new(id.clone(), table, origin);
            self.tables_in_memory().entry(id.clone()).or_insert_with(|| Arc::new(live_table));
        }
        Ok(id)
    }

    /// Refuses an address from which too many tables were opened that still wait for players.
    pub(crate) async fn check_waiting_tables(&self, address: IpAddr) -> Result<(), Refusal> {
        if self.settings.is_unlimited {
            return Ok(());
        }
        let address = self.settings.cookie_key.number_of(address);
        let waiting = self.store.waiting_count(address).await.map_err(|_| Refusal::Unavailable)?;
        let is_allowed = waiting < self.settings.waiting_tables_per_address;
        if is_allowed { Ok(()) } else { Err(Refusal::TooManyTables) }
    }

    /// Refuses a guest who has too many unfinished games to open another table or to join one of another guest. A table
    /// counts from when the guest opened it.
    pub(crate) async fn check_game_limit(&self, guest: GuestId) -> Result<(), Refusal> {
        if self.settings.is_unlimited {
            return Ok(());
        }
        let games = self.store.unfinished_count(guest).await.map_err(|_| Refusal::Unavailable)?;
        if games >= self.settings.games_per_guest { Err(Refusal::TooManyGames) } else { Ok(()) }
    }

    /// Frees the memory that was used for clients who have left.
    pub(crate) fn shrink(&self) {
        let now = Instant::now();
        self.budget.purge(now);
        self.read_limits.purge(now);
        self.archive_limit.purge(now);
        self.store.shrink();
        self.sockets.shrink();
        self.connections.shrink();
        self.requests.shrink();
        self.tables_in_memory().shrink_to_fit();
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
