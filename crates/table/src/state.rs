//! The state of a table: the result of applying all its events, and queries on it. Only `apply.rs` changes it.

use std::sync::Arc;

use rules::{AnyGame, AnyMove, Level, Outcome, Seat, Turn, Viewer};

use crate::clock::Clocks;
use crate::contribution::Contribution;
use crate::event::{EndReason, StandInReason, TableId};
use crate::fair::{Secret, ShuffleKey, ShuffleVersion};
use crate::name::Name;
use crate::offers::{Offer, Offers};
use crate::setup::{GuestId, SeatSetup, Setup};
use crate::shared_vec::SharedVec;
use crate::snapshot::Premove;
use crate::time::Time;

/// The most seats that a table has.
pub(crate) const MAX_SEATS: usize = 4;

/// The state of a table.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Shared by all copies of the state: it never changes.
    pub(crate) setup: Arc<Setup>,
    /// The id of the table, if it is known. It is not in the log.
    pub(crate) id: Option<TableId>,
    pub(crate) secret: Secret,
    /// By seat. Random seating reorders them once, at the start. Copies of the state share them until one changes a seat,
    /// as most moves do not.
    pub(crate) seats: Arc<[SeatState]>,
    /// The players' contributions to the shuffle, in the order of the seats before the start.
    pub(crate) contributions: Arc<Vec<Option<Contribution>>>,
    /// The number that each seat had before the start; empty until then.
    pub(crate) order: Arc<[Seat]>,
    /// How the shuffles follow from the contributions.
    pub(crate) shuffle: ShuffleVersion,
    pub(crate) game: AnyGame,
    pub(crate) moves: SharedVec<PlayedMove>,
    pub(crate) clocks: Clocks,
    pub(crate) offers: Offers,
    pub(crate) end: Option<(Option<Outcome>, EndReason)>,
    pub(crate) rematch: Option<TableId>,
    /// The highest number of a granted request of each guest. The guests with the latest requests come last.
    pub(crate) last_requests: Vec<(GuestId, u64)>,
    /// When the last public event happened. Requests and events are never earlier.
    pub(crate) last_event_at: Time,
    /// When a player last made a public request; until then, when the table was created.
    pub(crate) last_request_at: Time,
    /// When the game ended. Events may follow, such as players who leave or talk.
    pub(crate) ended_at: Option<Time>,
}

/// A move of a player or of chance that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedMove {
    pub(crate) mv: AnyMove,
    /// The seat that moved; `None` for a move of chance.
    pub(crate) by: Option<Seat>,
    /// Whether an engine made the move in the place of a human.
    pub(crate) is_stand_in: bool,
    /// The number of moves that players had made, this one included.
    pub(crate) ply: u32,
    /// The turn after it.
    pub(crate) turn: Turn,
    /// The redacted move for each seat, then for the public; empty if nothing in it was hidden from anyone.
    pub(crate) seen: Vec<AnyMove>,
}

impl PlayedMove {
    /// The move, redacted for a viewer.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> AnyMove {
        let index = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.seen.len().saturating_sub(1),
        };
        self.seen.get(index).or(self.seen.last()).copied().unwrap_or(self.mv)
    }
}

/// A seat, its player, and the player's premove, offers and requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatState {
    pub(crate) setup: SeatSetup,
    pub(crate) human: Option<Human>,
    /// When the human lost the connection, if it is lost.
    pub(crate) gone: Option<Time>,
    /// The engine that plays for the human, and why.
    pub(crate) stand_in: Option<(Level, StandInReason)>,
    pub(crate) premove: Option<Premove>,
    /// How many requests of the human were granted since the last move of anyone.
    pub(crate) requests_since_move: u16,
    /// The ply at which the human last made each kind of offer.
    pub(crate) offered: Vec<(Offer, u32)>,
}

/// A human player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Human {
    pub(crate) guest: GuestId,
    pub(crate) name: Name,
}

