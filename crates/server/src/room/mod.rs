//! A table that is being looked at: its log in memory, everyone who watches, and the order in which things happen.
//! Whatever happens is written down first, then true, then told.

mod presence;

use std::sync::{Arc, Weak};
use std::time::Duration;

use rules::{AnyMove, Seat, Viewer};
use table::{Actor, Answer, Ask, Event, Guest, Refusal, Request, Table, TableId, Time, What};
use tokio::sync::{Mutex, MutexGuard, mpsc};
use tokio::task::AbortHandle;

use crate::card;
use crate::hub::Hub;
use crate::now;
use crate::store::{Append, Fault};

/// How often somebody who lost a race against another server looks again.
const ATTEMPTS: usize = 8;

/// The longest that is slept in memory; for longer, the store knows when to wake.
const LONGEST_SLEEP: u64 = 3_600_000;

/// A table in memory.
#[derive(Debug)]
pub(crate) struct Room {
    id: TableId,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    table: Table,
    is_listed: bool,
    opener: Guest,
    watchers: Vec<Watcher>,
    last_watcher: u64,
    is_thinking: bool,
    alarm: Option<AbortHandle>,
}

/// Somebody who watches.
#[derive(Debug)]
struct Watcher {
    number: u64,
    guest: Option<Guest>,
    viewer: Viewer,
    out: mpsc::Sender<String>,
}

impl Inner {
    /// Sends a line. Who cannot keep up is let go, and comes back for what was missed.
    fn send(&mut self, number: u64, line: &impl ToString) {
        self.watchers
            .retain(|watcher| watcher.number != number || watcher.out.try_send(line.to_string()).is_ok());
    }

    fn is_here(&self, guest: Guest) -> bool {
        self.watchers.iter().any(|watcher| watcher.guest == Some(guest))
    }

    /// When something last happened.
    fn last(&self) -> Time {
        self.table.events().last().map_or(Time(0), |event| event.at)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(alarm) = &self.alarm {
            alarm.abort();
        }
    }
}

impl Room {
    /// A table from its log.
    pub(crate) fn new(id: TableId, table: Table, is_listed: bool, opener: Guest) -> Room {
        let inner = Inner {
            table,
            is_listed,
            opener,
            watchers: Vec::new(),
            last_watcher: 0,
            is_thinking: false,
            alarm: None,
        };
        Room { id, inner: Mutex::new(inner) }
    }

