//! Moves of the card game for a list of moves: the card as a card, then where it went.

use rules::Lang;
use rules::cards::{Card, Move};

use super::face;
use crate::notation::NotationPart;
use crate::paint::Paint;

/// The parts of a move: its card and the places; of a draw: the card, or the back of one that is hidden.
pub(super) fn notation(mv: Move) -> Vec<NotationPart> {
    let mut parts = vec![card(mv.card())];
    if let Some((_, places)) = mv.to_string().split_once('@') {
        parts.push(NotationPart::Text(places.replace('-', "–")));
    }
    parts
}

/// A card as a part of a notation; `None` is a hidden one.
pub(crate) fn card(card: Option<Card>) -> NotationPart {
    let Some(card) = card else {
        let name = rules::Words::new("une carte cachée", "a hidden card");
        return NotationPart::Card { paint: Paint::Back, text: String::new(), name };
    };
    let name = Lang::ALL.map(|lang| card.name(lang));
    let [fr, en] = name.map(Into::into);
    NotationPart::Card {
        paint: face::paint(card),
        text: card.number().map_or_else(String::new, |number| number.to_string()),
        name: rules::Words { fr, en },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_shows_its_card_and_its_places_and_a_hidden_draw_the_back_of_a_card() {
        let shown = |text: &str| {
            let parts = notation(text.parse().expect("a move"));
            let part = |part: &NotationPart| match part {
                NotationPart::Text(text) => text.clone(),
                NotationPart::Card { paint, text, name } => format!("[{} {text} {}]", paint.id(), name.en),
            };
            parts.iter().map(part).collect::<Vec<String>>().join(" ")
        };
        assert_eq!(shown("R5@c3"), "[red 5 red 5] c3");
        assert_eq!(shown("Y@c3"), "[yellow  yellow card] c3");
        assert_eq!(shown("G@b2-d4"), "[green  green card] b2–d4");
        assert_eq!(shown("+B8"), "[blue 8 blue 8]");
        assert_eq!(shown("+?"), "[back  a hidden card]");
        let sentence = |text: &str| NotationPart::say(&notation(text.parse().expect("a move")), Lang::En);
        assert_eq!(["R5@c3", "G@b2-d4"].map(sentence), ["red 5 c3", "green card b2–d4"]);
    }
}
