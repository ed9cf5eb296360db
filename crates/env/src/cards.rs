//! The card game as numbers.
//!
//! Cards are numbered from the side of one player: that player's colour first (1 to N), then the opponent's, yellow and
//! green. So both players see the game in the same way.

use rules::cards::{Card, CardZone, Move, Options, TOKENS};
use rules::frame::{LINES, Square};
use rules::{Cards, Game, Seat};
use wide::i8x16;

use crate::encode::{Encode, Field};
use crate::{bits, write_sets};

/// The squares of the frame.
const SQUARES: usize = 25;
/// The most cards that a bag can hold.
const DECK: i8 = 44;

/// The number of different cards.
const fn kinds(options: Options) -> usize {
    2 * options.numbers() as usize + 2
}

/// The number of a card for a player.
#[inline]
fn kind_of(card: Card, player: Seat, options: Options) -> usize {
    let numbers = usize::from(options.numbers());
    match (card.owner(), card.number()) {
        (Some(owner), Some(number)) => usize::from(number) - 1 + if owner == player { 0 } else { numbers },
        _ if card == Card::YELLOW => 2 * numbers,
        _ => 2 * numbers + 1,
    }
}

/// The card with this number for a player.
#[inline]
fn card_of(kind: usize, player: Seat, options: Options) -> Option<Card> {
    let numbers = usize::from(options.numbers());
    match kind {
        kind if kind < numbers => Card::colour(player, kind as u8 + 1),
        kind if kind < 2 * numbers => Card::colour(player.other(), (kind - numbers) as u8 + 1),
        kind if kind == 2 * numbers => Some(Card::YELLOW),
        kind if kind == 2 * numbers + 1 => Some(Card::GREEN),
        _ => None,
    }
}

/// The squares whose cards have this number.
#[inline]
fn squares_with(number: u8, numbers: &[i8; SQUARES]) -> u32 {
    let number = i8x16::splat(number as i8);
    let equal = |entries: &[i8]| number.simd_eq(i8x16::from_slice_unaligned(entries)).to_bitmask();
    equal(&numbers[..16]) | equal(&numbers[SQUARES - 16..]) << (SQUARES - 16)
}

impl Encode for Cards {
    /// One bit per action, sized for the largest deck, which has 38 different cards.
    type Derived = [u64; ((Card::KINDS - 1) * SQUARES + LINES.len()).div_ceil(64)];

    const ACTIONS: &'static str = "25 × card + square for colour and yellow cards, N being the option numbers: cards \
        own 1 to N, opponent’s 1 to N, yellow; then 25 × (2 N + 1) + line for green cards; squares a1 b1 … e5";

    fn shape(options: Options) -> Vec<usize> {
        vec![6 * SQUARES + 4 * kinds(options) + 7]
    }

    fn fields(options: Options) -> Vec<Field> {
        let kinds = kinds(options);
        vec![
            Field::new("number of the pile on each square, 0 for none", SQUARES, 18),
            Field::new("squares whose top card has the observer’s colour", SQUARES, 1),
            Field::new("squares whose top card has the opponent’s colour", SQUARES, 1),
            Field::new("cards of the observer’s colour in each pile", SQUARES, 18),
            Field::new("cards of the opponent’s colour in each pile", SQUARES, 18),
            Field::new("squares used since the grid was last empty", SQUARES, 1),
            Field::new("the observer’s hand: how many of each card", kinds, DECK),
            Field::new("cards in the opponent’s hand that the observer knows", kinds, DECK),
            Field::new("cards that the observer has not seen: draw pile and hidden hand", kinds, DECK),
            Field::new("cards in the pot", kinds, DECK),
            Field::new("the observer’s tokens, the opponent’s tokens", 2, TOKENS as i8),
            Field::new("cards in the observer’s hand, in the opponent’s hand, in the draw pile", 3, DECK),
            Field::new("cards known to be unplayable in the observer’s hand, in the opponent’s", 2, DECK),
        ]
    }

    fn actions(options: Options) -> usize {
        (kinds(options) - 1) * SQUARES + LINES.len()
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let options = self.options();
        let player = self.to_move().unwrap_or(Seat::ONE);
        match (mv.card(), mv.square()) {
            (Some(card), Some(square)) => SQUARES * kind_of(card, player, options) + square.index(),
            _ => {
                let line = LINES.iter().position(|&line| line == mv.squares()).unwrap_or(0);
                SQUARES * (kinds(options) - 1) + line
            }
        }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let options = self.options();
        let player = self.to_move()?;
        if let Some(line) = action.checked_sub(SQUARES * (kinds(options) - 1)) {
            return LINES.get(line).and_then(|&line| Move::clear_line(line));
        }
        let card = card_of(action / SQUARES, player, options)?;
        Move::at(card, Square::from_index((action % SQUARES) as u8)?)
    }

    fn derive(&self) -> Self::Derived {
        let mut legal = Self::Derived::default();
        let Some(player) = self.to_move() else { return legal };
        let options = self.options();
        let free = self.free();
        let mut numbers = [0; SQUARES];
        self.numbers_into(&mut numbers);
        let mut last = None;
        // A hand is sorted, so equal cards are adjacent.
        for card in self.hand(player).filter(|&card| last.replace(card) != Some(card)) {
            let places = match card.number() {
                Some(number) => (free | squares_with(number, &numbers)).into(),
                None if card == Card::YELLOW => self.occupied().into(),
                None => self.green_set(),
            };
            bits::insert(&mut legal, SQUARES * kind_of(card, player, options), places);
        }
        legal
    }

    #[inline]
    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        let other = observer.other();
        let kinds = kinds(self.options());
        let Some((grid, rest)) = out.split_first_chunk_mut::<{ 6 * SQUARES }>() else { return };
        let ([numbers, own_tops, others_tops, own, others, used], _) = grid.as_chunks_mut::<SQUARES>() else {
            return;
        };
        self.numbers_into(numbers);
        write_sets::write_25_squares(self.tops(observer), own_tops);
        write_sets::write_25_squares(self.tops(other), others_tops);
        self.heights_into(observer, own);
        self.heights_into(other, others);
        write_sets::write_25_squares(self.used(), used);
        let zones = [CardZone::Hand(observer), CardZone::Hand(other), CardZone::Unseen, CardZone::Pot];
        for (number, zone) in zones.into_iter().enumerate() {
            if let Some(entries) = rest.get_mut(number * kinds..) {
                self.count_into(zone, observer, entries);
            }
        }
        let numbers = [
            self.tokens(observer),
            self.tokens(other),
            self.hand_size(observer),
            self.hand_size(other),
            self.draw_pile_size(),
            self.stuck(observer),
            self.stuck(other),
        ];
        for (entry, number) in rest.iter_mut().skip(4 * kinds).zip(numbers) {
            *entry = number as i8;
        }
    }

    fn chance_of(&self, outcome: Move) -> usize {
        outcome.card().map_or(0, |card| kind_of(card, Seat::ONE, self.options()))
    }

    fn outcome_of(&self, chance: usize) -> Option<Move> {
        card_of(chance, Seat::ONE, self.options()).map(Move::draw)
    }

    fn chances(options: Options) -> usize {
        kinds(options)
    }
}
