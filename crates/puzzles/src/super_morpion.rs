//! The themes of Super Morpion.

use rules::super_morpion::Move;
use rules::{Game, SuperMorpion};

use crate::theme::{PuzzlePlan, PuzzleTheme, Themed};

impl Themed for SuperMorpion {
    const PLAN: &'static [PuzzlePlan] = &[PuzzlePlan { options: "", count: 2_200, plies: 7, fewest: 3 }];

    fn themes_of(before: &SuperMorpion, mv: Move, after: &SuperMorpion, rest: &[Move]) -> Vec<PuzzleTheme> {
        let mut themes = Vec::new();
        let Some(solver) = before.to_move() else { return themes };
        if before.sent().is_none() {
            themes.push(PuzzleTheme::FreeChoice);
        }
        if after.turn().is_over() {
            if after.winning_boards() == 0 {
                themes.push(PuzzleTheme::Majority);
            }
            return themes;
        }
        if after.sent().is_none() {
            themes.push(PuzzleTheme::GivesFreeChoice);
        }
        if after.won(solver) == before.won(solver) && after.marks(solver, mv.board()).count_ones() == 1 {
            themes.push(PuzzleTheme::Quiet);
        }
        let mut next = *after;
        if let Some(&reply) = rest.first() {
            next.play_unchecked(reply);
            if next.won(solver.other()) != after.won(solver.other()) {
                themes.push(PuzzleTheme::GivesBoard);
            }
        }
        themes
    }
}
