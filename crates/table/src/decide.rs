//! Decides what a request leads to: events, or a refusal. The table itself does not change: events are tried out on a
//! copy, the draft.

use rules::{AnyMove, Seat, Turn, Viewer};

use crate::contribution::SignatureCheck;
use crate::event::{Cause, EndReason, Event, EventKind};
use crate::log::Log;
use crate::name::Name;
use crate::refusal::Refusal;
use crate::request::{Request, RequestKind};
use crate::setup::{GuestId, SeatSetup, Seating};
use crate::snapshot::Premove;
use crate::state::{SeatState, State};
use crate::table::Table;
use crate::time::Time;

/// The most granted requests of a player between two moves, which keeps the log short. Some kinds are exempt.
const MAX_REQUESTS_PER_TURN: u16 = 30;

/// When the log has this many events, only requests that bring the game closer to its end are granted. Loading a table
/// takes time in proportion to its log, and without this limit two players could lengthen it for ever, by taking moves
/// back.
pub(crate) const MAX_GAME_EVENTS: usize = 10_000;

/// Who makes a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A guest, seated or not.
    Guest(GuestId),
    /// The engine that plays in a seat. It can only move.
    Engine(Seat),
}

/// A copy of a table on which events are tried out.
pub(crate) struct TableDraft {
    pub(crate) state: State,
    pub(crate) now: Time,
    cause: Option<Cause>,
    log: Log,
}

impl TableDraft {
    pub(crate) fn new(table: &Table, now: Time, cause: Option<Cause>) -> TableDraft {
        let state = table.state().clone();
        TableDraft { now: now.max(state.last_event_at), state, cause, log: table.log().clone() }
    }

    /// Adds an event and applies it to the copy. Only the first event names the request that caused it.
    pub(crate) fn push(&mut self, kind: EventKind) -> Result<(), Refusal> {
        self.push_checked(kind, None)
    }

    /// Adds an event, with the move in it if that is known to be legal.
    fn push_checked(&mut self, kind: EventKind, checked: Option<AnyMove>) -> Result<(), Refusal> {
        let event = Event { at: self.now, cause: self.cause.take(), kind };
        self.state.apply_checked(&event, checked).map_err(|_| Refusal::Fault)?;
        self.log.push_event(event, &self.state);
        Ok(())
    }

    /// The table with the events.
    pub(crate) fn into_table(self) -> Table {
        Table::from_parts(self.state, self.log)
    }

    /// Adds what follows without a request: cards are drawn, premoves are played, the game ends.
    pub(crate) fn append_consequences(&mut self) -> Result<(), Refusal> {
        while self.state.is_playing() {
            match self.state.game.turn() {
                Turn::Chance => {
                    let draw = self.state.shuffle_key().draw(&self.state.game, self.state.draws());
                    let mv = draw.ok_or(Refusal::Fault)?;
                    self.push_checked(EventKind::Drawn { mv: mv.to_string() }, Some(mv))?;
                }
                Turn::Over(outcome) => {
                    self.push(EventKind::Ended { outcome: Some(outcome), why: EndReason::Rules })?;
                }
                Turn::Seat(seat) => {
                    let premove = self.state.seat(seat).and_then(|state| state.premove.as_ref());
                    let Some(Premove { ply, mv }) = premove else { break };
                    match check_move(&self.state, seat, mv) {
                        Ok(mv) if *ply == self.state.ply() => {
                            self.push_checked(EventKind::Moved { seat, mv: mv.to_string() }, Some(mv))?;
                        }
                        _ => self.push(EventKind::Unpremoved { seat })?,
                    }
                }
            }
        }
        Ok(())
    }

