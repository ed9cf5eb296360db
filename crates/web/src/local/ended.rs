//! How a game ended that the rules did not end.

use rules::{Lang, Record, Say};

/// How a game ended that the rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A player gave up.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// A player's time was over.
    Time,
}

impl Ended {
    /// The value of the tag `Termination`.
    pub const fn tag(self) -> &'static str {
        match self {
            Ended::Resigned => "resignation",
            Ended::Agreed => "agreement",
            Ended::Time => "time",
        }
    }

    /// How a record says it ended, if it ended so.
    pub fn of(record: &Record) -> Option<Ended> {
        record.result().filter(|_| !record.end().turn().is_over())?;
        let all = [Ended::Resigned, Ended::Agreed, Ended::Time];
        all.into_iter().find(|ended| record.tag("Termination") == Some(ended.tag()))
    }
}

impl Say for Ended {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Ended::Resigned, Lang::Fr) => "Par abandon.",
            (Ended::Resigned, Lang::En) => "By resignation.",
            (Ended::Agreed, Lang::Fr) => "D’un commun accord.",
            (Ended::Agreed, Lang::En) => "By agreement.",
            (Ended::Time, Lang::Fr) => "Au temps.",
            (Ended::Time, Lang::En) => "On time.",
        }
        .to_owned()
    }
}
