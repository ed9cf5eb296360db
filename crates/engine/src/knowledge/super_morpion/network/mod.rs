//! A network that evaluates positions of Super Morpion, as the player to move sees them.
//!
//! ```text
//! each board: what its nine cells hold, or who has won it ─┐ one row
//! the board to which the player is sent: its nine cells   ─┼─ each, added up: 64 ─► clipped, squared ─► 8 ─► 16 ─► 1
//! its place, or the freedom to choose                     ─┘
//! ```
//!
//! The rows of a board would be 9 × 3⁹ × 64 weights. The file holds an encoder of one board instead, from which they are
//! computed once ([`bake()`]). The last layers exist once for each phase of the game. A position is added up from scratch
//! when its value is asked for: eleven rows are hardly more than those that a move changes for both players, and nothing
//! is computed for the many positions that never need a value.

mod bake;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use wide::{f32x4, i8x16, i16x8, i16x16, i32x4};

use self::bake::bake;
use super::features::count;
use super::patterns::{PATTERNS, pattern};
use super::position::Position;
use crate::network_file::{NetworkError, Reader};
use crate::search::alphabeta::POINTS;

/// The version of the shape.
const VERSION: u32 = 2;

/// The rows of a place: patterns, then boards won by the player to move, by the other, and drawn.
const STRIDE: usize = PATTERNS + 3;
/// Where the rows of the board begin to which the player is sent.
const SENT: usize = 9 * STRIDE;
/// Where the rows begin for its place; the tenth is for the freedom to choose.
const SENT_PLACE: usize = SENT + PATTERNS;
const ROWS: usize = SENT_PLACE + 10;

/// The width of a row.
const WIDTH: usize = 64;
/// The widths of the two layers behind it.
const FIRST: usize = 8;
const SECOND: usize = 16;
/// Phases of the game: closed boards in pairs.
const PHASES: usize = 4;
/// What stands for 1 in the input of the first layer: the largest number whose square fits in 16 bits.
const ONE: i16 = 181;
/// What stands for 1 in the weights of the first layer.
const WEIGHT_ONE: f32 = 1024.0;

/// A row, in units of the input, sixteen numbers at a time: one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([i8x16; WIDTH / 16]);

impl Row {
    fn new(numbers: &[i8; WIDTH]) -> Row {
        let (sixteens, _) = numbers.as_chunks();
        Row(std::array::from_fn(|n| i8x16::new(sixteens[n])))
    }
}

/// The sum of rows.
type Sum = [i16x16; WIDTH / 16];
/// The weights of one output of the first layer.
type Weights = [i16x8; WIDTH / 8];

/// The layers behind the rows, four numbers at a time.
struct Head {
    first: [Weights; FIRST],
    first_bias: [f32x4; FIRST / 4],
    /// By input, then output.
    second: [[f32x4; SECOND / 4]; FIRST],
    second_bias: [f32x4; SECOND / 4],
    last: [f32x4; SECOND / 4],
    last_bias: f32,
}

/// The network, ready for use.
pub(super) struct Network {
    rows: Vec<Row>,
    heads: [Head; PHASES],
}

/// The weights that come with the engine; see `training/super_morpion/README.md` for where they come from.
static WEIGHTS: &[u8] = include_bytes!("weights.net");

impl Network {
    /// Reads a network from the bytes of its file.
    pub(super) fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader::open(bytes, VERSION)?;
        let rows = bake(&mut reader)?;
        let mut heads = Vec::new();
        for _ in 0..PHASES {
            heads.push(Head::read(&mut reader)?);
        }
        reader.end()?;
        let heads = heads.try_into().map_err(|_| NetworkError::Length)?;
        Ok(Network { rows, heads })
    }

    /// The network that comes with the engine. It is computed once for all engines.
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
        let mut sum = [i16x16::ZERO; WIDTH / 16];
        match position.sent() {
            Some(board) => {
                add(&mut sum, &self.rows[SENT_PLACE + board]);
                add(&mut sum, &self.rows[SENT + pattern(own[board], other[board])]);
            }
            None => add(&mut sum, &self.rows[SENT_PLACE + 9]),
        }
        for board in 0..9 {
            let code = if position.open >> board & 1 != 0 {
                pattern(own[board], other[board])
            } else {
                PATTERNS + usize::from(won >> board & 1 == 0) * (2 - usize::from(lost >> board & 1))
            };
            add(&mut sum, &self.rows[board * STRIDE + code]);
        }
        sum
    }
}

