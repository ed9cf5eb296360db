//! How an event changes the state of a table. Nothing else changes it.

use std::sync::Arc;

use rules::{AnyMove, Seat, Turn, Viewer};

use crate::event::{Event, EventKind};
use crate::offers::Offer;
use crate::snapshot::Premove;
use crate::state::{Human, PlayedMove, SeatState, State};
use crate::time::Time;

/// Why an event cannot have happened at this table: the log is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplyError(pub(crate) &'static str);

impl std::fmt::Display for ApplyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ApplyError {}

impl State {
    /// Applies an event. After an error the state is undefined.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), ApplyError> {
        self.apply_checked(event, None)
    }

    /// Applies an event. `checked` is the move in it, if the caller has found that it is legal in this state: it is then
    /// neither parsed nor checked again.
    pub(crate) fn apply_checked(
        &mut self,
        event: &Event,
        checked: Option<AnyMove>,
    ) -> Result<(), ApplyError> {
        let at = event.at.max(self.last_event_at);
        if let Some(cause) = event.cause {
            let number = cause.number.max(self.last_request(cause.guest));
            self.last_requests.retain(|(guest, _)| *guest != cause.guest);
            self.last_requests.push((cause.guest, number));
        }
        self.count_request(event);
        match &event.kind {
            EventKind::Created { .. } => return Err(ApplyError("a table is created once")),
            EventKind::Joined { seat, guest, name, contribution } => {
                self.check_not_started()?;
                let state = self.seat_mut(*seat)?;
                state.human = Some(Human { guest: *guest, name: name.clone() });
                state.gone = None;
                Arc::make_mut(&mut self.contributions)[seat.index()] = Some(*contribution);
            }
            EventKind::Left { seat } => {
                self.check_not_started()?;
                let setup = self.seat_mut(*seat)?.setup;
                *self.seat_mut(*seat)? = SeatState::new(setup);
                Arc::make_mut(&mut self.contributions)[seat.index()] = None;
            }
            EventKind::Started { order, shuffle } => {
                self.shuffle = *shuffle;
                self.start(order, at)?;
            }
            EventKind::Moved { seat, mv } => {
                if self.game.turn() != Turn::Seat(*seat) {
                    return Err(ApplyError("a player moved out of turn"));
                }
                self.play_move(mv, checked, Some(*seat))?;
                if self.is_human(*seat) {
                    self.offers.human_moved(*seat);
                }
                if self.seat(*seat).is_some_and(|state| state.premove.is_some()) {
                    self.seat_mut(*seat)?.premove = None;
                }
                self.clocks.moved(self.setup.clock(), *seat, at);
                self.run_clock(at);
            }
            EventKind::Drawn { mv } => {
                if self.game.turn() != Turn::Chance {
                    return Err(ApplyError("a card was drawn out of turn"));
                }
                self.play_move(mv, checked, None)?;
                self.run_clock(at);
            }
            EventKind::Premoved { seat, ply, mv } => {
                self.check_playing()?;
                self.seat_mut(*seat)?.premove = Some(Premove { ply: *ply, mv: mv.clone() });
            }
            EventKind::Unpremoved { seat } => self.seat_mut(*seat)?.premove = None,
            EventKind::Offered { seat, offer } => {
                let ply = self.ply();
                let state = self.seat_mut(*seat)?;
                state.offered.retain(|(known, _)| known != offer);
                state.offered.push((*offer, ply));
                self.offers.make(*offer, *seat);
            }
            EventKind::Accepted { seat, offer } => {
                self.seat_mut(*seat)?;
                self.offers.accept(*offer, *seat);
            }
            EventKind::Declined { offer, .. } | EventKind::Withdrawn { offer, .. } => {
                self.offers.drop(*offer);
            }
            EventKind::TookBack { ply } => self.take_moves_back(*ply, at)?,
            EventKind::StoodIn { seat, level, why } => {
                self.check_playing()?;
                let state = self.seat_mut(*seat)?;
                state.stand_in = Some((*level, *why));
                state.premove = None;
                self.offers.engine_took_over(*seat);
                self.run_clock(at);
            }
            EventKind::Returned { seat } => {
                self.check_playing()?;
                self.seat_mut(*seat)?.stand_in = None;
                self.run_clock(at);
            }
            EventKind::Handed { seat, guest } => {
                let human = self.seat_mut(*seat)?.human.as_mut().ok_or(ApplyError("nobody sits there"))?;
                human.guest = *guest;
            }
            EventKind::Gone { seat } => self.seat_mut(*seat)?.gone = Some(at),
            EventKind::Back { seat } => self.seat_mut(*seat)?.gone = None,
            EventKind::Resumed { down_for } => {
                self.clocks.credit(*down_for, at);
                // A server that has just started has no connections.
                for state in self.seats_mut().iter_mut().filter(|state| state.human.is_some()) {
                    state.gone = Some(gone_since_after_outage(state.gone, *down_for, at));
                }
            }
            EventKind::Said { seat, .. } => {
                self.seat_mut(*seat)?;
            }
            EventKind::Ended { outcome, why } => {
                if self.is_over() {
                    return Err(ApplyError("a game ends once"));
                }
                self.end = Some((*outcome, *why));
                self.ended_at = Some(at);
                self.clocks.run(self.setup.clock(), None, at);
                self.offers.game_ended();
                for state in self.seats_mut() {
                    state.premove = None;
                    state.requests_since_move = 0;
                }
            }
            EventKind::Rematched { table } => {
                self.rematch = Some(table.clone());
                self.offers.drop(Offer::Rematch);
            }
            EventKind::Compacted(waiting) => {
                self.check_not_started()?;
                waiting.apply(self, event.at)?;
            }
        }
        // The time of a private event is private too.
        if event.kind.is_visible_to(Viewer::Public) {
            self.last_event_at = at;
            if event.cause.is_some() {
                self.last_request_at = at;
            }
        }
        Ok(())
    }

    fn count_request(&mut self, event: &Event) {
        match (&event.kind, event.cause) {
            (EventKind::Moved { .. }, _) => {
                if self.seats.iter().any(|state| state.requests_since_move > 0) {
                    self.seats_mut().iter_mut().for_each(|state| state.requests_since_move = 0);
                }
            }
            (_, Some(cause)) => {
                if let Some(seat) = self.seat_of(cause.guest) {
                    let count = &mut self.seats_mut()[seat.index()].requests_since_move;
                    *count = count.saturating_add(1);
                }
            }
            (_, None) => {}
        }
    }

    fn check_not_started(&self) -> Result<(), ApplyError> {
        if self.is_started() || self.is_over() {
            Err(ApplyError("the game has started or is over"))
        } else {
            Ok(())
        }
    }

    fn check_playing(&self) -> Result<(), ApplyError> {
        if self.is_playing() { Ok(()) } else { Err(ApplyError("the game is not being played")) }
    }

    fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, ApplyError> {
        self.seats_mut().get_mut(seat.index()).ok_or(ApplyError("there is no such seat"))
    }

    fn start(&mut self, order: &[Seat], at: Time) -> Result<(), ApplyError> {
        self.check_not_started()?;
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(self.all_seats()) {
            return Err(ApplyError("the order is no permutation of the seats"));
        }
        self.seats = order.iter().map(|seat| self.seats[seat.index()].clone()).collect();
        self.order = order.into();
        self.run_clock(at);
        Ok(())
    }

    /// Plays a move of a player or of chance, and stores how each viewer sees it.
    fn play_move(
        &mut self,
        text: &str,
        checked: Option<AnyMove>,
        by: Option<Seat>,
    ) -> Result<(), ApplyError> {
        self.check_playing()?;
        let mv = match checked {
            Some(mv) => mv,
            None => {
                let mv = self.game.parse_move(text).map_err(|_| ApplyError("a move cannot be read"))?;
                self.game.check(mv).map_err(|_| ApplyError("a move is illegal"))?;
                mv
            }
        };
        let viewers = || self.all_seats().map(Viewer::Seat).chain([Viewer::Public]);
        let is_hidden =
            self.game.kind().hides() && viewers().any(|viewer| self.game.redact_move(mv, viewer) != mv);
        let seen: Vec<AnyMove> =
            viewers().filter(|_| is_hidden).map(|viewer| self.game.redact_move(mv, viewer)).collect();
        self.game.play_unchecked(mv);
        let ply = self.ply() + u32::from(by.is_some());
        let is_stand_in = by.and_then(|seat| self.seat(seat)).is_some_and(|seat| seat.stand_in.is_some());
        self.moves.push(PlayedMove { mv, by, is_stand_in, ply, turn: self.game.turn(), seen });
        Ok(())
    }

    fn take_moves_back(&mut self, ply: u32, at: Time) -> Result<(), ApplyError> {
        self.check_playing()?;
        let length = self.moves_before(ply).ok_or(ApplyError("there is nothing to take back"))?;
        if self.moves.since(length).any(|played| played.by.is_none()) {
            return Err(ApplyError("cards that were seen cannot be taken back"));
        }
        self.moves.truncate(length);
        self.game = self.setup.game().clone();
        for played in self.moves.iter() {
            self.game.play(played.mv).map_err(|_| ApplyError("a move is illegal"))?;
        }
        self.offers.drop(Offer::TakeBack);
        self.offers.drop(Offer::Draw);
        for state in self.seats_mut() {
            state.premove = None;
            state.offered.clear();
        }
        self.run_clock(at);
        Ok(())
    }

    /// Starts the clock of the player to move. Engines have no clock.
    fn run_clock(&mut self, at: Time) {
        let seat = self.to_move().filter(|&seat| self.is_human(seat));
        if self.clocks.running() != seat {
            self.clocks.run(self.setup.clock(), seat, at);
        }
    }
}

/// Since when a player counts as gone after an outage. The outage itself does not count as absence.
pub(crate) fn gone_since_after_outage(gone: Option<Time>, down_for: u64, at: Time) -> Time {
    gone.map_or(at, |gone| gone.plus(down_for).min(at))
}
