//! Keeps the log of a table short until its game starts, however often players come and go: one event stands for
//! everything that happened since the table was opened.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rules::{TextError, Viewer, words};

use crate::apply::ApplyError;
use crate::contribution::{Contribution, OrDot};
use crate::event::{Cause, Event, EventKind};
use crate::line_codec::{Escaped, Fields, List, Maybe, number};
use crate::name::Name;
use crate::setup::GuestId;
use crate::state::{Human, SeatState, State};
use crate::table::Table;
use crate::time::Time;

/// How many events the log keeps before the game starts. After more, it is compacted.
const MAX_EVENTS: usize = 64;

/// How many guests without a seat are remembered, the latest first, so that a repeated request of theirs is not carried
/// out twice.
const MAX_UNSEATED: usize = 32;

impl Table {
    /// The same table with one event instead of all those since it was opened; `None` while there are few, or if the game
    /// has started.
    pub fn compacted(&self) -> Option<Table> {
        let state = self.state();
        if self.log().kept() <= MAX_EVENTS || state.is_started() || state.is_over() {
            return None;
        }
        let log = CompactedLog::new(state, self.version() as u64 - 1, self.number(Viewer::Public));
        let kind = EventKind::Compacted(Box::new(log));
        let mut compacted = self.clone();
        compacted.apply(Event { at: state.last_event_at, cause: None, kind }).ok()?;
        Some(compacted)
    }

    /// Whether the log was compacted after this many events. Viewers who know only those need a snapshot.
    pub fn was_compacted_since(&self, from: usize) -> bool {
        self.log().was_compacted_since(from)
    }
}

/// The state of a table whose game has not started, in place of the events that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompactedLog {
    /// How many events this replaces.
    pub(crate) events: u64,
    /// The number of the last message about them, which is the same for all viewers.
    pub(crate) messages: u64,
    acted_at: Time,
    seats: Vec<Option<CompactedSeat>>,
    contributions: Vec<Option<Contribution>>,
    /// The last granted request of each guest.
    requests: Vec<Cause>,
}

/// A seat with a player in it: `GUEST:GONE:REQUESTS:NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CompactedSeat {
    guest: GuestId,
    gone: Option<Time>,
    requests_since_move: u16,
    name: Name,
}

impl CompactedLog {
    /// Compacts this state, which follows from this many events and messages.
    pub(crate) fn new(state: &State, events: u64, messages: u64) -> CompactedLog {
        let occupied = |seat: &SeatState| {
            let Human { guest, name } = seat.human.clone()?;
            Some(CompactedSeat {
                guest,
                gone: seat.gone,
                requests_since_move: seat.requests_since_move,
                name,
            })
        };
        let mut unseated = 0;
        let mut requests = state.last_requests.clone();
        requests.reverse();
        requests.retain(|(guest, _)| {
            unseated += usize::from(state.seat_of(*guest).is_none());
            state.seat_of(*guest).is_some() || unseated <= MAX_UNSEATED
        });
        requests.reverse();
        CompactedLog {
            events,
            messages,
            acted_at: state.last_request_at,
            seats: state.seats.iter().map(occupied).collect(),
            contributions: state.contributions.to_vec(),
            requests: requests.into_iter().map(|(guest, number)| Cause { guest, number }).collect(),
        }
    }

    /// Restores the state that was compacted.
    pub(crate) fn apply(&self, state: &mut State, at: Time) -> Result<(), ApplyError> {
        if self.seats.len() != state.seats.len() || self.contributions.len() != state.seats.len() {
            return Err(ApplyError("the table has another number of seats"));
        }
        for (seat, occupied) in state.seats_mut().iter_mut().zip(&self.seats) {
            *seat = SeatState::new(seat.setup);
            if let Some(CompactedSeat { guest, gone, requests_since_move, name }) = occupied.clone() {
                (seat.human, seat.gone, seat.requests_since_move) =
                    (Some(Human { guest, name }), gone, requests_since_move);
            }
        }
        state.contributions = Arc::new(self.contributions.clone());
        state.last_requests = self.requests.iter().map(|cause| (cause.guest, cause.number)).collect();
        state.last_request_at = self.acted_at;
        state.last_event_at = at;
        Ok(())
    }

    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<CompactedLog, TextError> {
        let (events, messages) = (count(fields, "events")?, count(fields, "messages")?);
        let acted_at = fields.field("acted-at")?;
        let seats = (1..=count(fields, "seats")?).map(|seat| fields.maybe(&format!("seat{seat}")));
        let seats = seats.collect::<Result<_, _>>()?;
        let contributions = fields.list::<OrDot>("contributions")?.into_iter().map(|or_dot| or_dot.0);
        let contributions = contributions.collect();
        Ok(CompactedLog {
            events,
            messages,
            acted_at,
            seats,
            contributions,
            requests: fields.list("requests")?,
        })
    }
}

/// Reads a count that is small enough to be added to.
fn count(fields: &mut Fields<'_>, key: &str) -> Result<u64, TextError> {
    let count = fields.number(key)?;
    let expected = words!(fr: "un nombre plus petit", en: "a smaller number");
    if count > i32::MAX as u64 { Err(TextError::new(0, key, expected)) } else { Ok(count) }
}

impl fmt::Display for CompactedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CompactedLog { events, messages, acted_at, seats, contributions, requests } = self;
        write!(f, "events={events} messages={messages} acted-at={acted_at} seats={}", seats.len())?;
        for (number, occupied) in (1..).zip(seats) {
            write!(f, " seat{number}={}", Escaped(Maybe(occupied.as_ref())))?;
        }
        let contributions: Vec<OrDot> = contributions.iter().copied().map(OrDot).collect();
        write!(f, " contributions={} requests={}", List(&contributions), List(requests))
    }
}

impl fmt::Display for CompactedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}:{}", self.guest, Maybe(self.gone), self.requests_since_move, self.name)
    }
}

impl FromStr for CompactedSeat {
    type Err = TextError;

    fn from_str(text: &str) -> Result<CompactedSeat, TextError> {
        let expected = || words!(fr: "un joueur à sa place", en: "a player in a seat");
        let invalid = || TextError::new(0, text, expected());
        let mut parts = text.splitn(4, ':');
        let mut part = || parts.next().ok_or_else(invalid);
        let guest = part()?.parse()?;
        let gone = Some(part()?).filter(|gone| *gone != "-").map(str::parse).transpose()?;
        let requests_since_move = number(part()?)?.try_into().map_err(|_| invalid())?;
        Ok(CompactedSeat { guest, gone, requests_since_move, name: part()?.parse()? })
    }
}

#[cfg(test)]
mod tests;
