//! The whole server behind its doors: the store, the tables in memory, and what goes on by itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::{Guest, Refusal, Setup, Table, TableId, Time};
use tokio::sync::{Notify, watch};

use crate::bucket::{Buckets, Rate};
use crate::card;
use crate::engines::Engines;
use crate::lobby::{self, Lobby};
use crate::metrics::Metrics;
use crate::now;
use crate::random;
use crate::room::Room;
use crate::settings::{Database, Settings};
use crate::sockets::Sockets;
use crate::store::{Append, Change, Down, Fault, Postgres, Sqlite, Store};

/// How often a server notes that it is there, and how often it tries to when it could not.
const BEAT: Duration = Duration::from_secs(1);
const BEAT_AGAIN: Duration = Duration::from_millis(200);

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
pub struct Hub {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) engines: Engines,
    pub(crate) lobby: Lobby,
    pub(crate) metrics: Metrics,
    pub(crate) sockets: Sockets,
    posts_by_guest: Buckets<Guest>,
    posts_by_address: Buckets<IpAddr>,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    downs: Mutex<Vec<Down>>,
    suspicious: AtomicU64,
    is_well: AtomicBool,
    /// When this server last noted that it is there.
    last_beat: AtomicU64,
    beating: tokio::sync::Mutex<()>,
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

impl Hub {
    /// Opens the store and begins to do what goes on by itself; or why that cannot be.
    pub async fn start(settings: Settings) -> Result<Arc<Hub>, Fault> {
        let store = match &settings.database {
            Database::Folder(folder) => Store::Sqlite(Sqlite::open(folder)?),
            Database::Postgres(url) => Store::Postgres(Postgres::open(url).await?),
        };
        // A server that is alone was down from its last sign of life until now, however short that was.
        let patience = if matches!(store, Store::Sqlite(_)) { 0 } else { PATIENCE };
        let began = now();
        report(store.beat(began, patience).await?);
        let downs = store.downs(Time(0)).await?;
        let posts = settings.posts_per_minute.max(1) as f32;
        let rate = |per_minute: f32| Rate { per_second: per_minute / 60.0, brim: per_minute };
        let hub = Arc::new(Hub {
            engines: Engines::new(settings.engines),
            lobby: Lobby::new(),
            metrics: Metrics::default(),
            sockets: Sockets::new(settings.sockets, settings.sockets_per_address),
            posts_by_guest: Buckets::new(rate(posts)),
            posts_by_address: Buckets::new(rate(posts * 10.0)),
            rooms: Mutex::default(),
            downs: Mutex::new(downs),
            suspicious: AtomicU64::new(began.0),
            is_well: AtomicBool::new(true),
            last_beat: AtomicU64::new(began.0),
            beating: tokio::sync::Mutex::default(),
            is_stale: Notify::new(),
            stopping: watch::Sender::new(false),
            settings,
            store,
        });
        hub.go_on();
        lobby::look_in(&hub).await;
        Ok(hub)
    }

    /// Starts what goes on by itself until the server stops.
    fn go_on(self: &Arc<Hub>) {
        let hub = Arc::clone(self);
        tokio::spawn(async move { hub.keep_beating().await });
        let hub = Arc::clone(self);
        tokio::spawn(async move { hub.look_again().await });
        self.every(SWEEP, |hub| async move { hub.sweep().await });
        self.every(TIDY, |hub| async move { hub.tidy().await });
        let hub = Arc::clone(self);
        tokio::spawn(async move { hub.lobby.keep_fresh(&hub).await });
        let hub = Arc::clone(self);
        tokio::spawn(async move { hub.hear_of_others().await });
    }

    fn every<F>(self: &Arc<Hub>, pause: Duration, act: impl Fn(Arc<Hub>) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send,
    {
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            let mut stopping = hub.stopping();
            let mut ticks = tokio::time::interval(pause);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    () = stopping.wait() => return,
                    _ = ticks.tick() => act(Arc::clone(&hub)).await,
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
    pub(crate) fn is_well(&self) -> bool {
        self.is_well.load(Ordering::Relaxed)
    }

    /// Whether it is known up to now when no server was there. What clocks do depends on it: until then nothing
    /// is decided.
    pub(crate) fn is_current(&self) -> bool {
        self.is_well() && now().since(Time(self.last_beat.load(Ordering::Relaxed))) < PATIENCE
    }

    /// Whether other servers may use the same store.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.store, Store::Postgres(_))
    }

    /// What was last changed before this may have been changed by a server that is lost.
    pub(crate) fn suspicious_before(&self) -> Time {
        Time(self.suspicious.load(Ordering::Relaxed))
    }

    /// The times without a server that ended after this.
    pub(crate) fn downs_after(&self, last: Time) -> Vec<Down> {
        let downs = self.downs.lock().unwrap_or_else(PoisonError::into_inner);
        downs.iter().filter(|down| down.to > last).copied().collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    /// How many tables are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.rooms().len()
    }

    /// The table with this id, from memory or from the store.
    pub(crate) async fn room(self: &Arc<Hub>, id: &TableId) -> Result<Arc<Room>, Refusal> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let unavailable = |_: Fault| Refusal::Unavailable;
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
        let room = Arc::new(Room::new(id.clone(), table, is_listed, opener));
        // Whoever was faster has the one that counts.
        let room = Arc::clone(self.rooms().entry(id.clone()).or_insert(room));
        room.wake_up(self).await;
        Ok(room)
    }

