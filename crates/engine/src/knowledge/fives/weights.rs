//! The weights of the evaluation of Three Fives, fitted to games that the engine played against itself (see
//! `examples/fives_fit.rs`).

use rules::{Seat, fives};

use super::features::{FEATURES, phase};

/// The value of each feature in points, for a player with no, one and two groups completed.
pub(super) struct Weights {
    /// For the player to move.
    pub(super) mover: [[i16; FEATURES]; 3],
    /// For the other player.
    pub(super) opponent: [[i16; FEATURES]; 3],
}

/// The weighted sum of a seat's features, in points.
#[inline]
pub(super) fn seat_value(
    table: &fives::Position,
    seat: Seat,
    is_mover: bool,
    counts: &[i16; FEATURES],
) -> i32 {
    let weights = if is_mover { &WEIGHTS.mover } else { &WEIGHTS.opponent };
    let weights = &weights[phase(table, seat)];
    counts.iter().zip(weights).map(|(&count, &weight)| i32::from(count) * i32::from(weight)).sum()
}

/// The value for `seat`, who is to move against one other, in points, from the features of both players.
#[inline]
pub(super) fn value(
    table: &fives::Position,
    seat: Seat,
    mine: &[i16; FEATURES],
    theirs: &[i16; FEATURES],
) -> i32 {
    seat_value(table, seat, true, mine) - seat_value(table, seat.other(), false, theirs)
}

pub(super) static WEIGHTS: Weights = Weights {
    mover: [
        [
            42, 80, 176, 262, 370, 11, 9, 41, -6, -25, 2, -3, 15, 32, 70, 60, 92, 116, -64, -81, -33, 3, 9,
            -1, -2, 6, 5, 16,
        ],
        [
            872, 51, 141, 281, 451, -68, -93, -69, -6, 26, -1, 6, 51, 47, 85, 94, 90, 117, -79, -85, -76, 0,
            15, 9, 5, 58, 40, 32,
        ],
        [
            1638, -98, 124, 372, 274, 1511, 2389, 2414, 91, 237, -19, -39, 7, 1, -29, 128, 58, 72, -64, -50,
            -46, 68, 15, 33, 32, 168, 109, 147,
        ],
    ],
    opponent: [
        [
            -3, 88, 187, 276, 370, -3, -2, 21, -1, -46, -1, -5, 31, 56, 100, 37, 67, 91, -76, -80, -35, 5,
            -2, -6, -9, 4, 2, 18,
        ],
        [
            829, 51, 144, 276, 445, -48, -75, -52, -9, 10, -3, 3, 64, 59, 103, 90, 86, 117, -92, -95, -84,
            -20, 10, 5, 0, 49, 32, 24,
        ],
        [
            1500, -103, 88, 370, 424, 586, 784, 909, 48, 63, -24, -33, 20, 32, 0, 91, 70, 72, -40, -34, -32,
            51, 13, 19, 21, 125, 82, 117,
        ],
    ],
};
