//! The transposition table: results of positions that the search may reach again.
//!
//! An entry is two words, the key XOR the result, and the result; four entries are a bucket and fill one cache line:
//!
//! ```text
//! bits of the result   0–15  16–31  32–47  48–55  56–57  58     59–63
//!                      move  score  eval   depth  bound  sound  age
//! ```
//!
//! A result of 0 is an empty entry, so that an empty table is memory as the system provides it: pages of zeros, which
//! cost nothing before they are used.
//!
//! The table starts small and grows with the results that one search stores, so that a short search uses little memory,
//! a long one forgets little, and a game of many short searches stays in a table that fits in the caches. It grows by
//! linear hashing: a few buckets at a time are split in two, as entries are stored. So growth never takes longer than the
//! search that needs it, no single moment of a search pays for much of it, and nothing is lost when a search is stopped.
//! The whole key is stored: two positions are confused once in 2⁶⁴ comparisons.
//!
//! Several threads can share a table without locks. A thread may read an entry while another one writes it, and so get
//! one word of each of two entries; their XOR then differs from the key that is looked up, and no entry is found. A
//! shared table has its size from the start and does not grow.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The meaning of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// At most the score.
    Upper = 1,
    /// At least the score.
    Lower = 2,
    /// The score itself.
    Exact = 3,
}

/// No move: a number that no game uses for one.
pub const NO_MOVE: u16 = u16::MAX;

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, or [`NO_MOVE`].
    pub mv: u16,
    /// The score, for the player to move; wins and losses count from this position.
    pub score: i16,
    /// The static evaluation.
    pub eval: i16,
    /// How deep the search went.
    pub depth: u8,
    /// The meaning of the score.
    pub bound: Bound,
    /// Whether the score is a fact about the game, not an estimate: no deeper search would change it.
    pub is_sound: bool,
}

impl Entry {
    #[inline]
    fn pack(self, age: u8) -> u64 {
        let tag = self.bound as u8 | u8::from(self.is_sound) << 2 | age << 3;
        u64::from(self.mv)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | u64::from(tag) << 56
    }

    #[inline]
    fn unpack(result: u64) -> Entry {
        Entry {
            mv: result as u16,
            score: (result >> 16) as i16,
            eval: (result >> 32) as i16,
            depth: depth(result),
            bound: match result >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            is_sound: result >> 58 & 1 != 0,
        }
    }
}

#[inline]
fn depth(result: u64) -> u8 {
    (result >> 48) as u8
}

#[inline]
fn age(result: u64) -> u8 {
    (result >> 59) as u8
}

/// Words of a bucket: a cache line.
const BUCKET: usize = 8;
/// Entries of a bucket.
const ENTRIES: usize = 4;
/// How many buckets the table starts with: 256 KiB.
const MIN_BUCKETS: usize = 1 << 12;
/// How many buckets the table grows to: 64 MiB.
const MAX_BUCKETS: usize = 1 << 20;
/// How many buckets are added at once while a search stores its results.
const GROWTH_STEP: usize = 16;
/// How many entries a search fills in each bucket on average before the table grows. Keys are random, so that some
/// buckets are full long before all are.
const FULL: usize = 3;

/// Buckets in one piece of memory, each on a cache line of its own.
struct Segment {
    words: Vec<AtomicU64>,
    /// The index of the first word of bucket 0, if the buckets before this segment were in `words` as well. It may wrap
    /// around.
    zero: usize,
}

impl Segment {
    /// Allocates `count` empty buckets, of which the first has the number `first`.
    fn new(first: usize, count: usize) -> Segment {
        // These zeros are not written: the system hands out pages of zeros when they are first used.
        let words: Vec<AtomicU64> = bytemuck::zeroed_vec((count + 1) * BUCKET);
        let start = words.as_ptr().align_offset(64).min(BUCKET);
        Segment { words, zero: start.wrapping_sub(first * BUCKET) }
    }
}

