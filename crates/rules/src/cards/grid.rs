//! Queries on the grid of the card game: its piles, its free squares and its lines.

use super::{Card, Cards, Green, SEATS, moves};
use crate::frame::{self, Square, Squares};
use crate::seat::Seat;

/// The cards on one place of the grid. All have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    top: Card,
    cards: [u8; 2],
}

impl Pile {
    /// The top card, the only one that counts in lines.
    pub const fn top(self) -> Card {
        self.top
    }

    /// The number of cards of a seat's colour, including the top card.
    pub const fn cards(self, owner: Seat) -> u8 {
        self.cards[owner.index() & 1]
    }

    /// The number of cards in the pile.
    pub const fn height(self) -> u8 {
        self.cards[0] + self.cards[1]
    }
}

impl Cards {
    /// The pile on a square.
    pub fn pile(&self, square: Square) -> Option<Pile> {
        let owner = SEATS.into_iter().find(|owner| self.tops[owner.index()] & square.bit() != 0)?;
        let top = Card::colour(owner, self.number_on(square))?;
        Some(Pile { top, cards: SEATS.map(|owner| self.cards_on(square, owner)) })
    }

    /// The number of cards of a seat's colour on a square.
    #[inline]
    pub fn cards_on(&self, square: Square, owner: Seat) -> u8 {
        (self.piles[square.index()] >> (5 + 5 * (owner.index() & 1)) & 31) as u8
    }

    /// The number of the cards on a square; 0 if there are none.
    #[inline]
    pub fn number_on(&self, square: Square) -> u8 {
        (self.piles[square.index()] & 31) as u8
    }

    /// Writes the number of the cards on each square; 0 if there are none.
    #[inline]
    pub fn numbers_into(&self, out: &mut [i8; 25]) {
        for (entry, pile) in out.iter_mut().zip(&self.piles) {
            *entry = (pile & 31) as i8;
        }
    }

    /// Writes the number of cards of a seat's colour on each square.
    #[inline]
    pub fn heights_into(&self, owner: Seat, out: &mut [i8; 25]) {
        let shift = 5 + 5 * (owner.index() as u16 & 1);
        for (entry, pile) in out.iter_mut().zip(&self.piles) {
            *entry = (pile >> shift & 31) as i8;
        }
    }

    /// The squares whose top card has a seat's colour.
    #[inline]
    pub const fn tops(&self, owner: Seat) -> Squares {
        self.tops[owner.index() & 1]
    }

    /// The squares with cards on them.
    #[inline]
    pub const fn occupied(&self) -> Squares {
        self.tops[0] | self.tops[1]
    }

    /// The squares that have held a card since the grid was last empty. They pin the grid.
    #[inline]
    pub const fn used(&self) -> Squares {
        self.used
    }

    /// The empty squares on which a colour card may be put: those in some three-by-three grid with all used squares,
    /// or only the centre if the grid is empty.
    #[inline]
    pub const fn free(&self) -> Squares {
        if self.used == 0 { Square::CENTRE.bit() } else { frame::room(self.used) & !self.occupied() }
    }

    /// The squares whose cards have this number.
    #[inline]
    pub fn with_number(&self, number: u8) -> Squares {
        frame::squares(self.occupied())
            .filter(|&square| self.number_on(square) == number)
            .fold(0, |all, square| all | square.bit())
    }

    /// The lines that a green card may take here: complete ones, with cards on all three squares; with the option
    /// [`Green::Any`], lines of a still possible grid with cards on at least one square.
    #[inline]
    pub fn green_lines(&self) -> impl Iterator<Item = Squares> {
        frame::LINES.iter().copied().filter(|&line| self.takes(line))
    }

    /// The [`green_lines`](Self::green_lines) as bits, in the order of [`frame::LINES`].
    #[inline]
    pub fn green_set(&self) -> u64 {
        frame::LINES.iter().enumerate().fold(0, |set, (n, &line)| set | u64::from(self.takes(line)) << n)
    }

    /// Whether a green card may take this line.
    #[inline]
    pub(super) fn takes(&self, line: Squares) -> bool {
        match self.options.green() {
            Green::Complete => line & !self.occupied() == 0,
            Green::Any => line & self.occupied() != 0 && frame::room(self.used | line) != 0,
        }
    }

    /// The lines of three that become one colour when `card` is put on `square`, and were not before. Each earns the
    /// owner of the colour a token.
    pub fn lines_made(&self, card: Card, square: Square) -> impl Iterator<Item = Squares> {
        let before = card.owner().map_or(0, |owner| self.tops(owner));
        let after = if card.owner().is_some() { before | square.bit() } else { 0 };
        moves::lines_through(square).filter(move |line| before & square.bit() == 0 && line & !after == 0)
    }
}
