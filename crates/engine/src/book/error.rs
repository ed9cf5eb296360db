//! Why a text is not a book for this engine.

use std::fmt;

/// Why a text is not a book for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The game has no book.
    NoBook,
    /// It is another kind of text.
    Heading,
    /// It has another version of the format.
    Version(String),
    /// It is a book of another game: the game in the text, and the one that was expected.
    Game(String, &'static str),
    /// A line cannot be read, or breaks the rules: its number, counted from 1, and the reason.
    Line(usize, String),
    /// The line `end` is missing: the text is truncated.
    Truncated,
    /// The line `end` counts another number of positions than there are: what it says, and what there is.
    Count(usize, usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::NoBook => f.write_str("the engine has no opening book for this game"),
            BookError::Heading => {
                f.write_str("this is not an opening book: it does not begin with “trois-book”")
            }
            BookError::Version(version) => {
                write!(f, "this opening book has version {version}, and the engine reads version 1")
            }
            BookError::Game(game, expected) => {
                write!(f, "this is an opening book of “{game}”, and one of “{expected}” is needed")
            }
            BookError::Line(line, what) => write!(f, "line {line} of the opening book: {what}"),
            BookError::Truncated => f.write_str(
                "the opening book is truncated: its last line must be “end” and the number of positions",
            ),
            BookError::Count(said, found) => {
                write!(f, "the opening book is damaged: its end counts {said} positions, and it has {found}")
            }
        }
    }
}

impl std::error::Error for BookError {}
