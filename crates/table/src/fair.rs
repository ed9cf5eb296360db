//! Fair shuffles: neither the server nor a player alone decides what is drawn, and anyone can verify it afterwards.
//!
//! ```text
//! commitment = SHA-256("trois commitment 1" ‖ secret)                     published before anyone joins
//! key        = SHA-256("trois key 2" ‖ secret ‖ contributions, sorted)
//! block      = SHA-256(key ‖ label ‖ number ‖ attempt)                    numbers: 64 bits, highest byte first
//! ticket     = first 8 bytes of block, if below the largest multiple of the total, else the next attempt
//! ```
//!
//! To draw, the outcomes are sorted by their text, each takes as many consecutive numbers as its weight, and
//! `ticket mod total` selects one. The draws have the label `draw` and the numbers 0, 1, 2…; random seating has the label
//! `seat`. The server keeps the secret until the end of the game, and the players contribute when they join, after the
//! commitment was published, and sign their contributions for it, for the table and for its setup (see
//! `contribution.rs`).
//!
//! The server gives the players their seats before the start. So nothing may follow from those seats: a server that has
//! seen all contributions could try every order. Hence the contributions are hashed in the order of their bytes, and
//! random seating shuffles the players in that order, then the engines. In the former version, which games that began with
//! it keep, both followed the seats.

use std::fmt;

use rules::{AnyGame, AnyMove, TextError, words};
use sha2::{Digest, Sha256};

use crate::contribution::Contribution;
use crate::line_codec::word_text;

/// Gives a type of bytes its text, in hexadecimal.
macro_rules! hex_text {
    ($type:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl std::str::FromStr for $type {
            type Err = rules::TextError;

            fn from_str(text: &str) -> Result<$type, rules::TextError> {
                $crate::fair::hex(text).map($type)
            }
        }
    };
}

/// Gives a type of N bytes its constructor and its text.
macro_rules! hex_bytes {
    ($type:ident, $length:literal) => {
        impl $type {
            /// Wraps these bytes.
            pub const fn new(bytes: [u8; $length]) -> $type {
                $type(bytes)
            }
        }
        $crate::fair::hex_text!($type);
    };
}
pub(crate) use {hex_bytes, hex_text};

/// The server's part of the randomness: 256 bits from a cryptographic source, kept secret until the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret([u8; 32]);
hex_bytes!(Secret, 32);

/// Hides the bytes: debug output ends up in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The hash of a secret, which the server publishes before anyone joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);
hex_bytes!(Commitment, 32);

impl Commitment {
    pub(crate) const fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

impl Secret {
    /// The commitment to this secret.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::new().chain_update(b"trois commitment 1").chain_update(self.0).finalize().into())
    }
}

/// How the shuffles of a game follow from the secret and the contributions. It is fixed when the game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShuffleVersion {
    /// The seats before the start matter: the former version.
    BySeat,
    /// The seats before the start do not matter.
    ByContribution,
}

word_text!(
    ShuffleVersion, "une version du tirage", "a version of the shuffle",
    ShuffleVersion::BySeat => "1", ShuffleVersion::ByContribution => "2",
);

impl ShuffleVersion {
    /// The version with which games start now.
    pub(crate) const CURRENT: ShuffleVersion = ShuffleVersion::ByContribution;
}

/// The hash of the secret and of all contributions. Every draw and the seating follow from it.
#[derive(Clone)]
pub(crate) struct ShuffleKey {
    key: [u8; 32],
    /// The seats before the start, in the order in which contributions are hashed and random seating begins.
    seats: Vec<u8>,
}

