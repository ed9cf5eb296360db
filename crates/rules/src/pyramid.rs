//! Pyramids of three sizes: the pieces of Tic Tac Doh! and Three Fives.

use std::fmt;
use std::str::FromStr;

use crate::text::{Lang, TextError, words};

/// The size of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// `S`
    Small,
    /// `M`
    Medium,
    /// `L`
    Large,
}

impl Size {
    /// The three sizes, from the smallest.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// The index of the size, 0 for small to 2 for large, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the size in texts.
    pub const fn letter(self) -> char {
        match self {
            Size::Small => 'S',
            Size::Medium => 'M',
            Size::Large => 'L',
        }
    }

    /// The size for a letter.
    pub const fn from_letter(letter: char) -> Option<Size> {
        match letter {
            'S' => Some(Size::Small),
            'M' => Some(Size::Medium),
            'L' => Some(Size::Large),
            _ => None,
        }
    }

    /// The size as an adjective for a piece: feminine in French.
    pub const fn adjective(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Size::Small, Lang::Fr) => "petite",
            (Size::Medium, Lang::Fr) => "moyenne",
            (Size::Large, Lang::Fr) => "grande",
            (Size::Small, Lang::En) => "small",
            (Size::Medium, Lang::En) => "medium",
            (Size::Large, Lang::En) => "large",
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Size {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Size, TextError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Size::from_letter), letters.next()) {
            (Some(size), None) => Ok(size),
            _ => Err(TextError::new(0, text, words!(fr: "une taille (S, M ou L)", en: "a size (S, M or L)"))),
        }
    }
}
