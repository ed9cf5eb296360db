//! Setting up the card game: piles and cleared places on the grid, hands, the pot and tokens. The cards for the piles come
//! from the draw pile and then from the pot and the hands; the hands are filled up again.

use rules::cards::{Card, TOKENS};
use rules::frame::Square;
use rules::{Cards, Game, Lang, Seat, Words};

use super::frame::{centred, write_squares};
use super::{Counters, Draft, EditPiece, Editable, turns};
use crate::cards::loose_pile;
use crate::look::PieceTheme;
use crate::scene::Item;

/// How many cards are in a hand.
const HAND: usize = 5;

const SEATS: [Seat; 2] = [Seat::ONE, Seat::TWO];

/// The text of a place that was used and is empty now. In a draft, it is the piece after the cards.
const CLEARED: &str = "_";

/// The letters of the cards under the top one.
const UNDER: [char; 2] = ['r', 'b'];

/// The colour cards of this deck, in order.
fn colours(game: &Cards) -> Vec<Card> {
    let mut cards: Vec<Card> = deck(game).into_iter().filter(|card| card.owner().is_some()).collect();
    cards.dedup();
    cards
}

/// Every card of this deck once, in order.
fn faces(game: &Cards) -> Vec<Card> {
    let mut cards = deck(game);
    cards.dedup();
    cards
}

/// All cards, in the order of the deck.
fn deck(game: &Cards) -> Vec<Card> {
    let mut cards: Vec<Card> = Cards::new(game.options()).unseen().collect();
    cards.sort_unstable_by_key(|card| card.index());
    cards
}

/// The text of a set of cards.
fn set(cards: &[Card]) -> String {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by_key(|card| card.index());
    if cards.is_empty() { "-".to_owned() } else { cards.iter().map(ToString::to_string).collect() }
}

/// Takes a card out of a set.
fn take(cards: &mut Vec<Card>, card: Card) -> bool {
    cards.iter().position(|known| *known == card).map(|index| cards.remove(index)).is_some()
}

fn piece(card: Card) -> EditPiece {
    let [fr, en] = Lang::ALL.map(|lang| card.name(lang).into());
    EditPiece {
        text: card.to_string(),
        mark: Some(crate::cards::notation::card(Some(card))),
        name: Words { fr, en },
    }
}

/// Where the cards are that are not on the grid.
struct Dealt {
    hands: [Vec<Card>; 2],
    pot: Vec<Card>,
    pile: Vec<Card>,
}

/// Deals the cards that a draft leaves: the chosen hands and the pot as far as the deck has their cards, then full
/// hands, and the rest is the draw pile.
fn dealt(game: &Cards, draft: &Draft) -> Dealt {
    let (colours, faces) = (colours(game), faces(game));
    let mut pile = deck(game);
    for card in draft.places.iter().flatten().filter_map(|&index| colours.get(index)) {
        // If the deck has too few of them, the rules refuse the position.
        take(&mut pile, *card);
    }
    let mut chosen = |indices: &[usize]| -> Vec<Card> {
        let cards = indices.iter().filter_map(|&index| faces.get(index).copied());
        cards.filter(|&card| take(&mut pile, card)).collect()
    };
    let mut hands = SEATS.map(|seat| chosen(draft.hands.get(seat.index()).map_or(&[][..], Vec::as_slice)));
    let pot = chosen(draft.pot.as_deref().unwrap_or_default());
    for hand in &mut hands {
        let wanted = HAND.saturating_sub(hand.len()).min(pile.len());
        // Not consecutive cards of the deck, so that both hands have several kinds.
        for nth in 0..wanted {
            let index = (nth * 7 + 3) % pile.len();
            hand.push(pile.remove(index));
        }
    }
    Dealt { hands, pot, pile }
}

impl Editable for Cards {
    fn pieces(&self) -> Vec<EditPiece> {
        let cleared = EditPiece {
            text: CLEARED.to_owned(),
            mark: None,
            name: Words::new("Place vidée", "Cleared space"),
        };
        colours(self).into_iter().map(piece).chain([cleared]).collect()
    }

