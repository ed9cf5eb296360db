//! The whole server behind its doors: the store, the tables in memory, and what goes on by itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::{GuestId, Refusal, Setup, Table, TableId, Time};
use tokio::sync::{Notify, watch};

use crate::engines::Engines;
use crate::live_table::LiveTable;
use crate::lobby::{self, Lobby};
use crate::metrics::Metrics;
use crate::now;
use crate::random;
use crate::rate_limit::{Rate, RateLimiter};
use crate::settings::{Database, Settings};
use crate::sockets::Sockets;
use crate::store::{Append, Change, Outage, Postgres, Sqlite, Store, StoreError};
use crate::summary;

/// How often a server notes that it is there, and how often it tries to when it could not.
const HEARTBEAT: Duration = Duration::from_secs(1);
const HEARTBEAT_RETRY: Duration = Duration::from_millis(200);

/// For how many milliseconds no server must have been there for that time to count for nobody.
const PATIENCE: u64 = 2_500;

/// How often what is overdue is looked for.
const SWEEP: Duration = Duration::from_secs(1);

/// How often what nobody needs is forgotten.
const TIDY: Duration = Duration::from_secs(3600);

/// After how many milliseconds a table at which nobody has begun to play is closed.
const ABANDONED: u64 = 3 * 24 * 3_600_000;

/// Everything that a server holds.
#[derive(Debug)]
pub struct AppState {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) engines: Engines,
    pub(crate) lobby: Lobby,
    pub(crate) metrics: Metrics,
    pub(crate) sockets: Sockets,
    posts_by_guest: RateLimiter<GuestId>,
    posts_by_address: RateLimiter<IpAddr>,
    live_tables: Mutex<HashMap<TableId, Arc<LiveTable>>>,
    outages: Mutex<Vec<Outage>>,
    last_server_loss: AtomicU64,
    is_store_writable: AtomicBool,
    /// When this server last noted that it is there.
    last_heartbeat: AtomicU64,
    heartbeat_lock: tokio::sync::Mutex<()>,
    /// Told when every table is to be looked at again.
    is_stale: Notify,
    stopping: watch::Sender<bool>,
}

