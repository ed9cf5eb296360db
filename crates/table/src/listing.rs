//! One line about a table, for lists of tables: the lobby, a guest's own games, the archive.

use std::fmt::{self, Write};
use std::str::FromStr;

use rules::{Kind, Seat, TextError, Viewer, words};

use crate::clock::TimeControl;
use crate::event::TableId;
use crate::line_codec::{Escaped, Fields, List, Maybe};
use crate::redact;
use crate::request;
use crate::setup::Seating;
use crate::snapshot::{End, Occupant, Occupants};
use crate::state::State;
use crate::time::Time;

/// A table in a list. Everything but `you` is public.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Listing {
    /// The table's address.
    pub id: TableId,
    /// When the game ended; until then, when the last public event happened.
    pub at: Time,
    /// The game.
    pub kind: Kind,
    /// The text of its options.
    pub options: String,
    /// The time control.
    pub clock: TimeControl,
    /// How the players are seated.
    pub seating: Seating,
    /// Whether the game has started.
    pub is_started: bool,
    /// Who is in each seat.
    pub seats: Vec<Occupant>,
    /// The seat of the guest for whom the list is made.
    pub you: Option<Seat>,
    /// The seat to move.
    pub turn: Option<Seat>,
    /// The number of moves that players have made.
    pub ply: u32,
    /// How and why it ended.
    pub end: Option<End>,
    /// The first moves of the players, at most [`OPENING_MOVES`](Self::OPENING_MOVES).
    pub opening: Vec<String>,
}

impl Listing {
    /// How many tables a page of the lobby has at most.
    pub const LOBBY_PAGE: usize = 100;

    /// The most moves in [`opening`](Self::opening).
    pub const OPENING_MOVES: usize = 4;

    pub(crate) fn new(state: &State, id: TableId, viewer: Viewer) -> Listing {
        Listing {
            id,
            at: state.ended_at.unwrap_or(state.last_event_at),
            kind: state.setup.kind(),
            options: state.setup.options(),
            clock: state.setup.clock(),
            seating: state.setup.seating(),
            is_started: state.is_started(),
            seats: state.seats.iter().map(redact::occupant).collect(),
            you: state.all_seats().find(|&seat| viewer.is(seat)),
            turn: state.to_move(),
            ply: state.ply(),
            end: state.end.map(|(outcome, why)| End { outcome, why }),
            opening: opening(state),
        }
    }
}

impl Listing {
    /// The text of a listing with another time, turn and ply: those that moves change. `None` if the text is no listing.
    pub fn with_progress(previous: &str, at: Time, turn: Option<Seat>, ply: u32) -> Option<String> {
        // No value contains a space.
        let (head, rest) = previous.split_once(" at=")?;
        let (_, rest) = rest.split_once(' ')?;
        let (middle, rest) = rest.rsplit_once(" turn=")?;
        let (_, end) = rest.split_once(" end=")?;
        let mut text = String::with_capacity(previous.len() + 8);
        write!(text, "{head} at={at} {middle} turn={} ply={ply} end={end}", Maybe(turn)).ok()?;
        Some(text)
    }
}

/// The first moves of the players. Everyone has seen them.
fn opening(state: &State) -> Vec<String> {
    let moves = state.moves.iter().filter(|played| played.by.is_some());
    let public = moves.map(|played| played.seen_by(Viewer::Public).to_string());
    public.take(Listing::OPENING_MOVES).collect()
}

/// `listed id=… at=1000 game=morpion options= clock=300+5 starts=first started=no seats=2 seat1=… seat2=open you=-
/// turn=- ply=0 end=- opening=-`
impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Listing { id, at, kind, clock, seating, ply, .. } = self;
        let started = if self.is_started { "yes" } else { "no" };
        write!(f, "listed id={id} at={at} game={kind} options={}", Escaped(&self.options))?;
        write!(f, " clock={clock} starts={seating} started={started} {}", Occupants(&self.seats))?;
        write!(f, " you={} turn={} ply={ply} end={}", Maybe(self.you), Maybe(self.turn), Maybe(self.end))?;
        write!(f, " opening={}", Escaped(List(&self.opening)))
    }
}

