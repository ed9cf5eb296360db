//! Randomness from the operating system: secrets, ids that cannot be guessed, keys that work once.

use table::{GuestId, Secret, TableId};

/// The letters of ids: no two look alike, and none needs escaping in a URL.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random bytes. Panics without a source of randomness: no game could be fair.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[allow(clippy::expect_used, reason = "a system without randomness cannot run a server")]
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// Random letters, five bits each.
fn letters(count: usize) -> String {
    let random: [u8; 64] = bytes();
    random.iter().take(count).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// The id of a new table: 80 random bits.
pub(crate) fn table_id() -> TableId {
    #[allow(clippy::expect_used, reason = "letters and digits are an id")]
    letters(16).parse().expect("letters and digits are an id")
}

/// A key with which another device can take over a seat: 160 random bits.
pub(crate) fn key() -> String {
    letters(32)
}

/// The secret from which a table's shuffles are drawn.
pub(crate) fn secret() -> Secret {
    Secret::new(bytes())
}

/// The id of a new guest.
pub(crate) fn guest() -> GuestId {
    GuestId(u64::from_le_bytes(bytes()))
}

/// A seed for an engine.
pub(crate) fn seed() -> u64 {
    u64::from_le_bytes(bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_at_least_64_random_bits_and_are_plain() {
        let ids: std::collections::HashSet<String> = (0..1000).map(|_| table_id().to_string()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() * 5 >= 64));
        for letter in LETTERS.iter().map(|&letter| char::from(letter)) {
            assert!(ids.iter().any(|id| id.contains(letter)), "{letter}");
        }
    }
}
