//! Other worlds: tables that one viewer cannot tell from the true one, in any game that hides something. The tests for
//! leaks of the table and of the server use them.

#![allow(dead_code, reason = "each test uses its part")]

use rules::{AnyGame, AnyMove, Kind, Rng, Seat, Turn, Viewer};
use table::{Event, EventKind, Table};

/// The games that hide something.
pub(crate) fn hiding_games() -> Vec<Kind> {
    let games: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| kind.hides()).collect();
    assert!(!games.is_empty());
    games
}

/// The beginning of a setup, with any options, and the number of seats.
pub(crate) fn some_options(kind: Kind, rng: &mut Rng) -> (String, u8) {
    let options = pick(&kind.all_options(), rng).unwrap().clone();
    let start = AnyGame::new(kind, &options).unwrap();
    let options = Some(start.options()).filter(|options| !options.is_empty());
    (format!("{kind} {}", options.as_deref().unwrap_or("-")), start.seats())
}

/// All viewers of a table.
pub(crate) fn viewers(table: &Table) -> Vec<Viewer> {
    let seats = (0..table.setup().game().seats()).map(Seat::from_index);
    seats.map(Viewer::Seat).chain([Viewer::Public]).collect()
}

/// A move that a player could make in some game that begins like this one. It serves as a premove, which is checked
/// only when its turn comes.
pub(crate) fn some_move(start: &AnyGame, rng: &mut Rng) -> AnyMove {
    loop {
        let mut game = start.clone();
        for _ in 0..rng.below(20) {
            let Some(mv) = game.random_move(rng) else { break };
            game.play(mv).unwrap();
        }
        while let Some(mv) = game.random_move(rng) {
            if matches!(game.turn(), Turn::Seat(_)) {
                return mv;
            }
            game.play(mv).unwrap();
        }
    }
}

pub(crate) fn pick<'a, T>(list: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[rng.below(list.len() as u32) as usize])
}

/// A move of a player or of chance in a log.
struct Step {
    /// The index of its event.
    index: usize,
    before: AnyGame,
    mv: AnyMove,
    /// The turn after it.
    turn: Turn,
}

impl Step {
    /// What a viewer sees of the move.
    fn redacted(&self, viewer: Viewer) -> AnyMove {
        self.before.redact_move(self.mv, viewer)
    }
}

/// The moves of a log, those that were taken back included; `None` if one of them is illegal.
fn steps(start: &AnyGame, events: &[Event]) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    // The moves that were not taken back, as indices of steps, each with whether a player made it.
    let mut standing: Vec<(usize, bool)> = Vec::new();
    let mut game = start.clone();
    for (index, event) in events.iter().enumerate() {
        match &event.kind {
            EventKind::Moved { mv, .. } | EventKind::Drawn { mv } => {
                let mv = game.parse_move(mv).ok()?;
                let before = game.clone();
                game.play(mv).ok()?;
                standing.push((steps.len(), matches!(event.kind, EventKind::Moved { .. })));
                steps.push(Step { index, before, mv, turn: game.turn() });
            }
            EventKind::TookBack { ply } => {
                let first = (0..standing.len()).filter(|&at| standing[at].1).nth(*ply as usize)?;
                game = steps[standing[first].0].before.clone();
                standing.truncate(first);
            }
            _ => {}
        }
    }
    Some(steps)
}

/// What a viewer sees of these moves.
fn seen(steps: &[Step], viewer: Viewer) -> Vec<(AnyMove, Turn)> {
    steps.iter().map(|step| (step.redacted(viewer), step.turn)).collect()
}

/// Another world that one viewer cannot tell from the true one.
pub(crate) struct World {
    pub(crate) table: Table,
    /// Whether hidden moves differ.
    pub(crate) has_changed: bool,
    /// Whether others had premoves in the true world that they do not have in this one.
    pub(crate) has_private: bool,
}

/// Another world in which the viewer has seen the same: hidden moves are replaced by others that look the same to the
/// viewer, and the other players make no premoves. `None` if none is found.
pub(crate) fn other_world(table: &Table, viewer: Viewer, rng: &mut Rng) -> Option<World> {
    let truth: Vec<Event> = table.events().cloned().collect();
    let start = table.setup().game();
    let mut events = truth.clone();
    let mut moves = steps(start, &events).expect("the log has legal moves");
    let all_seen = seen(&moves, viewer);
    for _ in 0..40 {
        let hidden: Vec<&Step> = moves.iter().filter(|step| step.redacted(viewer) != step.mv).collect();
        let Some(step) = pick(&hidden, rng) else { break };
        let looks_same =
            |mv: AnyMove| mv != step.mv && step.before.redact_move(mv, viewer) == step.redacted(viewer);
        let others: Vec<AnyMove> = step.before.moves().into_iter().filter(|&mv| looks_same(mv)).collect();
        let Some(&mv) = pick(&others, rng) else { continue };
        let mut changed = events.clone();
        replace(&mut changed[step.index], mv);
        // If the same card is drawn later, the two are exchanged.
        if let Some(later) = hidden.iter().find(|later| later.index > step.index && later.mv == mv) {
            replace(&mut changed[later.index], step.mv);
        }
        // The moves that everyone sees must still be legal, with the same turns.
        let after = steps(start, &changed).filter(|after| seen(after, viewer) == all_seen);
        if let Some(after) = after {
            (events, moves) = (changed, after);
        }
    }
    let has_changed = events != truth;
    events.retain(|event| {
        !matches!(event.kind, EventKind::Premoved { seat, .. } | EventKind::Unpremoved { seat } if !viewer.is(seat))
    });
    let has_private = events.len() < truth.len();
    let table = Table::replay(events).ok().filter(|_| has_changed || has_private)?;
    Some(World { table, has_changed, has_private })
}

/// Puts another move into an event.
fn replace(event: &mut Event, other: AnyMove) {
    if let EventKind::Moved { mv, .. } | EventKind::Drawn { mv } = &mut event.kind {
        *mv = other.to_string();
    }
}