impl SeatState {
    pub(crate) fn new(setup: SeatSetup) -> SeatState {
        SeatState {
            setup,
            human: None,
            gone: None,
            stand_in: None,
            premove: None,
            requests_since_move: 0,
            offered: Vec::new(),
        }
    }

    /// Whether a human plays here, without an engine standing in.
    pub(crate) fn is_human(&self) -> bool {
        self.human.is_some() && self.stand_in.is_none()
    }

    /// The level of the engine that plays here, from the start or as a stand-in.
    pub(crate) fn engine(&self) -> Option<Level> {
        match self.setup {
            SeatSetup::Engine(level) => Some(level),
            SeatSetup::Open | SeatSetup::Reserved(_) => self.stand_in.map(|(level, _)| level),
        }
    }

    fn is_taken(&self) -> bool {
        self.human.is_some() || matches!(self.setup, SeatSetup::Engine(_))
    }
}

impl State {
    /// An empty table.
    pub(crate) fn new(setup: Setup, secret: Secret, at: Time) -> State {
        let seats: Vec<SeatState> = setup.seats().iter().copied().map(SeatState::new).collect();
        State {
            contributions: Arc::new(vec![None; seats.len()]),
            order: Arc::default(),
            shuffle: ShuffleVersion::CURRENT,
            game: setup.game().clone(),
            moves: SharedVec::default(),
            clocks: Clocks::new(setup.clock(), seats.len() as u8),
            offers: Offers::default(),
            end: None,
            rematch: None,
            last_requests: Vec::new(),
            last_event_at: at,
            last_request_at: at,
            ended_at: None,
            setup: Arc::new(setup),
            id: None,
            secret,
            seats: seats.into(),
        }
    }

    /// The seats, to be changed. They are copied if another copy of the state shares them.
    pub(crate) fn seats_mut(&mut self) -> &mut [SeatState] {
        Arc::make_mut(&mut self.seats)
    }

    pub(crate) fn is_started(&self) -> bool {
        !self.order.is_empty()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some()
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.is_started() && !self.is_over()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.seats.iter().all(SeatState::is_taken)
    }

    /// The numbers of all seats.
    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len() as u8).map(Seat::from_index)
    }

    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatState> {
        self.seats.get(seat.index())
    }

    /// The seat of a guest.
    pub(crate) fn seat_of(&self, guest: GuestId) -> Option<Seat> {
        self.all_seats().find(|&seat| {
            self.seat(seat).and_then(|state| state.human.as_ref()).is_some_and(|human| human.guest == guest)
        })
    }

    /// Whether a human plays in a seat, without an engine standing in.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.seat(seat).is_some_and(SeatState::is_human)
    }

    /// The other seats in which humans play.
    pub(crate) fn other_humans(&self, seat: Seat) -> Vec<Seat> {
        self.all_seats().filter(|&other| other != seat && self.is_human(other)).collect()
    }

    /// The seat to move.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        self.game.turn().seat().filter(|_| self.is_playing())
    }

    /// The number of moves that players have made.
    pub(crate) fn ply(&self) -> u32 {
        self.moves.last().map_or(0, |played| played.ply)
    }

    /// The number of moves of chance.
    pub(crate) fn draws(&self) -> u64 {
        self.moves.len() as u64 - u64::from(self.ply())
    }

    /// The key from which all randomness of this table is derived.
    pub(crate) fn shuffle_key(&self) -> ShuffleKey {
        ShuffleKey::new(self.shuffle, &self.secret, &self.contributions)
    }

    /// The length of the list of moves just before a ply.
    pub(crate) fn moves_before(&self, ply: u32) -> Option<usize> {
        let mut moves = self.moves.iter().enumerate().filter(|(_, played)| played.by.is_some());
        moves.nth(ply as usize).map(|(index, _)| index)
    }

    /// The highest number of a granted request of this guest; 0 without any.
    pub(crate) fn last_request(&self, guest: GuestId) -> u64 {
        self.last_requests.iter().find(|(known, _)| *known == guest).map_or(0, |(_, number)| *number)
    }
}
