//! The addresses of puzzles: `/puzzles/GAME` is the puzzle of the day, `/puzzles/GAME/ID` a certain one.

use puzzles::{PuzzleId, PuzzleRun, PuzzleTheme};
use rules::{Kind, Words};

/// The set of puzzles from which one is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleSet {
    /// The puzzle of the day.
    Daily,
    /// All of them, or those with a theme.
    Training(Option<PuzzleTheme>),
    /// Those that were not solved.
    Failed,
    /// As many as possible in a short time, or without a mistake.
    Run(PuzzleRun),
}

/// A parsed address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleAddress {
    /// The puzzles from which one is chosen.
    pub set: PuzzleSet,
    /// The puzzle to begin with.
    pub id: Option<PuzzleId>,
}

impl PuzzleAddress {
    /// Reads the path and the query of an address.
    pub fn read(path: &str, query: &str) -> Result<PuzzleAddress, Words> {
        let id = match path.split('/').filter(|part| !part.is_empty()).nth(2) {
            Some(text) => Some(text.parse::<PuzzleId>().map_err(|_| unknown_id(text))?),
            None => None,
        };
        let mut set = if id.is_some() { PuzzleSet::Training(None) } else { PuzzleSet::Daily };
        for part in query.trim_start_matches('?').split('&') {
            match part.split_once('=').unwrap_or((part, "")) {
                ("theme", theme) => {
                    set = PuzzleSet::Training(Some(theme.parse().map_err(|_| unknown_theme(theme))?));
                }
                ("training", _) => set = PuzzleSet::Training(None),
                ("failed", _) => set = PuzzleSet::Failed,
                ("rush", _) => set = PuzzleSet::Run(PuzzleRun::Rush),
                ("streak", _) => set = PuzzleSet::Run(PuzzleRun::Streak),
                _ => {}
            }
        }
        Ok(PuzzleAddress { set, id })
    }

    /// The address, without the origin.
    pub fn write(self, kind: Kind) -> String {
        let path = match (self.set, self.id) {
            (PuzzleSet::Training(_) | PuzzleSet::Failed, Some(id)) => format!("/puzzles/{kind}/{id}"),
            _ => format!("/puzzles/{kind}"),
        };
        let query = match self.set {
            PuzzleSet::Training(Some(theme)) => format!("?theme={}", theme.id()),
            PuzzleSet::Training(None) if self.id.is_none() => "?training".to_owned(),
            PuzzleSet::Daily | PuzzleSet::Training(None) => String::new(),
            PuzzleSet::Failed => "?failed".to_owned(),
            PuzzleSet::Run(PuzzleRun::Rush) => "?rush".to_owned(),
            PuzzleSet::Run(PuzzleRun::Streak) => "?streak".to_owned(),
        };
        path + &query
    }
}

/// The beginning of a text from an address, as sentences quote it.
fn quoted(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Why there is no puzzle for an id.
pub(super) fn unknown_id(id: &str) -> Words {
    let id = quoted(id);
    rules::words!(
        fr: "Il n’y a pas d’énigme «\u{a0}{id}\u{a0}» ici\u{a0}: le lien est peut-être incomplet. En voici une autre.",
        en: "There is no puzzle “{id}” here: the link may be incomplete. Here is another one."
    )
}

/// Why there is no puzzle with a theme.
pub(super) fn unknown_theme(theme: &str) -> Words {
    let theme = quoted(theme);
    rules::words!(
        fr: "Ce jeu n’a pas d’énigme sur le thème «\u{a0}{theme}\u{a0}». Choisissez-en un dans la liste\u{202f}; en attendant, voici une énigme.",
        en: "This game has no puzzles with the theme “{theme}”. Choose one from the list; in the meantime, here is a puzzle."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        let id: PuzzleId = "abcdefg".parse().expect("an id");
        let game = Kind::ALL[0];
        for (set, id, address) in [
            (PuzzleSet::Daily, None, format!("/puzzles/{game}")),
            (PuzzleSet::Run(PuzzleRun::Rush), None, format!("/puzzles/{game}?rush")),
            (PuzzleSet::Run(PuzzleRun::Streak), None, format!("/puzzles/{game}?streak")),
            (PuzzleSet::Failed, Some(id), format!("/puzzles/{game}/abcdefg?failed")),
            (PuzzleSet::Training(None), None, format!("/puzzles/{game}?training")),
            (PuzzleSet::Training(None), Some(id), format!("/puzzles/{game}/abcdefg")),
            (
                PuzzleSet::Training(Some(PuzzleTheme::Fork)),
                Some(id),
                format!("/puzzles/{game}/abcdefg?theme=fork"),
            ),
        ] {
            let asked = PuzzleAddress { set, id };
            assert_eq!(asked.write(game), address);
            let (path, query) = address.split_once('?').unwrap_or((&address, ""));
            assert_eq!(PuzzleAddress::read(path, &format!("?{query}")), Ok(asked), "{address}");
        }
    }

    #[test]
    fn a_wrong_id_or_theme_is_reported() {
        let sentence =
            |path, query| PuzzleAddress::read(path, query).expect_err("a sentence").en.into_owned();
        assert!(sentence("/puzzles/doh/zzz", "").starts_with("There is no puzzle “zzz” here"));
        assert!(sentence("/puzzles/doh", "?theme=x%20y").contains("the theme “x%20y”"));
    }
}
