//! Ends of a game that do not follow from the rules.

use rules::{Lang, Record, Say};

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

impl Say for Termination {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Termination::Resigned, Lang::Fr) => "Par abandon.",
            (Termination::Resigned, Lang::En) => "By resignation.",
            (Termination::Agreed, Lang::Fr) => "D’un commun accord.",
            (Termination::Agreed, Lang::En) => "By agreement.",
            (Termination::Time, Lang::Fr) => "Au temps.",
            (Termination::Time, Lang::En) => "On time.",
        }
        .to_owned()
    }
}