    /// Opens a table.
    pub(crate) async fn open(
        &self,
        setup: Setup,
        is_listed: bool,
        opener: Guest,
    ) -> Result<TableId, Refusal> {
        let id = random::table_id();
        let table = Table::new(setup, now(), random::secret());
        let card = card::card(&id, &table, is_listed, opener);
        let events = table.events().map(ToString::to_string).collect();
        let append = Append { id: id.clone(), version: 0, events, card: card.clone() };
        self.store.append(append).await.map_err(|fault| {
            tracing::warn!(%fault, "no table can be opened");
            Refusal::Unavailable
        })?;
        self.metrics.tables.add(1);
        self.lobby.opened(&card);
        Ok(id)
    }

    /// Refuses somebody who has too many games already.
    pub(crate) async fn check_games(&self, guest: Guest) -> Result<(), Refusal> {
        let games = self.store.unfinished(guest).await.map_err(|_| Refusal::Unavailable)?;
        if games >= self.settings.games_per_guest { Err(Refusal::TooManyGames) } else { Ok(()) }
    }

    /// Refuses somebody who posts too much.
    pub(crate) fn check_post(&self, guest: Option<Guest>, address: IpAddr) -> Result<(), Refusal> {
        let is_slow = address.is_loopback() || self.posts_by_address.take(address);
        let is_slow = is_slow && guest.is_none_or(|guest| self.posts_by_guest.take(guest));
        if is_slow { Ok(()) } else { Err(Refusal::TooFast) }
    }

    /// Notes all the time that this server is there.
    async fn keep_beating(self: &Arc<Hub>) {
        let mut stopping = self.stopping();
        loop {
            let beating = self.beating.lock().await;
            self.beat().await;
            drop(beating);
            self.lobby.count(self.sockets.people(), self.store.playing().await.unwrap_or_default());
            let pause = if self.is_well() { BEAT } else { BEAT_AGAIN };
            tokio::select! {
                () = stopping.wait() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Makes sure that it is known when no server was there: this one may have been stopped for a while itself.
    pub(crate) async fn make_sure(self: &Arc<Hub>) {
        if self.is_current() || !self.is_well() {
            return;
        }
        let _beating = self.beating.lock().await;
        // Somebody else may have made sure meanwhile.
        if self.is_well() && !self.is_current() {
            self.beat().await;
        }
    }

    /// Notes that this server is there. After a time without any, running clocks are put right.
    async fn beat(self: &Arc<Hub>) {
        let (at, was_current) = (now(), self.is_current());
        if let Err(fault) = self.try_to_beat(at, was_current).await {
            if self.is_well.swap(false, Ordering::Relaxed) {
                tracing::error!(%fault, "the store cannot be written to");
            }
            return;
        }
        self.last_beat.store(at.0, Ordering::Relaxed);
        if !self.is_well.swap(true, Ordering::Relaxed) {
            tracing::info!("the store can be written to again");
        }
        if !was_current {
            self.is_stale.notify_one();
        }
    }

    async fn try_to_beat(&self, at: Time, was_current: bool) -> Result<(), Fault> {
        let down = self.store.beat(at, PATIENCE).await?;
        report(down);
        if down.is_some() || !was_current {
            // Of several servers, one is told that there was none: the others read it.
            let downs = self.store.downs(Time(0)).await?;
            *self.downs.lock().unwrap_or_else(PoisonError::into_inner) = downs;
        }
        Ok(())
    }

    /// Looks at every table again when something may have been written that nobody was told of, or clocks stood
    /// still. It is nobody who asks for something: they may hold one of the rooms.
    async fn look_again(self: &Arc<Hub>) {
        let mut stopping = self.stopping();
        loop {
            tokio::select! {
                () = stopping.wait() => return,
                () = self.is_stale.notified() => {}
            }
            for room in self.all_rooms() {
                room.changed_elsewhere(self).await;
                room.wake(self).await;
            }
        }
    }

    /// Wakes tables that are overdue, and lets go of those at which nobody looks.
    async fn sweep(self: &Arc<Hub>) {
        for id in self.store.due(now(), 1000).await.unwrap_or_default() {
            if let Ok(room) = self.room(&id).await {
                room.wake(self).await;
            }
        }
        self.rooms().retain(|_, room| Arc::strong_count(room) > 1);
    }

    /// Forgets what nobody needs.
    async fn tidy(self: &Arc<Hub>) {
        self.posts_by_guest.tidy();
        self.posts_by_address.tidy();
        let before = Time(now().0.saturating_sub(ABANDONED));
        for id in self.store.tidy(before, now()).await.unwrap_or_default() {
            if let Ok(room) = self.room(&id).await {
                let _ = room.close(self).await;
            }
        }
    }

    /// Follows what other servers write down.
    async fn hear_of_others(self: &Arc<Hub>) {
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
                    self.lobby.stir_open();
                    let room = self.rooms().get(&id).cloned();
                    if let Some(room) = room {
                        // Tables are independent: one that waits for the store holds up no other.
                        let hub = Arc::clone(self);
                        tokio::spawn(async move { room.changed_elsewhere(&hub).await });
                    }
                }
                Ok(Change::Lost) => {
                    self.suspicious.store(now().0, Ordering::Relaxed);
                    for room in self.all_rooms() {
                        room.suspect(self).await;
                    }
                    lobby::look_in(self).await;
                }
                Ok(Change::Missed) | Err(RecvError::Lagged(_)) => {
                    self.lobby.stir_open();
                    if let Ok(downs) = self.store.downs(Time(0)).await {
                        *self.downs.lock().unwrap_or_else(PoisonError::into_inner) = downs;
                    }
                    for room in self.all_rooms() {
                        room.changed_elsewhere(self).await;
                    }
                }
                Err(RecvError::Closed) => return,
            }
        }
    }
}

/// Writes a time without a server into the log.
fn report(down: Option<Down>) {
    if let Some(down) = down {
        tracing::warn!(milliseconds = down.to.since(down.from), "no server was there for a while");
    }
}
