//! The table: its log, its state, and everything that can happen to it.

use rules::{AnyView, Level, Record, Seat, Viewer, date_of};

use crate::apply::ApplyError;
use crate::decide::{self, Actor, MAX_GAME_EVENTS, TableDraft};
use crate::event::{Cause, EndReason, Event, EventKind, TableId};
use crate::fair::Secret;
use crate::listing::Listing;
use crate::log::{Log, LogEntry};
use crate::message::{Message, Update};
use crate::offers::Offer;
use crate::protocol::{Answer, Hello};
use crate::record::TABLE_TAG;
use crate::redact;
use crate::refusal::Refusal;
use crate::request::Request;
use crate::setup::{GuestId, SeatSetup, Seating, Setup};
use crate::snapshot::Occupant;
use crate::state::{SeatState, State};
use crate::time::Time;

/// How many missed messages a client gets one by one; after more it gets a snapshot.
const MAX_MISSED: u64 = 256;

/// A game played by several people, from the opening of the table to the agreement on a rematch.
///
/// A server asks the table what follows from a request, a connection or the time ([`handle`](Self::handle),
/// [`presence`](Self::presence), [`tick`](Self::tick), …), stores the events, [applies](Self::apply) them, and then
/// sends each viewer their message about them ([`message_for`](Self::message_for)).
#[derive(Clone, Debug)]
pub struct Table {
    state: State,
    log: Log,
}

impl Table {
    /// Opens a table. Its first event is already in [`events`](Self::events).
    pub fn new(setup: Setup, now: Time, secret: Secret) -> Table {
        let state = State::new(setup.clone(), secret, now);
        let event = Event { at: now, cause: None, kind: EventKind::Created { setup, secret } };
        let mut log = Log::default();
        log.push_event(event, &state);
        Table { state, log }
    }

    /// The table with this id. Without an id, the table accepts only signatures of the former version, which name none.
    pub fn with_id(mut self, id: TableId) -> Table {
        self.state.id = Some(id);
        self
    }

    /// Rebuilds a table from its events. An error names the index of the first event that cannot have happened.
    pub fn replay(events: impl IntoIterator<Item = Event>) -> Result<Table, (usize, ApplyError)> {
        let mut events = events.into_iter();
        let Some(Event { at, cause: None, kind: EventKind::Created { setup, secret } }) = events.next()
        else {
            return Err((0, ApplyError("the first event creates the table")));
        };
        let mut table = Table::new(setup, at, secret);
        for (index, event) in events.enumerate() {
            table.push(event).map_err(|error| (index + 1, error))?;
        }
        Ok(table)
    }

    /// Applies an event that has been stored. After an error the table is unchanged.
    pub fn apply(&mut self, event: Event) -> Result<(), ApplyError> {
        let before = self.state.clone();
        self.push(event).inspect_err(|_| self.state = before)
    }

    /// A copy of the table with these events applied; `None` without events.
    pub fn after(&self, events: Vec<Event>) -> Result<Option<Table>, ApplyError> {
        if events.is_empty() {
            return Ok(None);
        }
        let mut after = self.clone();
        for event in events {
            after.push(event)?;
        }
        Ok(Some(after))
    }

