//! A table in memory: its log, the connections that watch it, and the order of what happens there. Persist, then apply,
//! then broadcast: an event reaches nobody before it is on disk.

mod commit;
mod engine;
mod presence;
mod wake_timer;

use std::fmt::Display;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use rules::Viewer;
use table::{
    Actor, Answer, Claim, GuestId, Offer, Refusal, Request, RequestKind, Setup, Table, TableId, Time,
};
use tokio::sync::{Mutex, MutexGuard, mpsc};
use tokio::task::AbortHandle;

use crate::app_state::AppState;
use crate::http::Caller;
use crate::store::{Appended, TableOrigin};
use crate::summary::{self, ENGINE_OVERDUE_AFTER, SummaryTexts};
use crate::text_line::text_line;
use engine::EngineSearch;

/// A table in memory.
#[derive(Debug)]
pub(crate) struct LiveTable {
    id: TableId,
    inner: Mutex<Inner>,
    /// Whether a task is queued that will read what other servers have written.
    is_sync_queued: AtomicBool,
}

#[derive(Debug)]
struct Inner {
    table: Table,
    /// The parts of the table's summary that change only when players come or go.
    texts: SummaryTexts,
    origin: TableOrigin,
    watchers: Vec<Watcher>,
    last_watcher: u64,
    /// From where each player took a seat at this server.
    joined_from: Vec<(GuestId, IpAddr)>,
    /// The client that is charged for the events that are written, while a request or a connection is handled.
    payer: Option<Caller>,
    engine: Option<EngineSearch>,
    last_search: u64,
    /// The timer, and the time for which it is set.
    wake_timer: Option<(Time, AbortHandle)>,
    /// Whether the last append was not confirmed, so that its events may or may not be in the store. No request is
    /// answered until that is known.
    is_unresolved: bool,
}

/// A connection that watches the table.
#[derive(Debug)]
struct Watcher {
    number: u64,
    guest: Option<GuestId>,
    /// Where the connection comes from, as limits count it.
    address: IpAddr,
    viewer: Viewer,
    out: mpsc::Sender<Utf8Bytes>,
}

impl Inner {
    /// Sends a line to a watcher. A watcher whose queue is full is dropped; its client reconnects and gets what it
    /// missed.
    fn send(&mut self, number: u64, line: &impl Display) {
        self.watchers.retain(|watcher| {
            watcher.number != number || watcher.out.try_send(text_line(line).into()).is_ok()
        });
    }

    /// Drops a watcher, which closes its connection.
    fn drop_watcher(&mut self, number: u64) {
        self.watchers.retain(|watcher| watcher.number != number);
    }

    /// One address for each player who is connected here.
    fn player_addresses(&self) -> Vec<IpAddr> {
        let mut players: Vec<(Viewer, IpAddr)> = Vec::new();
        for watcher in self.watchers.iter().filter(|watcher| watcher.viewer != Viewer::Public) {
            if players.iter().all(|(viewer, _)| *viewer != watcher.viewer) {
                players.push((watcher.viewer, watcher.address));
            }
        }
        players.into_iter().map(|(_, address)| address).collect()
    }

    /// Remembers from where a player has taken a seat, as long as there are seats.
    fn note_joined(&mut self, guest: GuestId, address: IpAddr) {
        let Inner { table, joined_from, .. } = self;
        joined_from.retain(|(known, _)| *known != guest && table.viewer(*known) != Viewer::Public);
        joined_from.push((guest, address));
    }

    fn is_connected(&self, guest: GuestId) -> bool {
        self.watchers.iter().any(|watcher| watcher.guest == Some(guest))
    }

    /// When the last event happened, private ones included.
    fn last_event_at(&self) -> Time {
        self.table.last_event_at()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some((_, timer)) = &self.wake_timer {
            timer.abort();
        }
    }
}

impl LiveTable {
    pub(crate) fn new(id: TableId, table: Table, origin: TableOrigin) -> LiveTable {
        let inner = Inner {
            texts: SummaryTexts::of(&table),
            table: table.with_id(id.clone()),
            origin,
            watchers: Vec::new(),
            last_watcher: 0,
            joined_from: Vec::new(),
            payer: None,
            engine: None,
            last_search: 0,
            wake_timer: None,
            is_unresolved: false,
        };
        LiveTable { id, inner: Mutex::new(inner), is_sync_queued: AtomicBool::new(false) }
    }

    pub(crate) fn id(&self) -> &TableId {
        &self.id
    }

    /// Reads something from the table as it is in memory.
    pub(crate) async fn read<T>(&self, read: impl FnOnce(&Table) -> T) -> T {
        read(&self.inner.lock().await.table)
    }

    /// The version of the table, and when it changes without a request.
    pub(crate) async fn next_wake(&self) -> (usize, Option<Time>) {
        self.read(|table| (table.version(), summary::wake_at(table, table.last_event_at()))).await
    }

    /// Whether the game is over, and nothing happens at the table right now.
    pub(crate) fn is_over_and_unused(&self) -> bool {
        self.inner.try_lock().is_ok_and(|inner| inner.table.is_over())
    }

