//! Every position of Tic Tac Doh! between two, valued, with a bar that says how far the work is.

use std::ops::ControlFlow;
use std::time::Duration;

use engine::solve::{self, Census};
use rules::Kind;

use crate::errors::Failure;
use crate::progress::Progress;

/// The game of which every position can be valued.
pub(super) const KIND: Kind = Kind::Doh;

/// How long the work must take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Values every position.
pub(super) fn census() -> Result<Census, Failure> {
    let mut bar: Option<Progress> = None;
    solve::doh_all(&mut |at| {
        let bar = bar.get_or_insert_with(|| Progress::new("every position".to_owned(), at.total, PATIENCE));
        bar.at(at.done);
        ControlFlow::Continue(())
    })
    .ok_or_else(|| Failure::Internal("The positions were not all valued.".to_owned()))
}
