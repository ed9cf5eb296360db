//! A table that is being looked at: its log in memory, everyone who watches, and the order in which things happen.
//! Whatever happens is written down first, then true, then told.

mod presence;

use std::sync::{Arc, Weak};
use std::time::Duration;

use rules::{AnyMove, Seat, Viewer};
use table::{Actor, Answer, Event, EventKind, GuestId, Refusal, Request, RequestKind, Table, TableId, Time};
use tokio::sync::{Mutex, MutexGuard, mpsc};
use tokio::task::AbortHandle;

use crate::app_state::AppState;
use crate::now;
use crate::store::{Append, StoreError};
use crate::summary;

/// How often somebody who lost a race against another server looks again.
const ATTEMPTS: usize = 8;

/// The longest that is slept in memory; for longer, the store knows when to wake.
const LONGEST_SLEEP: u64 = 3_600_000;

/// A table in memory.
#[derive(Debug)]
pub(crate) struct LiveTable {
    id: TableId,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    table: Table,
    is_listed: bool,
    opener: GuestId,
    watchers: Vec<Watcher>,
    last_watcher: u64,
    is_thinking: bool,
    alarm: Option<AbortHandle>,
}

/// Somebody who watches.
#[derive(Debug)]
struct Watcher {
    number: u64,
    guest: Option<GuestId>,
    viewer: Viewer,
    out: mpsc::Sender<String>,
}

impl Inner {
    /// Sends a line. Who cannot keep up is let go, and comes back for what was missed.
    fn send(&mut self, number: u64, line: &impl ToString) {
        self.watchers
            .retain(|watcher| watcher.number != number || watcher.out.try_send(line.to_string()).is_ok());
    }

    fn is_here(&self, guest: GuestId) -> bool {
        self.watchers.iter().any(|watcher| watcher.guest == Some(guest))
    }

    /// When something last happened.
    fn last(&self) -> Time {
        self.table.last_event_at()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(alarm) = &self.alarm {
            alarm.abort();
        }
    }
}

impl LiveTable {
    /// A table from its log.
    pub(crate) fn new(id: TableId, table: Table, is_listed: bool, opener: GuestId) -> LiveTable {
        let inner = Inner {
            table,
            is_listed,
            opener,
            watchers: Vec::new(),
            last_watcher: 0,
            is_thinking: false,
            alarm: None,
        };
        LiveTable { id, inner: Mutex::new(inner) }
    }

