//! The themes of Tic Tac Doh!.

#[cfg(feature = "generate")]
use engine::solve::ManySolver;
#[cfg(feature = "generate")]
use rules::doh::Options;
use rules::doh::{Move, Size};
use rules::{Doh, Game};

use crate::theme::{PuzzlePlan, PuzzleTheme, Themed};

impl Themed for Doh {
    const PLAN: &'static [PuzzlePlan] = &[
        PuzzlePlan { options: "", count: 2_100, plies: 5, fewest: 3 },
        PuzzlePlan { options: "players=3", count: 1_100, plies: 4, fewest: 4 },
    ];

    /// Takes puzzles for more than two players from the solved table: forced wins are too rare in games.
    #[cfg(feature = "generate")]
    fn from_table(plan: &PuzzlePlan) -> Vec<Doh> {
        let players = plan.options.parse::<Options>().map_or(2, Options::players);
        let solver = if players > 2 { ManySolver::new(players) } else { None };
        solver.map_or_else(Vec::new, |mut solver| solver.forced_wins(plan.fewest as u8))
    }

    fn themes_of(before: &Doh, mv: Move, after: &Doh, _rest: &[Move]) -> Vec<PuzzleTheme> {
        let mut themes = Vec::new();
        let bit = mv.square().bit();
        let makes_nest = after.nests() & bit & !before.nests() != 0;
        if makes_nest {
            themes.push(PuzzleTheme::Nest);
        } else if before.occupied() & bit != 0 {
            themes.push(PuzzleTheme::Tree);
        }
        if after.turn().is_over() {
            if after.winning_squares() == 0 {
                themes.push(PuzzleTheme::NoMoveLeft);
            }
            return themes;
        }
        let is_broken = |size: Size| before.completing(size) != 0 && after.completing(size) == 0;
        if makes_nest && Size::ALL.into_iter().any(is_broken) {
            themes.push(PuzzleTheme::BreaksLine);
        }
        if Size::ALL.into_iter().all(|size| after.completing(size) == 0) {
            // No line can be completed next turn, and the others still lose.
            themes.push(PuzzleTheme::Quiet);
        }
        themes
    }
}
