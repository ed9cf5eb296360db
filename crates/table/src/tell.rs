//! What is told of what happened: events become messages, each with no more than its viewer may know.

use rules::{Outcome, Record, Viewer};

use crate::clock::Clocks;
use crate::event::{Ending, Event, What};
use crate::message::{Step, Told};
use crate::setup::{Place, Starts};
use crate::snapshot::{End, Premove, Sitter, Snapshot};
use crate::state::{Chair, Done, State};
use crate::wire::List;

/// What must be kept of an event to tell of it later: how things stood after it.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    clocks: Clocks,
    ply: u32,
    steps: u32,
    /// The move or the draw that the event was, if it was one.
    last: Option<Done>,
}

impl Shown {
    pub(crate) fn new(state: &State, what: &What) -> Shown {
        let is_step = matches!(what, What::Moved { .. } | What::Drawn { .. });
        Shown {
            clocks: state.clocks.clone(),
            ply: state.ply(),
            steps: state.steps.len() as u32,
            last: state.steps.last().filter(|_| is_step).cloned(),
        }
    }

    fn step(&self, viewer: Viewer) -> Option<Step> {
        self.last.as_ref().map(|done| step(done, viewer))
    }
}

fn step(done: &Done, viewer: Viewer) -> Step {
    Step { mv: done.seen_by(viewer).to_string(), turn: done.turn }
}

/// The whole game, as it was.
fn whole(state: &State) -> Vec<Step> {
    state.steps.iter().map(|done| Step { mv: done.mv.to_string(), turn: done.turn }).collect()
}

/// The game as a viewer saw it.
fn seen(state: &State, viewer: Viewer) -> Vec<Step> {
    state.steps.iter().map(|done| step(done, viewer)).collect()
}

/// What a viewer is told of an event that has happened.
pub(crate) fn told(state: &State, event: &Event, shown: &Shown, viewer: Viewer) -> Option<Told> {
    let you = seat_of(viewer);
    let clocks = shown.clocks.clone();
    Some(match event.what.clone() {
        What::Created { .. } | What::Handed { .. } => return None,
        What::Joined { seat, name, contribution, .. } => {
            Told::Joined { seat, name, contribution, you: place_of(state, viewer) }
        }
        What::Left { seat } => {
            let place = state.setup.places().get(seat.index());
            Told::Left {
                seat,
                is_reserved: matches!(place, Some(Place::Reserved(_))),
                you: place_of(state, viewer),
            }
        }
        What::Started { order } => Told::Started { order, clocks, you },
        What::Moved { seat, .. } => {
            Told::Moved { seat, ply: shown.ply.saturating_sub(1), step: shown.step(viewer)?, clocks }
        }
        What::Drawn { .. } => Told::Drawn { step: shown.step(viewer)?, clocks },
        What::Premoved { seat, ply, mv } => viewer.is(seat).then_some(Told::Premoved { ply, mv })?,
        What::Unpremoved { seat } => viewer.is(seat).then_some(Told::Unpremoved)?,
        What::Offered { seat, offer } => Told::Offered { seat, offer },
        What::Accepted { seat, offer } => Told::Accepted { seat, offer },
        What::Declined { seat, offer } => Told::Declined { seat, offer },
        What::Withdrawn { seat, offer } => Told::Withdrawn { seat, offer },
        What::TookBack { ply } => Told::TookBack { ply, steps: shown.steps, clocks },
        What::StoodIn { seat, level, why } => Told::StoodIn { seat, level, why, clocks },
        What::Returned { seat } => Told::Returned { seat, clocks },
        What::Gone { seat } => Told::Gone { seat },
        What::Back { seat } => Told::Back { seat },
        What::Resumed { down_for } => Told::Resumed { down_for, clocks },
        What::Said { seat, phrase } => Told::Said { seat, phrase },
        What::Ended { outcome, why } => {
            // Nothing changes in a game that is over, so the game now is the game then.
            let steps = Some(whole(state)).filter(|whole| *whole != seen(state, viewer));
            Told::Ended { outcome, why, clocks, secret: state.secret, steps }
        }
        What::Rematched { table } => Told::Rematched { table },
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
pub(crate) fn snapshot(state: &State, viewer: Viewer) -> Told {
    let premove = seat_of(viewer).and_then(|seat| state.chair(seat)?.premove.clone());
    Told::Table(Box::new(Snapshot {
        you: seat_of(viewer),
        kind: state.setup.kind(),
        options: state.setup.options(),
        clock: state.setup.clock(),
        starts: state.setup.starts(),
        seats: state.chairs.iter().map(sitter).collect(),
        commitment: state.secret.commitment(),
        contributions: state.contributions.clone(),
        order: state.order.clone(),
        steps: if state.is_over() { whole(state) } else { seen(state, viewer) },
        clocks: state.clocks.clone(),
        offers: state.offers.0.clone(),
        premove: premove.map(|(ply, mv)| Premove { ply, mv }),
        end: state.end.map(|(outcome, why)| End { outcome, why }),
        secret: state.end.map(|_| state.secret),
        rematch: state.rematch.clone(),
    }))
}

pub(crate) fn sitter(chair: &Chair) -> Sitter {
    match (&chair.human, chair.place) {
        (Some(human), _) => {
            Sitter::Human { name: human.name.clone(), gone: chair.gone, stand_in: chair.stand_in }
        }
        (None, Place::Open) => Sitter::Open,
        (None, Place::Reserved(_)) => Sitter::Reserved,
        (None, Place::Engine(level)) => Sitter::Engine(level),
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
    let how = if state.setup.starts() == Starts::Random { "random" } else { "chosen" };
    record.set_tag("Seating", &format!("{how} {}", List(&state.order)));
    for done in &state.steps {
        record.push(done.mv).ok()?;
    }
    if why != Ending::Rules {
        record.set_tag("Termination", &why.to_string());
        record.declare(outcome.or(Some(Outcome::Draw)));
    }
    Some(record)
}
