//! Finds the n-th set bit of a word, without a branch.

/// For each byte, the numbers of its set bits, in order.
static NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The `n`-th set bit of a word, counted from 0. If the word has no more than `n` set bits, the result is meaningless.
#[inline]
pub fn nth(word: u64, n: u32) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The number of bits in each byte, then in each byte and those below it.
    let pairs = word - (word >> 1 & (0x55 * EACH));
    let nibbles = (pairs & (0x33 * EACH)) + (pairs >> 2 & (0x33 * EACH));
    let sums = ((nibbles + (nibbles >> 4)) & (0x0f * EACH)).wrapping_mul(EACH);
    // The bytes before the one with the `n`-th set bit: those up to which there are at most `n` bits.
    let passed = (((u64::from(n & 63) * EACH) | (0x80 * EACH)) - sums) & (0x80 * EACH);
    let byte = passed.count_ones() & 7;
    let before = (sums << 8 >> (8 * byte)) as u32 & 0xff;
    let bits = (word >> (8 * byte)) as usize & 0xff;
    8 * byte + u32::from(NTH[bits][n.wrapping_sub(before) as usize & 7])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn every_bit_of_a_word_is_found_by_its_number() {
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let word = rng.bits() & [rng.bits(), u64::MAX][rng.below(2) as usize];
            let bits = (0..64).filter(|bit| word >> bit & 1 != 0);
            for (n, bit) in bits.enumerate() {
                assert_eq!(nth(word, n as u32), bit, "{word:x}");
            }
        }
        assert_eq!([nth(u64::MAX, 0), nth(u64::MAX, 63), nth(1 << 63, 0)], [0, 63, 63]);
    }
}
