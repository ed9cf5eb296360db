//! The moves of the card game: the move type, listing, counting and random choice.

use super::bag::Bag;
use super::{Card, Cards, SEATS};
use crate::frame::{self, Square, Squares};
use crate::rng::Rng;

/// A card put on the grid, a card that clears part of it, or a drawn card.
///
/// ```text
/// card    0–37 as in `Card`, 38 for a hidden one
/// place   0–24 a square, 25–72 a line of the frame, 73 none: the card is drawn
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    card: u8,
    place: u8,
}

/// The card of a draw that the viewer may not see.
const HIDDEN: u8 = Card::KINDS as u8;
/// The first place that is a line.
const FIRST_LINE: u8 = 25;
/// The place of a move that draws.
const DRAW: u8 = FIRST_LINE + frame::LINES.len() as u8;

impl Move {
    /// A drawn card that the viewer may not see.
    pub const HIDDEN_DRAW: Move = Move { card: HIDDEN, place: DRAW };

    /// A colour card put on a square, or a yellow card that clears a square. For green cards see
    /// [`clear_line`](Move::clear_line).
    #[inline]
    pub const fn at(card: Card, square: Square) -> Option<Move> {
        if matches!(card, Card::GREEN) { None } else { Some(Move::on(card, square)) }
    }

    /// A green card that removes the piles of this line; `None` if these squares are not a line of three.
    pub fn clear_line(line: Squares) -> Option<Move> {
        let index = frame::LINES.iter().position(|&known| known == line)?;
        Some(Move { card: Card::GREEN.index() as u8, place: FIRST_LINE + index as u8 })
    }

    /// A card drawn.
    #[inline]
    pub const fn draw(card: Card) -> Move {
        Move { card: card.index() as u8, place: DRAW }
    }

    #[inline]
    const fn on(card: Card, square: Square) -> Move {
        Move { card: card.index() as u8, place: square.index() as u8 }
    }

    /// The card played or drawn; `None` if it is hidden.
    #[inline]
    pub const fn card(self) -> Option<Card> {
        Card::from_index(self.card as usize)
    }

    /// Whether a card is drawn.
    #[inline]
    pub const fn is_draw(self) -> bool {
        self.place == DRAW
    }

    /// The square on which a colour card is put, or that a yellow card clears.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        Square::from_index(self.place)
    }

    /// The squares that the move affects: one, the three of a line, or none for a draw.
    #[inline]
    pub const fn squares(self) -> Squares {
        if self.place < FIRST_LINE {
            1 << self.place
        } else if self.place < DRAW {
            frame::LINES[(self.place - FIRST_LINE) as usize]
        } else {
            0
        }
    }
}

/// The largest number of lines of three through one square.
const MAX_LINES: usize = 12;

/// For each square the lines through it, padded with sets that fit in no grid.
static THROUGH: [[Squares; MAX_LINES]; 25] = {
    let mut table = [[Squares::MAX; MAX_LINES]; 25];
    let mut square = 0;
    while square < 25 {
        let (mut line, mut n) = (0, 0);
        while line < frame::LINES.len() {
            if frame::LINES[line] >> square & 1 != 0 {
                table[square][n] = frame::LINES[line];
                n += 1;
            }
            line += 1;
        }
        square += 1;
    }
    table
};

/// The lines of three through a square, and possibly sets that fit in no grid.
#[inline]
pub(super) fn lines_through(square: Square) -> impl Iterator<Item = Squares> {
    THROUGH[square.index()].iter().copied()
}

impl Cards {
    /// Appends the legal moves, as [`Game::moves_into`](crate::Game::moves_into) specifies.
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        let copies = self.options.copies();
        if let Some(drawer) = self.drawer() {
            if self.is_closed(drawer) {
                moves.push(Move::HIDDEN_DRAW);
            } else {
                moves.extend(self.unseen.one_of_each(copies).cards(copies).map(Move::draw));
            }
            return;
        }
        let super::Stage::Play(seat) = self.stage else { return };
        let free = self.free();
        for card in self.possible(seat).one_of_each(copies).cards(copies) {
            if let Some(number) = card.number() {
                let squares = free | self.with_number(number);
                moves.extend(frame::squares(squares).map(|square| Move::on(card, square)));
            } else if card == Card::YELLOW {
                moves.extend(frame::squares(self.occupied()).map(|square| Move::on(card, square)));
            } else {
                moves.extend(self.green_lines().filter_map(Move::clear_line));
            }
        }
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        let copies = self.options.copies();
        if let Some(drawer) = self.drawer() {
            return if self.is_closed(drawer) { 1 } else { self.unseen.one_of_each(copies).len() };
        }
        let super::Stage::Play(seat) = self.stage else { return 0 };
        let kinds = self.possible(seat).one_of_each(copies);
        let mut count = kinds.only(Bag::COLOURS).len() * self.free().count_ones();
        for square in frame::squares(self.occupied()) {
            count += self.covers(kinds, square).len();
        }
        if !kinds.only(Bag::YELLOWS).is_empty() {
            count += self.occupied().count_ones();
        }
        if !kinds.only(Bag::GREENS).is_empty() {
            count += self.green_lines().count() as u32;
        }
        count
    }

    /// A uniform random move; for a draw, every copy of a card is equally likely.
    #[inline]
    pub(super) fn random(&self, rng: &mut Rng) -> Option<Move> {
        let copies = self.options.copies();
        if let Some(drawer) = self.drawer() {
            if self.is_closed(drawer) {
                return Some(Move::HIDDEN_DRAW);
            }
            let total = self.unseen.len();
            return (total > 0).then(|| Move::draw(self.unseen.nth(rng.below(total), copies)));
        }
        let super::Stage::Play(seat) = self.stage else { return None };
        let count = self.count();
        if count == 0 {
            return None;
        }
        // Finds the move with number `n`, in the order in which `count` adds them up.
        let mut n = rng.below(count);
        let kinds = self.possible(seat).one_of_each(copies);
        let (colours, free) = (kinds.only(Bag::COLOURS), self.free());
        let on_free = colours.len() * free.count_ones();
        if n < on_free {
            let card = colours.nth(n % colours.len(), copies);
            return frame::nth(free, n / colours.len()).map(|square| Move::on(card, square));
        }
        n -= on_free;
        for square in frame::squares(self.occupied()) {
            let covers = self.covers(kinds, square);
            if n < covers.len() {
                return Some(Move::on(covers.nth(n, copies), square));
            }
            n -= covers.len();
        }
        if !kinds.only(Bag::YELLOWS).is_empty() {
            if n < self.occupied().count_ones() {
                return frame::nth(self.occupied(), n).map(|square| Move::on(Card::YELLOW, square));
            }
            n -= self.occupied().count_ones();
        }
        self.green_lines().nth(n as usize).and_then(Move::clear_line)
    }

    /// One of each card in `kinds` that may cover the pile on a square.
    #[inline]
    fn covers(&self, kinds: Bag, square: Square) -> Bag {
        let number = self.number_on(square);
        SEATS
            .into_iter()
            .filter_map(|owner| Card::colour(owner, number))
            .fold(Bag::EMPTY, |covers, card| covers.or(kinds.only(Bag::all_of(card, self.options.copies()))))
    }
}
