//! A move as a list of moves shows it: its notation in parts, with cards that are drawn instead of written.

use rules::Words;

use crate::paint::Paint;

/// A part of the notation of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NotationPart {
    /// A text.
    Text(String),
    /// A card.
    Card {
        /// The colour of its face.
        paint: Paint,
        /// What is written on it; empty if nothing is.
        text: String,
        /// What it is called, for people who do not see it.
        name: Words,
    },
}

impl NotationPart {
    /// The whole notation as one text.
    pub fn text(text: &impl ToString) -> Vec<NotationPart> {
        vec![NotationPart::Text(text.to_string())]
    }
}
