//! A histogram of durations whose buckets are at most 1/64 of their value wide.

use std::time::Duration;

/// Each power of two is divided into 2^6 buckets.
const BUCKET_BITS: u32 = 6;

/// Counts of durations by bucket.
#[derive(Clone, Debug, Default)]
pub(super) struct Histogram {
    counts: Vec<u32>,
    count: u64,
    max: u64,
}

impl Histogram {
    /// Adds a duration.
    pub(super) fn add(&mut self, took: Duration) {
        let micros = took.as_micros() as u64;
        let index = index(micros);
        if self.counts.len() <= index {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
        self.count += 1;
        self.max = self.max.max(micros);
    }

    /// Adds all durations of another histogram.
    pub(super) fn merge(&mut self, other: &Histogram) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.count += other.count;
        self.max = self.max.max(other.max);
    }

    /// The number of durations.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// A quantile in milliseconds, for a part from 0 to 1; `None` if the histogram is empty.
    pub(super) fn quantile(&self, part: f64) -> Option<f64> {
        let wanted = ((self.count as f64 * part).ceil() as u64).clamp(1, self.count.max(1));
        let mut seen = 0;
        let index = self.counts.iter().position(|count| {
            seen += u64::from(*count);
            seen >= wanted
        })?;
        Some(upper_bound(index).min(self.max) as f64 / 1000.0)
    }

    /// The longest duration in milliseconds; `None` if the histogram is empty.
    pub(super) fn max(&self) -> Option<f64> {
        (self.count > 0).then_some(self.max as f64 / 1000.0)
    }

    /// The number of durations from `from` up to `to` milliseconds, exclusive.
    pub(super) fn between(&self, from: f64, to: f64) -> u64 {
        let counted = self.counts.iter().enumerate().filter(|(index, _)| {
            let milliseconds = upper_bound(*index) as f64 / 1000.0;
            from <= milliseconds && milliseconds < to
        });
        counted.map(|(_, count)| u64::from(*count)).sum()
    }
}

/// The bucket of a number of microseconds.
fn index(micros: u64) -> usize {
    let octave = micros.max(1).ilog2();
    if octave <= BUCKET_BITS {
        return micros as usize;
    }
    let shift = octave - BUCKET_BITS;
    ((u64::from(shift) << BUCKET_BITS) + (micros >> shift)) as usize
}

/// The largest number of microseconds in a bucket.
fn upper_bound(index: usize) -> u64 {
    let index = index as u64;
    if index < 2 << BUCKET_BITS {
        return index;
    }
    let shift = (index >> BUCKET_BITS) - 1;
    let first = (index - (shift << BUCKET_BITS)) << shift;
    first + (1 << shift) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_contiguous_and_narrow() {
        let mut last = 0;
        for micros in 1..300_000 {
            let bucket = index(micros);
            assert!(bucket == last || bucket == last + 1, "{micros}");
            last = bucket;
            let end = upper_bound(bucket);
            assert!(end >= micros && end - micros <= micros / 64, "{micros} {end}");
        }
    }

    #[test]
    fn quantiles_match_the_counted_durations() {
        let mut one = Histogram::default();
        let mut two = Histogram::default();
        assert_eq!((one.quantile(0.5), one.max()), (None, None));
        for milliseconds in 1..=1000 {
            let half = if milliseconds % 2 == 0 { &mut one } else { &mut two };
            half.add(Duration::from_millis(milliseconds));
        }
        one.merge(&two);
        assert_eq!(one.count(), 1000);
        for (part, expected) in [(0.5, 500.0), (0.9, 900.0), (0.99, 990.0)] {
            let found = one.quantile(part).unwrap();
            assert!((found - expected).abs() <= expected / 64.0, "{part}: {found}");
        }
        assert_eq!(one.quantile(1.0), Some(1000.0));
        assert_eq!(one.max(), Some(1000.0));
        assert_eq!(one.between(0.0, 5000.0), 1000);
    }
}
