//! The puzzles of a game, read from their file.
//!
//! ```text
//! trois puzzles 1 doh 2      the version of the format, the game, the number of puzzles
//! 640 ⇥ line ⇥ Lc3 ⇥ …       a puzzle each: rating, themes, moves, position
//! 820 ⇥ …
//! end                        so that a file that was cut off is noticed
//! ```

use std::fmt::Write;

use rules::{Kind, Lang, Say, words};

use crate::puzzle::{Puzzle, PuzzleError};
use crate::puzzle_id::PuzzleId;
use crate::theme::PuzzleTheme;

/// The version of the format.
const VERSION: &str = "1";

/// The day of the first puzzle of the day, in days since 1970: 1 January 2026.
const FIRST_DAY: u64 = 20_454;

/// The puzzles of a game. Each stays a line of text until it is needed.
#[derive(Clone, Debug)]
pub struct PuzzleCollection {
    kind: Kind,
    lines: Vec<String>,
}

impl PuzzleCollection {
    /// Reads a file. It checks the form of every line, but parses no moves: [`puzzle`](PuzzleCollection::puzzle) does that.
    pub fn read(text: &str) -> Result<PuzzleCollection, PuzzleError> {
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
        let ["trois", "puzzles", version, game, count] = head.as_slice() else {
            return Err(PuzzleError::new(words!(
                fr: "Ce n’est pas un fichier d’énigmes\u{a0}: sa première ligne devrait être «\u{a0}trois puzzles 1 JEU NOMBRE\u{a0}».",
                en: "This is not a puzzle file: its first line should be “trois puzzles 1 GAME COUNT”."
            )));
        };
        if *version != VERSION {
            return Err(PuzzleError::new(words!(
                fr: "Ce fichier d’énigmes est de la version {version}, et ce programme lit la version {VERSION}\u{a0}: mettez à jour le plus ancien des deux.",
                en: "This puzzle file has version {version}, and this program reads version {VERSION}: update the older of the two."
            )));
        }
        let kind: Kind = game.parse().map_err(|_| {
            PuzzleError::new(words!(
                fr: "Il n’y a pas de jeu «\u{a0}{game}\u{a0}».", en: "There is no game “{game}”."
            ))
        })?;
        let mut lines: Vec<String> = lines.map(ToOwned::to_owned).collect();
        let is_whole = lines.pop().as_deref() == Some("end") && lines.len().to_string() == *count;
        if !is_whole || lines.is_empty() {
            return Err(PuzzleError::new(words!(
                fr: "Ce fichier d’énigmes est coupé\u{a0}: il devrait avoir {count} énigmes, puis «\u{a0}end\u{a0}». Rechargez-le.",
                en: "This puzzle file is cut off: it should have {count} puzzles and then “end”. Fetch it again."
            )));
        }
        Ok(PuzzleCollection { kind, lines })
    }

    /// The text of a file with these puzzles.
    pub fn write(kind: Kind, puzzles: &[Puzzle]) -> String {
        let mut text = format!("trois puzzles {VERSION} {kind} {}\n", puzzles.len());
        for puzzle in puzzles {
            let _ = writeln!(text, "{puzzle}");
        }
        text + "end\n"
    }

    /// Which game the puzzles are of.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many puzzles there are; at least one.
    #[allow(clippy::len_without_is_empty, reason = "a collection is never empty")]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The puzzle with this number, from 0.
    pub fn puzzle(&self, index: usize) -> Result<Puzzle, PuzzleError> {
        let last = self.lines.len();
        let number = index.saturating_add(1);
        let line = self.lines.get(index).ok_or_else(|| {
            PuzzleError::new(words!(
                fr: "Il n’y a pas d’énigme {number}, seulement de 1 à {last}.",
                en: "There is no puzzle {number}, only 1 to {last}."
            ))
        })?;
        Puzzle::parse(self.kind, line).map_err(|why| {
            let (fr, en) = (why.say(Lang::Fr), why.say(Lang::En));
            PuzzleError::new(words!(
                fr: "L’énigme {number} est illisible\u{a0}: {fr}.", en: "Puzzle {number} cannot be read: {en}."
            ))
        })
    }

    /// The id of a puzzle, which stays the same when the collection grows.
    pub fn id(&self, index: usize) -> Option<PuzzleId> {
        Some(PuzzleId::of_position(self.kind, self.lines.get(index)?.split('\t').nth(3)?))
    }

    /// The number of the puzzle with this id, from 0.
    pub fn find(&self, id: PuzzleId) -> Option<usize> {
        (0..self.lines.len()).find(|&index| self.id(index) == Some(id))
    }

    /// The puzzle of a day, given in days since 1 January 1970: the same for everybody. `None` before the first day.
    /// Every puzzle is used before any is used again.
    pub fn daily(&self, day: u64) -> Option<usize> {
        let turn = day.checked_sub(FIRST_DAY)? as usize;
        let len = self.lines.len();
        // Step and length have no common divisor, so steps of this length reach every number before any number again.
        let step = (len * 5 / 8..).find(|&step| divisor(step, len) == 1).unwrap_or(1);
        Some((turn % len) * step % len)
    }

    /// The numbers of the puzzles with a theme.
    pub fn with_theme(&self, theme: PuzzleTheme) -> impl Iterator<Item = usize> {
        let has = move |line: &str| {
            line.split('\t').nth(1).is_some_and(|themes| themes.split(' ').any(|id| id == theme.id()))
        };
        self.lines.iter().enumerate().filter(move |(_, line)| has(line)).map(|(index, _)| index)
    }

    /// The rating of a puzzle, without reading the rest of it.
    pub fn rating(&self, index: usize) -> Option<u32> {
        self.lines.get(index)?.split('\t').next()?.parse().ok()
    }
}

/// The greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}
