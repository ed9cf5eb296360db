//! Morpion, or tic-tac-toe: the variant at the end of the Super Morpion manual.

mod info;
mod notation;

use crate::game::{Game, PerfectInformation};
use crate::grid;
use crate::info::GameInfo;
use crate::options::{GameOptions, OptionSpec, options_text};
use crate::registry::Kind;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};
use crate::text::{Lang, Say};

/// A position of Morpion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Morpion {
    /// The cells of seat 1 and of seat 2, as in [`grid`].
    marks: [u16; 2],
    turn: Turn,
}

/// Morpion has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options;

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[];

    fn get(&self, _key: &str) -> &'static str {
        ""
    }

    fn set(&mut self, _key: &str, _value: &'static str) {}
}

options_text!(Options);

/// A mark in one of the nine cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The move to the cell with this index, 0 to 8 in reading order.
    pub const fn from_index(index: u8) -> Option<Move> {
        if index < 9 { Some(Move(index)) } else { None }
    }

    /// The index of the cell, 0 to 8 in reading order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The reason for which a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// The cell is taken, by this seat.
    Taken(Move, Seat),
}

/// The name of a seat's mark.
pub(crate) const fn mark(seat: Seat, lang: Lang) -> &'static str {
    match (seat, lang) {
        (Seat::ONE, Lang::Fr) => "une croix",
        (Seat::ONE, Lang::En) => "a cross",
        (_, Lang::Fr) => "un rond",
        (_, Lang::En) => "a nought",
    }
}

impl Say for Illegal {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Illegal::Over, Lang::Fr) => "La partie est finie.".to_owned(),
            (Illegal::Over, Lang::En) => "The game is over.".to_owned(),
            (Illegal::Taken(_, seat), Lang::Fr) => {
                format!("Il y a déjà {} dans cette case\u{a0}: choisissez une case vide.", mark(*seat, lang))
            }
            (Illegal::Taken(_, seat), Lang::En) => {
                format!("There is already {} in that cell: choose an empty one.", mark(*seat, lang))
            }
        }
    }
}

impl Morpion {
    /// The cells of a seat, one bit each in reading order.
    pub const fn marks(&self, seat: Seat) -> u16 {
        self.marks[seat.index() & 1]
    }

    /// The empty cells, one bit each in reading order.
    #[inline]
    pub const fn empty(&self) -> u16 {
        !(self.marks[0] | self.marks[1]) & grid::FULL
    }

    /// The seat whose mark stands in a cell.
    pub const fn at(&self, cell: Move) -> Option<Seat> {
        if self.marks[0] >> cell.0 & 1 != 0 {
            Some(Seat::ONE)
        } else if self.marks[1] >> cell.0 & 1 != 0 {
            Some(Seat::TWO)
        } else {
            None
        }
    }

    /// The cells of the winning lines.
    pub fn winning_cells(&self) -> u16 {
        let in_lines = |marks: u16| {
            grid::LINES.iter().filter(|&&line| marks & line == line).fold(0, |all, line| all | line)
        };
        in_lines(self.marks[0]) | in_lines(self.marks[1])
    }

    /// The turn after `mover` has moved and has the marks `own`.
    #[inline]
    fn turn_after(own: u16, others: u16, mover: Seat) -> Turn {
        if grid::has_line(own) {
            Turn::Over(Outcome::Win(mover))
        } else if own | others == grid::FULL {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Seat(mover.other())
        }
    }
}

impl Game for Morpion {
    const KIND: Kind = Kind::Morpion;
    const INFO: &'static GameInfo = info::INFO;
    type Options = Options;
    type Move = Move;
    type Illegal = Illegal;

    fn new(_options: Options) -> Morpion {
        Morpion { marks: [0, 0], turn: Turn::Seat(Seat::ONE) }
    }

    fn options(&self) -> Options {
        Options
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    fn moves_into(&self, moves: &mut Vec<Move>) {
        if !self.turn.is_over() {
            moves.extend(grid::cells(self.empty()).map(Move));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        match self.at(mv) {
            _ if self.turn.is_over() => Err(Illegal::Over),
            Some(seat) => Err(Illegal::Taken(mv, seat)),
            None => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let Turn::Seat(mover) = self.turn else { return };
        let me = mover.index() & 1;
        let (own, others) = (self.marks[me] | 1 << mv.0, self.marks[me ^ 1]);
        self.marks[me] = own;
        self.turn = Morpion::turn_after(own, others, mover);
    }

    fn count_moves(&self, _buffer: &mut Vec<Move>) -> usize {
        if self.turn.is_over() { 0 } else { self.empty().count_ones() as usize }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _buffer: &mut Vec<Move>) -> Option<Move> {
        let empty = self.empty();
        (!self.turn.is_over()).then(|| Move(grid::nth(empty, rng.below(empty.count_ones()))))
    }
}

impl PerfectInformation for Morpion {}