    /// Replaces this table by a copy of it with later events.
    pub fn replace_with(&mut self, after: Table) {
        *self = after;
        self.log.share();
        self.state.moves.share();
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    pub(crate) fn from_parts(state: State, log: Log) -> Table {
        Table { state, log }
    }

    /// Applies an event. After an error the state is undefined.
    fn push(&mut self, event: Event) -> Result<(), ApplyError> {
        self.state.apply(&event)?;
        self.log.push_event(event, &self.state);
        Ok(())
    }

    /// The events that a request leads to; none if the same request was granted before.
    pub fn handle(&self, actor: Actor, request: &Request, now: Time) -> Result<Vec<Event>, Refusal> {
        let after = self.after_request(actor, request, now)?;
        Ok(after.map_or_else(Vec::new, |after| after.events_since(self.version()).cloned().collect()))
    }

    /// A copy of the table after the events that a request leads to; `None` if the same request was granted before.
    pub fn after_request(
        &self,
        actor: Actor,
        request: &Request,
        now: Time,
    ) -> Result<Option<Table>, Refusal> {
        if let Actor::Guest(guest) = actor
            && request.number <= self.state.last_request(guest)
        {
            let cause = Some(Cause { guest, number: request.number });
            // For older requests, the events that they caused may have been dropped.
            let is_last = request.number == self.state.last_request(guest);
            let is_done = is_last || self.events().any(|event| event.cause == cause);
            return if is_done { Ok(None) } else { Err(Refusal::Stale) };
        }
        let after = decide::handle(self, actor, request, now)?;
        Ok((after.version() > self.version()).then_some(after))
    }

    /// Whether the log has reached its limit, so that only requests that bring the game closer to its end are granted.
    pub(crate) fn is_log_full(&self) -> bool {
        self.log.kept() >= MAX_GAME_EVENTS
    }

    /// The events that follow when a guest connects or loses the connection. Guests without a seat cause none, and a
    /// finished game records none. When the log is full, players who come back are still recorded, and players who
    /// leave are not.
    pub fn presence(&self, guest: GuestId, is_connected: bool, now: Time) -> Vec<Event> {
        if self.state.is_over() || (self.is_log_full() && !is_connected) {
            return Vec::new();
        }
        let is_gone = |seat: Seat| self.state.seat(seat).is_some_and(|state| state.gone.is_some());
        match self.state.seat_of(guest) {
            Some(seat) if is_gone(seat) == is_connected => {
                self.draft(now, |draft| draft.presence(seat, is_connected))
            }
            _ => Vec::new(),
        }
    }

    /// The events that are due at this time: a clock has run out. Until they are applied, requests are refused.
    pub fn tick(&self, now: Time) -> Vec<Event> {
        self.draft(now, TableDraft::tick)
    }

    /// When [`tick`](Self::tick) will next return events, if nothing happens before.
    pub fn wake_at(&self) -> Option<Time> {
        self.state.clocks.flag_at()
    }

    /// The events that follow from an outage of the server: it is credited to the running clock.
    pub fn resume(&self, down_for: u64, now: Time) -> Vec<Event> {
        if self.state.is_over() {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Resumed { down_for }))
    }