    /// Sets whether lobby and archive show the table.
    pub(crate) async fn set_listed(&self, is_listed: bool) {
        self.inner.lock().await.origin.is_listed = is_listed;
    }

    /// Processes a line from a watcher. All watchers receive the resulting messages before the sender gets the answer.
    pub(crate) async fn process_line(self: &Arc<LiveTable>, state: &Arc<AppState>, number: u64, line: &str) {
        let mut inner = self.lock_current(state).await;
        let Some(watcher) = inner.watchers.iter().find(|watcher| watcher.number == number) else { return };
        let caller = Caller { guest: watcher.guest, address: watcher.address };
        let result = if inner.is_unresolved {
            Err(Refusal::Unavailable)
        } else {
            inner.payer = Some(caller);
            let result = self.process_request(state, &mut inner, caller, line).await;
            inner.payer = None;
            result
        };
        if inner.is_unresolved {
            // The request may have been written: neither `done` nor `refused` would be true. The client reconnects, is
            // told the number of its last request that was done, and sends the others again.
            inner.drop_watcher(number);
            return;
        }
        let answer = match result {
            Ok(request) => Answer::Done { request },
            Err(refusal) => {
                state.metrics.refusals.add(refusal.code());
                state.budget.charge_refused(caller, &refusal);
                Answer::refused(Request::number_of(line), &refusal)
            }
        };
        inner.send(number, &answer);
    }

    /// Carries out the request in a line, and returns its number.
    async fn process_request(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        caller: Caller,
        line: &str,
    ) -> Result<u64, Refusal> {
        let request: Request = line.parse()?;
        let guest = caller.guest.ok_or(Refusal::NoGuest)?;
        let is_waiting_player = inner.table.viewer(guest) != Viewer::Public && !inner.table.is_started();
        if request.kind != RequestKind::Leave || !is_waiting_player {
            // A guest whose budget is spent can still give a seat back.
            state.budget.check(caller)?;
        }
        // What the table refuses anyway costs the store nothing.
        let Some(next) = inner.table.after_request(Actor::Guest(guest), &request, state.now())? else {
            return Ok(request.number);
        };
        let is_rematch =
            matches!(request.kind, RequestKind::Offer(Offer::Rematch) | RequestKind::Accept(Offer::Rematch));
        if is_rematch {
            state.check_game_limit(guest).await?;
            state.check_table_limits(caller.address).await?;
        } else if matches!(request.kind, RequestKind::Join { .. }) && inner.origin.opener != guest {
            // A guest's own table was counted when it was opened.
            state.check_game_limit(guest).await?;
        }
        let late = inner.table.late_for_first_move(state.now());
        self.commit_request(state, inner, Actor::Guest(guest), &request, Some(next)).await?;
        match request.kind {
            RequestKind::Join { .. } => inner.note_joined(guest, caller.address),
            RequestKind::Claim(Claim::Abort) => {
                for other in late.into_iter().filter(|other| *other != guest) {
                    let from = inner.joined_from.iter().find(|(known, _)| *known == other);
                    state.budget.charge_aborted(other, from.map(|(_, address)| *address));
                }
            }
            _ => {}
        }
        Ok(request.number)
    }

    /// Commits what follows from a request: `next`, if that is known for the table as it is.
    async fn commit_request(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        actor: Actor,
        request: &Request,
        mut next: Option<Table>,
    ) -> Result<(), Refusal> {
        let decide = |table: &Table| match next.take() {
            Some(next) => Ok(Some(next)),
            None => table.after_request(actor, request, state.now()),
        };
        self.decide_and_commit(state, inner, decide).await
    }

    /// Gives the seat of one guest to another. Both then receive a snapshot of the table as they see it now.
    pub(crate) async fn hand_over(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        from: GuestId,
        to: GuestId,
    ) -> Result<(), Refusal> {
        let mut inner = self.lock_current(state).await;
        self.commit_events(state, &mut inner, |table| table.hand_over(from, to, state.now())).await
    }

    /// Closes the table if its game has not started.
    pub(crate) async fn close(self: &Arc<LiveTable>, state: &Arc<AppState>) -> Result<(), Refusal> {
        let mut inner = self.lock_current(state).await;
        self.commit_events(state, &mut inner, |table| Ok(table.close(state.now()))).await
    }

    /// Ends a game in which no player has done anything for a long time, even if it is being watched, unless a clock
    /// will end it.
    pub(crate) async fn abandon(self: &Arc<LiveTable>, state: &Arc<AppState>) -> Result<(), Refusal> {
        let idle = state.settings.retention.idle.as_millis() as u64;
        let mut inner = self.lock_current(state).await;
        let has_running_clock = |table: &Table| table.wake_at().is_some_and(|at| at > state.now());
        let abandon = |table: &Table| {
            Ok(if has_running_clock(table) { Vec::new() } else { table.abandon(idle, state.now()) })
        };
        self.commit_events(state, &mut inner, abandon).await
    }