/// The segments of a table of the smallest size, then one for each doubling.
const SEGMENTS: usize = (MAX_BUCKETS / MIN_BUCKETS).ilog2() as usize + 1;

/// The buckets of a table.
#[derive(Default)]
struct Buckets {
    segments: [Option<Segment>; SEGMENTS],
    /// How many buckets there are.
    count: usize,
    /// The least power of two that is no smaller than `count`, minus one.
    mask: usize,
}

impl Buckets {
    /// The number of the bucket of a key. If the bucket that the key belongs to has not been split off yet, that is the
    /// bucket from which it will be.
    #[inline]
    fn number(&self, key: u64) -> usize {
        let n = key as usize & self.mask;
        if n < self.count { n } else { n & (self.mask >> 1) }
    }

    /// The bucket with this number.
    #[inline]
    fn bucket(&self, n: usize) -> Option<Bucket<'_>> {
        let Segment { words, zero } = self.segments.get(segment_of(n))?.as_ref()?;
        Some(Bucket(words.get(zero.wrapping_add(n * BUCKET)..)?.first_chunk()?))
    }

    /// The bucket of a key.
    #[inline]
    fn of(&self, key: u64) -> Option<Bucket<'_>> {
        self.bucket(self.number(key))
    }

    /// Adds empty buckets until there are `count`.
    fn extend(&mut self, count: usize) {
        while self.count == 0 || self.mask < count - 1 {
            let first = if self.count == 0 { 0 } else { self.mask + 1 };
            let end = (2 * first).max(MIN_BUCKETS);
            if let Some(segment) = self.segments.get_mut(segment_of(first)) {
                *segment = Some(Segment::new(first, end - first));
            }
            (self.count, self.mask) = (end, end - 1);
        }
        self.count = count;
    }

    /// Moves the entries of a bucket that belong to buckets which have been added since.
    fn split(&self, from: usize) {
        let Some(bucket) = self.bucket(from) else { return };
        for n in 0..ENTRIES {
            let (key, result) = bucket.get(n);
            let to = self.number(key);
            if result == 0 || to == from {
                continue;
            }
            // Only this bucket is split into the other one, so there is always room.
            let Some(target) = self.bucket(to) else { return };
            if let Some(free) = (0..ENTRIES).find(|&n| target.get(n).1 == 0) {
                target.set(free, key, result);
            }
            bucket.set(n, 0, 0);
        }
    }
}

/// The segment with the bucket of this number.
#[inline]
fn segment_of(n: usize) -> usize {
    (usize::BITS - (n / MIN_BUCKETS).leading_zeros()) as usize
}

/// The entries of one bucket.
#[derive(Clone, Copy)]
struct Bucket<'b>(&'b [AtomicU64; BUCKET]);

impl Bucket<'_> {
    /// Key and result of an entry; a result of 0 if it is empty.
    #[inline]
    fn get(self, n: usize) -> (u64, u64) {
        let result = self.0[2 * n + 1].load(Ordering::Relaxed);
        (self.0[2 * n].load(Ordering::Relaxed) ^ result, result)
    }

    #[inline]
    fn set(self, n: usize, key: u64, result: u64) {
        self.0[2 * n].store(key ^ result, Ordering::Relaxed);
        self.0[2 * n + 1].store(result, Ordering::Relaxed);
    }
}

/// The transposition table.
#[derive(Default)]
pub struct TranspositionTable {
    buckets: Arc<Buckets>,
    /// How many entries the current search has filled: not those that it has filled before.
    filled: usize,
    /// The table grows when this many entries are filled.
    grows_at: usize,
    age: u8,
}

impl TranspositionTable {
    /// Starts a new search: allocates at the first one, and makes the entries of earlier ones replaceable.
    pub fn start_search(&mut self) {
        self.grow_to(MIN_BUCKETS);
        self.filled = 0;
        self.grows_at = full(self.buckets.count);
        self.age = (self.age + 1) & 31;
    }

