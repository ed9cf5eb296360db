//! What puzzles of Morpion are about.

use rules::morpion::Move;
use rules::{Game, Morpion};

use crate::theme::{Plan, Theme, Themed};

impl Themed for Morpion {
    const PLAN: &'static [Plan] = &[Plan { options: "", count: 1_000, plies: 5, fewest: 3 }];

    fn themes_of(_before: &Morpion, _mv: Move, after: &Morpion, rest: &[Move]) -> Vec<Theme> {
        // With the opponent's best reply still to come, there is a win: both threats cannot be stopped.
        let is_fork = !after.turn().is_over() && rest.len() == 2;
        if is_fork { vec![Theme::Fork] } else { Vec::new() }
    }
}
