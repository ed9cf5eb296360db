//! Parses a move given as one word, and describes what is wrong with it in a sentence. The command line and the Python
//! module share it.

use crate::game::Game;
use crate::text::{Lang, Say, TextError};

/// The most characters of a wrong word that a sentence quotes.
const QUOTED: usize = 40;

/// Reads the move with this number in a list, or says what was expected, with an example of a legal move.
pub fn read<G: Game>(game: &G, number: usize, word: &str) -> Result<G::Move, String> {
    word.parse().map_err(|error: TextError| {
        let word: String = word.chars().take(QUOTED).collect();
        let expected = &error.expected().en;
        let example = game.moves().into_iter().min_by_key(ToString::to_string);
        let example = example.map_or_else(String::new, |mv| format!(" For example, {mv} is legal here."));
        format!("Move {number}, “{word}”, cannot be read: expected {expected}.{example}")
    })
}

/// Says why the move with this number in a list is refused.
pub fn illegal(number: usize, mv: &impl ToString, reason: &impl Say) -> String {
    format!("Move {number}, {}, is illegal. {}", mv.to_string(), reason.say(Lang::En))
}
