//! A network that evaluates positions of Super Morpion, as the player to move sees them.
//!
//! ```text
//! each board: what its nine cells hold, or who has won it ─┐ one row
//! the board to which the player is sent: its nine cells   ─┼─ each, added up: 64 ─► clipped, squared ─► 8 ─► 16 ─► 1
//! its place, or the freedom to choose                     ─┘
//! ```
//!
//! The rows of a board would be 9 × 3⁹ × 64 weights. The file has an encoder of one board instead, from which they are
//! computed once ([`precompute_rows()`]). The last layers exist once for each phase of the game. The sum of a position is computed
//! from scratch when its value is needed: its eleven rows are hardly more than those that a move changes for both
//! players, and nothing is computed for the many positions that never need a value.

mod precompute_rows;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use self::precompute_rows::precompute_rows;
use super::features::count;
use super::patterns::{OPEN_PATTERNS, OpenPatterns, pattern};
use super::position::Position;
use crate::network::{Head, NetworkError, NumberReader, Row, Sum, add};
use crate::search::alphabeta::POINTS;

/// The version of the shape.
const VERSION: u32 = 2;

/// The rows of a place: patterns of open boards, then boards won by the player to move, by the opponent, and drawn.
const STRIDE: usize = OPEN_PATTERNS + 3;
/// The first row for the board to which the player is sent.
const SENT: usize = 9 * STRIDE;
/// The first row for its place; the tenth is for a free choice.
const SENT_PLACE: usize = SENT + OPEN_PATTERNS;
const ROWS: usize = SENT_PLACE + 10;

/// Phases of the game: closed boards in pairs.
const PHASES: usize = 4;

/// The network, ready for use.
pub(super) struct Network {
    patterns: OpenPatterns,
    rows: Vec<Row>,
    heads: [Head; PHASES],
}

/// The built-in weights; `training/README.md` describes their origin.
static WEIGHTS: &[u8] = include_bytes!("weights.net");

impl Network {
    /// Reads a network from the bytes of its file.
    pub(super) fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = NumberReader::open(bytes, VERSION)?;
        let patterns = OpenPatterns::new();
        let rows = precompute_rows(&patterns, &mut reader)?;
        let mut heads = Vec::new();
        for _ in 0..PHASES {
            heads.push(Head::read(&mut reader)?);
        }
        reader.end()?;
        let heads = heads.try_into().map_err(|_| NetworkError::Length)?;
        Ok(Network { patterns, rows, heads })
    }

    /// The built-in network, computed once for all engines.
    pub(super) fn standard() -> Result<Arc<Network>, NetworkError> {
        static STANDARD: OnceLock<Result<Arc<Network>, NetworkError>> = OnceLock::new();
        STANDARD.get_or_init(|| Network::read(WEIGHTS).map(Arc::new)).clone()
    }

    /// The value for the player to move, in points.
    #[inline]
    pub(super) fn value(&self, position: &Position) -> i32 {
        let head = &self.heads[((9 - count(position.open)) / 2).min(PHASES - 1)];
        (head.log_odds(&self.sum(position)) * POINTS) as i32
    }

    /// The sum of the rows.
    #[inline]
    fn sum(&self, position: &Position) -> Sum {
        let me = position.mover as usize & 1;
        let (own, other) = (&position.marks[me], &position.marks[me ^ 1]);
        let (won, lost) = (position.won[me], position.won[me ^ 1]);
        let mut sum = Sum::default();
        match position.sent() {
            Some(board) => {
                add(&mut sum, &self.rows[SENT_PLACE + board]);
                add(&mut sum, &self.rows[SENT + self.patterns.index(pattern(own[board], other[board]))]);
            }
            None => add(&mut sum, &self.rows[SENT_PLACE + 9]),
        }
        for board in 0..9 {
            let code = if position.open >> board & 1 != 0 {
                self.patterns.index(pattern(own[board], other[board]))
            } else {
                OPEN_PATTERNS + usize::from(won >> board & 1 == 0) * (2 - usize::from(lost >> board & 1))
            };
            add(&mut sum, &self.rows[board * STRIDE + code]);
        }
        sum
    }
}
