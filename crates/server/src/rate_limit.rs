//! Rate limits, by token buckets: a burst of `capacity`, and `per_second` in the long run.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A token bucket: it fills up to its capacity over time, and each request takes a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    tokens: f32,
    updated_at: Instant,
}

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// Tokens added per second.
    pub(crate) per_second: f32,
    /// The most tokens.
    pub(crate) capacity: f32,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, now: Instant) -> TokenBucket {
        TokenBucket { tokens: rate.capacity, updated_at: now }
    }

    /// Takes a token; `false` if there is none.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.updated_at).as_secs_f32();
        self.tokens = (self.tokens + passed * rate.per_second).min(rate.capacity);
        self.updated_at = now;
        if self.tokens < 1.0 {
            return false;
        }
        self.tokens -= 1.0;
        true
    }
}

/// A bucket for each key.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, TokenBucket>>,
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Full buckets for all keys.
    pub(crate) fn new(rate: Rate) -> RateLimiter<K> {
        RateLimiter { rate, buckets: Mutex::default() }
    }

    /// Takes a token from the bucket of this key; `false` if there is none.
    pub(crate) fn take(&self, key: K) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.entry(key).or_insert_with(|| TokenBucket::new(self.rate, now)).take(self.rate, now)
    }

    /// Drops the buckets that are full again by now.
    pub(crate) fn forget_idle(&self) {
        let full = Duration::from_secs_f32(self.rate.capacity / self.rate.per_second.max(0.001));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, bucket| bucket.updated_at.elapsed() < full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_allows_a_burst_and_then_its_rate() {
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
