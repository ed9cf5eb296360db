//! What puzzles of the card game are about. Their solutions have one move, so that no hidden card can change them.

use rules::cards::{Card, Move};
use rules::{Cards, Game};

use crate::theme::{Plan, Theme, Themed};

impl Themed for Cards {
    const PLAN: &'static [Plan] = &[
        Plan { options: "", count: 800, plies: 1, fewest: 1 },
        Plan { options: "numbers=6", count: 300, plies: 1, fewest: 1 },
    ];

    fn themes_of(before: &Cards, mv: Move, _after: &Cards, _rest: &[Move]) -> Vec<Theme> {
        let mut themes = Vec::new();
        let (Some(solver), Some(card), Some(square)) = (before.to_move(), mv.card(), mv.square()) else {
            return themes;
        };
        if card.owner().is_some_and(|owner| owner != solver) {
            themes.push(Theme::OtherColour);
        }
        if card != Card::YELLOW && before.occupied() & square.bit() != 0 {
            themes.push(Theme::Cover);
        }
        if before.lines_made(card, square).count() >= 2 {
            themes.push(Theme::TwoLines);
        }
        themes
    }
}
