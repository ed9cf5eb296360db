//! Precomputed values of the quiet positions with few pieces in play, which would take too long to solve during a game.
//!
//! `early.bin` has a record of six bytes for each, sorted, with the lowest byte first. The test
//! `the_table_of_early_positions_is_what_solving_gives` computes all of them again and compares; with `UPDATE_EXPECT=1`
//! in the environment it writes the file.
//!
//! ```text
//! bit  47  43 42       36 35    27 26    18 17     9 8      0
//!     ┌──────┬───────────┬────────┬────────┬────────┬────────┐
//!     │  0   │   score   │ nests  │ large  │ medium │ small  │
//!     └──────┴───────────┴────────┴────────┴────────┴────────┘
//! ```

use super::board::Board;
use super::solver::ExactScore;

/// The table has all positions with up to this many pieces in play.
pub(super) const PLACED: u32 = 7;

/// How many bytes a record has.
const RECORD: usize = 6;

static TABLE: &[u8] = include_bytes!("early.bin");

/// The four sets of a board, packed more densely. The order of boards is preserved.
const fn packed(board: Board) -> u64 {
    let bits = board.bits();
    bits & 0x1ff | bits >> 7 & 0x1ff << 9 | bits >> 14 & 0x1ff << 18 | bits >> 21 & 0x1ff << 27
}

const SETS: u64 = (1 << 36) - 1;

/// The record at an index.
fn record(index: usize) -> u64 {
    let bytes = TABLE.iter().skip(index * RECORD).take(RECORD);
    bytes.enumerate().fold(0, |all, (i, &byte)| all | u64::from(byte) << (8 * i))
}

/// The score of a quiet board in its [canonical](Board::canonical) orientation, if the table has it.
pub(super) fn score(board: Board) -> Option<ExactScore> {
    let wanted = packed(board);
    let (mut from, mut to) = (0, TABLE.len() / RECORD);
    while from < to {
        let middle = (from + to) / 2;
        let record = record(middle);
        match (record & SETS).cmp(&wanted) {
            std::cmp::Ordering::Less => from = middle + 1,
            std::cmp::Ordering::Greater => to = middle,
            std::cmp::Ordering::Equal => return Some(ExactScore::from_bits(record >> 36)),
        }
    }
    None
}

/// The content that the file must have, computed from scratch.
#[cfg(test)]
pub(super) fn computed_table() -> Vec<u8> {
    use super::{reachable::Layer, solver::Solver};
    use std::ops::ControlFlow;

    let mut solver = Solver::from_nothing();
    let mut records = Vec::new();
    let mut layer = Layer::first();
    for _ in 0..=PLACED {
        let next = layer.next(|board| {
            if !board.can_complete() {
                let score = solver.score(board, &mut || true).unwrap_or(ExactScore::DRAW);
                records.push(packed(board) | score.bits() << 36);
            }
            ControlFlow::<()>::Continue(())
        });
        let ControlFlow::Continue(next) = next else { break };
        layer = next;
    }
    records.sort_unstable_by_key(|record| record & SETS);
    records.into_iter().flat_map(|record| record.to_le_bytes().into_iter().take(RECORD)).collect()
}
