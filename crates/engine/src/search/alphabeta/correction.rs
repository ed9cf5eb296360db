//! Correction history: how far search results differed from the static evaluation in similar positions.

/// How many errors are stored for each player.
const SIZE: usize = 1 << 14;
/// Errors are stored in this fraction of a point.
const GRAIN: i32 = 16;
/// The largest error that is learned, and the largest correction, in points.
const MAX_ERROR: i32 = 400;
const MAX_CORRECTION: i32 = 200;
/// The weight of a new error against the old ones: in 256ths per ply that was searched, and at most.
const MAX_WEIGHT: i32 = 12;

/// The average errors of the evaluation.
pub(super) struct Corrections(Vec<i16>);

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections(vec![0; 2 * SIZE])
    }

    /// Where the errors of positions with this key are.
    #[inline]
    fn index(key: u64, mover: usize) -> usize {
        (key as usize % SIZE) * 2 + (mover & 1)
    }

    /// What to add to the static evaluation.
    #[inline]
    pub(super) fn get(&self, key: u64, mover: usize) -> i32 {
        i32::from(self.0[Corrections::index(key, mover)]) / GRAIN
    }

    /// Learns that a search of some plies found a value that differs by `error` from the static evaluation.
    #[inline]
    pub(super) fn learn(&mut self, key: u64, mover: usize, error: i32, depth: i32) {
        let average = &mut self.0[Corrections::index(key, mover)];
        let weight = (depth + 1).min(MAX_WEIGHT);
        let error = error.clamp(-MAX_ERROR, MAX_ERROR) * GRAIN;
        let new = (i32::from(*average) * (256 - weight) + error * weight) / 256;
        *average = new.clamp(-MAX_CORRECTION * GRAIN, MAX_CORRECTION * GRAIN) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learned_for_each_player_and_kind_of_position_up_to_a_limit() {
        let mut corrections = Corrections::new();
        for _ in 0..200 {
            corrections.learn(5, 0, 60, 6);
            corrections.learn(7, 1, -5000, 20);
        }
        assert!((50..=60).contains(&corrections.get(5, 0)), "{}", corrections.get(5, 0));
        assert_eq!(corrections.get(7, 1), -MAX_CORRECTION);
        assert_eq!((corrections.get(5, 1), corrections.get(7, 0), corrections.get(6, 0)), (0, 0, 0));
    }
}
