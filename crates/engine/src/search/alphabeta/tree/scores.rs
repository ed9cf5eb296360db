//! Scores of finished games, and how scores are stored in the transposition table.

use super::super::{MIN_WIN, TerminalResult, WIN};

/// The score of an end `ply` moves from the root.
pub(in super::super) fn ending_score(ending: TerminalResult, ply: usize) -> i32 {
    match ending {
        TerminalResult::Won => WIN - ply as i32,
        TerminalResult::Drawn => 0,
        TerminalResult::Lost => -WIN + ply as i32,
    }
}

/// Converts a score for the table: distances to wins count from the root in the search, and from the position in the
/// table.
#[inline]
pub(super) fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (if score >= MIN_WIN {
        score + ply
    } else if score <= -MIN_WIN {
        score - ply
    } else {
        score
    }) as i16
}

/// Reverses [`to_table`].
#[inline]
pub(super) fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    if score >= MIN_WIN {
        score - ply
    } else if score <= -MIN_WIN {
        score + ply
    } else {
        score
    }
}
