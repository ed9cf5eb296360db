//! The state of a server: what all requests and background tasks share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use table::Time;
use tokio::sync::Notify;

use crate::background;
use crate::budget::WriteBudget;
use crate::client_address::ProxyWarning;
use crate::concurrency_limit::ConcurrencyLimit;
use crate::engines::Engines;
use crate::heartbeat::Heartbeat;
use crate::limit_log::LimitLog;
use crate::live_tables::LiveTables;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::operator::Moderation;
use crate::read_limits::ReadLimits;
use crate::real_play::ArchiveLimit;
use crate::settings::{Database, ServerSettings};
use crate::shutdown::Shutdown;
use crate::store::{Append, Postgres, Sqlite, Store, StoreError};

/// Everything that a running server holds. Requests and background tasks share it.
#[derive(Debug)]
pub struct AppState {
    pub(crate) settings: ServerSettings,
    pub(crate) store: Store,
    pub(crate) engines: Engines,
    pub(crate) lobby: Lobby,
    pub(crate) metrics: Metrics,
    pub(crate) sockets: ConcurrencyLimit,
    /// The open connections that have not become WebSockets.
    pub(crate) connections: ConcurrencyLimit,
    /// The requests that are being answered.
    pub(crate) requests: ConcurrencyLimit,
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
    pub(crate) live_tables: LiveTables,
    last_server_loss: AtomicU64,
    /// The end of the period, in milliseconds, whose unlisted, hardly played games have all been deleted.
    pub(crate) unplayed_deleted_before: AtomicU64,
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
            sockets: ConcurrencyLimit::new(settings.sockets, sockets_per_address),
            connections: ConcurrencyLimit::new(usize::MAX, connections_per_address),
            requests: ConcurrencyLimit::new(usize::MAX, requests_per_address),
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
                settings.requests_per_minute,
                settings.reads_per_minute,
                settings.is_unlimited,
                Arc::clone(&limit_log),
            ),
            limit_log,
            live_tables: LiveTables::new(),
            last_server_loss: AtomicU64::new(now.0),
            unplayed_deleted_before: AtomicU64::new(0),
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

    /// Appends events to the store, and measures how long it takes.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let began = Instant::now();
        let result = self.store.append(append).await;
        self.metrics.appended.add(began.elapsed());
        result
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
        self.live_tables.shrink();
    }
}
