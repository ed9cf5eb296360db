//! The id of a puzzle: a hash of its position, so that links still work when puzzles are added.

use std::fmt;
use std::str::FromStr;

use rules::hash::fnv1a;
use rules::{Kind, words};

use crate::puzzle::PuzzleError;

/// Digits and letters without those that look alike.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// How many digits an id has: 35 bits, enough for thousands of puzzles. A test checks that no two share an id.
const LENGTH: u32 = 7;

/// The id of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId(u64);

impl PuzzleId {
    /// The id of the puzzle with this position, given as text. The hash is FNV-1a and never changes.
    pub(crate) fn of_position(kind: Kind, position: &str) -> PuzzleId {
        let bytes = kind.id().bytes().chain([b' ']).chain(position.bytes());
        let hash = fnv1a(bytes);
        PuzzleId((hash ^ (hash >> 32)) % (1 << (5 * LENGTH)))
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for digit in (0..LENGTH).rev() {
            let value = (self.0 >> (5 * digit)) % 32;
            write!(f, "{}", char::from(DIGITS[value as usize]))?;
        }
        Ok(())
    }
}

impl FromStr for PuzzleId {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<PuzzleId, PuzzleError> {
        let value = |byte: u8| DIGITS.iter().position(|&digit| digit == byte.to_ascii_lowercase());
        let digits: Option<Vec<usize>> = text.bytes().map(value).collect();
        match digits {
            Some(digits) if digits.len() == LENGTH as usize => {
                Ok(PuzzleId(digits.into_iter().fold(0, |id, digit| id * 32 + digit as u64)))
            }
            _ => {
                let short: String = text.chars().take(20).collect();
                Err(PuzzleError::new(words!(
                    fr: "«\u{a0}{short}\u{a0}» n’est pas le nom d’une énigme\u{a0}: il a {LENGTH} chiffres ou lettres",
                    en: "“{short}” is not the id of a puzzle, which has {LENGTH} digits or letters"
                )))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_round_trips_and_never_changes() {
        let id = PuzzleId::of_position(Kind::Morpion, "xo./.../... 1");
        assert_eq!(id.to_string(), "pecg4xw");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.to_string().to_uppercase().parse(), Ok(id));
        assert_ne!(id, PuzzleId::of_position(Kind::Doh, "xo./.../... 1"));
        for wrong in ["", "123456", "12345678", "abcdefü", "abcdefu"] {
            assert!(wrong.parse::<PuzzleId>().is_err(), "{wrong}");
        }
    }
}
