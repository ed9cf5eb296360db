//! The weights of the evaluation of Three Fives.

use super::features::FEATURES;

/// What each thing that is counted is worth, in points.
pub(super) struct Weights {
    /// To be on the move.
    pub(super) turn: i16,
    /// For the player on the move.
    pub(super) mover: [i16; FEATURES],
    /// For the other.
    pub(super) waiter: [i16; FEATURES],
}

pub(super) static WEIGHTS: Weights = Weights {
    turn: 40,
    mover: [
        700, 1600, 30, 90, 190, 330, 300, 350, 380, 600, 800, 20, -10, 20, 8, 0, 0, 0, 5, 10, 15, 0, 0, 0,
        10, 2, 4,
    ],
    waiter: [
        700, 1600, 30, 90, 190, 330, 120, 220, 260, 300, 600, 20, -10, 20, 8, 0, 0, 0, 5, 10, 15, 0, 0, 0,
        10, 2, 4,
    ],
};
