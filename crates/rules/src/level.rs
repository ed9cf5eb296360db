//! The strength setting of an engine player. Engine, table and record share this scale.

use std::fmt;
use std::str::FromStr;

use crate::text::{Lang, Say, TextError, words};

/// How well an engine plays, from 1 (a child who knows the rules wins) to 10 (full strength).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level.
    pub const MIN: Level = Level(1);
    /// The highest level: full strength.
    pub const MAX: Level = Level(10);

    /// The level with this number, 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Self::MIN.0 && number <= Self::MAX.0 { Some(Level(number)) } else { None }
    }

    /// The number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number counted from 0: the index into a list with an entry for each level.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// All levels, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (Self::MIN.0..=Self::MAX.0).map(Level)
    }

    /// What lists call an engine of this level, in lower case: "engine 3".
    pub fn engine_label(self, lang: Lang) -> String {
        words!(fr: "moteur {self}", en: "engine {self}").say(lang)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Level, TextError> {
        let level = text.parse().ok().and_then(Level::new).filter(|level| level.to_string() == text);
        level.ok_or_else(|| {
            TextError::new(0, text, words!(fr: "un niveau de 1 à 10", en: "a level from 1 to 10"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_number_from_1_to_10_written_in_one_way() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for wrong in ["", "0", "11", "05", "+5", " 5", "five"] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
    }
}
