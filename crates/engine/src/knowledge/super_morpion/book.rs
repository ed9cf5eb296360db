//! The opening book of Super Morpion: the built-in one, one from a file, or none.

use std::sync::{Arc, OnceLock};

use rules::SuperMorpion;

use crate::book::{Book, BookError};

/// The built-in book; `training/README.md` describes its origin.
pub(super) static TEXT: &str = include_str!("openings.book");

/// The opening book in use.
#[derive(Clone, Default)]
pub(super) enum BookChoice {
    /// The built-in one.
    #[default]
    Standard,
    /// One from a file.
    Loaded(Arc<Book<SuperMorpion>>),
    /// None: a file was refused.
    Nothing,
}

impl BookChoice {
    /// The book in a text, or none and the reason.
    pub(super) fn read(text: &str) -> (BookChoice, Result<(), BookError>) {
        match Book::read(text) {
            Ok(book) => (BookChoice::Loaded(Arc::new(book)), Ok(())),
            Err(error) => (BookChoice::Nothing, Err(error)),
        }
    }

    pub(super) fn get(&self) -> Option<&Book<SuperMorpion>> {
        static STANDARD: OnceLock<Option<Book<SuperMorpion>>> = OnceLock::new();
        match self {
            BookChoice::Standard => STANDARD.get_or_init(|| Book::read(TEXT).ok()).as_ref(),
            BookChoice::Loaded(book) => Some(book),
            BookChoice::Nothing => None,
        }
    }
}
