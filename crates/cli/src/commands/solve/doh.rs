//! Tic Tac Doh! between two: solved by the engine's solver, and every position valued.

use std::ops::ControlFlow;
use std::time::Duration;

use engine::solve::{self, Census};
use rules::Kind;

use super::{Solved, Solver};
use crate::errors::Failure;
use crate::progress::Progress;

/// How long the work must take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) const SOLVER: Solver = Solver { kind: Kind::Doh, solve: || Ok(doh()), census: Some(census) };

fn doh() -> Solved {
    let solution = solve::doh();
    let openings = solution.openings.iter();
    Solved {
        value: solution.value,
        plies: solution.plies,
        positions: solution.positions,
        openings: openings.map(|opening| (opening.mv.to_string(), opening.value, opening.plies)).collect(),
    }
}

fn census() -> Result<Census, Failure> {
    let mut bar: Option<Progress> = None;
    solve::doh_all(&mut |at| {
        let bar = bar.get_or_insert_with(|| Progress::new("every position".to_owned(), at.total, PATIENCE));
        bar.at(at.done);
        ControlFlow::Continue(())
    })
    .ok_or_else(|| Failure::Internal("The positions were not all valued.".to_owned()))
}