#[inline]
fn add(sum: &mut Sum, row: &Row) {
    for (sum, &row) in sum.iter_mut().zip(&row.0) {
        *sum += i16x16::from_i8x16(row);
    }
}

impl Head {
    fn read(reader: &mut Reader<'_>) -> Result<Head, NetworkError> {
        let mut first = [[i16x8::ZERO; WIDTH / 8]; FIRST];
        for row in &mut first {
            let mut numbers = [0.0; WIDTH];
            reader.fill(&mut numbers)?;
            // The sum of all products must fit in 32 bits, whatever the input.
            if numbers.iter().map(|number| number.abs()).sum::<f32>() >= 63.0 {
                return Err(NetworkError::Range);
            }
            let numbers = numbers.map(|number| (number * WEIGHT_ONE).round() as i16);
            let (eights, _) = numbers.as_chunks();
            *row = std::array::from_fn(|n| i16x8::new(eights[n]));
        }
        Ok(Head {
            first,
            first_bias: fours(reader)?,
            second: {
                let mut second = [[f32x4::ZERO; SECOND / 4]; FIRST];
                for row in &mut second {
                    *row = fours(reader)?;
                }
                second
            },
            second_bias: fours(reader)?,
            last: fours(reader)?,
            last_bias: reader.number()?,
        })
    }

    /// The log-odds for the player to move.
    #[inline]
    fn log_odds(&self, sum: &Sum) -> f32 {
        let one = i16x16::splat(ONE);
        let mut input = [i16x8::ZERO; WIDTH / 8];
        for (halves, sum) in input.as_chunks_mut::<2>().0.iter_mut().zip(sum) {
            let sum = sum.max(i16x16::ZERO).min(one);
            let squares = (sum * sum).to_array();
            let (eights, _) = squares.as_chunks();
            *halves = [i16x8::new(eights[0]), i16x8::new(eights[1])];
        }
        let unit = f32x4::splat(1.0 / (f32::from(ONE) * f32::from(ONE) * WEIGHT_ONE));
        let mut second = self.second_bias;
        for (n, rows) in self.first.as_chunks::<4>().0.iter().enumerate() {
            let mut dots = [i32x4::ZERO; 4];
            for (dot, row) in dots.iter_mut().zip(rows) {
                for (&x, &w) in input.iter().zip(row) {
                    *dot += x.dot(w);
                }
            }
            let [a, b, c, d] = i32x4::transpose(dots);
            let outputs = clip(f32x4::from_i32x4((a + b) + (c + d)) * unit + self.first_bias[n]);
            for (x, weights) in outputs.to_array().into_iter().zip(&self.second[4 * n..]) {
                for (sum, &w) in second.iter_mut().zip(weights) {
                    *sum += f32x4::splat(x) * w;
                }
            }
        }
        let mut total = f32x4::ZERO;
        for (&x, &w) in second.iter().zip(&self.last) {
            total += clip(x) * w;
        }
        let [a, b, c, d] = total.to_array();
        (a + b) + (c + d) + self.last_bias
    }
}

/// The numbers between 0 and 1, and those beyond as these.
#[inline]
fn clip(numbers: f32x4) -> f32x4 {
    numbers.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
}

/// The next numbers, four at a time.
fn fours<const N: usize>(reader: &mut Reader<'_>) -> Result<[f32x4; N], NetworkError> {
    let mut all = [f32x4::ZERO; N];
    for four in &mut all {
        let mut numbers = [0.0; 4];
        reader.fill(&mut numbers)?;
        *four = f32x4::new(numbers);
    }
    Ok(all)
}
