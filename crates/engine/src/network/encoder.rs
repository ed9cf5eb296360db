//! The encoder of one part of a board, from which the rows of all its patterns are computed when a network is read:
//! two layers, 128 and 64 wide, then a layer for each place on the board.
//!
//! The order of the additions is fixed, so that every platform gets the same rows.

use super::{NetworkError, NumberReader, Row, WIDTH};

const HIDDEN: usize = 128;
const CODE: usize = 64;

/// A layer, by input, then output, and its bias.
struct Layer<const OUT: usize> {
    weights: Vec<[f32; OUT]>,
    bias: [f32; OUT],
}

impl<const OUT: usize> Layer<OUT> {
    fn read(inputs: usize, reader: &mut NumberReader<'_>) -> Result<Layer<OUT>, NetworkError> {
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

/// The encoder.
pub(crate) struct Encoder {
    hidden: Layer<HIDDEN>,
    code: Layer<CODE>,
    places: Vec<Layer<WIDTH>>,
}

impl Encoder {
    /// Reads an encoder with this many inputs and places.
    pub(crate) fn read(
        inputs: usize,
        places: usize,
        reader: &mut NumberReader<'_>,
    ) -> Result<Encoder, NetworkError> {
        let hidden = Layer::read(inputs, reader)?;
        let code = Layer::read(HIDDEN, reader)?;
        let places = (0..places).map(|_| Layer::read(CODE, reader)).collect::<Result<_, _>>()?;
        Ok(Encoder { hidden, code, places })
    }

    /// The row of one pattern at each place.
    pub(crate) fn rows(&self, inputs: &[f32]) -> impl Iterator<Item = Row> {
        let code = self.code.apply(&self.hidden.apply(inputs).map(relu)).map(relu);
        self.places.iter().map(move |layer| Row::quantise(&layer.apply(&code)))
    }
}

fn relu(x: f32) -> f32 {
    x.max(0.0)
}
