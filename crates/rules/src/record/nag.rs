//! Numeric annotation glyphs (NAGs): the marks of moves that chess's PGN defines, `$1` to `$255`.

use std::fmt;
use std::str::FromStr;

use crate::text::{TextError, words};

/// A numeric annotation glyph, such as `$1` for a good move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

/// The suffixes of moves and the glyphs they stand for, longer suffixes first.
const SUFFIXES: [(&str, Nag); 6] = [
    ("!!", Nag::BRILLIANT),
    ("??", Nag::BLUNDER),
    ("!?", Nag::INTERESTING),
    ("?!", Nag::DUBIOUS),
    ("!", Nag::GOOD),
    ("?", Nag::MISTAKE),
];

impl Nag {
    /// `!`, a good move.
    pub const GOOD: Nag = Nag(1);
    /// `?`, a mistake.
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`, a brilliant move.
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`, a blunder.
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`, an interesting move.
    pub const INTERESTING: Nag = Nag(5);
    /// `?!`, a dubious move.
    pub const DUBIOUS: Nag = Nag(6);

    /// The suffix that people write after a move, for the six glyphs that have one.
    pub fn suffix(self) -> Option<&'static str> {
        SUFFIXES.iter().find(|(_, nag)| *nag == self).map(|(suffix, _)| *suffix)
    }

    /// Splits the suffix off a word. The `?` of a hidden card, `+?`, belongs to the move.
    pub(super) fn split_suffix(word: &str) -> (&str, Option<Nag>) {
        let split = |&(suffix, nag): &(&str, Nag)| {
            let mv = word.strip_suffix(suffix)?;
            let cuts_hidden_card = mv == "+" && suffix.starts_with('?');
            (!mv.is_empty() && !cuts_hidden_card).then_some((mv, Some(nag)))
        };
        SUFFIXES.iter().find_map(split).unwrap_or((word, None))
    }
}

/// `$1`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

impl FromStr for Nag {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Nag, TextError> {
        let digits = text.strip_prefix('$').filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()));
        digits.and_then(|digits| digits.parse().ok()).map(Nag).ok_or_else(|| {
            TextError::new(0, text, words!(fr: "une marque de $0 à $255", en: "a mark from $0 to $255"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_of_a_move_is_split_off_and_a_hidden_card_is_left_whole() {
        for (word, mv, nag) in [
            ("5", "5", None),
            ("5!", "5", Some(Nag::GOOD)),
            ("5?!", "5", Some(Nag::DUBIOUS)),
            ("+?", "+?", None),
            ("+??", "+?", Some(Nag::MISTAKE)),
            ("+?!", "+?", Some(Nag::GOOD)),
            ("+?!?", "+?", Some(Nag::INTERESTING)),
            ("+R5??", "+R5", Some(Nag::BLUNDER)),
            ("!", "!", None),
            ("??", "?", Some(Nag::MISTAKE)),
        ] {
            assert_eq!(Nag::split_suffix(word), (mv, nag), "{word}");
        }
    }
}
