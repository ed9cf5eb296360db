//! The table: a log of events, what they add up to, and the ways to bring about more of them.

use std::sync::Arc;

use rules::{AnyView, Level, Record, Seat, Viewer};

use crate::apply::ApplyError;
use crate::decide::{self, Actor, Draft};
use crate::event::{Cause, EndReason, Event, EventKind, TableId};
use crate::fair::Secret;
use crate::listing::Listing;
use crate::message::Message;
use crate::offers::Offer;
use crate::redact::{self, Shown};
use crate::refusal::Refusal;
use crate::request::Request;
use crate::setup::{GuestId, SeatSetup, Seating, Setup};
use crate::state::{MOST_SEATS, State};
use crate::time::Time;

/// How many messages somebody may have missed before a snapshot is shorter.
const MOST_MISSED: u64 = 256;

/// A game being played, from the first who sits down to the agreement to play again.
///
/// Whoever runs a table asks it what follows from something ([`handle`](Self::handle), [`tick`](Self::tick), …),
/// writes the events down, [applies](Self::apply) them, and then tells everyone who looks what they may know of
/// them ([`message_for`](Self::message_for)). Only then is it true.
#[derive(Clone, Debug)]
pub struct Table {
    state: State,
    /// What has happened does not change: a table and what follows from it share it.
    log: Vec<Arc<Entry>>,
}

/// An event, and what must be kept to tell of it later.
#[derive(Debug)]
struct Entry {
    event: Event,
    shown: Shown,
    /// The number of the message for each seat, and last for the public.
    numbers: [u32; MOST_SEATS + 1],
}

impl Table {
    /// Opens a table. Its first event is in [`events`](Self::events) already.
    pub fn new(setup: Setup, now: Time, secret: Secret) -> Table {
        let state = State::new(setup.clone(), secret, now);
        let event = Event { at: now, cause: None, kind: EventKind::Created { setup, secret } };
        let shown = Shown::new(&state, &event.kind);
        Table { state, log: vec![Arc::new(Entry { event, shown, numbers: [1; MOST_SEATS + 1] })] }
    }

    /// The table that these events add up to; or the number, from 0, of the first that cannot have happened.
    pub fn replay(events: impl IntoIterator<Item = Event>) -> Result<Table, (usize, ApplyError)> {
        let mut events = events.into_iter();
        let Some(Event { at, cause: None, kind: EventKind::Created { setup, secret } }) = events.next()
        else {
            return Err((0, ApplyError("the first event opens the table")));
        };
        let mut table = Table::new(setup, at, secret);
        for (index, event) in events.enumerate() {
            table.push(event).map_err(|unfit| (index + 1, unfit))?;
        }
        Ok(table)
    }

    /// Lets an event happen that has been written down. If it cannot have happened, the table stays as it was.
    pub fn apply(&mut self, event: Event) -> Result<(), ApplyError> {
        let before = self.state.clone();
        self.push(event).inspect_err(|_| self.state = before)
    }

    /// The table after these events; or why one of them cannot happen.
    pub fn after(&self, events: impl IntoIterator<Item = Event>) -> Result<Table, ApplyError> {
        let mut after = self.clone();
        for event in events {
            after.push(event)?;
        }
        Ok(after)
    }

    /// Lets an event happen. If it cannot have happened, the state means nothing any more.
    fn push(&mut self, event: Event) -> Result<(), ApplyError> {
        self.state.apply(&event)?;
        let mut numbers = self.log.last().map_or([0; MOST_SEATS + 1], |entry| entry.numbers);
        for (index, number) in numbers.iter_mut().enumerate() {
            *number += u32::from(event.kind.is_visible_to(viewer_at(index)));
        }
        let shown = Shown::new(&self.state, &event.kind);
        self.log.push(Arc::new(Entry { event, shown, numbers }));
        Ok(())
    }

    /// What follows from a request; nothing, if that very request was dealt with before.
    pub fn handle(&self, actor: Actor, request: &Request, now: Time) -> Result<Vec<Event>, Refusal> {
        if let Actor::Guest(guest) = actor
            && request.number <= self.state.last_request(guest)
        {
            let cause = Some(Cause { guest, number: request.number });
            let is_done = self.events().any(|event| event.cause == cause);
            return if is_done { Ok(Vec::new()) } else { Err(Refusal::Stale) };
        }
        decide::handle(&self.state, actor, request, now)
    }

