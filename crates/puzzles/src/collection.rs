//! The puzzles of a game, read from their file.
//!
//! ```text
//! trois puzzles 1 doh 2      the version of the format, the game, the number of puzzles
//! 640 ⇥ line ⇥ Lc3 ⇥ …       a puzzle each: rating, themes, moves, position
//! 820 ⇥ …
//! end                        so that a file that was cut off is noticed
//! ```

use std::fmt::Write;

use rules::Kind;

use crate::puzzle::{Puzzle, PuzzleError};
use crate::theme::Theme;

/// The version of the format.
const VERSION: &str = "1";

/// The day of the first puzzle of the day, in days since 1970: 1 January 2026.
const FIRST_DAY: u64 = 20_454;

/// The puzzles of a game, each a line of text until it is asked for.
#[derive(Clone, Debug)]
pub struct Collection {
    kind: Kind,
    lines: Vec<String>,
}

impl Collection {
    /// Reads a file. It looks at every line's form, but at no move: [`puzzle`](Collection::puzzle) does that.
    pub fn read(text: &str) -> Result<Collection, PuzzleError> {
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
        let ["trois", "puzzles", version, game, count] = head.as_slice() else {
            return Err(PuzzleError::new(
                "This is not a file of puzzles: its first line is “trois puzzles 1 GAME COUNT”.",
            ));
        };
        if *version != VERSION {
            return Err(PuzzleError::new(format!(
                "This file of puzzles has version {version}, and this program reads version {VERSION}: update the older of the two."
            )));
        }
        let kind: Kind = game.parse().map_err(|_| PuzzleError::new(format!("There is no game “{game}”.")))?;
        let mut lines: Vec<String> = lines.map(ToOwned::to_owned).collect();
        let is_whole = lines.pop().as_deref() == Some("end") && lines.len().to_string() == *count;
        if !is_whole || lines.is_empty() {
            return Err(PuzzleError::new(format!(
                "This file of puzzles is cut off: it should have {count} puzzles and then “end”. Fetch it again."
            )));
        }
        Ok(Collection { kind, lines })
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
        let line = self.lines.get(index).ok_or_else(|| {
            PuzzleError::new(format!("There is no puzzle {}, only 1 to {last}.", index.saturating_add(1)))
        })?;
        Puzzle::parse(self.kind, line)
            .map_err(|why| PuzzleError::new(format!("Puzzle {} cannot be read: {why}.", index + 1)))
    }

    /// The puzzle of a day, given in days since 1 January 1970: the same for everybody. `None` before the first day.
    /// No puzzle comes again before all have come.
    pub fn daily(&self, day: u64) -> Option<usize> {
        let turn = day.checked_sub(FIRST_DAY)? as usize;
        let len = self.lines.len();
        // Steps of this length come to every number before any comes again, since both have no common divisor.
        let step = (len * 5 / 8..).find(|&step| divisor(step, len) == 1).unwrap_or(1);
        Some((turn % len) * step % len)
    }

    /// The numbers of the puzzles with a theme.
    pub fn with_theme(&self, theme: Theme) -> impl Iterator<Item = usize> {
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
