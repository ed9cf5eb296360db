//! Multisets of cards (bags): a hand, the draw pile and the pot are one 64-bit word each.
//!
//! ```text
//! bit    0                 18                 36      42   44
//!        | red 1, 2, …     | blue 1, 2, …     | yellow | green |
//!          18 cards          18 cards           6        2
//! ```
//!
//! Each colour card has as many adjacent bits as copies (18 ÷ `numbers`). A bag with *n* copies of a card has the *n*
//! lowest bits of its group set, so equal bags are equal words, and a random bit is a random card.

use super::card::{Card, PER_COLOUR};
use crate::bits;
use crate::seat::Seat;

/// A multiset of cards. The meaning of its bits depends on the number of copies of each colour card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bag(u64);

impl Bag {
    /// No card.
    pub(super) const EMPTY: Bag = Bag(0);
    /// All 44 cards.
    pub(super) const DECK: Bag = Bag((1 << 44) - 1);
    /// Every colour card.
    pub(super) const COLOURS: Bag = Bag((1 << 36) - 1);
    /// Every yellow card.
    pub(super) const YELLOWS: Bag = Bag(0b11_1111 << 36);
    /// Every green card.
    pub(super) const GREENS: Bag = Bag(0b11 << 42);

    /// All copies of a card; none if its number is not in the deck.
    #[inline]
    pub(super) const fn all_of(card: Card, copies: u8) -> Bag {
        match card {
            Card::YELLOW => Bag::YELLOWS,
            Card::GREEN => Bag::GREENS,
            Card(index) => {
                let first = (index % PER_COLOUR) as u32 * copies as u32;
                if first >= PER_COLOUR as u32 {
                    return Bag::EMPTY;
                }
                Bag(((1 << copies) - 1) << ((index / PER_COLOUR) as u32 * PER_COLOUR as u32 + first))
            }
        }
    }

    /// The card that a bit stands for.
    #[inline]
    const fn card_at(bit: u32, copies: u8) -> Card {
        Card(CARDS[copies as usize % CARDS.len()][bit as usize % 64])
    }

    /// The number of cards.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the bag is empty.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of copies of a card.
    #[inline]
    pub(super) const fn count(self, card: Card, copies: u8) -> u32 {
        (self.0 & Bag::all_of(card, copies).0).count_ones()
    }

    /// Adds a card. Adding more copies than the deck has changes nothing.
    #[inline]
    pub(super) const fn add(&mut self, card: Card, copies: u8) {
        let group = Bag::all_of(card, copies).0;
        let first = group & group.wrapping_neg();
        self.0 |= ((self.0 & group) << 1 | first) & group;
    }

    /// Removes a card; returns whether it was in the bag.
    #[inline]
    pub(super) const fn remove(&mut self, card: Card, copies: u8) -> bool {
        let group = Bag::all_of(card, copies).0;
        let inside = self.0 & group;
        self.0 = self.0 & !group | inside >> 1 & group;
        inside != 0
    }

    /// Adds all cards of another bag; each round adds one copy of every card that is left of it.
    #[inline]
    pub(super) const fn add_all(&mut self, other: Bag, copies: u8) {
        let mut rest = other;
        while !rest.is_empty() {
            let one = rest.one_of_each(copies);
            let groups = one.groups(copies).0;
            self.0 = self.0 & !groups | (self.0 << 1 | one.0) & groups;
            rest = rest.without_one_of_each(copies);
        }
    }

    /// Removes all cards of another bag, one copy of each in a round.
    #[inline]
    pub(super) const fn remove_all(&mut self, other: Bag, copies: u8) {
        let mut rest = other;
        while !rest.is_empty() {
            let groups = rest.one_of_each(copies).groups(copies);
            self.0 = self.0 & !groups.0 | self.without_one_of_each(copies).0 & groups.0;
            rest = rest.without_one_of_each(copies);
        }
    }

    /// All copies of each card of a bag that has at most one of each.
    #[inline]
    const fn groups(self, copies: u8) -> Bag {
        let colours = (self.0 & Bag::COLOURS.0) * ((1 << copies) - 1);
        let yellows = (self.0 >> 36 & 1) * Bag::YELLOWS.0;
        let greens = (self.0 >> 42 & 1) * Bag::GREENS.0;
        Bag(colours | yellows | greens)
    }

