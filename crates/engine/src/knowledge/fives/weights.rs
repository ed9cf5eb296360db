//! The weights of the evaluation of Three Fives, fitted to games that the engine played against itself (see
//! `examples/fives_fit.rs`).

use super::features::FEATURES;

/// What each thing that is counted is worth, in points, for a player with no, one and two groups completed.
pub(super) struct Weights {
    /// For the player on the move.
    pub(super) mover: [[i16; FEATURES]; 3],
    /// For the other.
    pub(super) waiter: [[i16; FEATURES]; 3],
}

pub(super) static WEIGHTS: Weights = Weights {
    mover: [
        [
            40, 21, 125, 268, 348, 12, -8, 7, 22, 11, 12, 5, -1, 15, 30, 27, 67, 84, -60, -48, -5, 8, 10, 10,
            10, 35, 35, 35,
        ],
        [
            861, 21, 125, 268, 348, 12, -8, 7, 22, 11, 12, 5, -1, 15, 30, 27, 67, 84, -60, -48, -5, 8, 10,
            10, 10, 35, 35, 35,
        ],
        [
            1640, 21, 125, 268, 348, 1631, 1797, 1812, 22, 11, 12, 5, -1, 15, 30, 27, 67, 84, -60, -48, -5,
            8, 10, 10, 10, 35, 35, 35,
        ],
    ],
    waiter: [
        [
            0, 19, 123, 257, 345, 38, 30, 48, 16, 13, 8, -2, 9, 30, 44, -2, 54, 68, -63, -48, -9, 6, 6, 6, 6,
            30, 30, 30,
        ],
        [
            822, 19, 123, 257, 345, 38, 30, 48, 16, 13, 8, -2, 9, 30, 44, -2, 54, 68, -63, -48, -9, 6, 6, 6,
            6, 30, 30, 30,
        ],
        [
            1504, 19, 123, 257, 345, 583, 1046, 1064, 16, 13, 8, -2, 9, 30, 44, -2, 54, 68, -63, -48, -9, 6,
            6, 6, 6, 30, 30, 30,
        ],
    ],
};
