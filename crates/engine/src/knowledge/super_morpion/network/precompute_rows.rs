//! Computes the rows of all boards when the network is read.

use super::super::patterns::{OPEN_PATTERNS, OpenPatterns, open_patterns};
use super::{ROWS, SENT, SENT_PLACE, STRIDE};
use crate::network::{Encoder, NetworkError, NumberReader, Row, WIDTH};

/// The inputs of the encoder: the cells of the player to move, then those of the opponent.
const INPUTS: usize = 18;

/// The rows, in the order of the engine.
pub(super) fn precompute_rows(
    patterns: &OpenPatterns,
    reader: &mut NumberReader<'_>,
) -> Result<Vec<Row>, NetworkError> {
    // Nine places, and the board to which the player is sent.
    let encoder = Encoder::read(INPUTS, 10, reader)?;
    let mut rows = vec![Row::ZERO; ROWS];
    for (number, [own, other]) in open_patterns() {
        let cells: [f32; INPUTS] = std::array::from_fn(|i| {
            let set = if i < 9 { own } else { other };
            f32::from(set >> (i % 9) & 1)
        });
        for (place, row) in encoder.rows(&cells).enumerate() {
            let at = if place < 9 { place * STRIDE } else { SENT };
            rows[at + patterns.index(number)] = row;
        }
    }
    let mut numbers = [0.0; WIDTH];
    for place in 0..9 {
        for closed in 0..3 {
            reader.fill(&mut numbers)?;
            rows[place * STRIDE + OPEN_PATTERNS + closed] = Row::quantise(&numbers);
        }
    }
    for place in 0..10 {
        reader.fill(&mut numbers)?;
        rows[SENT_PLACE + place] = Row::quantise(&numbers);
    }
    Ok(rows)
}
