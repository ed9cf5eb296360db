//! Super Morpion, or Ultimate Tic-Tac-Toe: nine boards, and every move sends the opponent to one of them.

mod illegal;
mod info;
mod notation;
mod order;
mod playout;

pub use illegal::{Illegal, board_name};
pub use notation::board_text;

use std::hint::select_unpredictable;

use crate::game::{Game, PerfectInformation};
use crate::grid;
use crate::info::GameInfo;
use crate::options::{GameOptions, OptionSpec, options_text};
use crate::registry::Kind;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};
use crate::text::Words;

/// The value of [`SuperMorpion::sent`] when the player may choose any board.
const ANYWHERE: u8 = 9;

/// A position of Super Morpion.
///
/// Boards and cells are numbered 0 to 8 in the code, in reading order, and 1 to 9 in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SuperMorpion {
    /// The small pieces of each seat on each board, as in [`grid`]. Empty on a won board: a marker replaces its
    /// pieces.
    marks: [[u16; 9]; 2],
    /// The boards each seat has won.
    won: [u16; 2],
    /// The boards that are still open.
    open: u16,
    /// The open board on which the next move must be, or [`ANYWHERE`].
    sent: u8,
    turn: Turn,
    options: Options,
}

/// The result when all boards are closed and no seat has three in line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tiebreak {
    /// The seat with more boards wins: the manual's rule.
    #[default]
    Majority,
    /// A draw, as other programs play it.
    Draw,
}

/// The options of Super Morpion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    tiebreak: Tiebreak,
}

impl Options {
    /// Options with this tiebreak.
    pub const fn new(tiebreak: Tiebreak) -> Options {
        Options { tiebreak }
    }

    /// The result when all boards are closed and no seat has three in line.
    pub const fn tiebreak(self) -> Tiebreak {
        self.tiebreak
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[OptionSpec {
        key: "tiebreak",
        values: &["majority", "draw"],
        default: "majority",
        name: Words::new("S’il n’y a pas de ligne", "If nobody has a line"),
        value_names: &[
            Words::new("Victoire au nombre de plaquettes", "The player with more boards wins"),
            Words::new("Partie nulle", "A draw"),
        ],
        about: Words::new(
            "Quand toutes les plaquettes sont fermées et que personne n’en a aligné trois, celui qui en a gagné le plus l’emporte, comme dans le manuel, ou bien la partie est nulle.",
            "When all boards are closed and nobody has three in a row, either the player with more boards wins, as in the manual, or the game is a draw.",
        ),
    }];

    fn get(&self, _key: &str) -> &'static str {
        match self.tiebreak {
            Tiebreak::Majority => "majority",
            Tiebreak::Draw => "draw",
        }
    }

    fn set(&mut self, _key: &str, value: &'static str) {
        self.tiebreak = if value == "draw" { Tiebreak::Draw } else { Tiebreak::Majority };
    }
}

options_text!(Options);

/// A small piece in a cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    board: u8,
    cell: u8,
}

impl Move {
    /// The move to `cell` of `board`, both 0 to 8 in reading order.
    #[inline]
    pub const fn new(board: u8, cell: u8) -> Option<Move> {
        if board < 9 && cell < 9 { Some(Move { board, cell }) } else { None }
    }

    /// The board, 0 to 8 in reading order.
    #[inline]
    pub const fn board(self) -> usize {
        self.board as usize
    }

    /// The cell, 0 to 8 in reading order. It is also the board to which the move sends the opponent.
    #[inline]
    pub const fn cell(self) -> usize {
        self.cell as usize
    }
}

impl SuperMorpion {
    /// The small pieces of a seat on a board, one bit per cell; none once the board is won.
    #[inline]
    pub const fn marks(&self, seat: Seat, board: usize) -> u16 {
        self.marks[seat.index() & 1][board % 9]
    }

    /// The boards a seat has won, one bit each.
    #[inline]
    pub const fn won(&self, seat: Seat) -> u16 {
        self.won[seat.index() & 1]
    }

    /// The boards that are still open, one bit each.
    #[inline]
    pub const fn open(&self) -> u16 {
        self.open
    }

    /// The boards that are full without a line, one bit each.
    pub const fn drawn(&self) -> u16 {
        !(self.open | self.won[0] | self.won[1]) & grid::FULL
    }

    /// The board on which the next move must be; `None` if any open board may be chosen or the game is over.
    #[inline]
    pub const fn sent(&self) -> Option<usize> {
        if self.sent == ANYWHERE { None } else { Some(self.sent as usize) }
    }

    /// The empty cells of a board that is still open, one bit each.
    #[inline]
    pub const fn empty(&self, board: usize) -> u16 {
        !(self.marks[0][board % 9] | self.marks[1][board % 9]) & grid::FULL
    }

