//! How an event changes a table. Everything that is true of a table comes about here and nowhere else.

use rules::{AnyMove, Seat, Turn, Viewer};

use crate::event::{Event, EventKind};
use crate::offers::Offer;
use crate::state::{Human, PlayedMove, SeatState, State};
use crate::time::Time;

/// An event that cannot have happened at this table: the log is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplyError(pub(crate) &'static str);

impl std::fmt::Display for ApplyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ApplyError {}

impl State {
    /// Lets an event happen. If it cannot have happened, the state means nothing any more.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), ApplyError> {
        let at = event.at.max(self.last);
        if let Some(cause) = event.cause {
            match self.last_requests.iter_mut().find(|(guest, _)| *guest == cause.guest) {
                Some((_, number)) => *number = cause.number.max(*number),
                None => self.last_requests.push((cause.guest, cause.number)),
            }
        }
        self.count_act(event);
        match &event.kind {
            EventKind::Created { .. } => return Err(ApplyError("a table is created once")),
            EventKind::Joined { seat, guest, name, contribution } => {
                self.filling()?;
                let chair = self.chair_mut(*seat)?;
                chair.human = Some(Human { guest: *guest, name: name.clone() });
                chair.gone = None;
                self.contributions[seat.index()] = Some(*contribution);
            }
            EventKind::Left { seat } => {
                self.filling()?;
                let place = self.chair_mut(*seat)?.place;
                *self.chair_mut(*seat)? = SeatState::new(place);
                self.contributions[seat.index()] = None;
            }
            EventKind::Started { order } => self.start(order, at)?,
            EventKind::Moved { seat, mv } => {
                if self.game.turn() != Turn::Seat(*seat) {
                    return Err(ApplyError("somebody moved out of turn"));
                }
                self.step(mv, Some(*seat))?;
                if self.is_human(*seat) {
                    self.offers.human_moved(*seat);
                }
                self.chair_mut(*seat)?.premove = None;
                self.clocks.moved(self.setup.clock(), *seat, at);
                self.run_clock(at);
            }
            EventKind::Drawn { mv } => {
                if self.game.turn() != Turn::Chance {
                    return Err(ApplyError("a card was drawn out of turn"));
                }
                self.step(mv, None)?;
                self.run_clock(at);
            }
            EventKind::Premoved { seat, ply, mv } => {
                self.playing()?;
                self.chair_mut(*seat)?.premove = Some((*ply, mv.clone()));
            }
            EventKind::Unpremoved { seat } => self.chair_mut(*seat)?.premove = None,
            EventKind::Offered { seat, offer } => {
                let ply = self.ply();
                let chair = self.chair_mut(*seat)?;
                chair.offered.retain(|(known, _)| known != offer);
                chair.offered.push((*offer, ply));
                self.offers.make(*offer, *seat);
            }
            EventKind::Accepted { seat, offer } => {
                self.chair_mut(*seat)?;
                self.offers.accept(*offer, *seat);
            }
            EventKind::Declined { offer, .. } | EventKind::Withdrawn { offer, .. } => {
                self.offers.drop(*offer);
            }
            EventKind::TookBack { ply } => self.go_back(*ply, at)?,
            EventKind::StoodIn { seat, level, why } => {
                self.playing()?;
                let chair = self.chair_mut(*seat)?;
                chair.stand_in = Some((*level, *why));
                chair.premove = None;
                self.offers.left(*seat);
                self.run_clock(at);
            }
            EventKind::Returned { seat } => {
                self.playing()?;
                self.chair_mut(*seat)?.stand_in = None;
                self.run_clock(at);
            }
            EventKind::Handed { seat, guest } => {
                let human = self.chair_mut(*seat)?.human.as_mut().ok_or(ApplyError("nobody sits there"))?;
                human.guest = *guest;
            }
            EventKind::Gone { seat } => self.chair_mut(*seat)?.gone = Some(at),
            EventKind::Back { seat } => self.chair_mut(*seat)?.gone = None,
            EventKind::Resumed { down_for } => {
                self.clocks.credit(*down_for, at);
                // Nobody is connected to a server that has just started.
                for chair in self.chairs.iter_mut().filter(|chair| chair.human.is_some()) {
                    chair.gone = Some(resumed(chair.gone, *down_for, at));
                }
            }
            EventKind::Said { seat, .. } => {
                self.chair_mut(*seat)?;
            }
            EventKind::Ended { outcome, why } => {
                if self.is_over() {
                    return Err(ApplyError("a game ends once"));
                }
                self.end = Some((*outcome, *why));
                self.ended_at = Some(at);
                self.clocks.run(self.setup.clock(), None, at);
                self.offers.ended();
                for chair in &mut self.chairs {
                    chair.premove = None;
                    chair.acts = 0;
                }
            }
            EventKind::Rematched { table } => {
                self.rematch = Some(table.clone());
                self.offers.drop(Offer::Rematch);
            }
        }
        // The time of what one player does in private is private too.
        if event.kind.is_visible_to(Viewer::Public) {
            self.last = at;
        }
        Ok(())
    }

    fn count_act(&mut self, event: &Event) {
        match (&event.kind, event.cause) {
            (EventKind::Moved { .. }, _) => self.chairs.iter_mut().for_each(|chair| chair.acts = 0),
            (_, Some(cause)) => {
                if let Some(seat) = self.seat_of(cause.guest) {
                    let acts = &mut self.chairs[seat.index()].acts;
                    *acts = acts.saturating_add(1);
                }
            }
            (_, None) => {}
        }
    }

    fn filling(&self) -> Result<(), ApplyError> {
        if self.is_started() || self.is_over() { Err(ApplyError("the game has begun")) } else { Ok(()) }
    }

    fn playing(&self) -> Result<(), ApplyError> {
        if self.is_playing() { Ok(()) } else { Err(ApplyError("nobody is playing")) }
    }

    fn chair_mut(&mut self, seat: Seat) -> Result<&mut SeatState, ApplyError> {
        self.chairs.get_mut(seat.index()).ok_or(ApplyError("there is no such seat"))
    }

    fn start(&mut self, order: &[Seat], at: Time) -> Result<(), ApplyError> {
        self.filling()?;
        let mut places = order.to_vec();
        places.sort_unstable();
        if !places.iter().copied().eq(self.seats()) {
            return Err(ApplyError("this is no way to sit down"));
        }
        self.chairs = order.iter().map(|place| self.chairs[place.index()].clone()).collect();
        self.order = order.to_vec();
        self.run_clock(at);
        Ok(())
    }

    /// Plays a move, of a player or of chance.
    fn step(&mut self, text: &str, by: Option<Seat>) -> Result<(), ApplyError> {
        self.playing()?;
        let mv = self.game.parse_move(text).map_err(|_| ApplyError("a move cannot be read"))?;
        let viewers = self.seats().map(Viewer::Seat).chain([Viewer::Public]);
        let mut seen: Vec<AnyMove> = viewers.map(|viewer| self.game.redact_move(mv, viewer)).collect();
        if seen.iter().all(|seen| *seen == mv) {
            seen = Vec::new();
        }
        self.game.play(mv).map_err(|_| ApplyError("a move is illegal"))?;
        self.moves.push(PlayedMove { mv, by, turn: self.game.turn(), seen });
        Ok(())
    }

    fn go_back(&mut self, ply: u32, at: Time) -> Result<(), ApplyError> {
        self.playing()?;
        let length = self.steps_at(ply).ok_or(ApplyError("there is nothing to take back"))?;
        if self.moves[length..].iter().any(|step| step.by.is_none()) {
            return Err(ApplyError("cards that were seen cannot be taken back"));
        }
        self.moves.truncate(length);
        self.game = self.setup.game().clone();
        for step in &self.moves {
            self.game.play(step.mv).map_err(|_| ApplyError("a move is illegal"))?;
        }
        self.offers.drop(Offer::TakeBack);
        self.offers.drop(Offer::Draw);
        for chair in &mut self.chairs {
            chair.premove = None;
            chair.offered.clear();
        }
        self.run_clock(at);
        Ok(())
    }

    /// Lets the clock of whoever is to move run, if that is a human.
    fn run_clock(&mut self, at: Time) {
        let seat = self.to_move().filter(|&seat| self.is_human(seat));
        if self.clocks.running() != seat {
            self.clocks.run(self.setup.clock(), seat, at);
        }
    }
}

/// Since when somebody counts as gone once the server is up again.
pub(crate) fn resumed(gone: Option<Time>, down_for: u64, at: Time) -> Time {
    gone.map_or(at, |gone| gone.plus(down_for).min(at))
}
