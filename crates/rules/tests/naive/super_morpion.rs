//! The naive implementation of Super Morpion, written from the sources, for tests only.

use super::Naive;

/// The rows, columns and diagonals of three by three places, counted from 0 in reading order.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A position of Super Morpion.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct SuperMorpion {
    /// The small pieces: `cells[board][cell]` is the owner of the piece there. Winning a board removes its pieces.
    cells: [[Option<u8>; 9]; 9],
    /// The marker on each won board: the seat that won it.
    markers: [Option<u8>; 9],
    /// The board to which the last move sends; `None` before the first move.
    sent_to: Option<usize>,
    /// The seat to move, 1 or 2.
    player: u8,
    /// Whether the seat with more boards wins when all are closed; otherwise that is a draw.
    majority: bool,
}

/// Starts a game with `tiebreak=majority` (also the default) or `tiebreak=draw`.
pub(crate) fn new(options: &str) -> Box<dyn Naive> {
    Box::new(SuperMorpion::start(options))
}

/// The seat that owns all three places of some line, if any.
fn line_owner(places: &[Option<u8>; 9]) -> Option<u8> {
    for [a, b, c] in LINES {
        let owner = places[a];
        if owner.is_some() && owner == places[b] && owner == places[c] {
            return owner;
        }
    }
    None
}

impl SuperMorpion {
    /// The empty boards.
    pub(crate) fn start(options: &str) -> SuperMorpion {
        let majority = match options.trim() {
            "" | "tiebreak=majority" => true,
            "tiebreak=draw" => false,
            other => panic!("unknown options {other}"),
        };
        SuperMorpion { cells: [[None; 9]; 9], markers: [None; 9], sent_to: None, player: 1, majority }
    }

    /// A board is closed when it is won or full.
    fn closed(&self, board: usize) -> bool {
        self.markers[board].is_some() || self.cells[board].iter().all(Option::is_some)
    }

    /// The boards on which the player to move may play.
    fn allowed_boards(&self) -> Vec<usize> {
        if let Some(board) = self.sent_to
            && !self.closed(board)
        {
            return vec![board];
        }
        (0..9).filter(|&board| !self.closed(board)).collect()
    }

    /// The number of boards that a seat has won.
    fn won_by(&self, seat: u8) -> usize {
        self.markers.iter().filter(|&&marker| marker == Some(seat)).count()
    }
}

impl Naive for SuperMorpion {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if line_owner(&self.markers).is_some() {
            return moves;
        }
        for board in self.allowed_boards() {
            for cell in 0..9 {
                if self.cells[board][cell].is_none() {
                    moves.push(format!("{}.{}", board + 1, cell + 1));
                }
            }
        }
        moves.sort();
        moves
    }

    fn turn(&self) -> String {
        if let Some(seat) = line_owner(&self.markers) {
            return format!("result win {seat}");
        }
        if (0..9).any(|board| !self.closed(board)) {
            return format!("turn {}", self.player);
        }
        let (one, two) = (self.won_by(1), self.won_by(2));
        if self.majority && one > two {
            "result win 1".to_string()
        } else if self.majority && two > one {
            "result win 2".to_string()
        } else {
            "result draw".to_string()
        }
    }

    fn play(&mut self, mv: &str) {
        debug_assert!(self.moves().iter().any(|m| m == mv), "illegal move {mv}");
        let (board, cell) = mv.split_once('.').expect("board.cell");
        let board: usize = board.parse::<usize>().expect("a board number") - 1;
        let cell: usize = cell.parse::<usize>().expect("a cell number") - 1;
        self.cells[board][cell] = Some(self.player);
        if let Some(seat) = line_owner(&self.cells[board]) {
            self.cells[board] = [None; 9];
            self.markers[board] = Some(seat);
        }
        self.sent_to = Some(cell);
        self.player = 3 - self.player;
    }

    fn boxed_clone(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }
}