/// Knows when the server stops.
#[derive(Debug)]
pub(crate) struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Waits until the server stops.
    pub(crate) async fn wait(&mut self) {
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

impl AppState {
    /// Opens the store and begins to do what goes on by itself; or why that cannot be.
    pub async fn start(settings: Settings) -> Result<Arc<AppState>, StoreError> {
        let store = match &settings.database {
            Database::Folder(folder) => Store::Sqlite(Sqlite::open(folder)?),
            Database::Postgres(url) => Store::Postgres(Postgres::open(url).await?),
        };
        // A server that is alone was down from its last sign of life until now, however short that was.
        let patience = if matches!(store, Store::Sqlite(_)) { 0 } else { PATIENCE };
        let began = now();
        log_outage(store.heartbeat(began, patience).await?);
        let outages = store.outages(Time(0)).await?;
        let posts = settings.posts_per_minute.max(1) as f32;
        let rate = |per_minute: f32| Rate { per_second: per_minute / 60.0, capacity: per_minute };
        let state = Arc::new(AppState {
            engines: Engines::new(settings.engines),
            lobby: Lobby::new(),
            metrics: Metrics::default(),
            sockets: Sockets::new(settings.sockets, settings.sockets_per_address),
            posts_by_guest: RateLimiter::new(rate(posts)),
            posts_by_address: RateLimiter::new(rate(posts * 10.0)),
            live_tables: Mutex::default(),
            outages: Mutex::new(outages),
            last_server_loss: AtomicU64::new(began.0),
            is_store_writable: AtomicBool::new(true),
            last_heartbeat: AtomicU64::new(began.0),
            heartbeat_lock: tokio::sync::Mutex::default(),
            is_stale: Notify::new(),
            stopping: watch::Sender::new(false),
            settings,
            store,
        });
        state.spawn_background_tasks();
        lobby::refresh_lobby(&state).await;
        Ok(state)
    }

    /// Starts what goes on by itself until the server stops.
    fn spawn_background_tasks(self: &Arc<AppState>) {
        let state = Arc::clone(self);
        tokio::spawn(async move { state.run_heartbeat().await });
        let state = Arc::clone(self);
        tokio::spawn(async move { state.refresh_stale_tables().await });
        self.every(SWEEP, |state| async move { state.sweep().await });
        self.every(TIDY, |state| async move { state.tidy().await });
        let state = Arc::clone(self);
        tokio::spawn(async move { state.lobby.run_refresh(&state).await });
        let state = Arc::clone(self);
        tokio::spawn(async move { state.handle_notifications().await });
    }

    fn every<F>(self: &Arc<AppState>, pause: Duration, act: impl Fn(Arc<AppState>) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send,
    {
        let state = Arc::clone(self);
        tokio::spawn(async move {
            let mut stopping = state.stopping();
            let mut ticks = tokio::time::interval(pause);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    () = stopping.wait() => return,
                    _ = ticks.tick() => act(Arc::clone(&state)).await,
                }
            }
        });
    }

    /// Tells everyone that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Something to wait with until the server stops.
    pub(crate) fn stopping(&self) -> Stopping {
        Stopping(self.stopping.subscribe())
    }

    /// Whether the store could last be written to.
    pub(crate) fn is_store_writable(&self) -> bool {
        self.is_store_writable.load(Ordering::Relaxed)
    }

    /// Whether it is known up to now when no server was there. What clocks do depends on it: until then nothing
    /// is decided.
    pub(crate) fn is_current(&self) -> bool {
        self.is_store_writable() && now().since(Time(self.last_heartbeat.load(Ordering::Relaxed))) < PATIENCE
    }

    /// Whether other servers may use the same store.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.store, Store::Postgres(_))
    }

    /// What was last changed before this may have been changed by a server that is lost.
    pub(crate) fn last_server_loss(&self) -> Time {
        Time(self.last_server_loss.load(Ordering::Relaxed))
    }

    /// The times without a server that ended after this.
    pub(crate) fn outages_after(&self, last: Time) -> Vec<Outage> {
        let outages = self.outages.lock().unwrap_or_else(PoisonError::into_inner);
        outages.iter().filter(|outage| outage.to > last).copied().collect()
    }

    fn live_tables(&self) -> MutexGuard<'_, HashMap<TableId, Arc<LiveTable>>> {
        self.live_tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all_live_tables(&self) -> Vec<Arc<LiveTable>> {
        self.live_tables().values().cloned().collect()
    }

    /// How many tables are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.live_tables().len()
    }

    /// The table with this id, from memory or from the store.
    pub(crate) async fn live_table(self: &Arc<AppState>, id: &TableId) -> Result<Arc<LiveTable>, Refusal> {
        if let Some(live_table) = self.live_tables().get(id) {
            return Ok(Arc::clone(live_table));
        }
        let unavailable = |_: StoreError| Refusal::Unavailable;
        let (is_listed, opener) =
            self.store.about(id).await.map_err(unavailable)?.ok_or(Refusal::NoSuchTable)?;
        let lines = self.store.events(id, 0).await.map_err(unavailable)?;
        let damaged = |why: String| {
            tracing::error!(table = %id, why, "a table cannot be read");
            Refusal::Fault
        };
        let events = lines.iter().map(|line| line.parse()).collect::<Result<Vec<_>, _>>();
        let table = Table::replay(events.map_err(|error| damaged(format!("{error:?}")))?)
            .map_err(|(index, unfit)| damaged(format!("event {index}: {unfit}")))?;
        let live_table = Arc::new(LiveTable::new(id.clone(), table, is_listed, opener));
        // Whoever was faster has the one that counts.
        let live_table = Arc::clone(self.live_tables().entry(id.clone()).or_insert(live_table));
        live_table.after_load(self).await;
        Ok(live_table)
    }

    /// Opens a table.
    pub(crate) async fn open(
        &self,
        setup: Setup,
        is_listed: bool,
        opener: GuestId,
    ) -> Result<TableId, Refusal> {
        let id = random::table_id();
        let table = Table::new(setup, now(), random::secret());
        let summary = summary::summarize(&id, &table, is_listed, opener);
        let events = table.events().map(ToString::to_string).collect();
        let append = Append { id: id.clone(), version: 0, events, summary: summary.clone() };
        self.store.append(append).await.map_err(|error| {
            tracing::warn!(%error, "no table can be opened");
            Refusal::Unavailable
        })?;
        self.metrics.tables.add(1);
        self.lobby.opened(&summary);
        Ok(id)
    }

    /// Refuses somebody who has too many games already.
    pub(crate) async fn check_game_limit(&self, guest: GuestId) -> Result<(), Refusal> {
        let games = self.store.unfinished(guest).await.map_err(|_| Refusal::Unavailable)?;
        if games >= self.settings.games_per_guest { Err(Refusal::TooManyGames) } else { Ok(()) }
    }

    /// Refuses somebody who posts too much.
    pub(crate) fn check_post_rate(&self, guest: Option<GuestId>, address: IpAddr) -> Result<(), Refusal> {
        let is_slow = address.is_loopback() || self.posts_by_address.take(address);
        let is_slow = is_slow && guest.is_none_or(|guest| self.posts_by_guest.take(guest));
        if is_slow { Ok(()) } else { Err(Refusal::TooFast) }
    }

    /// Notes all the time that this server is there.
    async fn run_heartbeat(self: &Arc<AppState>) {
        let mut stopping = self.stopping();
        loop {
            let heartbeat_lock = self.heartbeat_lock.lock().await;
            self.heartbeat().await;
            drop(heartbeat_lock);
            self.lobby.count(self.sockets.people(), self.store.playing().await.unwrap_or_default());
            let pause = if self.is_store_writable() { HEARTBEAT } else { HEARTBEAT_RETRY };
            tokio::select! {
                () = stopping.wait() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Makes sure that it is known when no server was there: this one may have been stopped for a while itself.
    pub(crate) async fn ensure_heartbeat(self: &Arc<AppState>) {
        if self.is_current() || !self.is_store_writable() {
            return;
        }
        let _beating = self.heartbeat_lock.lock().await;
        // Somebody else may have made sure meanwhile.
        if self.is_store_writable() && !self.is_current() {
            self.heartbeat().await;
        }
    }

    /// Notes that this server is there. After a time without any, running clocks are put right.
    async fn heartbeat(self: &Arc<AppState>) {
        let (at, was_current) = (now(), self.is_current());
        if let Err(error) = self.write_heartbeat(at, was_current).await {
            if self.is_store_writable.swap(false, Ordering::Relaxed) {
                tracing::error!(%error, "the store cannot be written to");
            }
            return;
        }
        self.last_heartbeat.store(at.0, Ordering::Relaxed);
        if !self.is_store_writable.swap(true, Ordering::Relaxed) {
            tracing::info!("the store can be written to again");
        }
        if !was_current {
            self.is_stale.notify_one();
        }
    }

    async fn write_heartbeat(&self, at: Time, was_current: bool) -> Result<(), StoreError> {
        let outage = self.store.heartbeat(at, PATIENCE).await?;
        log_outage(outage);
        if outage.is_some() || !was_current {
            // Of several servers, one is told that there was none: the others read it.
            let outages = self.store.outages(Time(0)).await?;
            *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = outages;
        }
        Ok(())
    }

    /// Looks at every table again when something may have been written that nobody was told of, or clocks stood
    /// still. It is nobody who asks for something: they may hold one of the live_tables.
    async fn refresh_stale_tables(self: &Arc<AppState>) {
        let mut stopping = self.stopping();
        loop {
            tokio::select! {
                () = stopping.wait() => return,
                () = self.is_stale.notified() => {}
            }
            for live_table in self.all_live_tables() {
                live_table.sync_with_store(self).await;
                live_table.wake(self).await;
            }
        }
    }

    /// Wakes tables that are overdue, and lets go of those at which nobody looks.
    async fn sweep(self: &Arc<AppState>) {
        for id in self.store.due(now(), 1000).await.unwrap_or_default() {
            if let Ok(live_table) = self.live_table(&id).await {
                live_table.wake(self).await;
            }
        }
        self.live_tables().retain(|_, live_table| Arc::strong_count(live_table) > 1);
    }

    /// Forgets what nobody needs.
    async fn tidy(self: &Arc<AppState>) {
        self.posts_by_guest.tidy();
        self.posts_by_address.tidy();
        let before = Time(now().0.saturating_sub(ABANDONED));
        for id in self.store.tidy(before, now()).await.unwrap_or_default() {
            if let Ok(live_table) = self.live_table(&id).await {
                let _ = live_table.close(self).await;
            }
        }
    }

    /// Follows what other servers write outage.
    async fn handle_notifications(self: &Arc<AppState>) {
        let mut changes = self.store.changes();
        let mut stopping = self.stopping();
        loop {
            let change = tokio::select! {
                () = stopping.wait() => return,
                change = changes.recv() => change,
            };
            use tokio::sync::broadcast::error::RecvError;
            match change {
                Ok(Change::Table(id)) => {
                    self.lobby.mark_stale();
                    let live_table = self.live_tables().get(&id).cloned();
                    if let Some(live_table) = live_table {
                        // Tables are independent: one that waits for the store holds up no other.
                        let state = Arc::clone(self);
                        tokio::spawn(async move { live_table.sync_with_store(&state).await });
                    }
                }
                Ok(Change::ServerLost) => {
                    self.last_server_loss.store(now().0, Ordering::Relaxed);
                    for live_table in self.all_live_tables() {
                        live_table.suspect(self).await;
                    }
                    lobby::refresh_lobby(self).await;
                }
                Ok(Change::Missed) | Err(RecvError::Lagged(_)) => {
                    self.lobby.mark_stale();
                    if let Ok(outages) = self.store.outages(Time(0)).await {
                        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = outages;
                    }
                    for live_table in self.all_live_tables() {
                        live_table.sync_with_store(self).await;
                    }
                }
                Err(RecvError::Closed) => return,
            }
        }
    }
}

/// Writes a time without a server into the log.
fn log_outage(outage: Option<Outage>) {
    if let Some(outage) = outage {
        tracing::warn!(milliseconds = outage.to.since(outage.from), "no server was there for a while");
    }
}