    /// How many results the table has room for.
    pub fn capacity(&self) -> usize {
        self.buckets.count * ENTRIES
    }

    /// Gives the table room for this many results, if it has less and as far as it may grow.
    pub fn reserve(&mut self, results: u64) {
        let buckets = usize::try_from(results / ENTRIES as u64).unwrap_or(MAX_BUCKETS).min(MAX_BUCKETS);
        self.grow_to(buckets.next_power_of_two());
    }

    /// Gives the table this many buckets, if it has less. Only the buckets that it has are touched, so that the memory of
    /// the others is not used yet.
    fn grow_to(&mut self, count: usize) {
        // While threads share the table, it does not grow.
        let Some(buckets) = Arc::get_mut(&mut self.buckets) else { return };
        let before = buckets.count;
        if before < count {
            buckets.extend(count);
            (0..before).for_each(|n| buckets.split(n));
            self.grows_at = full(count);
        }
    }

    /// Adds a few buckets, into which those at the same place in the first half of the table are split.
    #[cold]
    fn grow(&mut self) {
        let Some(buckets) = Arc::get_mut(&mut self.buckets).filter(|buckets| buckets.count < MAX_BUCKETS)
        else {
            self.grows_at = usize::MAX;
            return;
        };
        let added = buckets.count..buckets.count + GROWTH_STEP;
        buckets.extend(added.end);
        added.for_each(|n| buckets.split(n & (buckets.mask >> 1)));
        self.grows_at = full(buckets.count);
        #[cfg(test)]
        tests::count_splits(GROWTH_STEP);
    }

    /// The same table for another thread, which searches the same position. While it is shared, it does not grow.
    pub fn share(&mut self) -> TranspositionTable {
        self.grows_at = usize::MAX;
        TranspositionTable {
            buckets: Arc::clone(&self.buckets),
            filled: 0,
            grows_at: usize::MAX,
            age: self.age,
        }
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.of(key)?;
        let mut entries = (0..ENTRIES).map(|n| bucket.get(n));
        let (_, result) = entries.find(|&(other, result)| other == key && result != 0)?;
        Some(Entry::unpack(result))
    }

    /// Stores a result in place of the entry of its bucket that is worth least.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let now = self.age;
        let Some(bucket) = self.buckets.of(key) else { return };
        let worth = |result: u64| {
            let years = i32::from(now.wrapping_sub(age(result)) & 31);
            if result == 0 { i32::MIN } else { i32::from(depth(result)) - 4 * years }
        };
        let (mut at, mut least) = (0, i32::MAX);
        for n in 0..ENTRIES {
            let (other, result) = bucket.get(n);
            if other == key && result != 0 {
                at = n;
                break;
            }
            let worth = worth(result);
            if worth < least {
                (at, least) = (n, worth);
            }
        }
        let (old_key, old_result) = bucket.get(at);
        let is_of_this_search = old_result != 0 && age(old_result) == now;
        let mut entry = entry;
        if old_key == key && old_result != 0 {
            let old = Entry::unpack(old_result);
            // A fact is not replaced by an estimate, nor a much deeper result of this search by a bound.
            let is_kept = old.is_sound && !entry.is_sound
                || !entry.is_sound
                    && entry.bound != Bound::Exact
                    && i32::from(old.depth) > i32::from(entry.depth) + 3
                    && is_of_this_search;
            if is_kept {
                return;
            }
            if entry.mv == NO_MOVE {
                entry.mv = old.mv;
            }
        }
        bucket.set(at, key, entry.pack(now));
        self.filled += usize::from(!is_of_this_search);
        if self.filled >= self.grows_at {
            self.grow();
        }
    }
}

/// How many entries a search fills before a table of this many buckets grows.
fn full(buckets: usize) -> usize {
    buckets * FULL
}

#[cfg(test)]
mod tests;
