//! A move as a list of moves shows it: its notation in parts, with cards that are drawn instead of written.

use rules::{Lang, Words};

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
        /// Its name for screen readers.
        name: Words,
    },
}

impl NotationPart {
    /// The whole notation as one text.
    pub fn text(text: &impl ToString) -> Vec<NotationPart> {
        vec![NotationPart::Text(text.to_string())]
    }

    /// The parts of several moves, with a space between two moves. Texts side by side become one text.
    pub fn join(moves: impl IntoIterator<Item = Vec<NotationPart>>) -> Vec<NotationPart> {
        let mut joined: Vec<NotationPart> = Vec::new();
        for mv in moves {
            let space = (!joined.is_empty()).then(|| NotationPart::Text(" ".to_owned()));
            for part in space.into_iter().chain(mv) {
                match (joined.last_mut(), part) {
                    (Some(NotationPart::Text(last)), NotationPart::Text(next)) => last.push_str(&next),
                    (_, part) => joined.push(part),
                }
            }
        }
        joined
    }

    /// Parts for a sentence, where cards are named: "blue 4 b4".
    pub fn say(parts: &[NotationPart], lang: Lang) -> String {
        let part = |part: &NotationPart| match part {
            NotationPart::Text(text) => text.clone(),
            NotationPart::Card { name, .. } => name.get(lang).to_owned(),
        };
        parts.iter().map(part).collect::<Vec<String>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_are_only_text_are_joined_to_one_text() {
        let moves = ["5.5", "5.1"].map(|mv| NotationPart::text(&mv));
        assert_eq!(NotationPart::join(moves), NotationPart::text(&"5.5 5.1"));
    }

    #[test]
    fn cards_stay_parts_of_their_own() {
        let name = Words::new("4 bleu", "blue 4");
        let card = NotationPart::Card { paint: Paint::Ground, text: "4".to_owned(), name };
        let mv = vec![card.clone(), NotationPart::Text("b4".to_owned())];
        let space = |text: &str| NotationPart::Text(text.to_owned());
        assert_eq!(NotationPart::join([mv.clone(), mv]), [card.clone(), space("b4 "), card, space("b4")]);
    }
}
