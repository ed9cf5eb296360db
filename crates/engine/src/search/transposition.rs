//! The transposition table: results of positions that the search may reach again.
//!
//! Buckets of four entries fill one cache line:
//!
//! ```text
//! byte   0    8     10     12    14     15
//!        key  move  score  eval  depth  bound (bits 0–1), sound (bit 2), age (bits 3–7)
//! ```
//!
//! The table is empty until first used and grows fourfold when it fills up, so that a short search costs little memory
//! and a long one forgets little. The whole key is stored: two positions are confused once in 2⁶⁴ comparisons.

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

/// The result of searching a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The best move found, or [`NO_MOVE`].
    pub mv: u16,
    /// The score, for the player to move; wins and losses count from this position.
    pub score: i16,
    /// The static evaluation.
    pub eval: i16,
    /// How deep the search went.
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

    /// Whether the score is a fact about the game, not an estimate: no deeper search would change it.
    #[inline]
    pub fn is_sound(&self) -> bool {
        self.tag & 4 != 0
    }
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// How many buckets the table starts with: 256 KiB.
const MIN_BUCKETS: usize = 1 << 12;
/// How many buckets the table grows to: 64 MiB.
const MAX_BUCKETS: usize = 1 << 20;
/// How many buckets are made or moved between two polls while the table grows.
const GROWTH_CHUNK: usize = 1 << 10;

/// What a poll says about work that takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poll {
    /// Continue.
    Continue,
    /// Return now, to be called again later.
    Pause,
    /// Return now; there will be no other call.
    Stop,
}

/// The transposition table.
#[derive(Default)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The larger table that is being made.
    larger: Vec<Bucket>,
    /// The smaller table whose entries are being moved, and how many of its buckets have been.
    smaller: Vec<Bucket>,
    moved: usize,
    /// How many entries are in use.
    used: usize,
    age: u8,
}

impl TranspositionTable {
    /// Starts a new search: allocates at the first one, and makes the entries of earlier ones replaceable.
    pub fn start_search(&mut self) {
        if self.buckets.is_empty() {
            self.buckets = vec![Bucket([EMPTY; 4]); MIN_BUCKETS];
        }
        self.smaller = Vec::new();
        self.age = (self.age + 1) & 31;
    }

    /// Grows the table if it is filling up; whether that is done. To be called between two iterations, and again if it
    /// was paused. When it is stopped, the larger table is made at the next occasion; entries that have not been moved
    /// by then are forgotten.
    pub fn grow_if_full(&mut self, mut poll: impl FnMut() -> Poll) -> bool {
        if self.smaller.is_empty() {
            let mut size = self.buckets.len();
            while size < MAX_BUCKETS && self.used * 2 > size * 4 {
                size *= 4;
            }
            if size == self.buckets.len() {
                return true;
            }
            self.larger.reserve_exact(size - self.larger.len().min(size));
            while self.larger.len() < size {
                match poll() {
                    Poll::Continue => {}
                    Poll::Pause => return false,
                    Poll::Stop => return true,
                }
                self.larger.resize(self.larger.len() + GROWTH_CHUNK, Bucket([EMPTY; 4]));
            }
            let larger = std::mem::take(&mut self.larger);
            self.smaller = std::mem::replace(&mut self.buckets, larger);
            (self.used, self.moved) = (0, 0);
        }
        while self.moved < self.smaller.len() {
            match poll() {
                Poll::Continue => self.move_chunk(),
                Poll::Pause => return false,
                Poll::Stop => break,
            }
        }
        self.smaller = Vec::new();
        true
    }

    /// Moves the entries of some buckets of the smaller table.
    fn move_chunk(&mut self) {
        let chunk = self.moved..self.smaller.len().min(self.moved + GROWTH_CHUNK);
        self.moved = chunk.end;
        for at in chunk {
            for entry in self.smaller[at].0.into_iter().filter(|entry| entry.tag != 0) {
                // A bucket of the smaller table spreads over four of the larger one: there is always room.
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

    /// The entry of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.0.iter().find(|entry| entry.key == key && entry.tag != 0).copied()
    }

    /// Stores a result in place of the entry of its bucket that is worth least.
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
        // A fact is not replaced by an estimate, nor a much deeper result of this search by a bound.
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

    fn filled(keys: &[u64]) -> TranspositionTable {
        let mut table = TranspositionTable::default();
        table.start_search();
        for &key in keys {
            table.put(key, key as u16, 7, 8, 9, Bound::Lower, key & 1 == 0);
        }
        table
    }

    #[test]
    fn entries_are_found_again_when_the_table_has_grown_in_many_steps() {
        let keys: Vec<u64> = (1..10_000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let mut table = filled(&keys);
        let found = |table: &TranspositionTable| {
            keys.iter().filter(|&&key| table.get(key).is_some_and(|entry| entry.mv == key as u16)).count()
        };
        let before = found(&table);
        assert!(before > 9000, "{before}");
        assert!(table.grow_if_full(|| Poll::Stop));
        assert_eq!(table.buckets.len(), MIN_BUCKETS);
        let mut steps = 0;
        loop {
            let mut has_worked = false;
            let poll = || if std::mem::replace(&mut has_worked, true) { Poll::Pause } else { Poll::Continue };
            steps += 1;
            if table.grow_if_full(poll) {
                break;
            }
        }
        assert!(steps > 16, "{steps}");
        assert_eq!(table.buckets.len(), 4 * MIN_BUCKETS);
        assert_eq!(found(&table), before);
        assert!(table.grow_if_full(|| panic!("the table is large enough")));
    }

    #[test]
    fn an_estimate_does_not_replace_a_fact() {
        let mut table = filled(&[]);
        table.put(5, 1, 0, 0, 3, Bound::Exact, true);
        table.put(5, 2, 40, 0, 9, Bound::Lower, false);
        assert!(table.get(5).unwrap().is_sound());
        table.put(5, 3, 0, 0, 1, Bound::Exact, true);
        assert_eq!(table.get(5).unwrap().mv, 3);
        assert!(table.get(6).is_none());
    }
}