    /// What follows from a connection of this guest being there or not. Somebody who does not sit here changes
    /// nothing by coming and going.
    pub fn presence(&self, guest: GuestId, is_there: bool, now: Time) -> Vec<Event> {
        match self.state.seat_of(guest) {
            Some(seat) => self.draft(now, |draft| draft.presence(seat, is_there)),
            None => Vec::new(),
        }
    }

    /// What has happened because time has gone by. Until then, nothing else can.
    pub fn tick(&self, now: Time) -> Vec<Event> {
        self.draft(now, Draft::tick)
    }

    /// When [`tick`](Self::tick) will have something to say, if nothing happens before.
    pub fn wake_at(&self) -> Option<Time> {
        self.state.clocks.flag_at()
    }

    /// What follows from the server having been down: that time counts for nobody.
    pub fn resume(&self, down_for: u64, now: Time) -> Vec<Event> {
        if self.state.is_over() {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Resumed { down_for }))
    }

    /// What follows from closing a table at which the game has not begun.
    pub fn close(&self, now: Time) -> Vec<Event> {
        if self.state.is_started() || self.state.is_over() {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Ended { outcome: None, why: EndReason::Closed }))
    }

    /// What follows from a player going on from another device, where the server knows them as another guest.
    pub fn hand_over(&self, from: GuestId, to: GuestId, now: Time) -> Result<Vec<Event>, Refusal> {
        let seat = self.state.seat_of(from).ok_or(Refusal::NotSeated)?;
        match self.state.seat_of(to) {
            Some(other) if other == seat => Ok(Vec::new()),
            Some(_) => Err(Refusal::AlreadySeated),
            None => Ok(self.draft(now, |draft| draft.push(EventKind::Handed { seat, guest: to }))),
        }
    }

    /// What follows from another table having been opened for the same players, once they all want it.
    pub fn rematched(&self, table: TableId, now: Time) -> Vec<Event> {
        if self.rematch_setup().is_none() {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Rematched { table }))
    }

    fn draft(&self, now: Time, act: impl FnOnce(&mut Draft) -> Result<(), Refusal>) -> Vec<Event> {
        let mut draft = Draft::new(&self.state, now, None);
        if act(&mut draft).is_ok() { draft.into_events() } else { Vec::new() }
    }

    /// The table that all players have agreed to open next: everyone one seat on, the first one last.
    pub fn rematch_setup(&self) -> Option<Setup> {
        if self.state.rematch.is_some() || !self.state.is_over() || !self.state.is_agreed(Offer::Rematch) {
            return None;
        }
        let mut places: Vec<SeatSetup> = self
            .state
            .chairs
            .iter()
            .map(|chair| match (&chair.human, chair.place) {
                (_, SeatSetup::Engine(level)) => SeatSetup::Engine(level),
                (Some(human), _) if chair.stand_in.is_none() => SeatSetup::Reserved(human.guest),
                _ => SeatSetup::Open,
            })
            .collect();
        places.rotate_left(1);
        let setup = &self.state.setup;
        Setup::new(setup.kind(), &setup.options(), places, setup.clock(), Seating::InOrder).ok()
    }

    /// The events so far.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event> {
        self.log.iter().map(|entry| &entry.event)
    }

    /// How many events there have been: the version of the table.
    pub fn version(&self) -> usize {
        self.log.len()
    }

    /// What was chosen before the table opened.
    pub fn setup(&self) -> &Setup {
        &self.state.setup
    }

    /// Whether somebody sat down, got up or was seated by chance in an event from this one on. Then who looks as
    /// whom may have changed; the numbers of messages had been the same for all.
    pub fn seating_changed_since(&self, from: usize) -> bool {
        let is_seating = |event: &Event| {
            matches!(
                event.kind,
                EventKind::Joined { .. } | EventKind::Left { .. } | EventKind::Started { .. }
            )
        };
        self.events().skip(from).any(is_seating)
    }

    /// Whether the game has begun.
    pub fn is_started(&self) -> bool {
        self.state.is_started()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// As whom a guest looks at the table.
    pub fn viewer(&self, guest: GuestId) -> Viewer {
        self.state.seat_of(guest).map_or(Viewer::Public, Viewer::Seat)
    }

    /// The guest who sits in a seat, an engine standing in or not.
    pub fn guest(&self, seat: Seat) -> Option<GuestId> {
        self.state.chair(seat).and_then(|chair| chair.human.as_ref()).map(|human| human.guest)
    }

    /// The highest number of a request of this guest that brought something about. The next must be higher.
    pub fn last_request(&self, guest: GuestId) -> u64 {
        self.state.last_request(guest)
    }

    /// The engine that is to move: its seat, its level, and how many moves have been made.
    pub fn engine_to_move(&self) -> Option<(Seat, Level, u32)> {
        let seat = self.state.to_move()?;
        let level = self.state.chair(seat)?.engine()?;
        Some((seat, level, self.state.ply()))
    }

    /// The seat to move.
    pub fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    /// How many moves of players have been made.
    pub fn ply(&self) -> u32 {
        self.state.ply()
    }

    /// The position as somebody may see it. What an engine is given is this.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.state.game.view(viewer)
    }

    /// The milliseconds that each seat has left; empty without a limit.
    pub fn time_left(&self, now: Time) -> Vec<u64> {
        self.state.clocks.left(now.max(self.state.last))
    }

    /// When something last happened that everyone may know of. A premove or a hand-over does not count.
    pub fn last_event_at(&self) -> Time {
        self.state.last
    }

    /// The number of the last message for a viewer.
    pub fn number(&self, viewer: Viewer) -> u64 {
        self.log.last().map_or(0, |entry| entry.number(viewer))
    }

    /// What a viewer is told of the event with this index; `None` if it is none of the viewer's business, or if
    /// there is no such event. The first event is told by a snapshot.
    pub fn message_for(&self, index: usize, viewer: Viewer) -> Option<Message> {
        let entry = self.log.get(index)?;
        let update = redact::update(&self.state, &entry.event, &entry.shown, viewer)?;
        Some(Message { number: entry.number(viewer), at: entry.event.at, update })
    }

    /// Everything that a viewer may know now.
    pub fn snapshot_for(&self, viewer: Viewer) -> Message {
        let update = redact::snapshot(&self.state, viewer);
        // The time of what others did in private is private too.
        let is_known = |entry: &&Arc<Entry>| entry.event.kind.is_visible_to(viewer);
        let at = self.log.iter().rev().find(is_known).map_or(self.state.last, |entry| entry.event.at);
        Message { number: self.number(viewer), at, update }
    }

    /// What a viewer has missed who has seen the messages up to this number: each of them, or a snapshot if there
    /// are too many, if the viewer has seen nothing, or if everyone has been seated since.
    pub fn messages_since(&self, viewer: Viewer, seen: u64) -> Vec<Message> {
        let last = self.number(viewer);
        let entries = self.log.iter().enumerate().filter(|(_, entry)| entry.number(viewer) > seen);
        let is_reseated = self.log.iter().any(|entry| {
            matches!(entry.event.kind, EventKind::Started { .. }) && entry.number(viewer) > seen
        });
        if seen == 0 || seen > last || last - seen > MOST_MISSED || is_reseated {
            return vec![self.snapshot_for(viewer)];
        }
        entries.filter_map(|(index, _)| self.message_for(index, viewer)).collect()
    }

    /// What lists of tables tell of this one, to a viewer.
    pub fn listing(&self, id: TableId, viewer: Viewer) -> Listing {
        Listing::new(&self.state, id, viewer)
    }

    /// The whole game, once it is over, with what is needed to check its shuffles.
    pub fn record(&self) -> Option<Record> {
        let mut record = redact::record(&self.state)?;
        let is_end = |event: &&Event| matches!(event.kind, EventKind::Ended { .. });
        if let Some(end) = self.events().find(is_end) {
            record.set_tag("Date", &end.at.date());
        }
        Some(record)
    }
}

/// The viewer with this index in [`Entry::numbers`].
fn viewer_at(index: usize) -> Viewer {
    if index < MOST_SEATS { Viewer::Seat(Seat::from_index(index as u8)) } else { Viewer::Public }
}

impl Entry {
    fn number(&self, viewer: Viewer) -> u64 {
        let index = match viewer {
            Viewer::Seat(seat) => seat.index().min(MOST_SEATS),
            Viewer::Public => MOST_SEATS,
        };
        self.numbers[index].into()
    }
}
