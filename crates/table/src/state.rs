//! How a table stands: what its events add up to, and what can be asked of it.

use rules::{AnyGame, AnyMove, Level, Outcome, Seat, Turn, Viewer};

use crate::clock::Clocks;
use crate::event::{EndReason, StandInReason, TableId};
use crate::fair::{Contribution, Mix, Secret};
use crate::name::Name;
use crate::offers::{Offer, Offers};
use crate::setup::{GuestId, SeatSetup, Setup};
use crate::time::Time;

/// The most seats a table has.
pub(crate) const MOST_SEATS: usize = 4;

/// How a table stands.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) setup: Setup,
    pub(crate) secret: Secret,
    /// By seat; before the start, by place.
    pub(crate) chairs: Vec<SeatState>,
    /// What was contributed to the shuffle, by place.
    pub(crate) contributions: Vec<Option<Contribution>>,
    /// Which place each seat had been before the start; empty until then.
    pub(crate) order: Vec<Seat>,
    pub(crate) game: AnyGame,
    pub(crate) moves: Vec<PlayedMove>,
    pub(crate) clocks: Clocks,
    pub(crate) offers: Offers,
    pub(crate) end: Option<(Option<Outcome>, EndReason)>,
    pub(crate) rematch: Option<TableId>,
    /// The highest number of a request that each guest has made and that brought something about.
    pub(crate) last_requests: Vec<(GuestId, u64)>,
    /// When the last event happened.
    pub(crate) last: Time,
    /// When the game ended. People come and go after that.
    pub(crate) ended_at: Option<Time>,
}

/// A move or a draw that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedMove {
    pub(crate) mv: AnyMove,
    /// Who made it; `None` if chance did.
    pub(crate) by: Option<Seat>,
    /// Who was next after it.
    pub(crate) turn: Turn,
    /// How each seat saw it, and last how the public did; empty if all saw it as it was.
    pub(crate) seen: Vec<AnyMove>,
}

impl PlayedMove {
    /// The move as a viewer saw it.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> AnyMove {
        let index = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.seen.len().saturating_sub(1),
        };
        self.seen.get(index).or(self.seen.last()).copied().unwrap_or(self.mv)
    }
}

/// A place at the table, and who is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatState {
    pub(crate) place: SeatSetup,
    pub(crate) human: Option<Human>,
    /// Since when the human has been gone.
    pub(crate) gone: Option<Time>,
    /// The engine that plays for the human.
    pub(crate) stand_in: Option<(Level, StandInReason)>,
    /// The move chosen ahead: for which ply, and what.
    pub(crate) premove: Option<(u32, String)>,
    /// What the human did, other than move, since anyone last moved.
    pub(crate) acts: u16,
    /// At which ply the human last offered what.
    pub(crate) offered: Vec<(Offer, u32)>,
}

/// Somebody who sits at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Human {
    pub(crate) guest: GuestId,
    pub(crate) name: Name,
}

impl SeatState {
    pub(crate) fn new(place: SeatSetup) -> SeatState {
        SeatState {
            place,
            human: None,
            gone: None,
            stand_in: None,
            premove: None,
            acts: 0,
            offered: Vec::new(),
        }
    }

    /// Whether a human plays here, and no engine.
    pub(crate) fn is_human(&self) -> bool {
        self.human.is_some() && self.stand_in.is_none()
    }

    /// The level of the engine that plays here.
    pub(crate) fn engine(&self) -> Option<Level> {
        match self.place {
            SeatSetup::Engine(level) => Some(level),
            SeatSetup::Open | SeatSetup::Reserved(_) => self.stand_in.map(|(level, _)| level),
        }
    }

    fn is_taken(&self) -> bool {
        self.human.is_some() || matches!(self.place, SeatSetup::Engine(_))
    }
}

impl State {
    /// A table at which nobody sits yet.
    pub(crate) fn new(setup: Setup, secret: Secret, at: Time) -> State {
        let chairs: Vec<SeatState> = setup.seats().iter().copied().map(SeatState::new).collect();
        State {
            contributions: vec![None; chairs.len()],
            order: Vec::new(),
            game: setup.game().clone(),
            moves: Vec::new(),
            clocks: Clocks::new(setup.clock(), chairs.len() as u8),
            offers: Offers::default(),
            end: None,
            rematch: None,
            last_requests: Vec::new(),
            last: at,
            ended_at: None,
            setup,
            secret,
            chairs,
        }
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
        self.chairs.iter().all(SeatState::is_taken)
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.chairs.len() as u8).map(Seat::from_index)
    }

    pub(crate) fn chair(&self, seat: Seat) -> Option<&SeatState> {
        self.chairs.get(seat.index())
    }

    /// The seat of a guest.
    pub(crate) fn seat_of(&self, guest: GuestId) -> Option<Seat> {
        self.seats().find(|&seat| {
            self.chair(seat).and_then(|chair| chair.human.as_ref()).is_some_and(|human| human.guest == guest)
        })
    }

    /// Whether a human plays in a seat, and no engine.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(SeatState::is_human)
    }

    /// The other seats in which humans play.
    pub(crate) fn other_humans(&self, seat: Seat) -> Vec<Seat> {
        self.seats().filter(|&other| other != seat && self.is_human(other)).collect()
    }

    /// The seat to move.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        self.game.turn().seat().filter(|_| self.is_playing())
    }

    /// How many moves of players there have been.
    pub(crate) fn ply(&self) -> u32 {
        self.moves.iter().filter(|step| step.by.is_some()).count() as u32
    }

    /// How often chance has decided something.
    pub(crate) fn draws(&self) -> u64 {
        self.moves.iter().filter(|step| step.by.is_none()).count() as u64
    }

    /// What chance is drawn from.
    pub(crate) fn mix(&self) -> Mix {
        Mix::new(&self.secret, &self.contributions)
    }

    /// How many steps there were when so many moves of players had been made, just before the next.
    pub(crate) fn steps_at(&self, ply: u32) -> Option<usize> {
        let mut moves = self.moves.iter().enumerate().filter(|(_, step)| step.by.is_some());
        moves.nth(ply as usize).map(|(index, _)| index)
    }

    /// The ply to which a seat would go back by taking back its last move, and whether cards were revealed since.
    pub(crate) fn take_back(&self, seat: Seat) -> Option<(u32, bool)> {
        let last = self.moves.iter().rposition(|step| step.by == Some(seat))?;
        let (before, after) = self.moves.split_at(last);
        let ply = before.iter().filter(|step| step.by.is_some()).count() as u32;
        Some((ply, after.iter().any(|step| step.by.is_none())))
    }

    /// Whether an offer stands that every other human has accepted. Engines agree to anything but a draw, which takes
    /// a human.
    pub(crate) fn is_agreed(&self, offer: Offer) -> bool {
        self.offers.get(offer).is_some_and(|standing| {
            let others = self.other_humans(standing.by);
            let can_agree = offer != Offer::Draw || !others.is_empty();
            can_agree && others.iter().all(|other| standing.accepted.contains(other))
        })
    }

    /// The highest number of a request of this guest that brought something about.
    pub(crate) fn last_request(&self, guest: GuestId) -> u64 {
        self.last_requests.iter().find(|(known, _)| *known == guest).map_or(0, |(_, number)| *number)
    }
}