    /// The events that close the table, if the game has not started.
    pub fn close(&self, now: Time) -> Vec<Event> {
        if self.state.is_started() || self.state.is_over() {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Ended { outcome: None, why: EndReason::Closed }))
    }

    /// The events that end a game without a result, if no player has made a request for `idle` milliseconds.
    pub fn abandon(&self, idle: u64, now: Time) -> Vec<Event> {
        if !self.state.is_playing() || now.since(self.state.last_request_at) < idle {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Ended { outcome: None, why: EndReason::Abandoned }))
    }

    /// The events that give a player's seat to another guest: the same player, on another device.
    pub fn hand_over(&self, from: GuestId, to: GuestId, now: Time) -> Result<Vec<Event>, Refusal> {
        let seat = self.state.seat_of(from).ok_or(Refusal::NotSeated)?;
        match self.state.seat_of(to) {
            Some(other) if other == seat => Ok(Vec::new()),
            Some(_) => Err(Refusal::AlreadySeated),
            None if self.is_log_full() => Err(Refusal::LongGame),
            None => Ok(self.draft(now, |draft| draft.push(EventKind::Handed { seat, guest: to }))),
        }
    }

    /// The events that announce the table of the rematch, once all have agreed to one.
    pub fn rematched(&self, table: TableId, now: Time) -> Vec<Event> {
        if self.rematch_setup().is_none() {
            return Vec::new();
        }
        self.draft(now, |draft| draft.push(EventKind::Rematched { table }))
    }

    fn draft(&self, now: Time, decide: impl FnOnce(&mut TableDraft) -> Result<(), Refusal>) -> Vec<Event> {
        let mut draft = TableDraft::new(self, now, None);
        if decide(&mut draft).is_err() {
            return Vec::new();
        }
        draft.into_table().events_since(self.version()).cloned().collect()
    }

    /// The setup of the rematch that all players have agreed to. Each player moves on by one seat.
    pub fn rematch_setup(&self) -> Option<Setup> {
        if self.state.rematch.is_some() || !self.state.is_over() || !self.state.is_agreed(Offer::Rematch) {
            return None;
        }
        let next = |seat: &SeatState| match (&seat.human, seat.setup) {
            (_, SeatSetup::Engine(level)) => SeatSetup::Engine(level),
            (Some(human), _) if seat.stand_in.is_none() => SeatSetup::Reserved(human.guest),
            _ => SeatSetup::Open,
        };
        let mut seats: Vec<SeatSetup> = self.state.seats.iter().map(next).collect();
        seats.rotate_left(1);
        let setup = &self.state.setup;
        Setup::new(setup.kind(), &setup.options(), seats, setup.clock(), Seating::InOrder).ok()
    }

    /// The events of the log, oldest first.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event> {
        self.log.iter().map(|entry| &entry.event)
    }

    /// The events from this index on.
    pub fn events_since(&self, from: usize) -> impl ExactSizeIterator<Item = &Event> {
        self.log.since(from).map(|entry| &entry.event)
    }

    /// The number of events so far.
    pub fn version(&self) -> usize {
        self.log.len()
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The setup with which the table was opened.
    pub fn setup(&self) -> &Setup {
        &self.state.setup
    }

    /// Whether a player joined or left or the game started since this event. The messages about that tell each viewer
    /// their seat, so a viewer who is in another seat now needs no snapshot.
    pub fn seating_changed_since(&self, from: usize) -> bool {
        let is_seating = |event: &Event| {
            matches!(
                event.kind,
                EventKind::Joined { .. } | EventKind::Left { .. } | EventKind::Started { .. }
            )
        };
        self.events_since(from).any(is_seating)
    }

    /// Whether the game has started.
    pub fn is_started(&self) -> bool {
        self.state.is_started()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The seat from which a guest sees the table, or the public view.
    pub fn viewer(&self, guest: GuestId) -> Viewer {
        self.state.seat_of(guest).map_or(Viewer::Public, Viewer::Seat)
    }

    /// The guest in a seat, even while an engine stands in.
    pub fn guest(&self, seat: Seat) -> Option<GuestId> {
        self.state.seat(seat).and_then(|state| state.human.as_ref()).map(|human| human.guest)
    }

    /// The highest number of a granted request of this guest. The number of the next must be higher.
    pub fn last_request(&self, guest: GuestId) -> u64 {
        self.state.last_request(guest)
    }

    /// The engine to move: its seat, its level and the ply.
    pub fn engine_to_move(&self) -> Option<(Seat, Level, u32)> {
        let seat = self.state.to_move()?;
        let level = self.state.seat(seat)?.engine()?;
        Some((seat, level, self.state.ply()))
    }

    /// The seat to move.
    pub fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    /// The number of moves that players have made.
    pub fn ply(&self) -> u32 {
        self.state.ply()
    }

    /// The position as a viewer may see it. Engines get nothing else.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.state.game.view(viewer)
    }

    /// The milliseconds that each seat has left; empty without a time limit.
    pub fn time_left(&self, now: Time) -> Vec<u64> {
        self.state.clocks.left(now.max(self.state.last_event_at))
    }

    /// When the last public event happened. Premoves and hand-overs are not public.
    pub fn last_event_at(&self) -> Time {
        self.state.last_event_at
    }

    /// When a player last did something public; until then, when the table was created. Connecting, disconnecting and
    /// watching do not count.
    pub fn last_request_at(&self) -> Time {
        self.state.last_request_at
    }

    /// The number of the last message for a viewer.
    pub fn number(&self, viewer: Viewer) -> u64 {
        self.log.last().map_or(0, |entry| entry.number(viewer))
    }

    /// The message to a viewer about the event with this index; `None` if the viewer may not know of it, or if there is
    /// no such event. There is none about the first event: a client begins with a snapshot.
    pub fn message_for(&self, index: usize, viewer: Viewer) -> Option<Message> {
        self.message_about(self.log.get(index)?, viewer)
    }

    /// Whether the messages about the events from this index on are the same for two viewers, word for word. It may
    /// return `false` although they are.
    pub fn has_same_messages(&self, from: usize, one: Viewer, other: Viewer) -> bool {
        self.log.since(from).all(|entry| {
            let is_public_move = entry.played.as_ref().is_some_and(|played| played.seen.is_empty());
            is_public_move && entry.number(one) == entry.number(other)
        })
    }

    fn message_about(&self, entry: &LogEntry, viewer: Viewer) -> Option<Message> {
        let update = redact::update(&self.state, entry, viewer)?;
        Some(Message { number: entry.number(viewer), at: entry.event.at, update })
    }

    /// Everything that a viewer may know now.
    pub fn snapshot_for(&self, viewer: Viewer) -> Message {
        let update = Update::Table(Box::new(redact::snapshot(&self.state, viewer)));
        // The time of a private event is private too.
        let is_known = |entry: &&LogEntry| {
            let kind = &entry.event.kind;
            kind.is_visible_to(viewer) || matches!(kind, EventKind::Compacted(_))
        };
        let at =
            self.log.iter().rev().find(is_known).map_or(self.state.last_event_at, |entry| entry.event.at);
        Message { number: self.number(viewer), at, update }
    }

    /// The answer to a guest's hello, and the messages that bring the client up to date. A client that is wrong about
    /// its seat gets a snapshot: the messages of another viewer have other numbers.
    pub fn welcome(&self, guest: Option<GuestId>, hello: Hello) -> (Answer, Vec<Message>) {
        let viewer = guest.map_or(Viewer::Public, |guest| self.viewer(guest));
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let seen = if hello.seat == you { hello.seen } else { 0 };
        let last_request = guest.map_or(0, |guest| self.last_request(guest));
        (Answer::Welcome { you, last_request }, self.messages_since(viewer, seen))
    }

    /// The messages for a viewer after the one with this number; or one snapshot if there are too many, if `seen` is 0
    /// or a number that this table has not reached, or if the game has started or the log was compacted since.
    pub fn messages_since(&self, viewer: Viewer, seen: u64) -> Vec<Message> {
        let last = self.number(viewer);
        let entries = self.log.iter().filter(|entry| entry.number(viewer) > seen);
        let needs_snapshot = self.log.iter().any(|entry| {
            let kind = &entry.event.kind;
            matches!(kind, EventKind::Started { .. } | EventKind::Compacted(_)) && entry.number(viewer) > seen
        });
        if seen == 0 || seen > last || last - seen > MAX_MISSED || needs_snapshot {
            return vec![self.snapshot_for(viewer)];
        }
        entries.filter_map(|entry| self.message_about(entry, viewer)).collect()
    }

    /// Who is in each seat, as everyone may know it.
    pub fn occupants(&self) -> Vec<Occupant> {
        self.state.seats.iter().map(redact::occupant).collect()
    }

    /// The line about this table in a viewer's lists.
    pub fn listing(&self, id: TableId, viewer: Viewer) -> Listing {
        Listing::new(&self.state, id, viewer)
    }

    /// Whether the public listing has changed since version `from` in more than its time, its turn and its ply. After the
    /// opening, a move changes no more. It may return `true` although nothing else has changed.
    pub fn has_listing_changed_since(&self, from: usize) -> bool {
        let moves = self.events_since(from).try_fold(0, |moves, event| match event.kind {
            EventKind::Moved { .. } => Some(moves + 1),
            EventKind::Drawn { .. }
            | EventKind::Premoved { .. }
            | EventKind::Unpremoved { .. }
            | EventKind::Offered { .. }
            | EventKind::Accepted { .. }
            | EventKind::Declined { .. }
            | EventKind::Withdrawn { .. }
            | EventKind::Said { .. } => Some(moves),
            _ => None,
        });
        let has_only_progressed =
            moves.is_some_and(|moves| moves == 0 || self.ply() as usize >= Listing::OPENING_MOVES + moves);
        !(has_only_progressed && self.state.is_playing())
    }

    /// The record of the game once it is over, with the tags that are needed to verify its shuffles.
    pub fn record(&self) -> Option<Record> {
        let mut record = redact::snapshot(&self.state, Viewer::Public).record()?;
        let is_end = |event: &&Event| matches!(event.kind, EventKind::Ended { .. });
        if let Some(end) = self.events().find(is_end) {
            record.set_tag("Date", &date_of(end.at.0));
        }
        if let Some(id) = &self.state.id {
            record.set_tag(TABLE_TAG, id.as_str());
        }
        Some(record)
    }
}
