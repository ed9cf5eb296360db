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
            40, 83, 183, 262, 379, 15, -8, 20, -1, -37, 7, 0, 2, 36, 79, 34, 96, 131, -62, -72, -32, 3, 12,
            -3, -2, 16, -1, 5,
        ],
        [
            869, 52, 129, 278, 427, -54, -78, -49, 3, 11, 5, 14, 30, 39, 87, 59, 61, 118, -76, -74, -70, -26,
            20, 9, 6, 56, 34, 22,
        ],
        [
            1645, -76, 130, 334, 368, 2490, 2388, 2186, 67, 134, -13, -52, 27, 9, -38, 149, 97, 101, -72,
            -81, -44, 64, 18, 39, 33, 165, 82, 129,
        ],
    ],
    waiter: [
        [
            -1, 85, 186, 258, 358, 7, -3, 26, 5, -35, 5, -2, 15, 52, 101, 22, 79, 120, -67, -76, -35, -2, 6,
            -7, -7, 16, 1, 8,
        ],
        [
            820, 54, 132, 269, 407, -20, -43, 7, 5, 8, 9, 13, 43, 44, 100, 56, 46, 110, -85, -80, -78, -40,
            13, 6, 1, 48, 27, 17,
        ],
        [
            1498, -76, 75, 332, 444, 619, 796, 837, 39, 44, -8, -28, 30, 29, 0, 94, 35, 89, -58, -73, -31,
            38, 12, 29, 20, 131, 53, 104,
        ],
    ],
};