    fn places(&self) -> Vec<Vec<usize>> {
        let colours = colours(self);
        let index = |card: Card| colours.iter().position(|known| *known == card);
        let pile = |square: Square| {
            let Some(pile) = self.pile(square) else {
                let is_cleared = self.used() & square.bit() != 0;
                return if is_cleared { vec![colours.len()] } else { Vec::new() };
            };
            let top = pile.top();
            let mut cards: Vec<usize> = Vec::new();
            for owner in SEATS {
                let card = top.number().and_then(|number| Card::colour(owner, number));
                let under = pile.cards(owner) - u8::from(top.owner() == Some(owner));
                cards.extend((0..under).filter_map(|_| index(card?)));
            }
            cards.extend(index(top));
            cards
        };
        Square::all().map(pile).collect()
    }

    fn hand_pieces(&self) -> Vec<EditPiece> {
        faces(self).into_iter().map(piece).collect()
    }

    fn hands(&self) -> Vec<Vec<usize>> {
        let faces = faces(self);
        let index = |card: Card| faces.iter().position(|known| *known == card);
        SEATS.map(|seat| self.hand(seat).filter_map(index).collect()).to_vec()
    }

    fn pot(&self) -> Option<Vec<usize>> {
        let faces = faces(self);
        let index = |card: Card| faces.iter().position(|known| *known == card);
        Some(Cards::pot(self).filter_map(index).collect())
    }

    fn unplaced_pieces(&self, draft: &Draft) -> Vec<usize> {
        let Dealt { pile, .. } = dealt(self, draft);
        let is_unplaced = |(_, card): &(usize, Card)| pile.contains(card);
        faces(self).into_iter().enumerate().filter(is_unplaced).map(|(index, _)| index).collect()
    }

    fn counters(&self) -> Option<Counters> {
        Some(Counters { heading: Words::new("Jetons", "Tokens"), names: Vec::new(), max: TOKENS })
    }

    fn counts(&self) -> Vec<Vec<u8>> {
        SEATS.map(|seat| vec![self.tokens(seat)]).to_vec()
    }

    /// A card goes on a pile of its number, and replaces any other.
    fn put(&self, place: &mut Vec<usize>, piece: usize) {
        let colours = colours(self);
        let number = |index: usize| colours.get(index).and_then(|card| card.number());
        if place.last().is_some_and(|&top| number(top) != number(piece)) {
            place.clear();
        }
        place.push(piece);
    }

    fn stack(&self, stack: &[usize], _place: (f32, f32), look: PieceTheme) -> Vec<Item> {
        let colours = colours(self);
        let cards: Vec<Card> = stack.iter().filter_map(|&index| colours.get(index).copied()).collect();
        loose_pile(&cards, look)
    }

    fn texts(&self, draft: &Draft) -> Vec<String> {
        let (colours, places) = (colours(self), centred(&draft.places));
        let cards = |square: Square| -> Vec<Card> {
            let pile = places.get(square.index()).map_or(&[][..], Vec::as_slice);
            pile.iter().filter_map(|&index| colours.get(index).copied()).collect()
        };
        let grid = write_squares(|square| {
            let cards = cards(square);
            let Some((top, under)) = cards.split_last() else {
                let is_cleared = places.get(square.index()).is_some_and(|place| !place.is_empty());
                return if is_cleared { CLEARED } else { "." }.to_owned();
            };
            let mut text = top.to_string();
            for (seat, letter) in SEATS.into_iter().zip(UNDER) {
                let count = under.iter().filter(|card| card.owner() == Some(seat)).count();
                if count > 0 {
                    text += &format!("{letter}{count}");
                }
            }
            text
        });
        let Dealt { hands, pot, pile } = dealt(self, draft);
        let ([one, two], pot, pile) = (hands.map(|hand| set(&hand)), set(&pot), set(&pile));
        let tokens = draft.counts.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join("-");
        let text =
            |turn: String| format!("{grid} {one} {two} {pile} {pot} {tokens} {turn} {}", self.options());
        turns(2, draft.turn).map(text).collect()
    }
}
