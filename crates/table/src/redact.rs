//! Redaction: turns events and the state into what one viewer may know. All messages to clients come from here.

use rules::Viewer;

use crate::event::EventKind;
use crate::log::LogEntry;
use crate::message::{SeenMove, Update};
use crate::setup::SeatSetup;
use crate::snapshot::{End, Occupant, Snapshot};
use crate::state::{PlayedMove, SeatState, State};

/// A move, redacted for a viewer.
fn seen_move(played: &PlayedMove, viewer: Viewer) -> SeenMove {
    to_seen_move(played, played.seen_by(viewer))
}

fn to_seen_move(played: &PlayedMove, mv: rules::AnyMove) -> SeenMove {
    SeenMove { mv: mv.to_string(), turn: played.turn, is_stand_in: played.is_stand_in }
}

/// All moves, unredacted.
fn unredacted_moves(state: &State) -> Vec<SeenMove> {
    state.moves.iter().map(|played| to_seen_move(played, played.mv)).collect()
}

/// All moves, redacted for a viewer.
fn redacted_moves(state: &State, viewer: Viewer) -> Vec<SeenMove> {
    state.moves.iter().map(|played| seen_move(played, viewer)).collect()
}

/// The update for a viewer about an event in the log; `None` if the viewer may not know of it.
pub(crate) fn update(state: &State, entry: &LogEntry, viewer: Viewer) -> Option<Update> {
    let you = seat_of(viewer);
    let clocks = entry.clocks;
    let mv = || entry.played.as_ref().map(|played| seen_move(played, viewer));
    Some(match entry.event.kind {
        EventKind::Created { .. } | EventKind::Handed { .. } | EventKind::Compacted(_) => return None,
        EventKind::Joined { seat, ref name, contribution, .. } => {
            Update::Joined { seat, name: name.clone(), contribution, you: seat_before_start(state, viewer) }
        }
        EventKind::Left { seat } => {
            let setup = state.setup.seats().get(seat.index());
            Update::Left {
                seat,
                is_reserved: matches!(setup, Some(SeatSetup::Reserved(_))),
                you: seat_before_start(state, viewer),
            }
        }
        EventKind::Started { ref order, shuffle } => {
            Update::Started { order: order.clone(), shuffle, clocks, you }
        }
        EventKind::Moved { seat, .. } => {
            Update::Moved { seat, ply: entry.ply.saturating_sub(1), mv: mv()?, clocks }
        }
        EventKind::Drawn { .. } => Update::Drawn { mv: mv()?, clocks },
        EventKind::Premoved { seat, ply, ref mv } => {
            viewer.is(seat).then(|| Update::Premoved { ply, mv: mv.clone() })?
        }
        EventKind::Unpremoved { seat } => viewer.is(seat).then_some(Update::Unpremoved)?,
        EventKind::Offered { seat, offer } => Update::Offered { seat, offer },
        EventKind::Accepted { seat, offer } => Update::Accepted { seat, offer },
        EventKind::Declined { seat, offer } => Update::Declined { seat, offer },
        EventKind::Withdrawn { seat, offer } => Update::Withdrawn { seat, offer },
        EventKind::TookBack { ply } => Update::TookBack { ply, moves: entry.moves, clocks },
        EventKind::StoodIn { seat, level, why } => Update::StoodIn { seat, level, why, clocks },
        EventKind::Returned { seat } => Update::Returned { seat, clocks },
        EventKind::Gone { seat } => Update::Gone { seat },
        EventKind::Back { seat } => Update::Back { seat },
        EventKind::Resumed { down_for } => Update::Resumed { down_for, clocks },
        EventKind::Said { seat, phrase } => Update::Said { seat, phrase },
        EventKind::Ended { outcome, why } => {
            // No move follows the end, so these are the moves as they were then.
            let moves = Some(unredacted_moves(state)).filter(|all| *all != redacted_moves(state, viewer));
            Update::Ended { outcome, why, clocks, secret: state.secret, moves }
        }
        EventKind::Rematched { ref table } => Update::Rematched { table: table.clone() },
    })
}

fn seat_of(viewer: Viewer) -> Option<rules::Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// The number that a viewer's seat had before the start, when random seating had not yet reordered the seats.
fn seat_before_start(state: &State, viewer: Viewer) -> Option<rules::Seat> {
    let seat = seat_of(viewer)?;
    Some(state.order.get(seat.index()).copied().unwrap_or(seat))
}

/// Everything that a viewer may know now.
pub(crate) fn snapshot(state: &State, viewer: Viewer) -> Snapshot {
    let premove = seat_of(viewer).and_then(|seat| state.seat(seat)?.premove.clone());
    Snapshot {
        you: seat_of(viewer),
        kind: state.setup.kind(),
        options: state.setup.options(),
        clock: state.setup.clock(),
        seating: state.setup.seating(),
        seats: state.seats.iter().map(occupant).collect(),
        commitment: state.secret.commitment(),
        contributions: state.contributions.to_vec(),
        order: state.order.to_vec(),
        shuffle: state.shuffle,
        moves: if state.is_over() { unredacted_moves(state) } else { redacted_moves(state, viewer) },
        clocks: state.clocks,
        offers: state.offers.0.clone(),
        premove,
        end: state.end.map(|(outcome, why)| End { outcome, why }),
        secret: state.end.map(|_| state.secret),
        rematch: state.rematch.clone(),
    }
}

/// The occupant of a seat, as everyone may know it.
pub(crate) fn occupant(state: &SeatState) -> Occupant {
    match (&state.human, state.setup) {
        (Some(human), _) => {
            Occupant::Human { name: human.name.clone(), gone: state.gone, stand_in: state.stand_in }
        }
        (None, SeatSetup::Open) => Occupant::Open,
        (None, SeatSetup::Reserved(_)) => Occupant::Reserved,
        (None, SeatSetup::Engine(level)) => Occupant::Engine(level),
    }
}
