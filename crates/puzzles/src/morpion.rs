//! The themes of Morpion.

use rules::morpion::Move;
use rules::{Game, Morpion};

use crate::puzzle_game::{Horizon, PuzzleGame, PuzzlePlan};
use crate::theme::PuzzleTheme;

impl PuzzleGame for Morpion {
    const PLAN: &'static [PuzzlePlan] =
        &[PuzzlePlan { count: 1_000, plies: 5, fewest: 3, ..PuzzlePlan::BASE }];

    fn horizon(_plies: u32) -> Horizon {
        Horizon::WholeGame
    }

    fn themes_of(_before: &Morpion, _mv: Move, after: &Morpion, rest: &[Move]) -> Vec<PuzzleTheme> {
        // The win still stands after the opponent's best reply, so there are two threats, which cannot both be stopped.
        let is_fork = !after.turn().is_over() && rest.len() == 2;
        if is_fork { vec![PuzzleTheme::Fork] } else { Vec::new() }
    }
}
