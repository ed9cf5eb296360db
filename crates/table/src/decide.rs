//! What follows from a request: the events it brings about, or why it is refused. Nothing changes here; a draft of
//! the table shows what each event would lead to.

use rules::{Seat, Turn, Viewer};

use crate::event::{Cause, Ending, Event, What};
use crate::name::Name;
use crate::refusal::Refusal;
use crate::request::{Ask, Request};
use crate::setup::{Guest, Place, Starts};
use crate::state::State;
use crate::time::Time;

/// What a human may do, other than move, between two moves.
const MOST_ACTS: u16 = 30;

/// Who asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// Somebody, seated or not.
    Guest(Guest),
    /// The engine that plays in a seat. It can do nothing but move.
    Engine(Seat),
}

/// A table on which events are tried out.
pub(crate) struct Draft {
    pub(crate) state: State,
    pub(crate) now: Time,
    cause: Option<Cause>,
    events: Vec<Event>,
}

impl Draft {
    pub(crate) fn new(state: &State, now: Time, cause: Option<Cause>) -> Draft {
        Draft { state: state.clone(), now: now.max(state.last), cause, events: Vec::new() }
    }

    /// Lets something happen. Only the first event names the request that caused it.
    pub(crate) fn push(&mut self, what: What) -> Result<(), Refusal> {
        let event = Event { at: self.now, cause: self.cause.take(), what };
        self.state.apply(&event).map_err(|_| Refusal::Fault)?;
        self.events.push(event);
        Ok(())
    }

