//! The themes of the card game. Solutions have one move, so that no hidden card can change them.

use rules::cards::{Card, Move};
use rules::{Cards, Game};

use crate::theme::{PuzzlePlan, PuzzleTheme, Themed};

impl Themed for Cards {
    const PLAN: &'static [PuzzlePlan] = &[
        PuzzlePlan { options: "", count: 800, plies: 1, fewest: 1 },
        PuzzlePlan { options: "numbers=6", count: 300, plies: 1, fewest: 1 },
    ];

    fn themes_of(before: &Cards, mv: Move, _after: &Cards, _rest: &[Move]) -> Vec<PuzzleTheme> {
        let mut themes = Vec::new();
        let (Some(solver), Some(card), Some(square)) = (before.to_move(), mv.card(), mv.square()) else {
            return themes;
        };
        if card.owner().is_some_and(|owner| owner != solver) {
            themes.push(PuzzleTheme::OtherColour);
        }
        if card != Card::YELLOW && before.occupied() & square.bit() != 0 {
            themes.push(PuzzleTheme::Cover);
        }
        if before.lines_made(card, square).count() >= 2 {
            themes.push(PuzzleTheme::TwoLines);
        }
        themes
    }
}
