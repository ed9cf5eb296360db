//! Computes the rows of all boards from the encoder of one board: 18 inputs, 128 and 64 wide, then a layer for each place.
//!
//! The order of the additions is fixed, so that every platform gets the same rows.

use super::super::patterns::{PATTERNS, open_patterns};
use super::{ONE, ROWS, Row, SENT, SENT_PLACE, STRIDE, WIDTH};
use crate::network_file::{NetworkError, Reader};

/// The inputs of the encoder: the cells of the player to move, then those of the other.
const INPUTS: usize = 18;
const HIDDEN: usize = 128;
const CODE: usize = 64;

/// A layer, by input, then output, and its bias.
struct Layer<const OUT: usize> {
    weights: Vec<[f32; OUT]>,
    bias: [f32; OUT],
}

impl<const OUT: usize> Layer<OUT> {
    fn read(inputs: usize, reader: &mut Reader<'_>) -> Result<Layer<OUT>, NetworkError> {
        let mut layer = Layer { weights: vec![[0.0; OUT]; inputs], bias: [0.0; OUT] };
        for row in &mut layer.weights {
            reader.fill(row)?;
        }
        reader.fill(&mut layer.bias)?;
        Ok(layer)
    }

    fn apply(&self, inputs: &[f32]) -> [f32; OUT] {
        let mut sum = self.bias;
        for (&x, weights) in inputs.iter().zip(&self.weights) {
            if x != 0.0 {
                for (sum, w) in sum.iter_mut().zip(weights) {
                    *sum += x * w;
                }
            }
        }
        sum
    }
}

/// The rows, in the order of the engine.
pub(super) fn bake(reader: &mut Reader<'_>) -> Result<Vec<Row>, NetworkError> {
    let hidden: Layer<HIDDEN> = Layer::read(INPUTS, reader)?;
    let code: Layer<CODE> = Layer::read(HIDDEN, reader)?;
    // Nine places, and the board to which the player is sent.
    let mut places: Vec<Layer<WIDTH>> = Vec::new();
    for _ in 0..10 {
        places.push(Layer::read(CODE, reader)?);
    }
    let mut rows = vec![Row::new(&[0; WIDTH]); ROWS];
    for (number, [own, other]) in open_patterns() {
        let cells: [f32; INPUTS] = std::array::from_fn(|i| {
            let set = if i < 9 { own } else { other };
            f32::from(set >> (i % 9) & 1)
        });
        let code = code.apply(&hidden.apply(&cells).map(relu)).map(relu);
        for (place, layer) in places.iter().enumerate() {
            let at = if place < 9 { place * STRIDE } else { SENT };
            rows[at + number] = quantise(&layer.apply(&code));
        }
    }
    let mut numbers = [0.0; WIDTH];
    for place in 0..9 {
        for closed in 0..3 {
            reader.fill(&mut numbers)?;
            rows[place * STRIDE + PATTERNS + closed] = quantise(&numbers);
        }
    }
    for place in 0..10 {
        reader.fill(&mut numbers)?;
        rows[SENT_PLACE + place] = quantise(&numbers);
    }
    Ok(rows)
}

fn relu(x: f32) -> f32 {
    x.max(0.0)
}

/// The row in units of the input. The training program keeps rows within what 8 bits hold.
fn quantise(numbers: &[f32; WIDTH]) -> Row {
    Row::new(&numbers.map(|number| (number * f32::from(ONE)).round().clamp(-127.0, 127.0) as i8))
}