    /// The bag without one copy of each of its cards.
    #[inline]
    const fn without_one_of_each(self, copies: u8) -> Bag {
        // The first copy of a card would become the last of the card before.
        Bag(self.0 >> 1 & !(FIRST[copies as usize % FIRST.len()] >> 1))
    }

    /// The number of copies of each card: the colour of `first` from 1 on, the other colour, yellow, green. `out` has an
    /// entry for each, and [`Cards::COUNT_PADDING`](super::Cards::COUNT_PADDING) more, which this may overwrite.
    #[inline]
    pub(super) fn counts(self, first: Seat, copies: u8, out: &mut [i8]) {
        let shift = u32::from(PER_COLOUR) * (first.index() as u32 & 1);
        let mut at = 0;
        for shift in [shift, u32::from(PER_COLOUR) - shift] {
            let mut bits = self.0 >> shift;
            // As many groups as fit in six bits, or one.
            let step = match copies {
                1 | 2 | 3 | 6 => 6,
                _ => u32::from(copies),
            };
            for _ in 0..u32::from(PER_COLOUR) / step {
                if let (Some(out), Some(entries)) = (out.get_mut(at..at + 8), COUNTS.get(usize::from(copies)))
                {
                    out.copy_from_slice(&entries[bits as usize & 63]);
                }
                if copies > 6
                    && let Some(entry) = out.get_mut(at)
                {
                    *entry = (bits & ((1 << copies) - 1)).count_ones() as i8;
                }
                bits >>= step;
                at += (step / u32::from(copies)) as usize;
            }
        }
        for kind in [Bag::YELLOWS, Bag::GREENS] {
            if let Some(entry) = out.get_mut(at) {
                *entry = self.only(kind).len() as i8;
            }
            at += 1;
        }
    }

    /// The cards of this bag whose kind is in `kinds`, a bag with all copies or none of each card.
    #[inline]
    pub(super) const fn only(self, kinds: Bag) -> Bag {
        Bag(self.0 & kinds.0)
    }

    /// The union: for each card, the larger of the two numbers of copies.
    #[inline]
    pub(super) const fn or(self, other: Bag) -> Bag {
        Bag(self.0 | other.0)
    }

    /// The cards of this bag whose kind is not in `kinds`, a bag with all copies or none of each card.
    #[inline]
    pub(super) const fn without(self, kinds: Bag) -> Bag {
        Bag(self.0 & !kinds.0)
    }

    /// One copy of each card in the bag.
    #[inline]
    pub(super) const fn one_of_each(self, copies: u8) -> Bag {
        Bag(self.0 & FIRST[copies as usize % FIRST.len()])
    }

    /// The cards in order, repeated for each copy.
    #[inline]
    pub(super) fn cards(self, copies: u8) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                Bag::card_at(bit, copies)
            })
        })
    }

    /// The `n`-th card in order, counted from 0. The bag must have more than `n` cards.
    #[inline]
    pub(super) fn nth(self, n: u32, copies: u8) -> Card {
        Bag::card_at(bits::nth(self.0, n), copies)
    }
}

/// For each number of copies and each bit of a bag, the index of the card that the bit stands for.
static CARDS: [[u8; 64]; PER_COLOUR as usize + 1] = {
    let mut table = [[Card::GREEN.0; 64]; PER_COLOUR as usize + 1];
    let mut copies = 1;
    while copies < table.len() {
        let mut bit = 0;
        while bit < 42 {
            let number = (bit % PER_COLOUR as usize / copies) as u8;
            let owner = (bit / PER_COLOUR as usize) as u8;
            table[copies][bit] = if owner < 2 { owner * PER_COLOUR + number } else { Card::YELLOW.0 };
            bit += 1;
        }
        copies += 1;
    }
    table
};

/// For each number of copies up to six, and six bits of a bag, how many bits each whole group in them has.
static COUNTS: [[[i8; 8]; 64]; 7] = {
    let mut table = [[[0; 8]; 64]; 7];
    let mut copies = 1;
    while copies < table.len() {
        let mut set = 0;
        while set < 64 {
            let mut bit = 0;
            while bit < 6 {
                table[copies][set][bit / copies] += (set >> bit & 1) as i8;
                bit += 1;
            }
            set += 1;
        }
        copies += 1;
    }
    table
};

