//! Sets of actions, one bit each, in words of 64 bits.

use rules::Rng;
use rules::bits::nth;
use wide::u8x16;

/// The number of entries that are written at once.
const BLOCK: usize = 16;

/// Adds the members of a 64-bit set, shifted up by `first`. Members beyond the last word are dropped.
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

/// A random member; `None` if the set is empty. The word is selected without a branch, which the processor could not
/// predict.
#[inline]
pub(crate) fn random(set: &[u64], rng: &mut Rng) -> Option<usize> {
    let total: u32 = set.iter().map(|word| word.count_ones()).sum();
    if total == 0 {
        return None;
    }
    let n = rng.below(total);
    let (mut index, mut before, mut sum) = (0, 0, 0);
    for word in set {
        sum += word.count_ones();
        let is_passed = sum <= n;
        index += usize::from(is_passed);
        before = if is_passed { sum } else { before };
    }
    set.get(index).map(|&word| 64 * index + nth(word, n - before) as usize)
}

/// Sixteen entries: 1 for each bit of a word from bit `16 * block` on, below the 128th.
#[inline]
fn block(word: u8x16, block: usize) -> [i8; BLOCK] {
    const BITS: u8x16 = u8x16::new([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
    let (low, high) = (2 * block as u8, 2 * block as u8 + 1);
    let mut bytes = [high; BLOCK];
    bytes[..8].fill(low);
    let entries = (word.shuffle(u8x16::new(bytes)) & BITS).min(u8x16::splat(1));
    entries.to_array().map(|entry| entry as i8)
}

/// Writes 1 for each member and 0 for every other entry.
#[inline]
pub(crate) fn write_entries(set: &[u64], out: &mut [i8]) {
    // Blocks of a known size are written without a loop.
    let (blocks, rest) = out.as_chunks_mut::<64>();
    for (entries, &word) in blocks.iter_mut().zip(set) {
        let word = u8x16::new(u128::from(word).to_le_bytes());
        let (sixteens, _) = entries.as_chunks_mut::<BLOCK>();
        for (number, entries) in sixteens.iter_mut().enumerate() {
            *entries = block(word, number);
        }
    }
    let mut word = set.get(blocks.len()).copied().unwrap_or(0);
    let (sixteens, rest) = rest.as_chunks_mut::<BLOCK>();
    for entries in sixteens {
        *entries = block(u8x16::new(u128::from(word).to_le_bytes()), 0);
        word >>= BLOCK;
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
            let mut written = vec![7; len];
            write_entries(&set, &mut written);
            assert_eq!(written, plain[..len]);
            let expected: Vec<usize> = (0..192).filter(|&number| plain[number] == 1).collect();
            assert_eq!(members(&set).collect::<Vec<_>>(), expected);
            assert!(!contains(&set, 192) && !contains(&set, usize::MAX));
        }
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