    /// Looks at the table as it is now.
    pub(crate) async fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&self.inner.lock().await.table)
    }

    /// A line from somebody who watches. What follows from it is told to all before the answer.
    pub(crate) async fn ask(self: &Arc<Room>, hub: &Arc<Hub>, number: u64, line: &str) {
        let mut inner = self.lock(hub).await;
        let Some(watcher) = inner.watchers.iter().find(|watcher| watcher.number == number) else { return };
        let guest = watcher.guest;
        let answer = match self.dealt_with(hub, &mut inner, guest, line).await {
            Ok(request) => Answer::Done { request },
            Err(refusal) => {
                hub.metrics.refused.add(1);
                Answer::refused(Request::number_of(line), &refusal)
            }
        };
        inner.send(number, &answer);
    }

    async fn dealt_with(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        inner: &mut Inner,
        guest: Option<Guest>,
        line: &str,
    ) -> Result<u64, Refusal> {
        let request: Request = line.parse()?;
        let guest = guest.ok_or(Refusal::NoGuest)?;
        if matches!(request.ask, Ask::Join { .. }) && inner.table.viewer(guest) == Viewer::Public {
            hub.check_games(guest).await?;
        }
        self.handle(hub, inner, Actor::Guest(guest), &request).await?;
        Ok(request.number)
    }

    /// Brings about what follows from a request.
    async fn handle(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        inner: &mut Inner,
        actor: Actor,
        request: &Request,
    ) -> Result<(), Refusal> {
        self.change(hub, inner, |table| table.handle(actor, request, now())).await
    }

    /// Lets something happen, deciding anew as long as other servers are faster.
    async fn change(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        inner: &mut Inner,
        decide: impl Fn(&Table) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        for _ in 0..ATTEMPTS {
            let events = decide(&inner.table)?;
            match self.commit(hub, inner, events).await {
                Ok(()) => return Ok(()),
                Err(Fault::Conflict) => self.catch_up(hub, inner).await.map_err(|_| Refusal::Unavailable)?,
                Err(Fault::Unavailable(why)) => {
                    tracing::warn!(table = %self.id, why, "nothing can be written down");
                    return Err(Refusal::Unavailable);
                }
            }
        }
        Err(Refusal::Unavailable)
    }

    /// The engine in a seat has chosen a move.
    pub(crate) async fn engine_moves(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        seat: Seat,
        ply: u32,
        mv: Option<AnyMove>,
    ) {
        let mut inner = self.lock(hub).await;
        inner.is_thinking = false;
        let is_awaited =
            inner.table.engine_to_move().is_some_and(|(to_move, _, at)| (to_move, at) == (seat, ply));
        if let Some(mv) = mv.filter(|_| is_awaited) {
            let request = Request { number: 1, ask: Ask::Move { ply, mv: mv.to_string() } };
            if let Err(refusal) = self.handle(hub, &mut inner, Actor::Engine(seat), &request).await {
                tracing::warn!(table = %self.id, %refusal, "an engine's move was refused");
            }
        } else {
            // The game has gone another way meanwhile: it may be an engine's turn there too.
            self.think(hub, &mut inner);
        }
    }

    /// Gives the seat of one guest to another, and shows both the table as they see it from now on.
    pub(crate) async fn hand_over(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        from: Guest,
        to: Guest,
    ) -> Result<(), Refusal> {
        let mut inner = self.lock(hub).await;
        self.change(hub, &mut inner, |table| table.hand_over(from, to, now())).await
    }

    /// Closes the table if nobody has begun to play there.
    pub(crate) async fn close(self: &Arc<Room>, hub: &Arc<Hub>) -> Result<(), Refusal> {
        let mut inner = self.lock(hub).await;
        self.change(hub, &mut inner, |table| Ok(table.close(now()))).await
    }

    /// Looks whether time has brought something about, or whether an engine was forgotten.
    pub(crate) async fn wake(self: &Arc<Room>, hub: &Arc<Hub>) {
        let mut inner = self.lock(hub).await;
        if now().since(inner.last()) >= card::FORGOTTEN {
            self.think(hub, &mut inner);
        }
    }

    /// Another server has written something down.
    pub(crate) async fn changed_elsewhere(self: &Arc<Room>, hub: &Arc<Hub>) {
        let mut inner = self.inner.lock().await;
        if self.catch_up(hub, &mut inner).await.is_err() {
            tracing::warn!(table = %self.id, "what another server wrote cannot be read yet");
        }
    }

    /// The table, brought up to date with what time and other servers have done.
    async fn lock<'r>(self: &'r Arc<Room>, hub: &Arc<Hub>) -> MutexGuard<'r, Inner> {
        let mut inner = self.inner.lock().await;
        hub.make_sure().await;
        if inner.table.is_over() || !hub.is_current() {
            return inner;
        }
        if !credit(hub, &inner.table).is_empty() {
            let _ = self.change(hub, &mut inner, |table| Ok(credit(hub, table))).await;
            self.welcome_back(hub, &mut inner).await;
        }
        if inner.table.wake_at().is_some_and(|at| at <= now()) {
            let _ = self.change(hub, &mut inner, |table| Ok(table.tick(now()))).await;
        }
        inner
    }

    /// Reads what others have written down.
    async fn catch_up(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) -> Result<(), Fault> {
        let from = inner.table.version();
        let lines = hub.store.events(&self.id, from).await?;
        if lines.is_empty() {
            return Ok(());
        }
        let before = card::glance(&inner.table);
        for line in lines {
            let event = line.parse().map_err(|error| Fault::Unavailable(format!("{line}: {error:?}")))?;
            inner.table.apply(event).map_err(|unfit| Fault::Unavailable(unfit.to_string()))?;
        }
        self.tell(inner, from);
        hub.lobby.stir(inner.is_listed, &before, &card::glance(&inner.table));
        self.arm(hub, inner);
        Box::pin(self.welcome_back(hub, inner)).await;
        Ok(())
    }

    /// Writes events down, lets them happen, and tells everyone.
    async fn commit(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        inner: &mut Inner,
        events: Vec<Event>,
    ) -> Result<(), Fault> {
        if events.is_empty() {
            return Ok(());
        }
        hub.make_sure().await;
        if !hub.is_current() {
            return Err(Fault::Unavailable("the store could not be written to a moment ago".to_owned()));
        }
        if !matches!(events.first().map(|event| &event.what), Some(What::Resumed { .. })) {
            let credit = credit(hub, &inner.table);
            if !credit.is_empty() {
                // Nothing is written before the time without a server is given back: what is decided may depend on it.
                Box::pin(self.commit(hub, inner, credit)).await?;
                return Err(Fault::Conflict);
            }
        }
        let from = inner.table.version();
        let lines = events.iter().map(Event::to_string).collect();
        let next = inner.table.after(events).map_err(|unfit| Fault::Unavailable(unfit.to_string()))?;
        let card = card::card(&self.id, &next, inner.is_listed, inner.opener);
        let append = Append { id: self.id.clone(), version: from, events: lines, card };
        hub.store.append(append).await?;
        let before = card::glance(&inner.table);
        inner.table = next;
        hub.metrics.events.add((inner.table.version() - from) as u64);
        self.tell(inner, from);
        hub.lobby.stir(inner.is_listed, &before, &card::glance(&inner.table));
        Box::pin(self.after(hub, inner)).await;
        Ok(())
    }

    /// Tells everyone what they may know of the events from this one on.
    fn tell(&self, inner: &mut Inner, from: usize) {
        let Inner { table, watchers, .. } = inner;
        watchers.retain_mut(|watcher| {
            let viewer = watcher.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
            // Before the game begins all count alike; later somebody else's numbers are others.
            let is_other = watcher.viewer != viewer && !table.was_seated_since(from);
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
    async fn after(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
        self.arm(hub, inner);
        self.think(hub, inner);
        if let Some(setup) = inner.table.rematch_setup() {
            match hub.open(setup, inner.is_listed, inner.opener).await {
                Ok(id) => {
                    let _ = self.change(hub, inner, |table| Ok(table.rematched(id.clone(), now()))).await;
                }
                Err(refusal) => tracing::warn!(table = %self.id, %refusal, "no table for the next game"),
            }
        }
    }

    /// Sets the alarm for when time will bring something about.
    fn arm(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
        if let Some(alarm) = inner.alarm.take() {
            alarm.abort();
        }
        let Some(wait) = inner.table.wake_at().map(|at| at.since(now())).filter(|wait| *wait < LONGEST_SLEEP)
        else {
            return;
        };
        let (room, hub): (Weak<Room>, Weak<Hub>) = (Arc::downgrade(self), Arc::downgrade(hub));
        let sleep = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(wait + 1)).await;
            if let (Some(room), Some(hub)) = (room.upgrade(), hub.upgrade()) {
                // Waking sets the alarm anew and ends the one that rings: so it must be somebody else who wakes.
                tokio::spawn(async move { room.wake(&hub).await });
            }
        });
        inner.alarm = Some(sleep.abort_handle());
    }

    /// Lets an engine think whose turn it is.
    fn think(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
        if inner.is_thinking {
            return;
        }
        let Some((seat, level, ply)) = inner.table.engine_to_move() else { return };
        inner.is_thinking = true;
        let view = inner.table.view(Viewer::Seat(seat));
        let (room, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            let mv = hub.engines.choose(view, level).await;
            room.engine_moves(&hub, seat, ply, mv).await;
        });
    }
}

/// Gives back the time without a server since something last happened at a table, if there was any. It is given back
/// when that time was over by the clock of the server that noted it, whose clock may be ahead of ours: once.
fn credit(hub: &Hub, table: &Table) -> Vec<Event> {
    let last = table.events().last().map_or(Time(0), |event| event.at);
    let downs = hub.downs_after(last);
    let Some(end) = downs.iter().map(|down| down.to).max() else { return Vec::new() };
    let down_for = downs.iter().map(|down| down.to.since(down.from.max(last))).sum();
    table.resume(down_for, now().max(end))
}
