//! The layers after the sum of rows: 64, clipped and squared, then 8, 16 and 1.

use wide::{f32x4, i16x8, i16x16, i32x4};

use super::row::{ONE, Sum, WIDTH};
use super::{NetworkError, NumberReader};

/// The widths of the two layers after the sum.
const FIRST: usize = 8;
const SECOND: usize = 16;
/// The number that stands for 1 in the weights of the first layer.
const WEIGHT_ONE: f32 = 1024.0;

/// The weights of one output of the first layer.
type Weights = [i16x8; WIDTH / 8];

/// The layers, four numbers at a time.
pub(crate) struct Head {
    first: [Weights; FIRST],
    first_bias: [f32x4; FIRST / 4],
    /// By input, then output.
    second: [[f32x4; SECOND / 4]; FIRST],
    second_bias: [f32x4; SECOND / 4],
    last: [f32x4; SECOND / 4],
    last_bias: f32,
}

impl Head {
    pub(crate) fn read(reader: &mut NumberReader<'_>) -> Result<Head, NetworkError> {
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
            first_bias: read_vectors(reader)?,
            second: {
                let mut second = [[f32x4::ZERO; SECOND / 4]; FIRST];
                for row in &mut second {
                    *row = read_vectors(reader)?;
                }
                second
            },
            second_bias: read_vectors(reader)?,
            last: read_vectors(reader)?,
            last_bias: reader.number()?,
        })
    }

    /// The log-odds for the player to move.
    #[inline]
    pub(crate) fn log_odds(&self, sum: &Sum) -> f32 {
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

/// Clips numbers to the range from 0 to 1.
#[inline]
fn clip(numbers: f32x4) -> f32x4 {
    numbers.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
}

/// The next numbers, four at a time.
fn read_vectors<const N: usize>(reader: &mut NumberReader<'_>) -> Result<[f32x4; N], NetworkError> {
    let mut all = [f32x4::ZERO; N];
    for vector in &mut all {
        let mut numbers = [0.0; 4];
        reader.fill(&mut numbers)?;
        *vector = f32x4::new(numbers);
    }
    Ok(all)
}
