//! Every position of Tic Tac Doh!, valued, with a bar that says how far the work is.

use std::ops::ControlFlow;
use std::time::Duration;

use engine::solve::{self, Atlas, Census, ManySolution, ManySolver};
use rules::Kind;

use crate::errors::Failure;
use crate::progress::Progress;

/// The game of which every position can be valued.
pub(super) const KIND: Kind = Kind::Doh;

/// How long the work must take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Values every position between two.
pub(super) fn census() -> Result<Census, Failure> {
    solve::doh_all(&mut bar()).ok_or_else(unfinished)
}

/// Values every position between so many.
pub(super) fn many(players: u8) -> Result<ManySolution, Failure> {
    ManySolver::new(players).and_then(|mut solver| solver.solve(&mut bar())).ok_or_else(unfinished)
}

/// The atlas of the app.
pub(super) fn atlas() -> Result<Atlas, Failure> {
    Atlas::new(&mut bar()).ok_or_else(unfinished)
}

fn bar() -> impl FnMut(solve::Progress) -> ControlFlow<()> {
    let mut bar: Option<Progress> = None;
    move |at| {
        let bar = bar.get_or_insert_with(|| Progress::new("every position".to_owned(), at.total, PATIENCE));
        bar.at(at.done);
        ControlFlow::Continue(())
    }
}

fn unfinished() -> Failure {
    Failure::Internal("The positions were not all valued.".to_owned())
}