    /// The seat whose small piece stands in a cell.
    pub const fn at(&self, mv: Move) -> Option<Seat> {
        if self.marks[0][mv.board()] >> mv.cell & 1 != 0 {
            Some(Seat::ONE)
        } else if self.marks[1][mv.board()] >> mv.cell & 1 != 0 {
            Some(Seat::TWO)
        } else {
            None
        }
    }

    /// The boards on which the next move may be, one bit each.
    #[inline]
    pub const fn playable(&self) -> u16 {
        if self.turn.is_over() {
            0
        } else if self.sent == ANYWHERE {
            self.open
        } else {
            1 << self.sent
        }
    }

    /// The boards of the winning line, one bit each.
    pub fn winning_boards(&self) -> u16 {
        let in_lines =
            |won: u16| grid::LINES.iter().filter(|&&line| won & line == line).fold(0, |all, line| all | line);
        in_lines(self.won[0]) | in_lines(self.won[1])
    }

    /// The outcome when every board is closed and no seat has a line.
    fn by_majority(won: [u16; 2], tiebreak: Tiebreak) -> Outcome {
        let (one, two) = (won[0].count_ones(), won[1].count_ones());
        match tiebreak {
            Tiebreak::Majority if one > two => Outcome::Win(Seat::ONE),
            Tiebreak::Majority if two > one => Outcome::Win(Seat::TWO),
            Tiebreak::Majority | Tiebreak::Draw => Outcome::Draw,
        }
    }

    /// Closes the board on which `mover` just moved, and ends the game if that decides it. Returns whether it does.
    #[inline]
    fn close(&mut self, board: usize, mover: Seat, is_won: bool) -> bool {
        self.open &= !(1 << board);
        let seat = mover.index() & 1;
        if is_won {
            self.marks[0][board] = 0;
            self.marks[1][board] = 0;
            self.won[seat] |= 1 << board;
            if grid::has_line(self.won[seat]) {
                self.turn = Turn::Over(Outcome::Win(mover));
                return true;
            }
        }
        if self.open == 0 {
            self.turn = Turn::Over(SuperMorpion::by_majority(self.won, self.options.tiebreak));
        }
        self.open == 0
    }
}

impl Game for SuperMorpion {
    const KIND: Kind = Kind::Super;
    const INFO: &'static GameInfo = info::INFO;
    type Options = Options;
    type Move = Move;
    type Illegal = Illegal;

    fn new(options: Options) -> SuperMorpion {
        SuperMorpion {
            marks: [[0; 9]; 2],
            won: [0; 2],
            open: grid::FULL,
            sent: ANYWHERE,
            turn: Turn::Seat(Seat::ONE),
            options,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn moves_into(&self, moves: &mut Vec<Move>) {
        for board in grid::cells(self.playable()) {
            moves.extend(grid::cells(self.empty(board.into())).map(|cell| Move { board, cell }));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.why_not(mv).map_or(Ok(()), Err)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let Turn::Seat(mover) = self.turn else { return };
        let (seat, board) = (mover.index() & 1, mv.board());
        let own = self.marks[seat][board] | 1 << mv.cell;
        self.marks[seat][board] = own;
        self.turn = Turn::Seat(mover.other());
        let is_won = grid::has_line(own);
        if (is_won || self.empty(board) == 0) && self.close(board, mover, is_won) {
            self.sent = ANYWHERE;
        } else {
            let is_open = self.open >> mv.cell & 1 != 0;
            self.sent = select_unpredictable(is_open, mv.cell, ANYWHERE);
        }
    }

    fn points(&self, seat: Seat) -> u32 {
        self.won(seat).count_ones()
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Move>) -> usize {
        let one = |board: usize| self.empty(board).count_ones() as usize;
        match self.sent() {
            Some(board) => one(board),
            None => grid::cells(self.playable()).map(|board| one(board.into())).sum(),
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _buffer: &mut Vec<Move>) -> Option<Move> {
        if self.turn.is_over() {
            return None;
        }
        if let Some(board) = self.sent() {
            let empty = self.empty(board);
            return Some(Move { board: board as u8, cell: grid::nth(empty, rng.below(empty.count_ones())) });
        }
        let total = grid::cells(self.open).map(|board| self.empty(board.into()).count_ones()).sum();
        let mut n = rng.below(total);
        for board in grid::cells(self.open) {
            let empty = self.empty(board.into());
            if n < empty.count_ones() {
                return Some(Move { board, cell: grid::nth(empty, n) });
            }
            n -= empty.count_ones();
        }
        None
    }

    fn playout(&self, rng: &mut Rng, _buffer: &mut Vec<Move>) -> Outcome {
        self.turn.outcome().unwrap_or_else(|| playout::playout(self, rng))
    }
}

impl PerfectInformation for SuperMorpion {}
