//! The memory of the transposition table: buckets of four entries, which can be added and split.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

#[cfg(test)]
use super::tests;

/// Words of a bucket: a cache line.
const BUCKET: usize = 8;
/// Entries of a bucket.
pub(super) const ENTRIES: usize = 4;
/// How many buckets the table starts with: 256 KiB.
pub(super) const MIN_BUCKETS: usize = 1 << 12;
/// How many buckets the table grows to: 64 MiB.
pub(super) const MAX_BUCKETS: usize = 1 << 20;
/// Buckets of a segment: 1 MiB.
pub(super) const SEGMENT_BUCKETS: usize = 1 << 14;

/// Buckets in one piece of memory, each on a cache line of its own.
struct Segment {
    words: Vec<AtomicU64>,
    /// The index of the first word of the first bucket.
    start: usize,
}

impl Segment {
    /// Allocates empty buckets.
    fn new() -> Segment {
        // Most systems provide pages of zeros when they are first used; others write these zeros now.
        let words: Vec<AtomicU64> = bytemuck::zeroed_vec((SEGMENT_BUCKETS + 1) * BUCKET);
        #[cfg(test)]
        tests::count_zeros(size_of_val(&*words));
        let start = words.as_ptr().align_offset(64).min(BUCKET);
        Segment { words, start }
    }
}

/// The buckets of a table.
#[derive(Default)]
pub(super) struct Buckets {
    segments: Vec<Segment>,
    /// How many buckets there are.
    pub(super) count: usize,
    /// The smallest power of two at or above `count`, minus one: a mask for bucket numbers.
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
    pub(super) fn bucket(&self, n: usize) -> Option<Bucket<'_>> {
        let Segment { words, start } = self.segments.get(n / SEGMENT_BUCKETS)?;
        Some(Bucket(words.get(start + n % SEGMENT_BUCKETS * BUCKET..)?.first_chunk()?))
    }

    /// The bucket of a key.
    #[inline]
    pub(super) fn of(&self, key: u64) -> Option<Bucket<'_>> {
        self.bucket(self.number(key))
    }

    /// Asks the processor to load the bucket of a key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        let n = self.number(key);
        if let Some(Segment { words, start }) = self.segments.get(n / SEGMENT_BUCKETS) {
            prefetch_index(words, start + n % SEGMENT_BUCKETS * BUCKET);
        }
    }

    /// Adds empty buckets until there are `count`.
    fn extend(&mut self, count: usize) {
        self.segments.resize_with(count.div_ceil(SEGMENT_BUCKETS), Segment::new);
        (self.count, self.mask) = (count, count.next_power_of_two() - 1);
    }

    /// Adds empty buckets until there are `count`, and splits those that there are. Only these are touched, so that the
    /// memory of the others is not used yet.
    pub(super) fn grow_to(&mut self, count: usize) {
        let before = self.count;
        self.extend(count);
        (0..before).for_each(|n| self.split(n));
    }

    /// Adds `step` buckets, into which those at the same place in the first half of the table are split. `step` divides
    /// the number of buckets that a table starts with.
    pub(super) fn grow_by(&mut self, step: usize) {
        let added = self.count..self.count + step;
        self.extend(added.end);
        added.for_each(|n| self.split(n & (self.mask >> 1)));
        #[cfg(test)]
        tests::count_splits(step);
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

/// The entries of one bucket.
#[derive(Clone, Copy)]
pub(super) struct Bucket<'b>(pub(super) &'b [AtomicU64; BUCKET]);

impl Bucket<'_> {
    /// Key and result of an entry; a result of 0 if it is empty.
    #[inline]
    pub(super) fn get(self, n: usize) -> (u64, u64) {
        let result = self.0[2 * n + 1].load(Ordering::Relaxed);
        (self.0[2 * n].load(Ordering::Relaxed) ^ result, result)
    }

    #[inline]
    pub(super) fn set(self, n: usize, key: u64, result: u64) {
        self.0[2 * n].store(key ^ result, Ordering::Relaxed);
        self.0[2 * n + 1].store(result, Ordering::Relaxed);
    }
}
