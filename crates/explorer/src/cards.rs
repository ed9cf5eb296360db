//! The symmetries of the card game: the grid can be turned and moved, and the numbers on the cards say only which cards
//! go together, so any number can stand for any other.

use rules::cards::{Card, Move};
use rules::frame::{self, Square};
use rules::{Cards, Game, Seat};

use crate::position_key::SymmetricGame;
use crate::square::{self, TurnedFrame};

/// How many cards of a number there are, from the side of the player to move: in the player's hand, in the pot, in the
/// known part of the opponent's hand, and in the part of the player's hand that the opponent knows; each in the
/// player's colour and in the opponent's.
type Copies = [u8; 8];

/// A position as the player to move sees it, under a symmetry.
struct Seen {
    frame: TurnedFrame,
    /// The occupied squares, by their place in the turned grid.
    used: Vec<(u8, Square)>,
    /// The numbers on the grid, in the order of their places.
    labels: Vec<u8>,
    /// For each number from 1 on, its cards.
    copies: Vec<Copies>,
    /// The distinct counts of the numbers that are not on the grid, sorted.
    classes: Vec<Copies>,
}

impl Seen {
    fn new(game: &Cards, symmetry: u8) -> Seen {
        let frame = TurnedFrame::new(symmetry, game.used());
        let mut used: Vec<(u8, Square)> =
            frame::squares(game.used()).map(|square| (frame.place(square), square)).collect();
        used.sort_unstable();
        let mut labels = Vec::new();
        for number in used.iter().map(|&(_, square)| game.number_on(square)).filter(|&number| number > 0) {
            if !labels.contains(&number) {
                labels.push(number);
            }
        }
        let copies = copies(game);
        let mut classes: Vec<Copies> = (1u8..)
            .zip(&copies)
            .filter(|(number, _)| !labels.contains(number))
            .map(|(_, copies)| *copies)
            .collect();
        classes.sort_unstable();
        classes.dedup();
        Seen { frame, used, labels, copies, classes }
    }

    /// The same number for all cards that are interchangeable with this one.
    fn class(&self, card: Card, mover: Seat) -> u32 {
        let (Some(number), Some(owner)) = (card.number(), card.owner()) else {
            return u32::from(card == Card::GREEN);
        };
        let label = self.labels.iter().position(|&label| label == number);
        let class = label.unwrap_or_else(|| {
            let copies = self.copies.get(usize::from(number) - 1);
            let class = copies.and_then(|copies| self.classes.binary_search(copies).ok());
            self.labels.len() + class.unwrap_or(0)
        });
        2 + 2 * class as u32 + u32::from(owner != mover)
    }
}

/// The cards of each number from 1 on.
fn copies(game: &Cards) -> Vec<Copies> {
    let mover = game.to_move().unwrap_or(Seat::ONE);
    let mut all = vec![[0; 8]; game.options().numbers().into()];
    let mut count = |at: usize, card: Card| {
        if let (Some(number), Some(owner)) = (card.number(), card.owner())
            && let Some(copies) = all.get_mut(usize::from(number) - 1)
        {
            copies[2 * at + usize::from(owner != mover)] += 1;
        }
    };
    game.hand(mover).for_each(|card| count(0, card));
    game.pot().for_each(|card| count(1, card));
    game.exposed(mover.other()).for_each(|card| count(2, card));
    game.exposed(mover).for_each(|card| count(3, card));
    all
}

impl SymmetricGame for Cards {
    const SYMMETRIES: u8 = square::SYMMETRIES;

    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>) {
        let mover = self.to_move().unwrap_or(Seat::ONE);
        let other = mover.other();
        let seen = Seen::new(self, symmetry);
        for &(place, square) in &seen.used {
            let number = self.number_on(square);
            let label = seen.labels.iter().position(|&label| label == number).map_or(0, |label| label + 1);
            let is_own = self.tops(mover) & square.bit() != 0;
            let heights = [mover, other].map(|seat| self.cards_on(square, seat));
            out.extend([place, label as u8, u8::from(is_own), heights[0], heights[1]]);
        }
        // Everything after this has a fixed length, except for the last part.
        out.push(u8::MAX);
        let count = |cards: &mut dyn Iterator<Item = Card>, wanted: Card| {
            cards.filter(|&card| card == wanted).count() as u8
        };
        for card in [Card::YELLOW, Card::GREEN] {
            out.push(count(&mut self.hand(mover), card));
            out.push(count(&mut self.pot(), card));
            out.push(count(&mut self.exposed(other), card));
            out.push(count(&mut self.exposed(mover), card));
        }
        for seat in [mover, other] {
            out.extend([self.tokens(seat), self.hand_size(seat), self.stuck(seat)]);
        }
        out.extend(seen.labels.iter().flat_map(|&label| seen.copies[usize::from(label) - 1]));
        let mut rest: Vec<Copies> = (1u8..)
            .zip(&seen.copies)
            .filter(|(number, _)| !seen.labels.contains(number))
            .map(|(_, copies)| *copies)
            .collect();
        rest.sort_unstable();
        out.extend(rest.into_iter().flatten());
    }

    fn turned_codes(&self, moves: &[Move], symmetry: u8) -> Vec<u32> {
        let mover = self.to_move().unwrap_or(Seat::ONE);
        let seen = Seen::new(self, symmetry);
        let code = |mv: &Move| {
            let places = || frame::squares(mv.squares()).map(|square| u32::from(seen.frame.place(square)));
            // The two ends identify a line.
            let place = places().min().unwrap_or(0) * 81 + places().max().unwrap_or(0);
            place * 64 + mv.card().map_or(0, |card| seen.class(card, mover))
        };
        moves.iter().map(code).collect()
    }
}
