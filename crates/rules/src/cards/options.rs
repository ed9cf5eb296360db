//! The options of the card game, and the deck that follows from them.

use super::{Card, Move};
use crate::options::{GameOptions, OptionSpec, options_text};
use crate::seat::Seat;
use crate::text::Words;

/// The options of the card game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    numbers: u8,
    target: u8,
    green: Green,
}

/// Which lines a green card may take away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Green {
    /// Complete lines: all three places occupied.
    #[default]
    Complete,
    /// Any line of the grid with at least one pile on it.
    Any,
}

impl Default for Options {
    fn default() -> Options {
        Options { numbers: 9, target: 5, green: Green::Complete }
    }
}

impl Options {
    /// Options with the numbers 1 to `numbers` (a divisor of 18) and a target of 1 to 24 tokens.
    pub const fn new(numbers: u8, target: u8) -> Option<Options> {
        if matches!(numbers, 1 | 2 | 3 | 6 | 9 | 18) && target >= 1 && target <= super::TOKENS {
            Some(Options { numbers, target, green: Green::Complete })
        } else {
            None
        }
    }

    /// The highest number on a colour card.
    pub const fn numbers(self) -> u8 {
        self.numbers
    }

    /// The number of tokens that wins, with a lead of two.
    pub const fn target(self) -> u8 {
        self.target
    }

    /// The same options with another rule for the green cards.
    pub const fn with_green(self, green: Green) -> Options {
        Options { green, ..self }
    }

    /// Which lines a green card may take away.
    #[inline]
    pub const fn green(self) -> Green {
        self.green
    }

    /// How many cards of each colour have each number.
    #[inline]
    pub const fn copies(self) -> u8 {
        match self.numbers {
            1 => 18,
            2 => 9,
            3 => 6,
            6 => 3,
            9 => 2,
            _ => 1,
        }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "numbers",
            values: &["1", "2", "3", "6", "9", "18"],
            default: "9",
            name: Words::new("Chiffres des cartes", "Numbers on the cards"),
            value_names: &[],
            about: Words::new(
                "Le plus grand chiffre des cartes rouges et bleues. Il y a dix-huit cartes par couleur\u{a0}: avec 9, chaque chiffre existe en double.",
                "The highest number on the red and blue cards. There are eighteen cards of each colour: with 9, there are two of each number.",
            ),
        },
        OptionSpec {
            key: "target",
            values: &[
                "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
                "18", "19", "20", "21", "22", "23", "24",
            ],
            default: "5",
            name: Words::new("Jetons pour gagner", "Tokens to win"),
            value_names: &[],
            about: Words::new(
                "Le nombre de jetons à atteindre pour gagner\u{202f}; il faut aussi deux jetons d’avance.",
                "How many tokens it takes to win; you must also be two ahead.",
            ),
        },
        OptionSpec {
            key: "green",
            values: &["complete", "any"],
            default: "complete",
            name: Words::new("Carte verte", "Green card"),
            value_names: &[
                Words::new("Une ligne complète", "A complete line"),
                Words::new("N’importe quelle ligne", "Any line"),
            ],
            about: Words::new(
                "Ce que retire une carte verte\u{a0}: les trois piles d’une ligne complète (complete), ou toutes les piles d’une ligne, même incomplète (any).",
                "What a green card removes: the three piles of a complete line (complete), or all the piles on a line, even an incomplete one (any).",
            ),
        },
    ];

    const IMPLICIT: &'static [&'static str] = &["green"];

    fn get(&self, key: &str) -> &'static str {
        let find = |spec: &OptionSpec, value: u8| {
            spec.values.iter().copied().find(|text| text.parse() == Ok(value)).unwrap_or(spec.default)
        };
        match key {
            "numbers" => find(&Self::SPECS[0], self.numbers),
            "target" => find(&Self::SPECS[1], self.target),
            _ => match self.green {
                Green::Complete => "complete",
                Green::Any => "any",
            },
        }
    }

    fn set(&mut self, key: &str, value: &'static str) {
        let (mut numbers, mut target) = (self.numbers, self.target);
        let number = || value.parse().unwrap_or(0);
        match key {
            "numbers" => numbers = number(),
            "target" => target = number(),
            _ => self.green = if value == "any" { Green::Any } else { Green::Complete },
        }
        if let Some(options) = Options::new(numbers, target) {
            *self = options.with_green(self.green);
        }
    }
}

options_text!(Options);

/// The game's 44 cards as draws in a fixed order: red and blue alternate, all copies of 1 first, then of 2 and so on;
/// then the yellow cards and the green ones.
///
/// [`perft`](fn@crate::perft) uses this deck.
pub fn ordered_deck(options: Options) -> Vec<Move> {
    let mut deck = Vec::with_capacity(44);
    for number in 1..=options.numbers() {
        for _ in 0..options.copies() {
            for owner in [Seat::ONE, Seat::TWO] {
                deck.extend(Card::colour(owner, number).map(Move::draw));
            }
        }
    }
    deck.extend([Move::draw(Card::YELLOW); 6]);
    deck.extend([Move::draw(Card::GREEN); 2]);
    deck
}

/// Whether these cards, in any order, are exactly the 44 cards of the game.
pub fn is_whole_deck(options: Options, cards: &[Card]) -> bool {
    let mut missing = super::bag::Bag::DECK;
    cards.len() == 44 && cards.iter().all(|&card| missing.remove(card, options.copies()))
}
