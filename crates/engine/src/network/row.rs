//! Rows of 64 small numbers, and their sum.

use wide::{i8x16, i16x16};

/// The width of a row.
pub(crate) const WIDTH: usize = 64;

/// The number that stands for 1 in a sum: the largest whose square fits in 16 bits.
pub(super) const ONE: i16 = 181;

/// A row, in units of the input of the first layer, sixteen numbers at a time: one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row([i8x16; WIDTH / 16]);

impl Row {
    pub(crate) const ZERO: Row = Row([i8x16::ZERO; WIDTH / 16]);

    /// The row nearest to these numbers. The training program keeps rows within the range of 8 bits.
    pub(crate) fn quantise(numbers: &[f32; WIDTH]) -> Row {
        let numbers = numbers.map(|number| (number * f32::from(ONE)).round().clamp(-127.0, 127.0) as i8);
        let (sixteens, _) = numbers.as_chunks();
        Row(std::array::from_fn(|n| i8x16::new(sixteens[n])))
    }
}

/// The sum of rows.
pub(crate) type Sum = [i16x16; WIDTH / 16];

/// Adds a row.
#[inline]
pub(crate) fn add(sum: &mut Sum, row: &Row) {
    for (sum, &row) in sum.iter_mut().zip(&row.0) {
        *sum += i16x16::from_i8x16(row);
    }
}
