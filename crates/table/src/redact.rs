//! What is told of what happened: events become messages, each with no more than its viewer may know.

use rules::{Outcome, Record, Viewer};

use crate::clock::Clocks;
use crate::event::{EndReason, Event, EventKind};
use crate::line_codec::List;
use crate::message::{SeenMove, Update};
use crate::setup::{SeatSetup, Seating};
use crate::snapshot::{End, Occupant, Premove, Snapshot};
use crate::state::{PlayedMove, SeatState, State};

/// What must be kept of an event to tell of it later: how things stood after it.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    clocks: Clocks,
    ply: u32,
    moves: u32,
    /// The move or the draw that the event was, if it was one.
    last: Option<PlayedMove>,
}

impl Shown {
    pub(crate) fn new(state: &State, kind: &EventKind) -> Shown {
        let is_step = matches!(kind, EventKind::Moved { .. } | EventKind::Drawn { .. });
        Shown {
            clocks: state.clocks.clone(),
            ply: state.ply(),
            moves: state.moves.len() as u32,
            last: state.moves.last().filter(|_| is_step).cloned(),
        }
    }

    fn step(&self, viewer: Viewer) -> Option<SeenMove> {
        self.last.as_ref().map(|done| step(done, viewer))
    }
}

fn step(done: &PlayedMove, viewer: Viewer) -> SeenMove {
    SeenMove { mv: done.seen_by(viewer).to_string(), turn: done.turn }
}

/// The whole game, as it was.
fn whole(state: &State) -> Vec<SeenMove> {
    state.moves.iter().map(|done| SeenMove { mv: done.mv.to_string(), turn: done.turn }).collect()
}

/// The game as a viewer saw it.
fn seen(state: &State, viewer: Viewer) -> Vec<SeenMove> {
    state.moves.iter().map(|done| step(done, viewer)).collect()
}

/// What a viewer is told of an event that has happened.
pub(crate) fn update(state: &State, event: &Event, shown: &Shown, viewer: Viewer) -> Option<Update> {
    let you = seat_of(viewer);
    let clocks = shown.clocks.clone();
    Some(match event.kind.clone() {
        EventKind::Created { .. } | EventKind::Handed { .. } => return None,
        EventKind::Joined { seat, name, contribution, .. } => {
            Update::Joined { seat, name, contribution, you: place_of(state, viewer) }
        }
        EventKind::Left { seat } => {
            let place = state.setup.seats().get(seat.index());
            Update::Left {
                seat,
                is_reserved: matches!(place, Some(SeatSetup::Reserved(_))),
                you: place_of(state, viewer),
            }
        }
        EventKind::Started { order } => Update::Started { order, clocks, you },
        EventKind::Moved { seat, .. } => {
            Update::Moved { seat, ply: shown.ply.saturating_sub(1), mv: shown.step(viewer)?, clocks }
        }
        EventKind::Drawn { .. } => Update::Drawn { mv: shown.step(viewer)?, clocks },
        EventKind::Premoved { seat, ply, mv } => viewer.is(seat).then_some(Update::Premoved { ply, mv })?,
        EventKind::Unpremoved { seat } => viewer.is(seat).then_some(Update::Unpremoved)?,
        EventKind::Offered { seat, offer } => Update::Offered { seat, offer },
        EventKind::Accepted { seat, offer } => Update::Accepted { seat, offer },
        EventKind::Declined { seat, offer } => Update::Declined { seat, offer },
        EventKind::Withdrawn { seat, offer } => Update::Withdrawn { seat, offer },
        EventKind::TookBack { ply } => Update::TookBack { ply, moves: shown.moves, clocks },
        EventKind::StoodIn { seat, level, why } => Update::StoodIn { seat, level, why, clocks },
        EventKind::Returned { seat } => Update::Returned { seat, clocks },
        EventKind::Gone { seat } => Update::Gone { seat },
        EventKind::Back { seat } => Update::Back { seat },
        EventKind::Resumed { down_for } => Update::Resumed { down_for, clocks },
        EventKind::Said { seat, phrase } => Update::Said { seat, phrase },
        EventKind::Ended { outcome, why } => {
            // Nothing changes in a game that is over, so the game now is the game then.
            let moves = Some(whole(state)).filter(|whole| *whole != seen(state, viewer));
            Update::Ended { outcome, why, clocks, secret: state.secret, moves }
        }
        EventKind::Rematched { table } => Update::Rematched { table },
    })
}

fn seat_of(viewer: Viewer) -> Option<rules::Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// Where a viewer sat before the start, when the places were not seats yet.
fn place_of(state: &State, viewer: Viewer) -> Option<rules::Seat> {
    let seat = seat_of(viewer)?;
    Some(state.order.get(seat.index()).copied().unwrap_or(seat))
}

/// Everything that a viewer may know now.
pub(crate) fn snapshot(state: &State, viewer: Viewer) -> Update {
    let premove = seat_of(viewer).and_then(|seat| state.chair(seat)?.premove.clone());
    Update::Table(Box::new(Snapshot {
        you: seat_of(viewer),
        kind: state.setup.kind(),
        options: state.setup.options(),
        clock: state.setup.clock(),
        seating: state.setup.seating(),
        seats: state.chairs.iter().map(sitter).collect(),
        commitment: state.secret.commitment(),
        contributions: state.contributions.clone(),
        order: state.order.clone(),
        moves: if state.is_over() { whole(state) } else { seen(state, viewer) },
        clocks: state.clocks.clone(),
        offers: state.offers.0.clone(),
        premove: premove.map(|(ply, mv)| Premove { ply, mv }),
        end: state.end.map(|(outcome, why)| End { outcome, why }),
        secret: state.end.map(|_| state.secret),
        rematch: state.rematch.clone(),
    }))
}

pub(crate) fn sitter(chair: &SeatState) -> Occupant {
    match (&chair.human, chair.place) {
        (Some(human), _) => {
            Occupant::Human { name: human.name.clone(), gone: chair.gone, stand_in: chair.stand_in }
        }
        (None, SeatSetup::Open) => Occupant::Open,
        (None, SeatSetup::Reserved(_)) => Occupant::Reserved,
        (None, SeatSetup::Engine(level)) => Occupant::Engine(level),
    }
}

/// The whole game once it is over, with what is needed to check its shuffles.
pub(crate) fn record(state: &State) -> Option<Record> {
    let (outcome, why) = state.end.filter(|_| state.is_started())?;
    let mut record = Record::new(state.setup.game().clone());
    for (index, chair) in state.chairs.iter().enumerate() {
        let name = match (&chair.human, chair.engine()) {
            (Some(human), _) => human.name.to_string(),
            (None, Some(level)) => format!("engine level {level}"),
            (None, None) => continue,
        };
        record.set_tag(&format!("Seat{}", index + 1), &name);
    }
    record.set_tag("Commitment", &state.secret.commitment().to_string());
    record.set_tag("Secret", &state.secret.to_string());
    for (index, contribution) in state.contributions.iter().enumerate() {
        let text = contribution.map_or_else(|| "-".to_owned(), |contribution| contribution.to_string());
        record.set_tag(&format!("Contribution{}", index + 1), &text);
    }
    let how = if state.setup.seating() == Seating::Random { "random" } else { "chosen" };
    record.set_tag("Seating", &format!("{how} {}", List(&state.order)));
    for done in &state.moves {
        record.push(done.mv).ok()?;
    }
    if why != EndReason::Rules {
        record.set_tag("Termination", &why.to_string());
        record.declare(outcome.or(Some(Outcome::Draw)));
    }
    Some(record)
}
