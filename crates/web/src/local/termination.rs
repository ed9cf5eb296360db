//! How a game ended that the rules did not end.

use rules::{Lang, Record, Say};

/// How a game ended that the rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// A player gave up.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// A player's time was over.
    Time,
}

impl Termination {
    /// The value of the tag `Termination`.
    pub const fn tag(self) -> &'static str {
        match self {
            Termination::Resigned => "resignation",
            Termination::Agreed => "agreement",
            Termination::Time => "time",
        }
    }

    /// How a record says it ended, if it ended so.
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