    pub(crate) fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// What follows by itself: cards are drawn, moves chosen ahead are made, the game ends.
    pub(crate) fn settle(&mut self) -> Result<(), Refusal> {
        while self.state.is_playing() {
            match self.state.game.turn() {
                Turn::Chance => {
                    let draw = self.state.mix().draw(&self.state.game, self.state.draws());
                    let mv = draw.ok_or(Refusal::Fault)?.to_string();
                    self.push(What::Drawn { mv })?;
                }
                Turn::Over(outcome) => {
                    self.push(What::Ended { outcome: Some(outcome), why: Ending::Rules })?;
                }
                Turn::Seat(seat) => {
                    let premove = self.state.chair(seat).and_then(|chair| chair.premove.clone());
                    let Some((ply, mv)) = premove else { break };
                    if ply == self.state.ply() && legal(&self.state, seat, &mv).is_ok() {
                        self.push(What::Moved { seat, mv })?;
                    } else {
                        self.push(What::Unpremoved { seat })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn join(&mut self, guest: Guest, ask: &Ask) -> Result<(), Refusal> {
        let Ask::Join { seat, name, contribution } = ask else { return Err(Refusal::Fault) };
        if self.state.seat_of(guest).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if self.state.is_over() {
            return Err(Refusal::Over);
        }
        if self.state.is_started() {
            return Err(Refusal::AlreadyStarted);
        }
        let name = Name::tidy(name).ok_or(Refusal::NoName)?;
        let place = |seat: Seat| {
            self.state.chair(seat).filter(|chair| chair.human.is_none()).map(|chair| chair.place)
        };
        let reserved = self.state.seats().find(|&seat| place(seat) == Some(Place::Reserved(guest)));
        let seat = match (seat, reserved) {
            (Some(seat), _) if seat.index() >= self.state.chairs.len() => return Err(Refusal::NoSuchSeat),
            (Some(seat), _) => match place(*seat) {
                Some(Place::Open) => *seat,
                Some(Place::Reserved(known)) if known == guest => *seat,
                _ => return Err(Refusal::SeatTaken),
            },
            (None, Some(reserved)) => reserved,
            (None, None) => {
                self.state.seats().find(|&seat| place(seat) == Some(Place::Open)).ok_or(Refusal::Full)?
            }
        };
        self.push(What::Joined { seat, guest, name, contribution: *contribution })?;
        if self.state.is_full() {
            let order = match self.state.setup.starts() {
                Starts::First => self.state.seats().collect(),
                Starts::Random => {
                    let order = self.state.mix().seating(self.state.chairs.len() as u8);
                    order.into_iter().map(Seat::from_index).collect()
                }
            };
            self.push(What::Started { order })?;
            self.settle()?;
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
        let mv = legal(&self.state, seat, mv)?;
        self.push(What::Moved { seat, mv })?;
        self.settle()
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
        self.push(What::Premoved { seat, ply, mv })
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.state.chairs.len() == 2 {
            let outcome = Some(rules::Outcome::Win(seat.other()));
            return self.push(What::Ended { outcome, why: Ending::Resignation });
        }
        self.stand_in(seat, crate::event::Absence::Resigned)
    }

    /// What somebody who sits at the table asks for.
    fn seated(&mut self, seat: Seat, ask: &Ask) -> Result<(), Refusal> {
        let state = &self.state;
        let is_stood_in = state.chair(seat).is_some_and(|chair| chair.stand_in.is_some());
        match ask {
            Ask::Join { .. } => return Err(Refusal::AlreadySeated),
            Ask::Leave if state.is_over() => return Err(Refusal::Over),
            Ask::Leave if state.is_started() => return Err(Refusal::AlreadyStarted),
            Ask::Leave => return self.push(What::Left { seat }),
            Ask::Say(phrase) => return self.push(What::Said { seat, phrase: *phrase }),
            _ if !state.is_started() => return Err(Refusal::NotStarted),
            Ask::Return => return self.take_seat_back(seat),
            _ if is_stood_in => return Err(Refusal::StoodIn),
            Ask::Offer(offer) => return self.offer(seat, *offer),
            Ask::Accept(offer) => return self.accept(seat, *offer),
            Ask::Decline(offer) => return self.decline(seat, *offer),
            Ask::Withdraw(offer) => return self.withdraw(seat, *offer),
            _ if state.is_over() => return Err(Refusal::Over),
            _ => {}
        }
        match ask {
            Ask::Move { ply, mv } => self.play(seat, *ply, mv),
            Ask::Premove { ply, mv } => self.premove(seat, *ply, mv),
            Ask::Unpremove if state.chair(seat).is_none_or(|chair| chair.premove.is_none()) => {
                Err(Refusal::NoPremove)
            }
            Ask::Unpremove => self.push(What::Unpremoved { seat }),
            Ask::Resign => self.resign(seat),
            Ask::Claim(claim) => self.claim(seat, *claim),
            _ => Err(Refusal::Fault),
        }
    }
}

/// What a request brings about that was not dealt with before.
pub(crate) fn handle(
    state: &State,
    actor: Actor,
    request: &Request,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    let cause = match actor {
        Actor::Guest(guest) => Some(Cause { guest, number: request.number }),
        Actor::Engine(_) => None,
    };
    let mut draft = Draft::new(state, now, cause);
    if state.clocks.runs_out().is_some_and(|end| end <= draft.now) {
        return Err(Refusal::TimeIsUp);
    }
    match (actor, &request.ask) {
        (Actor::Engine(seat), Ask::Move { ply, mv }) => {
            if state.is_over() {
                return Err(Refusal::Over);
            }
            if state.chair(seat).and_then(crate::state::Chair::engine).is_none() {
                return Err(Refusal::NotSeated);
            }
            draft.play(seat, *ply, mv)?;
        }
        (Actor::Engine(_), _) => return Err(Refusal::NotSeated),
        (Actor::Guest(guest), ask) => match state.seat_of(guest) {
            Some(seat) => {
                let is_busy = state.chair(seat).is_some_and(|chair| chair.acts >= MOST_ACTS);
                if is_busy && !matches!(ask, Ask::Move { .. } | Ask::Resign | Ask::Leave | Ask::Return) {
                    return Err(Refusal::TooMuch);
                }
                draft.seated(seat, ask)?;
            }
            None if matches!(ask, Ask::Join { .. }) => draft.join(guest, ask)?,
            None => return Err(Refusal::NotSeated),
        },
    }
    Ok(draft.into_events())
}

/// The text of a move that a seat may make now. It is asked of what the seat sees, so that not even the reason of
/// a refusal can tell more than that.
fn legal(state: &State, seat: Seat, mv: &str) -> Result<String, Refusal> {
    let view = state.game.view(Viewer::Seat(seat)).position();
    let mv = view.parse_move(mv)?;
    view.check(mv).map_err(Refusal::Illegal)?;
    state.game.check(mv).map_err(Refusal::Illegal)?;
    Ok(mv.to_string())
}
