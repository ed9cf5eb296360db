//! The earlier positions of a game of Three Fives, for the repetition rule.

/// The [keys](super::Position::key) of earlier positions, oldest first.
///
/// Nearly every position is new: a filter shows that without a read of the list, which lies elsewhere in memory.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct History {
    keys: Vec<u128>,
    /// A Bloom filter with one bit for each key. If the bit of a key is not set, the key is not in the list.
    filter: [u64; 4],
}

/// The capacity of the list that stays from one game to the next.
const KEPT: usize = 64;

/// Written by hand for `clone_from`, which reuses the list's memory, so that repeated playouts do not allocate. It does
/// not keep the memory of the longest game, so that the memory of a program that plays for days does not grow.
impl Clone for History {
    fn clone(&self) -> History {
        History { keys: self.keys.clone(), filter: self.filter }
    }

    fn clone_from(&mut self, source: &History) {
        self.keys.clone_from(&source.keys);
        self.keys.shrink_to(KEPT);
        self.filter = source.filter;
    }
}

/// The word and the bit of a key in the filter.
#[inline]
const fn place(key: u128) -> (usize, u64) {
    let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 62) as usize, 1 << (mixed >> 56 & 63))
}

impl History {
    /// The keys, oldest first.
    #[inline]
    pub(super) fn keys(&self) -> &[u128] {
        &self.keys
    }

    /// How often a key is in the list.
    #[inline]
    pub(super) fn count(&self, key: u128) -> usize {
        let (word, bit) = place(key);
        if self.filter[word] & bit == 0 {
            return 0;
        }
        self.keys.iter().filter(|&&earlier| earlier == key).count()
    }

    #[inline]
    pub(super) fn push(&mut self, key: u128) {
        let (word, bit) = place(key);
        self.filter[word] |= bit;
        self.keys.push(key);
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.filter = [0; 4];
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.keys.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_key_is_counted_as_often_as_it_was_put_in() {
        let mut rng = Rng::new(1);
        for len in 0..200 {
            let mut history = History::default();
            (0..len).for_each(|_| history.push(u128::from(rng.below(150)) << rng.below(64)));
            for key in history.keys().to_vec().into_iter().chain((0..150).map(|key| key << 7)) {
                let plain = history.keys().iter().filter(|&&earlier| earlier == key).count();
                assert_eq!(history.count(key), plain);
            }
            history.clear();
            assert_eq!(history, History::default());
        }
    }
}
