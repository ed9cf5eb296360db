//! How much somebody may ask for: so much at once, and so much a second in the long run.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A bucket that fills by itself up to its capacity; asking takes from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    left: f32,
    at: Instant,
}

/// How fast buckets fill, and how much they hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// So much a second.
    pub(crate) per_second: f32,
    /// So much at most.
    pub(crate) capacity: f32,
}

impl TokenBucket {
    /// A full one.
    pub(crate) fn new(rate: Rate, now: Instant) -> TokenBucket {
        TokenBucket { left: rate.capacity, at: now }
    }

    /// Takes one from it; `false` if it is empty.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f32();
        self.left = (self.left + passed * rate.per_second).min(rate.capacity);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// A bucket for each of many.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, TokenBucket>>,
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Full ones for everybody.
    pub(crate) fn new(rate: Rate) -> RateLimiter<K> {
        RateLimiter { rate, buckets: Mutex::default() }
    }

    /// Takes one from somebody's bucket; `false` if it is empty.
    pub(crate) fn take(&self, who: K) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.entry(who).or_insert_with(|| TokenBucket::new(self.rate, now)).take(self.rate, now)
    }

    /// Forgets those that are full again by now.
    pub(crate) fn tidy(&self) {
        let full = Duration::from_secs_f32(self.rate.capacity / self.rate.per_second.max(0.001));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, bucket| bucket.at.elapsed() < full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_it_holds_and_then_what_flows_in() {
        let rate = Rate { per_second: 10.0, capacity: 3.0 };
        let start = Instant::now();
        let mut bucket = TokenBucket::new(rate, start);
        let taken =
            |bucket: &mut TokenBucket, at: Instant| (0..100).filter(|_| bucket.take(rate, at)).count();
        assert_eq!(taken(&mut bucket, start), 3);
        assert_eq!(taken(&mut bucket, start + Duration::from_millis(250)), 2);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(60)), 3);
    }
}