    fn join(&mut self, guest: GuestId, kind: &RequestKind) -> Result<(), Refusal> {
        let RequestKind::Join { seat, name, contribution } = kind else { return Err(Refusal::Fault) };
        if self.state.seat_of(guest).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if self.state.is_over() {
            return Err(Refusal::Over);
        }
        if self.state.is_started() {
            return Err(Refusal::AlreadyStarted);
        }
        let name = Name::tidy(name)?;
        let free =
            |seat: Seat| self.state.seat(seat).filter(|state| state.human.is_none()).map(|state| state.setup);
        let first = |wanted: SeatSetup| self.state.all_seats().find(|&seat| free(seat) == Some(wanted));
        let seat = match seat {
            Some(seat) if seat.index() >= self.state.seats.len() => return Err(Refusal::NoSuchSeat),
            Some(seat) => match free(*seat) {
                Some(SeatSetup::Open) => *seat,
                Some(SeatSetup::Reserved(owner)) if owner == guest => *seat,
                _ => return Err(Refusal::SeatTaken),
            },
            None => {
                first(SeatSetup::Reserved(guest)).or_else(|| first(SeatSetup::Open)).ok_or(Refusal::Full)?
            }
        };
        // Last, since it takes longer than everything else.
        let commitment = self.state.secret.commitment();
        let setup = self.state.setup.public();
        let signed = contribution.check_signature(&commitment, self.state.id.as_ref(), Some(&setup));
        if signed == SignatureCheck::Other {
            return Err(Refusal::OtherCommitment);
        }
        self.push(EventKind::Joined { seat, guest, name, contribution: *contribution })?;
        if self.state.is_full() {
            let order = match self.state.setup.seating() {
                Seating::InOrder => self.state.all_seats().collect(),
                Seating::Random => {
                    self.state.shuffle_key().seating().into_iter().map(Seat::from_index).collect()
                }
            };
            self.push(EventKind::Started { order, shuffle: self.state.shuffle })?;
            self.append_consequences()?;
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat, ply: u32, mv: &str) -> Result<(), Refusal> {
        let made = self.state.ply();
        if ply != made {
            return Err(Refusal::OtherPly { ply: made });
        }
        if self.state.to_move() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let mv = check_move(&self.state, seat, mv)?;
        self.push_checked(EventKind::Moved { seat, mv: mv.to_string() }, Some(mv))?;
        self.append_consequences()
    }

    fn premove(&mut self, seat: Seat, ply: u32, mv: &str) -> Result<(), Refusal> {
        let made = self.state.ply();
        if ply < made {
            return Err(Refusal::OtherPly { ply: made });
        }
        if self.state.to_move() == Some(seat) {
            return Err(Refusal::YourTurn);
        }
        let mv = self.state.game.parse_move(mv)?.to_string();
        self.push(EventKind::Premoved { seat, ply, mv })
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.state.seats.len() == 2 {
            let outcome = Some(rules::Outcome::Win(seat.other()));
            return self.push(EventKind::Ended { outcome, why: EndReason::Resignation });
        }
        self.stand_in(seat, crate::event::StandInReason::Resigned)
    }

    /// Decides a request of a seated guest.
    fn seated(&mut self, seat: Seat, kind: &RequestKind) -> Result<(), Refusal> {
        let state = &self.state;
        let is_stood_in = state.seat(seat).is_some_and(|state| state.stand_in.is_some());
        match kind {
            RequestKind::Join { .. } => return Err(Refusal::AlreadySeated),
            RequestKind::Leave if state.is_over() => return Err(Refusal::Over),
            RequestKind::Leave if state.is_started() => return Err(Refusal::AlreadyStarted),
            RequestKind::Leave => return self.push(EventKind::Left { seat }),
            RequestKind::Say(phrase) => return self.push(EventKind::Said { seat, phrase: *phrase }),
            _ if !state.is_started() => return Err(Refusal::NotStarted),
            RequestKind::Return => return self.take_seat_back(seat),
            _ if is_stood_in => return Err(Refusal::StoodIn),
            RequestKind::Offer(offer) => return self.offer(seat, *offer),
            RequestKind::Accept(offer) => return self.accept(seat, *offer),
            RequestKind::Decline(offer) => return self.decline(seat, *offer),
            RequestKind::Withdraw(offer) => return self.withdraw(seat, *offer),
            _ if state.is_over() => return Err(Refusal::Over),
            _ => {}
        }
        match kind {
            RequestKind::Move { ply, mv } => self.play(seat, *ply, mv),
            RequestKind::Premove { ply, mv } => self.premove(seat, *ply, mv),
            RequestKind::Unpremove if state.seat(seat).is_none_or(|state| state.premove.is_none()) => {
                Err(Refusal::NoPremove)
            }
            RequestKind::Unpremove => self.push(EventKind::Unpremoved { seat }),
            RequestKind::Resign => self.resign(seat),
            RequestKind::Claim(claim) => self.claim(seat, *claim),
            _ => Err(Refusal::Fault),
        }
    }
}

/// Decides a request that has not been granted yet.
pub(crate) fn handle(table: &Table, actor: Actor, request: &Request, now: Time) -> Result<Table, Refusal> {
    let state = table.state();
    let cause = match actor {
        Actor::Guest(guest) => Some(Cause { guest, number: request.number }),
        Actor::Engine(_) => None,
    };
    let mut draft = TableDraft::new(table, now, cause);
    if state.clocks.flag_at().is_some_and(|end| end <= draft.now) {
        return Err(Refusal::TimeIsUp);
    }
    match (actor, &request.kind) {
        (Actor::Engine(seat), RequestKind::Move { ply, mv }) => {
            if state.is_over() {
                return Err(Refusal::Over);
            }
            if state.seat(seat).and_then(SeatState::engine).is_none() {
                return Err(Refusal::NotSeated);
            }
            draft.play(seat, *ply, mv)?;
        }
        (Actor::Engine(_), _) => return Err(Refusal::NotSeated),
        (Actor::Guest(guest), kind) => match state.seat_of(guest) {
            Some(seat) => {
                let is_over_limit =
                    state.seat(seat).is_some_and(|state| state.requests_since_move >= MAX_REQUESTS_PER_TURN);
                if is_over_limit && is_limited(kind) {
                    return Err(Refusal::TooMuch);
                }
                if table.is_log_full() && !ends_game(kind) {
                    return Err(Refusal::LongGame);
                }
                draft.seated(seat, kind)?;
            }
            None if matches!(kind, RequestKind::Join { .. }) => draft.join(guest, kind)?,
            None => return Err(Refusal::NotSeated),
        },
    }
    Ok(draft.into_table())
}

/// Whether a request counts against [`MAX_REQUESTS_PER_TURN`]. Offers and their answers do not: each is made once per
/// move at most, and a player who talked a lot must still be able to answer.
fn is_limited(kind: &RequestKind) -> bool {
    match kind {
        RequestKind::Say(_)
        | RequestKind::Premove { .. }
        | RequestKind::Unpremove
        | RequestKind::Claim(_)
        | RequestKind::Join { .. } => true,
        RequestKind::Move { .. }
        | RequestKind::Resign
        | RequestKind::Leave
        | RequestKind::Return
        | RequestKind::Offer(_)
        | RequestKind::Accept(_)
        | RequestKind::Decline(_)
        | RequestKind::Withdraw(_) => false,
    }
}

/// Whether a request brings the game closer to its end. Only such requests are granted when the log is full.
fn ends_game(kind: &RequestKind) -> bool {
    matches!(kind, RequestKind::Move { .. } | RequestKind::Resign)
}

/// Reads a move that a seat may make now. If the game hides anything, the move is checked on the view of the seat first, so
/// that the reason for a refusal reveals nothing that is hidden from the player.
fn check_move(state: &State, seat: Seat, mv: &str) -> Result<AnyMove, Refusal> {
    let mv = state.game.parse_move(mv)?;
    if state.game.kind().hides() {
        state.game.view(Viewer::Seat(seat)).position().check(mv).map_err(Refusal::Illegal)?;
    }
    state.game.check(mv).map_err(Refusal::Illegal)?;
    Ok(mv)
}