impl ShuffleKey {
    /// Hashes the secret and the contributions, which are in the order of the seats before the start. An engine contributes
    /// nothing.
    pub(crate) fn new(
        version: ShuffleVersion,
        secret: &Secret,
        contributions: &[Option<Contribution>],
    ) -> ShuffleKey {
        let mut seats: Vec<u8> = (0..contributions.len() as u8).collect();
        let bytes = |seat: u8| contributions[usize::from(seat)].map(|contribution| contribution.bytes());
        let mut hash = Sha256::new();
        match version {
            ShuffleVersion::BySeat => {
                hash.update(b"trois key 1");
                hash.update(secret.0);
                for &seat in &seats {
                    hash.update([u8::from(bytes(seat).is_some())]);
                    hash.update(bytes(seat).as_ref().map_or(&[][..], |bytes| bytes));
                }
            }
            ShuffleVersion::ByContribution => {
                hash.update(b"trois key 2");
                hash.update(secret.0);
                seats.sort_by_key(|&seat| (bytes(seat).is_none(), bytes(seat)));
                seats.iter().filter_map(|&seat| bytes(seat)).for_each(|bytes| hash.update(bytes));
            }
        }
        ShuffleKey { key: hash.finalize().into(), seats }
    }

    /// A uniform number below `total`.
    fn below(&self, label: &[u8; 4], number: u64, total: u64) -> u64 {
        let total = total.max(1);
        // Tickets above this would make small numbers more likely.
        let too_high = u64::MAX - (u64::MAX % total + 1) % total;
        for attempt in 0u64.. {
            let hash = Sha256::new()
                .chain_update(self.key)
                .chain_update(label)
                .chain_update(number.to_be_bytes())
                .chain_update(attempt.to_be_bytes());
            let block: [u8; 32] = hash.finalize().into();
            let ticket = block.iter().take(8).fold(0, |ticket, &byte| ticket << 8 | u64::from(byte));
            if ticket <= too_high {
                return ticket % total;
            }
        }
        0
    }

    /// The move of chance in a position, for the draw with this number; `None` if it is not the turn of chance.
    pub(crate) fn draw(&self, game: &AnyGame, number: u64) -> Option<AnyMove> {
        let mut outcomes: Vec<(String, AnyMove)> =
            game.moves().into_iter().map(|outcome| (outcome.to_string(), outcome)).collect();
        outcomes.sort_unstable();
        let weight = |outcome: &AnyMove| u64::from(game.weight(*outcome));
        let total = outcomes.iter().map(|(_, outcome)| weight(outcome)).sum();
        let mut ticket = self.below(b"draw", number, total);
        outcomes.into_iter().map(|(_, outcome)| outcome).find(|outcome| {
            let weight = weight(outcome);
            let hit = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            hit
        })
    }

    /// Random seating: for each seat, the index of the seat that its player had before the start.
    pub(crate) fn seating(&self) -> Vec<u8> {
        let mut order = self.seats.clone();
        for last in (1..order.len()).rev() {
            order.swap(last, self.below(b"seat", last as u64, last as u64 + 1) as usize);
        }
        order
    }
}

