//! The puzzles of Super Morpion.

use rules::grid::{LINE_CELLS, LINES};
use rules::super_morpion::{Move, Tiebreak};
use rules::{Game, Seat, SuperMorpion};

use crate::puzzle_game::{Horizon, PuzzleGame, PuzzlePlan};
use crate::theme::PuzzleTheme;

/// The fewest small pieces with which a seat can win an open board; `None` if the opponent blocks every line.
fn pieces_to_win(game: &SuperMorpion, seat: Seat, board: usize) -> Option<u32> {
    let (own, theirs) = (game.marks(seat, board), game.marks(seat.other(), board));
    LINES.iter().filter(|&line| theirs & line == 0).map(|line| 3 - (own & line).count_ones()).min()
}

/// The fewest moves with which a seat can win three boards in line.
fn moves_to_line(game: &SuperMorpion, seat: Seat) -> Option<u32> {
    let needed: [Option<u32>; 9] = std::array::from_fn(|board| match 1 << board {
        bit if game.won(seat) & bit != 0 => Some(0),
        bit if game.open() & bit != 0 => pieces_to_win(game, seat, board),
        _ => None,
    });
    LINE_CELLS.iter().filter_map(|line| line.iter().map(|&board| needed[board]).sum()).min()
}

/// Whether a seat would have more boards than the opponent if it won every board that it can still win.
fn may_have_majority(game: &SuperMorpion, seat: Seat) -> bool {
    let is_winnable =
        |&board: &usize| game.open() >> board & 1 != 0 && pieces_to_win(game, seat, board).is_some();
    let most = game.won(seat).count_ones() + (0..9).filter(is_winnable).count() as u32;
    game.options().tiebreak() == Tiebreak::Majority && most > game.won(seat.other()).count_ones()
}

impl PuzzleGame for SuperMorpion {
    /// The second row has the long solutions, and the third finds more positions in fewer games.
    const PLAN: &'static [PuzzlePlan] = &[
        PuzzlePlan {
            count: 1_600,
            plies: 9,
            fewest: 3,
            nodes: 5_000,
            proof_nodes: 2_000_000,
            ..PuzzlePlan::BASE
        },
        PuzzlePlan {
            count: 500,
            plies: 9,
            fewest: 7,
            nodes: 10_000,
            proof_nodes: 4_000_000,
            ..PuzzlePlan::BASE
        },
        PuzzlePlan {
            count: 300,
            plies: 9,
            fewest: 3,
            nodes: 2_500,
            proof_nodes: 1_000_000,
            mistakes: 4,
            mistake_plies: 5,
            ..PuzzlePlan::BASE
        },
    ];

    fn horizon(_plies: u32) -> Horizon {
        Horizon::WholeGame
    }

    /// A line of boards takes some moves; a majority counts when every board is closed, which takes a move for each.
    fn may_win_within(&self, seat: Seat, plies: u32) -> bool {
        let own = if self.to_move() == Some(seat) { plies.div_ceil(2) } else { plies / 2 };
        self.open().count_ones() <= plies && may_have_majority(self, seat)
            || moves_to_line(self, seat).is_some_and(|moves| moves <= own)
    }

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
