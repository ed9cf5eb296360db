//! A transposition table: what was found out about positions that may be met again.
//!
//! Buckets of four entries fill one cache line:
//!
//! ```text
//! byte   0    8     10     12    14     15
//!        key  move  score  eval  depth  bound (bits 0–1), sound (bit 2), age (bits 3–7)
//! ```
//!
//! The table is empty until first used and grows fourfold when it fills up, so that a short thought costs little memory and
//! a long one forgets little. The whole key is kept: two positions are taken for one once in 2⁶⁴ comparisons.

/// What a stored score says about the true one.
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

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The best move found, or [`NO_MOVE`].
    pub mv: u16,
    /// The score, for the player to move; wins and losses count from this position.
    pub score: i16,
    /// What the evaluation said.
    pub eval: i16,
    /// How far the search went.
    pub depth: u8,
    /// Bits 0–1: the bound; bit 2: sound; bits 3–7: the age. All 0 in an empty entry.
    tag: u8,
}

const EMPTY: Entry = Entry { key: 0, mv: NO_MOVE, score: 0, eval: 0, depth: 0, tag: 0 };

impl Entry {
    /// What the score says about the true one.
    #[inline]
    pub fn bound(&self) -> Bound {
        match self.tag & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether the score is a fact about the game, not an estimate: it stands however deep one would search.
    #[inline]
    pub fn is_sound(&self) -> bool {
        self.tag & 4 != 0
    }
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// How many buckets the table begins with: 256 KiB.
const FIRST: usize = 1 << 12;
/// How many buckets the table grows to: 64 MiB.
const LAST: usize = 1 << 20;

/// The table.
#[derive(Default)]
pub struct Table {
    buckets: Vec<Bucket>,
    /// The larger table that will take their place, as far as it is made.
    larger: Vec<Bucket>,
    /// How many entries are in use.
    used: usize,
    age: u8,
}

impl Table {
    /// Begins a new thought: takes memory at the first, and lets what earlier ones found make room.
    pub fn begin(&mut self) {
        if self.buckets.is_empty() {
            self.buckets = vec![Bucket([EMPTY; 4]); FIRST];
        }
        self.age = (self.age + 1) & 31;
    }

    /// Grows if it is filling up. To be called between two iterations. That takes a while, so `go_on` is asked now
    /// and then; once it says no, the rest is left for the next time, or forgotten.
    pub fn grow_if_full(&mut self, mut go_on: impl FnMut() -> bool) {
        let mut size = self.buckets.len();
        while size < LAST && self.used * 2 > size * 4 {
            size *= 4;
        }
        if size == self.buckets.len() {
            return;
        }
        self.larger.reserve_exact(size - self.larger.len().min(size));
        while self.larger.len() < size {
            if !go_on() {
                return;
            }
            self.larger.resize(self.larger.len() + FIRST / 4, Bucket([EMPTY; 4]));
        }
        let larger = std::mem::take(&mut self.larger);
        let old = std::mem::replace(&mut self.buckets, larger);
        self.used = 0;
        for part in old.chunks(FIRST / 4) {
            if !go_on() {
                return;
            }
            for entry in part.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.tag != 0) {
                // A bucket of the old table spreads over four of the new one: there is always room.
                let index = self.index(entry.key);
                if let Some(free) = self.buckets[index].0.iter_mut().find(|entry| entry.tag == 0) {
                    *free = entry;
                    self.used += 1;
                }
            }
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.0.iter().find(|entry| entry.key == key && entry.tag != 0).copied()
    }

    /// Keeps what was found out, instead of what is worth least in its bucket.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "one argument a field")]
    pub fn put(&mut self, key: u64, mv: u16, score: i16, eval: i16, depth: u8, bound: Bound, is_sound: bool) {
        let age = self.age;
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let worth = |entry: &Entry| {
            if entry.tag == 0 {
                return i32::MIN;
            }
            let years = i32::from(age.wrapping_sub(entry.tag >> 3) & 31);
            i32::from(entry.depth) - 4 * years
        };
        let mut at = 0;
        let mut least = i32::MAX;
        for (i, entry) in bucket.iter().enumerate() {
            if entry.key == key && entry.tag != 0 {
                at = i;
                break;
            }
            let worth = worth(entry);
            if worth < least {
                least = worth;
                at = i;
            }
        }
        let old = &mut bucket[at];
        let is_same = old.key == key && old.tag != 0;
        // What is known for good stays, and what was found deeper, unless it is old or the new finding is exact.
        if is_same {
            let is_kept = old.is_sound() && !is_sound
                || !is_sound
                    && bound != Bound::Exact
                    && i32::from(old.depth) > i32::from(depth) + 3
                    && old.tag >> 3 == age;
            if is_kept {
                return;
            }
        } else if old.tag == 0 {
            self.used += 1;
        }
        let mv = if mv == NO_MOVE && is_same { old.mv } else { mv };
        *old = Entry { key, mv, score, eval, depth, tag: bound as u8 | u8::from(is_sound) << 2 | age << 3 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_found_again_when_the_table_has_grown() {
        let mut table = Table::default();
        table.begin();
        let keys: Vec<u64> = (1..10_000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for &key in &keys {
            table.put(key, key as u16, 7, 8, 9, Bound::Lower, key & 1 == 0);
        }
        let is_there = |table: &Table, key: u64| table.get(key).is_some_and(|entry| entry.mv == key as u16);
        let before = keys.iter().filter(|&&key| is_there(&table, key)).count();
        assert!(before > 9000, "{before}");
        table.grow_if_full(|| false);
        assert_eq!(table.buckets.len(), FIRST);
        table.grow_if_full(|| true);
        assert_eq!(table.buckets.len(), 4 * FIRST);
        assert_eq!(keys.iter().filter(|&&key| is_there(&table, key)).count(), before);
    }

    #[test]
    fn an_estimate_does_not_replace_a_fact() {
        let mut table = Table::default();
        table.begin();
        table.put(5, 1, 0, 0, 3, Bound::Exact, true);
        table.put(5, 2, 40, 0, 9, Bound::Lower, false);
        assert!(table.get(5).unwrap().is_sound());
        table.put(5, 3, 0, 0, 1, Bound::Exact, true);
        assert_eq!(table.get(5).unwrap().mv, 3);
        assert!(table.get(6).is_none());
    }
}
