//! Rate limits, by token buckets: a burst of `capacity`, and `per_second` in the long run.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many buckets there may be before full ones are dropped.
const MIN_PURGE: usize = 1024;

/// A token bucket: it fills up to its capacity over time, and each action takes tokens from it. It may be overdrawn.
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

impl Rate {
    /// This many tokens per minute, all of which may be used at once.
    pub(crate) fn per_minute(tokens: f32) -> Rate {
        Rate { per_second: tokens / 60.0, capacity: tokens }
    }
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, now: Instant) -> TokenBucket {
        TokenBucket { tokens: rate.capacity, updated_at: now }
    }

    fn refill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.updated_at).as_secs_f32();
        self.tokens = (self.tokens + passed * rate.per_second).min(rate.capacity);
        self.updated_at = self.updated_at.max(now);
    }

    /// Takes `cost` tokens if there is at least one; `false` if there is none.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant, cost: f32) -> bool {
        self.refill(rate, now);
        let has_tokens = self.tokens >= 1.0;
        if has_tokens {
            self.tokens -= cost;
        }
        has_tokens
    }

    /// When the bucket will be full again.
    fn full_at(&self, rate: Rate) -> Instant {
        let missing = (rate.capacity - self.tokens).max(0.0) / rate.per_second.max(0.001);
        self.updated_at + Duration::from_secs_f32(missing.min(1e9))
    }
}

/// A bucket for each key. A full bucket is the same as none, so only keys that were used lately take memory.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    rate: Rate,
    buckets: Mutex<TokenBuckets<K>>,
}

#[derive(Debug)]
struct TokenBuckets<K> {
    by_key: HashMap<K, TokenBucket>,
    /// The number of buckets at which full ones are dropped.
    purge_at: usize,
}

impl<K: Eq + Hash> TokenBuckets<K> {
    fn purge(&mut self, rate: Rate, now: Instant) {
        self.by_key.retain(|_, bucket| bucket.full_at(rate) > now);
        self.purge_at = MIN_PURGE.max(self.by_key.len() * 2);
        self.by_key.shrink_to_fit();
    }
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Full buckets for all keys.
    pub(crate) fn new(rate: Rate) -> RateLimiter<K> {
        RateLimiter {
            rate,
            buckets: Mutex::new(TokenBuckets { by_key: HashMap::new(), purge_at: MIN_PURGE }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, TokenBuckets<K>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes `cost` tokens from the bucket of this key if there is at least one; `false` if there is none.
    pub(crate) fn take(&self, key: K, cost: f32, now: Instant) -> bool {
        self.bucket(key, now, |bucket, rate| bucket.take(rate, now, cost))
    }

    /// Takes `cost` tokens from the bucket of this key even if there are none, for an action that is done already.
    pub(crate) fn charge(&self, key: K, cost: f32, now: Instant) {
        self.bucket(key, now, |bucket, rate| {
            bucket.refill(rate, now);
            bucket.tokens -= cost;
        });
    }

    /// Gives tokens back for an action that was not done after all.
    pub(crate) fn refund(&self, key: K, tokens: f32, now: Instant) {
        self.bucket(key, now, |bucket, rate| {
            bucket.refill(rate, now);
            bucket.tokens = (bucket.tokens + tokens).min(rate.capacity);
        });
    }

    /// Whether the bucket of this key has at least one token.
    pub(crate) fn has_tokens(&self, key: &K, now: Instant) -> bool {
        self.has_at_least(1.0, key, now)
    }

    /// Whether the bucket of this key has at least this many tokens.
    pub(crate) fn has_at_least(&self, tokens: f32, key: &K, now: Instant) -> bool {
        self.lock().by_key.get_mut(key).is_none_or(|bucket| {
            bucket.refill(self.rate, now);
            bucket.tokens >= tokens
        })
    }

    /// The most tokens of a bucket.
    pub(crate) fn capacity_of_bucket(&self) -> f32 {
        self.rate.capacity
    }

    /// Drops the full buckets and frees their memory.
    pub(crate) fn purge(&self, now: Instant) {
        self.lock().purge(self.rate, now);
    }

    /// The capacity of the map.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        self.lock().by_key.capacity()
    }

    fn bucket<T>(&self, key: K, now: Instant, update: impl FnOnce(&mut TokenBucket, Rate) -> T) -> T {
        let mut buckets = self.lock();
        if buckets.by_key.len() >= buckets.purge_at {
            buckets.purge(self.rate, now);
        }
        let bucket = buckets.by_key.entry(key).or_insert_with(|| TokenBucket::new(self.rate, now));
        update(bucket, self.rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { per_second: 10.0, capacity: 3.0 };

    #[test]
    fn a_bucket_allows_a_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(RATE, start);
        let taken =
            |bucket: &mut TokenBucket, at: Instant| (0..100).filter(|_| bucket.take(RATE, at, 1.0)).count();
        assert_eq!(taken(&mut bucket, start), 3);
        assert_eq!(taken(&mut bucket, start + Duration::from_millis(250)), 2);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(60)), 3);
    }

    #[test]
    fn an_overdrawn_bucket_allows_nothing_until_it_is_refilled() {
        let limiter = RateLimiter::new(RATE);
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        assert!(limiter.take("a", 13.0, start));
        assert!(!limiter.take("a", 1.0, at(1050)), "ten were owed");
        assert!(limiter.take("a", 1.0, at(1150)));
        limiter.charge("b", 5.0, start);
        assert!(!limiter.has_tokens(&"b", start) && limiter.has_tokens(&"c", start));
    }

    #[test]
    fn unused_keys_are_dropped() {
        let limiter = RateLimiter::new(RATE);
        let start = Instant::now();
        for key in 0..100_000 {
            // Ten keys a millisecond, and each bucket is full again after a tenth of a second.
            assert!(limiter.take(key, 1.0, start + Duration::from_micros(100 * key)));
        }
        let kept = limiter.lock().by_key.len();
        assert!(kept <= 2 * MIN_PURGE, "{kept}");
    }

    #[test]
    fn purging_full_buckets_frees_their_memory() {
        let (limiter, start) = (RateLimiter::new(RATE), Instant::now());
        for key in 0..100_000 {
            assert!(limiter.take(key, 1.0, start));
        }
        assert!(limiter.lock().by_key.capacity() >= 100_000);
        limiter.purge(start);
        assert_eq!(limiter.lock().by_key.len(), 100_000, "all of these buckets still fill up");
        limiter.purge(start + Duration::from_secs(1));
        assert_eq!(limiter.lock().by_key.capacity(), 0);
    }
}
