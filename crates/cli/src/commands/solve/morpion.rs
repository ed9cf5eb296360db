//! Morpion: so small that the engine sees all of it.

use engine::solve::Verdict;
use engine::{Engine, Limits, Value as Worth};
use rules::{AnyGame, Kind, Outcome, Seat, Viewer};

use super::{Solved, Solver};
use crate::errors::Failure;

pub(super) const SOLVER: Solver = Solver { kind: Kind::Morpion, solve: morpion, census: None };

fn morpion() -> Result<Solved, Failure> {
    let fault = || Failure::Internal("Morpion was not solved.".to_owned());
    let start = AnyGame::new(Kind::Morpion, "").map_err(Failure::input)?;
    let limits = Limits { lines: usize::MAX, ..Limits::default() };
    let analysis = Engine::new()
        .think(&start.view(Viewer::Seat(Seat::ONE)), &limits, &mut ())
        .map_err(|reason| Failure::Internal(format!("Morpion was not solved: {reason}.")))?;
    let verdict = |value: &Worth| match *value {
        Worth::Proven { outcome: Outcome::Draw, plies } => Ok((Verdict::Draw, plies)),
        Worth::Proven { outcome: Outcome::Win(Seat::ONE), plies } => Ok((Verdict::Win, plies)),
        Worth::Proven { plies, .. } => Ok((Verdict::Loss, plies)),
        Worth::Expected(_) => Err(fault()),
    };
    let (value, plies) = verdict(&analysis.value())?;
    let mut openings = Vec::new();
    for line in &analysis.lines {
        let (value, plies) = verdict(&line.value)?;
        openings.push((line.moves.first().ok_or_else(fault)?.to_string(), value, plies));
    }
    openings.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(Solved { value, plies, positions: analysis.nodes, openings })
}
