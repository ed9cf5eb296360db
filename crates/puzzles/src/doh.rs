//! What puzzles of Tic Tac Doh! are about.

use rules::doh::{Move, Size};
use rules::{Doh, Game};

use crate::theme::{Plan, Theme, Themed};

impl Themed for Doh {
    const PLAN: &'static [Plan] = &[Plan { options: "", count: 600, plies: 5, fewest: 3 }];

    fn themes_of(before: &Doh, mv: Move, after: &Doh, _rest: &[Move]) -> Vec<Theme> {
        let mut themes = Vec::new();
        let bit = mv.square().bit();
        let makes_nest = after.nests() & bit & !before.nests() != 0;
        if makes_nest {
            themes.push(Theme::Nest);
        } else if before.occupied() & bit != 0 {
            themes.push(Theme::Tree);
        }
        if after.turn().is_over() {
            if after.winning_squares() == 0 {
                themes.push(Theme::NoMoveLeft);
            }
            return themes;
        }
        let is_broken = |size: Size| before.completing(size) != 0 && after.completing(size) == 0;
        if makes_nest && Size::ALL.into_iter().any(is_broken) {
            themes.push(Theme::BreaksLine);
        }
        if Size::ALL.into_iter().all(|size| after.completing(size) == 0) {
            // The next player cannot win at once, and still loses.
            themes.push(Theme::Quiet);
        }
        themes
    }
}
