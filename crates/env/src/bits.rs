//! Sets of actions, one bit each, in words of 64 bits.

use rules::Rng;

/// For each byte, its bits as entries.
static ENTRIES: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8][i % 8] = ((i / 8) >> (i % 8) & 1) as i8;
        i += 1;
    }
    table
};

/// For each byte, the numbers of its bits that are set, in order.
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

/// Adds the members of a smaller set, moved up by `first`. Members beyond the last word are left out.
#[inline]
pub(crate) fn insert(set: &mut [u64], first: usize, members: u64) {
    let wide = u128::from(members) << (first % 64);
    for (index, half) in [(first / 64, wide as u64), (first / 64 + 1, (wide >> 64) as u64)] {
        if let Some(word) = set.get_mut(index) {
            *word |= half;
        }
    }
}

/// Whether a number is in the set.
#[inline]
pub(crate) fn contains(set: &[u64], number: usize) -> bool {
    set.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
}

/// The members, in order.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * index + bit
            })
        })
    })
}

/// A random member; `None` if the set is empty.
#[inline]
pub(crate) fn random(set: &[u64], rng: &mut Rng) -> Option<usize> {
    let total: u32 = set.iter().map(|word| word.count_ones()).sum();
    if total == 0 {
        return None;
    }
    let mut n = rng.below(total);
    for (index, &word) in set.iter().enumerate() {
        if n < word.count_ones() {
            return Some(64 * index + nth(word, n));
        }
        n -= word.count_ones();
    }
    None
}

/// The `n`-th bit of a word that is set, counted from 0. The word must have more than `n`.
#[inline]
fn nth(word: u64, n: u32) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The number of bits in each byte, then in each byte and those below it.
    let pairs = word - (word >> 1 & (0x55 * EACH));
    let nibbles = (pairs & (0x33 * EACH)) + (pairs >> 2 & (0x33 * EACH));
    let sums = ((nibbles + (nibbles >> 4)) & (0x0f * EACH)).wrapping_mul(EACH);
    // The bytes up to which there are at most `n` bits: all before the one with the `n`-th bit.
    let passed = (((u64::from(n) * EACH) | (0x80 * EACH)) - sums) & (0x80 * EACH);
    let byte = passed.count_ones() & 7;
    let before = (sums << 8 >> (8 * byte)) as u32 & 0xff;
    let bits = (word >> (8 * byte)) as usize & 0xff;
    8 * byte as usize + usize::from(NTH[bits][(n - before) as usize & 7])
}

/// Writes 1 for each member and 0 for every other number for which there is an entry.
#[inline]
pub(crate) fn paint(set: &[u64], out: &mut [i8]) {
    // Blocks of a known size are written without a loop.
    let (blocks, rest) = out.as_chunks_mut::<64>();
    for (block, &word) in blocks.iter_mut().zip(set) {
        let (eights, _) = block.as_chunks_mut::<8>();
        for (entries, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
            *entries = ENTRIES[usize::from(byte)];
        }
    }
    let mut word = set.get(blocks.len()).copied().unwrap_or(0);
    let (eights, rest) = rest.as_chunks_mut::<8>();
    for entries in eights {
        *entries = ENTRIES[word as usize & 0xff];
        word >>= 8;
    }
    for entry in rest {
        *entry = word as i8 & 1;
        word >>= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_shows_what_was_put_in() {
        let mut rng = Rng::new(1);
        for _ in 0..2_000 {
            let mut set = [0; 3];
            let mut plain = [0i8; 192];
            for _ in 0..rng.below(5) {
                let (first, members) = (rng.below(200) as usize, rng.bits() >> rng.below(64));
                insert(&mut set, first, members);
                for bit in (0..64).filter(|bit| members >> bit & 1 != 0) {
                    if let Some(entry) = plain.get_mut(first + bit) {
                        *entry = 1;
                    }
                }
            }
            let len = rng.below(193) as usize;
            let mut painted = vec![7; len];
            paint(&set, &mut painted);
            assert_eq!(painted, plain[..len]);
            let expected: Vec<usize> = (0..192).filter(|&number| plain[number] == 1).collect();
            assert_eq!(members(&set).collect::<Vec<_>>(), expected);
            assert!(!contains(&set, 192) && !contains(&set, usize::MAX));
        }
    }

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

    #[test]
    fn every_member_is_as_likely_as_the_others() {
        let set = [1 | 1 << 63, 0, 0b1011];
        let mut rng = Rng::new(3);
        let mut counts = [0; 192];
        for _ in 0..10_000 {
            counts[random(&set, &mut rng).unwrap()] += 1;
        }
        assert!(members(&set).all(|number| (1_850..2_150).contains(&counts[number])), "{counts:?}");
        assert_eq!(counts.iter().sum::<i32>(), 10_000);
        assert_eq!(random(&[0, 0], &mut rng), None);
    }
}
