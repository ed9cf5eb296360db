//! A small random number generator that never changes: a seed in a record or a test always gives the same sequence.

use crate::hash::mix;

/// SplitMix64 (Steele, Lea and Flood, 2014): one addition and one mix per number, full period.
///
/// Good enough for play, for search and for shuffles in tests, but not for secrets: a server that deals cards to
/// people uses the system's generator.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A uniform random number below `bound`, which must not be 0. The bias is at most one part in 2³² ÷ `bound`.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below 0");
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_a_seed_is_the_published_one() {
        let mut rng = Rng::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_number_below_the_bound_occurs() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
