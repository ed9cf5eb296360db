//! The puzzles of Tic Tac Doh!.

#[cfg(feature = "generate")]
use engine::solve::MultiplayerSolver;
#[cfg(feature = "generate")]
use rules::doh::Options;
use rules::doh::{Move, Size};
use rules::frame::{self, Squares};
use rules::{Doh, Game};

use crate::puzzle_game::{Horizon, PuzzleGame, PuzzlePlan};
use crate::theme::PuzzleTheme;

/// The fewest pieces in play in a puzzle.
#[cfg(feature = "generate")]
const MIN_PIECES: u8 = 6;

/// Whether a nest on this square breaks a line in the making: the small piece that it covers and another one are in line
/// with a lone large piece, on which a medium and then the third small one could go.
///
/// No other line in the making is left in a puzzle: where one piece is missing, the solver would win at once.
fn breaks_line(before: &Doh, after: &Doh, square: Squares) -> bool {
    let is_broken = before.counts_as(Size::Small) & !after.counts_as(Size::Small) & square != 0;
    let could_hold_small = |bit: Squares| {
        frame::squares(bit).any(|square| before.at(square).pieces() == [Size::Large])
            && before.left(Size::Medium) > 1
            && before.left(Size::Small) > 0
    };
    is_broken
        && frame::LINES.iter().filter(|&line| line & square != 0).any(|line| {
            let others = line & !square;
            let small = others & before.counts_as(Size::Small);
            small.count_ones() == 1 && could_hold_small(others & !small)
        })
}

impl PuzzleGame for Doh {
    const PLAN: &'static [PuzzlePlan] = &[
        PuzzlePlan { count: 2_100, plies: 7, fewest: 3, ..PuzzlePlan::BASE },
        PuzzlePlan { options: "players=3", count: 1_100, plies: 4, fewest: 4, ..PuzzlePlan::BASE },
    ];

    const PROVEN_SAMPLE: usize = 200;

    fn horizon(_plies: u32) -> Horizon {
        Horizon::WholeGame
    }

    /// Takes all puzzles from the solved table. In games, long wins and those against two opponents are rare. With few
    /// pieces in play, a search to the end of the game would take too long.
    #[cfg(feature = "generate")]
    fn from_table(plan: &PuzzlePlan) -> Vec<Vec<Doh>> {
        let players = plan.options.parse::<Options>().map_or(2, Options::players);
        let Some(mut solver) = MultiplayerSolver::new(players) else { return Vec::new() };
        let lengths = (plan.fewest..=plan.plies).map(|plies| {
            let mut positions = solver.forced_wins(plies as u8);
            positions.retain(|position| position.placed() >= MIN_PIECES);
            positions
        });
        lengths.collect()
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
        if breaks_line(before, after, bit) {
            themes.push(PuzzleTheme::BreaksLine);
        }
        themes
    }
}