pub(crate) fn hex<const N: usize>(text: &str) -> Result<[u8; N], TextError> {
    let digits = 2 * N;
    let invalid = || {
        let expected = words!(
            fr: "{digits} chiffres hexadécimaux (0–9, a–f)",
            en: "{digits} hexadecimal digits (0–9, a–f)"
        );
        TextError::new(0, text, expected)
    };
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != digits {
        return Err(invalid());
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let (Some(high), Some(low)) = (value(pair[0]), value(pair[1])) else { return Err(invalid()) };
        *byte = high << 4 | low;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Kind;

    /// The expected value was computed with `sha256sum`.
    #[test]
    fn the_commitment_is_the_hash_that_is_documented() {
        let secret = Secret::new([0; 32]);
        assert_eq!(
            secret.commitment().to_string(),
            "e229634ebb5f26c36c65ab65069ad3b4316df30b4511ec34f0b0a7f2185f7c4d"
        );
    }

    #[test]
    fn every_card_is_drawn_in_proportion_to_its_copies() {
        let game = AnyGame::new(Kind::Cards, "").unwrap();
        let contributions = [None, Some(Contribution::new([1; 16]))];
        let key = ShuffleKey::new(ShuffleVersion::CURRENT, &Secret::new([7; 32]), &contributions);
        let (mut yellow, mut green, draws) = (0, 0, 44_000);
        for number in 0..draws {
            match key.draw(&game, number).unwrap().to_string().as_str() {
                "+Y" => yellow += 1,
                "+G" => green += 1,
                _ => {}
            }
        }
        assert!((5_700..6_300).contains(&yellow), "{yellow} of about 6000");
        assert!((1_800..2_200).contains(&green), "{green} of about 2000");
    }

    #[test]
    fn random_seating_reaches_every_order() {
        for version in [ShuffleVersion::BySeat, ShuffleVersion::ByContribution] {
            let mut seen = std::collections::BTreeMap::new();
            for first in 0..=255 {
                let key = ShuffleKey::new(version, &Secret::new([first; 32]), &[None; 3]);
                *seen.entry(key.seating()).or_insert(0) += 1;
            }
            assert!(seen.len() == 6 && seen.values().all(|&times| times > 20), "{version}: {seen:?}");
        }
    }

    /// The first draws at a table with this secret and these contributions.
    fn draws(version: ShuffleVersion, secret: u8, contributions: &[Option<Contribution>]) -> Vec<String> {
        let game = AnyGame::new(Kind::Cards, "").unwrap();
        let key = ShuffleKey::new(version, &Secret::new([secret; 32]), contributions);
        (0..20).map(|number| key.draw(&game, number).unwrap().to_string()).collect()
    }

    fn contributed(byte: u8) -> Option<Contribution> {
        Some(Contribution::new([byte; 16]))
    }

    #[test]
    fn each_input_of_the_hash_changes_the_draws() {
        let (one, two) = (contributed(1), contributed(2));
        let draws = |secret, contributions: &[_]| draws(ShuffleVersion::CURRENT, secret, contributions);
        let all =
            [draws(1, &[one, two]), draws(2, &[one, two]), draws(1, &[one, one]), draws(1, &[one, None])];
        for (i, some) in all.iter().enumerate() {
            assert!(all.iter().skip(i + 1).all(|other| other != some));
        }
        assert_eq!(draws(1, &[one, two]), all[0]);
    }

    /// All orders of these items.
    fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
        if items.is_empty() {
            return vec![Vec::new()];
        }
        let with_first = |first: usize| {
            let mut rest = items.to_vec();
            let item = rest.remove(first);
            orders(&rest).into_iter().map(move |order| [vec![item], order].concat())
        };
        (0..items.len()).flat_map(with_first).collect()
    }

    /// A server that has seen all contributions gives the players their seats before the start, in an order of its
    /// choice. After random seating, the contributions tell which player has which seat.
    #[test]
    fn no_order_of_the_players_gives_the_server_another_draw() {
        for seats in [
            vec![contributed(3), contributed(1)],
            vec![contributed(3), contributed(1), contributed(2)],
            vec![contributed(3), contributed(1), contributed(2), contributed(4)],
            vec![contributed(3), None, contributed(2), None],
        ] {
            let outcomes = |version: ShuffleVersion| {
                let outcome = |order: Vec<Option<Contribution>>| {
                    let key = ShuffleKey::new(version, &Secret::new([9; 32]), &order);
                    let seated: Vec<Option<Contribution>> =
                        key.seating().into_iter().map(|before| order[usize::from(before)]).collect();
                    (draws(version, 9, &order), seated)
                };
                let mut outcomes: Vec<_> = Vec::new();
                for outcome in orders(&seats).into_iter().map(outcome) {
                    if !outcomes.contains(&outcome) {
                        outcomes.push(outcome);
                    }
                }
                outcomes.len()
            };
            assert_eq!(outcomes(ShuffleVersion::ByContribution), 1, "{seats:?}");
            assert!(outcomes(ShuffleVersion::BySeat) > 1, "{seats:?}");
        }
    }

    /// The expected values were computed with Python's `hashlib`.
    #[test]
    fn the_key_of_each_version_is_the_hash_that_is_documented() {
        let key = |version| {
            let contributions = [contributed(2), None, contributed(1)];
            let key = ShuffleKey::new(version, &Secret::new([0; 32]), &contributions);
            key.key.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        assert_eq!(
            key(ShuffleVersion::BySeat),
            "8ba328ddf9711299110974fa580a975ace51f709e66009f251eaeaf39a7e16a0"
        );
        assert_eq!(
            key(ShuffleVersion::ByContribution),
            "b550bc10e61df56bd1c82940f8cc4cfc1a465db4ae531b035696cf55ca6f6698"
        );
    }
}