impl FromStr for Listing {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Listing, TextError> {
        let mut fields = Fields::new(text);
        let expected = || words!(fr: "listed", en: "listed");
        let word = fields.word(expected)?;
        if word != "listed" {
            return Err(TextError::new(0, word, expected()));
        }
        let mut listing = Listing {
            id: fields.field("id")?,
            at: fields.field("at")?,
            kind: fields.field("game")?,
            options: fields.text("options")?,
            clock: fields.field("clock")?,
            seating: fields.field("starts")?,
            is_started: match fields.text("started")?.as_str() {
                "yes" => true,
                "no" => false,
                other => return Err(TextError::new(0, other, words!(fr: "yes ou no", en: "yes or no"))),
            },
            seats: Occupant::read_all(&mut fields)?,
            you: fields.maybe("you")?,
            turn: fields.maybe("turn")?,
            ply: request::ply(&mut fields)?,
            end: fields.maybe("end")?,
            opening: Vec::new(),
        };
        // Listings that were stored before they had openings end here.
        if !fields.is_at_end() {
            let moves = fields.text("opening")?;
            listing.opening = moves.split(',').filter(|mv| *mv != "-").map(str::to_owned).collect();
        }
        fields.end()?;
        Ok(listing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Actor, GuestId, Secret, Table};

    #[test]
    fn a_listing_round_trips() {
        let setup = "doh players=3 open,open,engine:1 300+5 first".parse().unwrap();
        let mut table = Table::new(setup, Time(7), Secret::new([7; 32]));
        let ask = |table: &mut Table, guest: u64, line: &str| {
            let request = line.parse().unwrap();
            for event in table.handle(Actor::Guest(GuestId(guest)), &request, Time(1000)).unwrap() {
                table.apply(event).unwrap();
            }
        };
        let id: TableId = "abc".parse().unwrap();
        let mut seen = Vec::new();
        for (guest, line) in [
            (1, "1 join seat=- name=A%20b contribution=000102030405060708090a0b0c0d0e0f"),
            (2, "1 join seat=- name=Luc contribution=000102030405060708090a0b0c0d0e0f"),
        ] {
            ask(&mut table, guest, line);
            for viewer in [Viewer::Public, table.viewer(GuestId(guest))] {
                let listing = table.listing(id.clone(), viewer);
                assert_eq!(listing.to_string().parse(), Ok(listing.clone()));
                seen.push(listing);
            }
        }
        assert_eq!(seen[0].you, None);
        assert_eq!(seen[1].you, Some(Seat::ONE));
        assert!(!seen[1].is_started && seen[2].is_started && seen[2].turn.is_some());
        let first = seen[2].turn.and_then(|seat| table.guest(seat)).expect("a guest begins");
        ask(&mut table, first.0, "2 move ply=0 move=Lc3");
        let played = table.listing(id, Viewer::Public);
        assert_eq!(played.opening, ["Lc3"]);
        assert_eq!(played.to_string().parse(), Ok(played.clone()));
        let stored_earlier = played.to_string().replace(" opening=Lc3", "");
        assert_eq!(stored_earlier.parse(), Ok(Listing { opening: Vec::new(), ..played }));
    }

    #[test]
    fn a_finished_game_lists_the_time_it_ended() {
        let setup = "morpion - open,open 300+5 first".parse().unwrap();
        let mut table = Table::new(setup, Time(7), Secret::new([7; 32]));
        let apply_all = |table: &mut Table, events: Vec<crate::Event>| {
            events.into_iter().for_each(|event| table.apply(event).unwrap());
        };
        let ask = |table: &mut Table, guest: u64, line: &str, at: u64| {
            let events =
                table.handle(Actor::Guest(GuestId(guest)), &line.parse().unwrap(), Time(at)).unwrap();
            apply_all(table, events);
        };
        let set_connected = |table: &mut Table, is_connected: bool, at: u64| {
            apply_all(table, table.presence(GuestId(1), is_connected, Time(at)));
        };
        let at = |table: &Table| table.listing("abc".parse().unwrap(), Viewer::Public).at;
        for guest in [1, 2] {
            let join = "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f";
            ask(&mut table, guest, join, 1000);
        }
        set_connected(&mut table, false, 2000);
        assert_eq!(at(&table), Time(2000), "until the end, a listing has the time of the last event");
        ask(&mut table, 2, "2 resign", 3000);
        set_connected(&mut table, true, 4000);
        set_connected(&mut table, false, 5000);
        ask(&mut table, 2, "3 say phrase=thanks", 6000);
        assert_eq!(table.events().last().map(|event| event.at), Some(Time(6000)));
        assert_eq!(at(&table), Time(3000));
    }
}
