//! Queries on the cards of the card game that are not on the grid: hands, draw pile and pot.

use super::bag::Bag;
use super::{Card, Cards, SEATS};
use crate::frame;
use crate::seat::Seat;

/// Where cards can be that are not on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardZone {
    /// The known cards of a hand.
    Hand(Seat),
    /// The draw pile, and in a redacted position the hidden cards of the hands too.
    Unseen,
    /// The cards that were taken off the grid.
    Pot,
}

impl Cards {
    /// The known cards of a hand, in order, equal ones next to each other.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.hands[seat.index() & 1].cards(self.options.copies())
    }

    /// The cards of a hand that the opponent knows.
    pub fn exposed(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.exposed[seat.index() & 1].cards(self.options.copies())
    }

    /// The number of unknown cards in a hand.
    #[inline]
    pub const fn hidden(&self, seat: Seat) -> u8 {
        self.hidden[seat.index() & 1]
    }

    /// Whether a hand is closed to the viewer. In a whole position none is.
    #[inline]
    pub const fn is_closed(&self, seat: Seat) -> bool {
        self.closed >> (seat.index() & 1) & 1 != 0
    }

    /// The number of cards in a hand.
    #[inline]
    pub const fn hand_size(&self, seat: Seat) -> u8 {
        self.hands[seat.index() & 1].len() as u8 + self.hidden(seat)
    }

    /// How many cards of a hand everyone knows to be unplayable on the current grid.
    pub const fn stuck(&self, seat: Seat) -> u8 {
        self.stuck[seat.index() & 1]
    }

    /// The cards that are neither on the table nor in a known part of a hand: the draw pile, and in a redacted
    /// position the hidden cards too.
    pub fn unseen(&self) -> impl Iterator<Item = Card> {
        self.unseen.cards(self.options.copies())
    }

    /// How many of the [`unseen`](Self::unseen) cards are copies of this one.
    pub const fn unseen_copies(&self, card: Card) -> u8 {
        self.unseen.count(card, self.options.copies()) as u8
    }

    /// How many entries [`Cards::count_into`] may overwrite behind its own.
    pub const COUNT_PADDING: usize = 7;

    /// Writes how many copies of each card lie in a zone: the colour of `first` from 1 on, the other colour, yellow,
    /// green. `out` has an entry for each card of the deck, and [`COUNT_PADDING`](Self::COUNT_PADDING) more that may be
    /// overwritten.
    #[inline]
    pub fn count_into(&self, zone: CardZone, first: Seat, out: &mut [i8]) {
        let bag = match zone {
            CardZone::Hand(seat) => self.hands[seat.index() & 1],
            CardZone::Unseen => self.unseen,
            CardZone::Pot => self.pot,
        };
        bag.counts(first, self.options.copies(), out);
    }

    /// The number of cards in the draw pile.
    #[inline]
    pub const fn draw_pile_size(&self) -> u8 {
        (self.unseen.len() as u8).saturating_sub(self.hidden[0].saturating_add(self.hidden[1]))
    }

    /// The cards in the pot, which becomes the draw pile when that runs out.
    pub fn pot(&self) -> impl Iterator<Item = Card> {
        self.pot.cards(self.options.copies())
    }

    /// The cards that any player could play on the current grid: all copies or none of each.
    #[inline]
    pub(super) fn playable(&self) -> Bag {
        let occupied = self.occupied();
        let mut playable = Bag::EMPTY;
        if self.free() != 0 {
            playable = Bag::COLOURS;
        } else {
            for square in frame::squares(occupied) {
                for owner in SEATS {
                    if let Some(card) = Card::colour(owner, self.number_on(square)) {
                        playable = playable.or(Bag::all_of(card, self.options.copies()));
                    }
                }
            }
        }
        if occupied != 0 {
            playable = playable.or(Bag::YELLOWS);
        }
        if self.green_lines().next().is_some() {
            playable = playable.or(Bag::GREENS);
        }
        playable
    }

    /// The cards that a seat has, or could have as far as the viewer knows.
    #[inline]
    pub(super) fn possible(&self, seat: Seat) -> Bag {
        let known = self.hands[seat.index() & 1];
        if self.hidden(seat) > 0 { known.or(self.unseen) } else { known }
    }
}
