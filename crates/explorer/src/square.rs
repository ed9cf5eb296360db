//! The symmetries of square boards, by their numbers.

use rules::Symmetry;

/// The number of symmetries of a square.
pub(crate) const SYMMETRIES: u8 = Symmetry::ALL.len() as u8;

/// The symmetry of the square with this number.
pub(crate) fn numbered(symmetry: u8) -> Symmetry {
    Symmetry::ALL[usize::from(symmetry % SYMMETRIES)]
}

/// Turns squares of the 5×5 frame and shifts them so that the lowest and leftmost squares in use are at its edge: in
/// games that are played in this frame, only relative places matter.
pub(crate) struct TurnedFrame {
    symmetry: Symmetry,
    left: i8,
    low: i8,
}

/// How far a square may be from the lowest left one, in each direction.
const SPAN: i8 = 4;

impl TurnedFrame {
    pub(crate) fn new(symmetry: u8, used: rules::frame::Squares) -> TurnedFrame {
        let symmetry = numbered(symmetry);
        let places: Vec<(i8, i8)> =
            rules::frame::squares(used).map(|square| symmetry.turn(from_centre(square))).collect();
        let left = places.iter().map(|place| place.0).min().unwrap_or(0);
        let low = places.iter().map(|place| place.1).min().unwrap_or(0);
        TurnedFrame { symmetry, left, low }
    }

    /// A number below 81 for the place of a square.
    pub(crate) fn place(&self, square: rules::frame::Square) -> u8 {
        let (x, y) = self.symmetry.turn(from_centre(square));
        ((x - self.left + SPAN) + (2 * SPAN + 1) * (y - self.low + SPAN)) as u8
    }
}

fn from_centre(square: rules::frame::Square) -> (i8, i8) {
    (square.file() as i8 - 2, square.rank() as i8 - 2)
}