    /// Applies what is due by the clock, and starts an engine whose server was lost while it was thinking.
    pub(crate) async fn wake(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.lock_current(state).await;
        self.set_wake_timer(state, &mut inner);
        if state.now().since(inner.last_event_at()) >= ENGINE_OVERDUE_AFTER {
            self.update_engine(state, &mut inner);
        }
    }

    /// Applies what another server has appended: at once if the events are here and the table is not in use, as it is for
    /// most moves; otherwise in a task. Without the events the task reads them, unless one is waiting to do so already.
    pub(crate) fn sync(self: &Arc<LiveTable>, state: &Arc<AppState>, appended: Option<Arc<Appended>>) {
        if appended.as_ref().is_some_and(|appended| self.try_apply(state, appended)) {
            return;
        }
        let (live_table, state) = (Arc::clone(self), Arc::clone(state));
        match appended {
            Some(appended) => {
                tokio::spawn(async move { live_table.apply_appended(&state, &appended).await });
            }
            None if !self.is_sync_queued.swap(true, Ordering::AcqRel) => {
                tokio::spawn(async move { live_table.sync_with_store(&state).await });
            }
            None => {}
        }
    }

    /// Applies events that another server has appended, if that needs no wait. `false` if nothing was done.
    fn try_apply(self: &Arc<LiveTable>, state: &Arc<AppState>, appended: &Appended) -> bool {
        let Ok(mut inner) = self.inner.try_lock() else { return false };
        let is_next = inner.table.version() == appended.from && !inner.is_unresolved;
        if !is_next || self.apply_lines(state, &mut inner, &appended.lines).is_err() {
            return false;
        }
        if inner.has_absent_watcher(state.now()) {
            let (live_table, state) = (Arc::clone(self), Arc::clone(state));
            tokio::spawn(async move {
                let mut inner = live_table.inner.lock().await;
                live_table.mark_connected_present(&state, &mut inner).await;
            });
        }
        true
    }

    /// Applies events that another server has appended, or reads them if others are missing before them.
    async fn apply_appended(self: &Arc<LiveTable>, state: &Arc<AppState>, appended: &Appended) {
        let mut inner = self.inner.lock().await;
        let version = inner.table.version();
        if version >= appended.to() && !inner.is_unresolved {
            return;
        }
        let is_next = version == appended.from && !inner.is_unresolved;
        let applied = if is_next {
            self.apply_lines(state, &mut inner, &appended.lines)
        } else {
            self.catch_up(state, &mut inner).await
        };
        match applied {
            Ok(()) => self.mark_connected_present(state, &mut inner).await,
            Err(error) => {
                tracing::warn!(table = self.id.prefix(), %error, "what another server wrote cannot be applied yet");
            }
        }
    }

    /// Reads what other servers have written.
    pub(crate) async fn sync_with_store(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.inner.lock().await;
        // From here on a new notification needs another read.
        self.is_sync_queued.store(false, Ordering::Release);
        if let Err(error) = self.catch_up(state, &mut inner).await {
            tracing::warn!(table = self.id.prefix(), %error, "what another server wrote cannot be read yet");
        }
    }

    /// Locks the table, after finding out about unconfirmed appends, crediting outages and applying what is due by the
    /// clock.
    async fn lock_current<'a>(self: &'a Arc<LiveTable>, state: &Arc<AppState>) -> MutexGuard<'a, Inner> {
        let mut inner = self.inner.lock().await;
        if inner.is_unresolved
            && let Err(error) = self.catch_up(state, &mut inner).await
        {
            tracing::warn!(table = self.id.prefix(), %error, "it is not known yet what was written");
        }
        state.ensure_heartbeat().await;
        if inner.table.is_over() || !state.is_current() {
            return inner;
        }
        if !commit::outage_credit(state, &inner.table).is_empty() {
            let credit = |table: &Table| Ok(commit::outage_credit(state, table));
            let _ = self.commit_events(state, &mut inner, credit).await;
        }
        if inner.table.wake_at().is_some_and(|at| at <= state.now()) {
            let _ = self.commit_events(state, &mut inner, |table| Ok(table.tick(state.now()))).await;
        }
        inner
    }

    /// What the server itself has to do after the table has changed: set the timer, start an engine, open the rematch.
    async fn run_follow_ups(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        self.set_wake_timer(state, inner);
        self.update_engine(state, inner);
        if let Some(setup) = inner.table.rematch_setup() {
            // Boxed, because it commits, and a commit calls this function again.
            Box::pin(self.open_rematch(state, inner, setup)).await;
        }
    }

    async fn open_rematch(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner, setup: Setup) {
        // The rematch belongs to the guest whose consent opens it, who also pays for it.
        let opener = inner.payer.and_then(|payer| payer.guest).unwrap_or(inner.origin.opener);
        match state.create_table(setup, inner.origin.is_listed, opener, inner.payer).await {
            Ok(id) => {
                let rematched = |table: &Table| Ok(table.rematched(id.clone(), state.now()));
                let _ = self.commit_events(state, inner, rematched).await;
            }
            Err(refusal) => tracing::warn!(table = self.id.prefix(), %refusal, "the rematch has no table"),
        }
    }
}

#[cfg(test)]
mod limit_tests;
#[cfg(test)]
mod tests;