    /// Looks at the table as it is now.
    pub(crate) async fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&self.inner.lock().await.table)
    }

    /// A line from somebody who watches. What follows from it is told to all before the answer.
    pub(crate) async fn ask(self: &Arc<LiveTable>, state: &Arc<AppState>, number: u64, line: &str) {
        let mut inner = self.lock(state).await;
        let Some(watcher) = inner.watchers.iter().find(|watcher| watcher.number == number) else { return };
        let guest = watcher.guest;
        let answer = match self.process_request(state, &mut inner, guest, line).await {
            Ok(request) => Answer::Done { request },
            Err(refusal) => {
                state.metrics.refused.add(1);
                Answer::refused(Request::number_of(line), &refusal)
            }
        };
        inner.send(number, &answer);
    }

    async fn process_request(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        guest: Option<GuestId>,
        line: &str,
    ) -> Result<u64, Refusal> {
        let request: Request = line.parse()?;
        let guest = guest.ok_or(Refusal::NoGuest)?;
        if matches!(request.kind, RequestKind::Join { .. }) && inner.table.viewer(guest) == Viewer::Public {
            state.check_game_limit(guest).await?;
        }
        self.handle(state, inner, Actor::Guest(guest), &request).await?;
        Ok(request.number)
    }

    /// Brings about what follows from a request.
    async fn handle(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        actor: Actor,
        request: &Request,
    ) -> Result<(), Refusal> {
        self.change(state, inner, |table| table.handle(actor, request, now())).await
    }

    /// Lets something happen, deciding anew as long as other servers are faster.
    async fn change(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        decide: impl Fn(&Table) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        for _ in 0..ATTEMPTS {
            let events = decide(&inner.table)?;
            match self.commit(state, inner, events).await {
                Ok(()) => return Ok(()),
                Err(StoreError::Conflict) => {
                    self.catch_up(state, inner).await.map_err(|_| Refusal::Unavailable)?;
                }
                Err(StoreError::Unavailable(why)) => {
                    tracing::warn!(table = %self.id, why, "nothing can be written down");
                    return Err(Refusal::Unavailable);
                }
            }
        }
        Err(Refusal::Unavailable)
    }

    /// The engine in a seat has chosen a move.
    pub(crate) async fn apply_engine_move(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        seat: Seat,
        ply: u32,
        mv: Option<AnyMove>,
    ) {
        let mut inner = self.lock(state).await;
        inner.is_thinking = false;
        let is_awaited =
            inner.table.engine_to_move().is_some_and(|(to_move, _, at)| (to_move, at) == (seat, ply));
        if let Some(mv) = mv.filter(|_| is_awaited) {
            let request = Request { number: 1, kind: RequestKind::Move { ply, mv: mv.to_string() } };
            if let Err(refusal) = self.handle(state, &mut inner, Actor::Engine(seat), &request).await {
                tracing::warn!(table = %self.id, %refusal, "an engine's move was refused");
            }
        } else {
            // The game has gone another way meanwhile: it may be an engine's turn there too.
            self.think(state, &mut inner);
        }
    }

    /// Gives the seat of one guest to another, and shows both the table as they see it from now on.
    pub(crate) async fn hand_over(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        from: GuestId,
        to: GuestId,
    ) -> Result<(), Refusal> {
        let mut inner = self.lock(state).await;
        self.change(state, &mut inner, |table| table.hand_over(from, to, now())).await
    }

    /// Closes the table if nobody has begun to play there.
    pub(crate) async fn close(self: &Arc<LiveTable>, state: &Arc<AppState>) -> Result<(), Refusal> {
        let mut inner = self.lock(state).await;
        self.change(state, &mut inner, |table| Ok(table.close(now()))).await
    }

    /// Looks whether time has brought something about, or whether an engine was forgotten.
    pub(crate) async fn wake(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.lock(state).await;
        if now().since(inner.last()) >= summary::FORGOTTEN {
            self.think(state, &mut inner);
        }
    }

    /// Another server has written something outage.
    pub(crate) async fn sync_with_store(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.inner.lock().await;
        if self.catch_up(state, &mut inner).await.is_err() {
            tracing::warn!(table = %self.id, "what another server wrote cannot be read yet");
        }
    }

    /// The table, brought up to date with what time and other servers have done.
    async fn lock<'r>(self: &'r Arc<LiveTable>, state: &Arc<AppState>) -> MutexGuard<'r, Inner> {
        let mut inner = self.inner.lock().await;
        state.ensure_heartbeat().await;
        if inner.table.is_over() || !state.is_current() {
            return inner;
        }
        if !credit(state, &inner.table).is_empty() {
            let _ = self.change(state, &mut inner, |table| Ok(credit(state, table))).await;
            self.mark_connected_present(state, &mut inner).await;
        }
        if inner.table.wake_at().is_some_and(|at| at <= now()) {
            let _ = self.change(state, &mut inner, |table| Ok(table.tick(now()))).await;
        }
        inner
    }

    /// Reads what others have written outage.
    async fn catch_up(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
    ) -> Result<(), StoreError> {
        let from = inner.table.version();
        let lines = state.store.events(&self.id, from).await?;
        if lines.is_empty() {
            return Ok(());
        }
        let before = summary::occupancy(&inner.table);
        for line in lines {
            let event =
                line.parse().map_err(|error| StoreError::Unavailable(format!("{line}: {error:?}")))?;
            inner.table.apply(event).map_err(|unfit| StoreError::Unavailable(unfit.to_string()))?;
        }
        self.tell(inner, from);
        state.lobby.table_changed(inner.is_listed, &before, &summary::occupancy(&inner.table));
        self.arm(state, inner);
        Box::pin(self.mark_connected_present(state, inner)).await;
        Ok(())
    }

    /// Writes events down, lets them happen, and tells everyone.
    async fn commit(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        events: Vec<Event>,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        state.ensure_heartbeat().await;
        if !state.is_current() {
            return Err(StoreError::Unavailable("the store could not be written to a moment ago".to_owned()));
        }
        if !matches!(events.first().map(|event| &event.kind), Some(EventKind::Resumed { .. })) {
            let credit = credit(state, &inner.table);
            if !credit.is_empty() {
                // Nothing is written before the time without a server is given back: what is decided may depend on it.
                Box::pin(self.commit(state, inner, credit)).await?;
                return Err(StoreError::Conflict);
            }
        }
        let from = inner.table.version();
        let lines = events.iter().map(Event::to_string).collect();
        let next = inner.table.after(events).map_err(|unfit| StoreError::Unavailable(unfit.to_string()))?;
        let summary = summary::summarize(&self.id, &next, inner.is_listed, inner.opener);
        let append = Append { id: self.id.clone(), version: from, events: lines, summary };
        state.store.append(append).await?;
        let before = summary::occupancy(&inner.table);
        inner.table = next;
        state.metrics.events.add((inner.table.version() - from) as u64);
        self.tell(inner, from);
        state.lobby.table_changed(inner.is_listed, &before, &summary::occupancy(&inner.table));
        Box::pin(self.after(state, inner)).await;
        Ok(())
    }

    /// Tells everyone what they may know of the events from this one on.
    fn tell(&self, inner: &mut Inner, from: usize) {
        let Inner { table, watchers, .. } = inner;
        watchers.retain_mut(|watcher| {
            let viewer = watcher.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
            // Before the game begins all count alike; later somebody else's numbers are others.
            let is_other = watcher.viewer != viewer && !table.seating_changed_since(from);
            watcher.viewer = viewer;
            if is_other {
                return watcher.out.try_send(table.snapshot_for(viewer).to_string()).is_ok();
            }
            (from..table.version())
                .filter_map(|index| table.message_for(index, viewer))
                .all(|message| watcher.out.try_send(message.to_string()).is_ok())
        });
    }

    /// What the server itself has to do now.
    async fn after(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        self.arm(state, inner);
        self.think(state, inner);
        if let Some(setup) = inner.table.rematch_setup() {
            match state.open(setup, inner.is_listed, inner.opener).await {
                Ok(id) => {
                    let _ = self.change(state, inner, |table| Ok(table.rematched(id.clone(), now()))).await;
                }
                Err(refusal) => tracing::warn!(table = %self.id, %refusal, "no table for the next game"),
            }
        }
    }

    /// Sets the alarm for when time will bring something about.
    fn arm(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        if let Some(alarm) = inner.alarm.take() {
            alarm.abort();
        }
        let Some(wait) = inner.table.wake_at().map(|at| at.since(now())).filter(|wait| *wait < LONGEST_SLEEP)
        else {
            return;
        };
        let (live_table, state): (Weak<LiveTable>, Weak<AppState>) =
            (Arc::downgrade(self), Arc::downgrade(state));
        let sleep = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(wait + 1)).await;
            if let (Some(live_table), Some(state)) = (live_table.upgrade(), state.upgrade()) {
                // Waking sets the alarm anew and ends the one that rings: so it must be somebody else who wakes.
                tokio::spawn(async move { live_table.wake(&state).await });
            }
        });
        inner.alarm = Some(sleep.abort_handle());
    }

    /// Lets an engine think whose turn it is.
    fn think(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        if inner.is_thinking {
            return;
        }
        let Some((seat, level, ply)) = inner.table.engine_to_move() else { return };
        inner.is_thinking = true;
        let view = inner.table.view(Viewer::Seat(seat));
        let (live_table, state) = (Arc::clone(self), Arc::clone(state));
        tokio::spawn(async move {
            let mv = state.engines.choose(view, level).await;
            live_table.apply_engine_move(&state, seat, ply, mv).await;
        });
    }
}

/// Gives back the time without a server since something last happened at a table, if there was any. It is given back
/// when that time was over by the clock of the server that noted it, whose clock may be ahead of ours: once.
fn credit(state: &AppState, table: &Table) -> Vec<Event> {
    let last = table.last_event_at();
    let outages = state.outages_after(last);
    let Some(end) = outages.iter().map(|outage| outage.to).max() else { return Vec::new() };
    let outage_length = outages.iter().map(|outage| outage.to.since(outage.from.max(last))).sum();
    table.resume(outage_length, now().max(end))
}
