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
//! The table starts small and grows fourfold when one search fills half of it, so that a short search uses little
//! memory, a long one forgets little, and a game of many short searches stays in a table that fits in the caches.
//! Growing takes a small part of the time that it took to fill the table. The whole key is stored: two positions are
//! confused once in 2⁶⁴ comparisons.
//!
//! Several threads can share a table without locks. A thread may read an entry while another one writes it, and so get
//! one word of each of two entries; their XOR then differs from the key that is looked up, and no entry is found. A
//! shared table has its full size from the start and does not grow.

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
/// How many buckets are moved between two polls while the table grows.
const GROWTH_CHUNK: usize = 1 << 10;

/// The answer of a poll during long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poll {
    /// Continue.
    Continue,
    /// Return now, to be called again later.
    Pause,
    /// Return now; there will be no other call.
    Stop,
}

/// Buckets, each on its own cache line.
#[derive(Default)]
struct Buckets {
    words: Vec<AtomicU64>,
    /// Where the first bucket starts: the first cache line of `words`.
    start: usize,
    /// The number of buckets, which is a power of two, minus one.
    mask: usize,
}

impl Buckets {
    /// Allocates empty buckets. `count` must be a power of two.
    fn new(count: usize) -> Buckets {
        // These zeros are not written: the system hands out pages of zeros when they are first used.
        let words: Vec<AtomicU64> = bytemuck::zeroed_vec((count + 1) * BUCKET);
        let start = words.as_ptr().align_offset(64).min(BUCKET);
        Buckets { words, start, mask: count - 1 }
    }

    fn count(&self) -> usize {
        if self.words.is_empty() { 0 } else { self.mask + 1 }
    }

    #[inline]
    fn of(&self, key: u64) -> Option<Bucket<'_>> {
        let start = self.start + (key as usize & self.mask) * BUCKET;
        Some(Bucket(self.words.get(start..)?.first_chunk()?))
    }
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
    /// The larger table that is being filled, and how many buckets have been copied to it.
    larger: Option<(Buckets, usize)>,
    /// How many entries the current search has stored, without those that it replaced itself.
    stored: usize,
    age: u8,
}

impl TranspositionTable {
    /// Starts a new search: allocates at the first one, and makes the entries of earlier ones replaceable.
    pub fn start_search(&mut self) {
        if self.buckets.count() == 0 {
            self.buckets = Arc::new(Buckets::new(MIN_BUCKETS));
        }
        self.larger = None;
        self.stored = 0;
        self.age = (self.age + 1) & 31;
    }

    /// Gives the table its full size, so that it does not grow while threads share it.
    pub fn grow_to_full_size(&mut self) {
        let count = self.buckets.count();
        if count < MAX_BUCKETS {
            let mut larger = Buckets::new(MAX_BUCKETS);
            copy(&self.buckets, 0..count, &mut larger);
            self.buckets = Arc::new(larger);
        }
    }

    /// The same table for another thread, which searches the same position.
    pub fn share(&self) -> TranspositionTable {
        TranspositionTable { buckets: Arc::clone(&self.buckets), larger: None, stored: 0, age: self.age }
    }

    /// Grows the table if this search has filled half of it. Returns whether that is done. Call it between two
    /// iterations, and again if it was paused. If it is stopped, the table stays as it was.
    pub fn grow_if_full(&mut self, mut poll: impl FnMut() -> Poll) -> bool {
        let count = self.buckets.count();
        if self.larger.is_none() {
            let mut size = count;
            while size < MAX_BUCKETS && self.stored * 2 > size * ENTRIES {
                size *= 4;
            }
            if size == count {
                return true;
            }
            self.larger = Some((Buckets::new(size), 0));
        }
        while let Some((larger, copied)) = &mut self.larger {
            if *copied >= count {
                break;
            }
            match poll() {
                Poll::Continue => {
                    let end = count.min(*copied + GROWTH_CHUNK);
                    copy(&self.buckets, *copied..end, larger);
                    *copied = end;
                }
                Poll::Pause => return false,
                Poll::Stop => {
                    self.larger = None;
                    return true;
                }
            }
        }
        if let Some((larger, _)) = self.larger.take() {
            self.buckets = Arc::new(larger);
        }
        true
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
        self.stored += usize::from(!is_of_this_search);
        bucket.set(at, key, entry.pack(now));
    }
}

/// Copies the entries of some buckets to larger ones.
fn copy(from: &Buckets, range: std::ops::Range<usize>, to: &mut Buckets) {
    for n in range {
        let Some(bucket) = from.of(n as u64) else { return };
        for (key, result) in (0..ENTRIES).map(|n| bucket.get(n)).filter(|&(_, result)| result != 0) {
            // A bucket spreads over several of the larger table, so there is always room.
            let Some(target) = to.of(key) else { return };
            if let Some(free) = (0..ENTRIES).find(|&n| target.get(n).1 == 0) {
                target.set(free, key, result);
            }
        }
    }
}

#[cfg(test)]
mod tests;
