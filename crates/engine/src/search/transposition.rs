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
//! Memory is allocated a mebibyte at a time, since not every system provides it as zeros: in a browser the allocator
//! writes them.
//! The whole key is stored: two positions are confused once in 2⁶⁴ comparisons.
//!
//! A large table does not fit in the caches, and memory takes as long to answer as an evaluation takes to be computed. So
//! the search announces a position as soon as it knows it ([`prefetch`](TranspositionTable::prefetch)), and evaluates it
//! before it asks for its entry.
//!
//! Several threads can share a table without locks. A thread may read an entry while another one writes it, and so get
//! one word of each of two entries; their XOR then differs from the key that is looked up, and no entry is found. A
//! shared table has its size from the start and does not grow.

mod buckets;

use std::sync::Arc;

use self::buckets::{Buckets, ENTRIES, MAX_BUCKETS, MIN_BUCKETS};

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

/// From this many buckets on, the table does not fit in the cache of a core: 2 MiB.
const LARGE: usize = 1 << 15;

/// Whether [`TranspositionTable::prefetch`] does anything: WebAssembly has no instruction for it.
const CAN_PREFETCH: bool = cfg!(any(target_arch = "x86_64", target_arch = "x86", target_arch = "aarch64"));

/// How many buckets are added at once while a search stores its results.
const GROWTH_STEP: usize = 16;
/// How many entries a search fills in each bucket on average before the table grows. Keys are random, so that some
/// buckets are full long before all are.
const FULL: usize = 3;

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

    /// Gives the table this many buckets, if it has less.
    fn grow_to(&mut self, count: usize) {
        // While threads share the table, it does not grow.
        let Some(buckets) = Arc::get_mut(&mut self.buckets) else { return };
        if buckets.count < count {
            buckets.grow_to(count);
            self.grows_at = full(count);
        }
    }

    /// Adds a few buckets.
    #[cold]
    fn grow(&mut self) {
        let Some(buckets) = Arc::get_mut(&mut self.buckets).filter(|buckets| buckets.count < MAX_BUCKETS)
        else {
            self.grows_at = usize::MAX;
            return;
        };
        buckets.grow_by(GROWTH_STEP);
        self.grows_at = full(buckets.count);
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

    /// Whether it pays to load entries ahead: most lie outside the cache of a core, and the processor can be asked to.
    #[inline]
    pub fn should_prefetch(&self) -> bool {
        CAN_PREFETCH && self.buckets.count >= LARGE
    }

    /// Asks the processor to load the entry of the position with this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
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
