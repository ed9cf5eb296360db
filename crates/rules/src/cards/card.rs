//! The cards.

use super::Cards;
use crate::game::Game;
use crate::seat::Seat;
use crate::text::Lang;

/// The number of cards of each seat's colour, for every choice of numbers.
pub(super) const PER_COLOUR: u8 = 18;

/// A card: red or blue with a number, yellow, or green.
///
/// The order is R1 to R18, B1 to B18, Y, G. The options decide which numbers a game uses, up to 18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// The yellow card: it removes one pile from the grid.
    pub const YELLOW: Card = Card(2 * PER_COLOUR);
    /// The green card: it removes the piles of one line from the grid.
    pub const GREEN: Card = Card(2 * PER_COLOUR + 1);
    /// The number of different cards.
    pub const KINDS: usize = 2 * PER_COLOUR as usize + 2;

    /// The card of a seat's colour (red for seat 1, blue for seat 2) with a number from 1 to 18.
    #[inline]
    pub const fn colour(owner: Seat, number: u8) -> Option<Card> {
        if owner.index() < 2 && number >= 1 && number <= PER_COLOUR {
            Some(Card(owner.index() as u8 * PER_COLOUR + number - 1))
        } else {
            None
        }
    }

    /// The card with this index, if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::KINDS { Some(Card(index as u8)) } else { None }
    }

    /// The index of the card, below [`Card::KINDS`], for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name of the card, without an article: "8 rouge", "yellow card".
    pub fn name(self, lang: Lang) -> String {
        let owner = self.owner().map(|owner| Cards::KIND.seat(owner).name.get(lang));
        match (owner, self.number(), lang) {
            (Some(colour), Some(number), Lang::Fr) => format!("{number} {colour}"),
            (Some(colour), Some(number), Lang::En) => format!("{colour} {number}"),
            (_, _, Lang::Fr) if self == Card::YELLOW => "carte jaune".to_owned(),
            (_, _, Lang::En) if self == Card::YELLOW => "yellow card".to_owned(),
            (_, _, Lang::Fr) => "carte verte".to_owned(),
            (_, _, Lang::En) => "green card".to_owned(),
        }
    }

    /// The card in a sentence: "le 8 rouge", "a yellow card".
    pub fn noun(self, lang: Lang) -> String {
        let article = match (self.owner(), lang) {
            (Some(_), Lang::Fr) => "le",
            (None, Lang::Fr) => "une",
            (Some(_), Lang::En) => "the",
            (None, Lang::En) => "a",
        };
        format!("{article} {}", self.name(lang))
    }

    /// The seat that owns the card's colour; `None` for yellow and green.
    #[inline]
    pub const fn owner(self) -> Option<Seat> {
        match self.0 / PER_COLOUR {
            0 => Some(Seat::ONE),
            1 => Some(Seat::TWO),
            _ => None,
        }
    }

    /// The number on the card; `None` for yellow and green.
    #[inline]
    pub const fn number(self) -> Option<u8> {
        if self.0 < 2 * PER_COLOUR { Some(self.0 % PER_COLOUR + 1) } else { None }
    }
}
