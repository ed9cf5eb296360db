//! A hash for positions in the tables of a search: fast, and the same on every machine. The tables hold nothing that
//! comes from outside, so no attacker can choose the keys.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds the hash of a table.
pub(crate) type FastHash = BuildHasherDefault<FastHasher>;

/// An odd number with a random pattern of bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes in one word after the other.
#[derive(Default)]
pub(crate) struct FastHasher(u64);

impl FastHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.mix(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    /// The table takes the bucket from the low bits and a tag from the high ones; a product has its best bits above.
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
