//! Ends of a game that do not follow from the rules.

use rules::Record;
use table::EndReason;

/// How a game ended, if not by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// A player resigned.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// A player's time ran out.
    Time,
}

impl Termination {
    /// The value of the `Termination` tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Termination::Resigned => "resignation",
            Termination::Agreed => "agreement",
            Termination::Time => "time",
        }
    }

    /// The termination that a record states, if any.
    pub fn of(record: &Record) -> Option<Termination> {
        record.result().filter(|_| !record.end().turn().is_over())?;
        let all = [Termination::Resigned, Termination::Agreed, Termination::Time];
        all.into_iter().find(|ended| record.tag("Termination") == Some(ended.tag()))
    }
}

impl From<Termination> for EndReason {
    fn from(termination: Termination) -> EndReason {
        match termination {
            Termination::Resigned => EndReason::Resignation,
            Termination::Agreed => EndReason::Agreement,
            Termination::Time => EndReason::Time,
        }
    }
}
