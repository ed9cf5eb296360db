//! Morpion, which is small enough to be searched completely.

use rules::{AnyGame, Kind, Outcome, Seat, Viewer};

use super::{GameSolver, Solution, SolvedOpening, Verdict};
use crate::{Engine, Limits, Value};

/// How Morpion is solved.
pub(crate) const MORPION: GameSolver =
    GameSolver { start: solve, census: None, multiplayer: None, atlas: None };

fn solve() -> Option<Solution> {
    let start = AnyGame::new(Kind::Morpion, "").ok()?;
    let limits = Limits { lines: usize::MAX, ..Limits::default() };
    let analysis = Engine::new().think(&start.view(Viewer::Seat(Seat::ONE)), &limits, &mut ()).ok()?;
    let verdict = |value: Value| match value {
        Value::Proven { outcome: Outcome::Draw, plies } => Some((Verdict::Draw, plies)),
        Value::Proven { outcome: Outcome::Win(Seat::ONE), plies } => Some((Verdict::Win, plies)),
        Value::Proven { plies, .. } => Some((Verdict::Loss, plies)),
        Value::Expected(_) => None,
    };
    let (value, plies) = verdict(analysis.value())?;
    let mut openings = Vec::new();
    for line in &analysis.lines {
        let (value, plies) = verdict(line.value)?;
        openings.push(SolvedOpening { mv: *line.moves.first()?, value, plies });
    }
    openings.sort_unstable_by_key(|opening| opening.mv);
    Some(Solution { value, plies, positions: analysis.nodes, openings })
}
