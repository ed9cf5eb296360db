//! Computes every position of Tic Tac Doh!, with a progress bar.

use std::ops::ControlFlow;
use std::time::Duration;

use engine::solve::{self, Atlas, Census, ManySolution, ManySolver};
use rules::Kind;

use crate::errors::Failure;
use crate::progress::WorkProgress;

/// The game whose positions can all be computed.
pub(super) const KIND: Kind = Kind::Doh;

/// The progress bar appears after this time.
const PATIENCE: Duration = Duration::from_secs(1);

/// Computes every position with two players.
pub(super) fn census() -> Result<Census, Failure> {
    solve::doh_all(&mut bar()).ok_or_else(unfinished)
}

/// Computes every position with this many players.
pub(super) fn many(players: u8) -> Result<ManySolution, Failure> {
    ManySolver::new(players).and_then(|mut solver| solver.solve(&mut bar())).ok_or_else(unfinished)
}

/// The atlas of the app.
pub(super) fn atlas() -> Result<Atlas, Failure> {
    Atlas::new(&mut bar()).ok_or_else(unfinished)
}

fn bar() -> impl FnMut(solve::Progress) -> ControlFlow<()> {
    let mut bar: Option<WorkProgress> = None;
    move |at| {
        let bar =
            bar.get_or_insert_with(|| WorkProgress::new("every position".to_owned(), at.total, PATIENCE));
        bar.at(at.done);
        ControlFlow::Continue(())
    }
}

fn unfinished() -> Failure {
    Failure::Internal("The positions were not all valued.".to_owned())
}