/// For each number of copies, the first bit of each group.
static FIRST: [u64; PER_COLOUR as usize + 1] = {
    let mut table = [0; PER_COLOUR as usize + 1];
    let mut copies = 1;
    while copies < table.len() {
        let mut bit = 0;
        while bit < PER_COLOUR as usize {
            table[copies] |= (1 | 1 << PER_COLOUR) << bit;
            bit += copies;
        }
        table[copies] |= 1 << 36 | 1 << 42;
        copies += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_bag_holds_each_card_as_often_as_it_was_put_in() {
        for copies in [1, 2, 3, 6, 9, 18] {
            let deck: Vec<Card> = Bag::DECK.cards(copies).collect();
            assert_eq!(deck.len(), 44);
            let mut bag = Bag::EMPTY;
            let mut counts = [0; Card::KINDS];
            for (n, &card) in deck.iter().enumerate().rev() {
                bag.add(card, copies);
                counts[card.index()] += 1;
                assert_eq!(bag.count(card, copies), counts[card.index()]);
                assert_eq!(bag.len() as usize, 44 - n);
            }
            assert_eq!(bag, Bag::DECK);
            for (n, &card) in deck.iter().enumerate() {
                assert_eq!(Bag::DECK.nth(n as u32, copies), card);
                assert!(bag.remove(card, copies));
                counts[card.index()] -= 1;
                assert_eq!(bag.count(card, copies), counts[card.index()]);
            }
            assert!(bag.is_empty() && !bag.remove(Card::YELLOW, copies));
            assert_eq!(Bag::DECK.one_of_each(copies).len(), 2 * 18 / u32::from(copies) + 2);
        }
    }

    #[test]
    fn bags_are_added_removed_and_counted_as_card_by_card() {
        let mut rng = Rng::new(1);
        for copies in [1, 2, 3, 6, 9, 18] {
            for _ in 0..300 {
                let (mut whole, mut one_by_one, mut other) = (Bag::EMPTY, Bag::EMPTY, Bag::EMPTY);
                for card in Bag::DECK.cards(copies) {
                    match rng.below(4) {
                        0 => whole.add(card, copies),
                        1 => other.add(card, copies),
                        _ => {}
                    }
                }
                one_by_one.0 = whole.0;
                whole.add_all(other, copies);
                other.cards(copies).for_each(|card| one_by_one.add(card, copies));
                assert_eq!(whole, one_by_one);
                for first in [Seat::ONE, Seat::TWO] {
                    let numbers = PER_COLOUR / copies;
                    let mut counts =
                        vec![0; 2 * usize::from(numbers) + 2 + super::super::Cards::COUNT_PADDING];
                    whole.counts(first, copies, &mut counts);
                    counts.truncate(2 * usize::from(numbers) + 2);
                    let cards = [first, first.other()].into_iter().flat_map(|owner| {
                        (1..=numbers).filter_map(move |number| Card::colour(owner, number))
                    });
                    let cards = cards.chain([Card::YELLOW, Card::GREEN]);
                    let expected: Vec<i8> = cards.map(|card| whole.count(card, copies) as i8).collect();
                    assert_eq!(counts, expected);
                }
                // Removing cards that the bag does not hold changes nothing.
                let more = Bag(other.0 | rng.bits() & Bag::DECK.0);
                let mut sorted = Bag::EMPTY;
                more.cards(copies).for_each(|card| sorted.add(card, copies));
                whole.remove_all(sorted, copies);
                for card in sorted.cards(copies) {
                    one_by_one.remove(card, copies);
                }
                assert_eq!(whole, one_by_one);
            }
        }
    }

    #[test]
    fn numbers_that_a_deck_does_not_have_are_in_no_bag() {
        let ten = Card::colour(Seat::ONE, 10).unwrap();
        assert_eq!(Bag::DECK.count(ten, 2), 0);
        assert_eq!(Bag::DECK.count(ten, 1), 1);
        let mut bag = Bag::EMPTY;
        bag.add(ten, 2);
        assert!(bag.is_empty() && !bag.remove(ten, 2));
    }
}
