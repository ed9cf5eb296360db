//! The eight symmetries of a square board.

/// The number of symmetries of a square.
pub(crate) const SYMMETRIES: u8 = 8;

/// Where the place `x` to the right of the centre and `y` above it goes.
pub(crate) const fn turn(symmetry: u8, (x, y): (i8, i8)) -> (i8, i8) {
    let (x, y) = if symmetry & 4 != 0 { (y, x) } else { (x, y) };
    let x = if symmetry & 1 != 0 { -x } else { x };
    let y = if symmetry & 2 != 0 { -y } else { y };
    (x, y)
}

/// For each symmetry, where each cell of a grid of three by three goes.
pub(crate) const CELLS: [[u8; 9]; 8] = {
    let mut table = [[0; 9]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut cell = 0;
        while cell < 9 {
            let (x, y) = turn(symmetry as u8, (cell as i8 % 3 - 1, cell as i8 / 3 - 1));
            table[symmetry][cell] = (x + 1 + 3 * (y + 1)) as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    table
};

/// For each symmetry, each set of cells of a grid of three by three, turned.
static SETS: [[u16; 512]; 8] = {
    let mut table = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut set = 1;
        while set < 512 {
            let rest = set & (set - 1);
            table[symmetry][set] =
                table[symmetry][rest] | 1 << CELLS[symmetry][(set ^ rest).trailing_zeros() as usize];
            set += 1;
        }
        symmetry += 1;
    }
    table
};

/// A set of cells of a grid of three by three, turned.
pub(crate) fn turned_cells(symmetry: u8, set: u16) -> u16 {
    SETS[usize::from(symmetry & 7)][usize::from(set & 511)]
}

/// Turns squares of the 5×5 frame and shifts them so that the lowest and leftmost squares in use are at its edge: in
/// games that are played in this frame, only relative places matter.
pub(crate) struct TurnedFrame {
    symmetry: u8,
    left: i8,
    low: i8,
}

/// How far a square may be from the lowest left one, in each direction.
const SPAN: i8 = 4;

impl TurnedFrame {
    pub(crate) fn new(symmetry: u8, used: rules::frame::Squares) -> TurnedFrame {
        let places: Vec<(i8, i8)> =
            rules::frame::squares(used).map(|square| turn(symmetry, from_centre(square))).collect();
        let left = places.iter().map(|place| place.0).min().unwrap_or(0);
        let low = places.iter().map(|place| place.1).min().unwrap_or(0);
        TurnedFrame { symmetry, left, low }
    }

    /// A number below 81 for the place of a square.
    pub(crate) fn place(&self, square: rules::frame::Square) -> u8 {
        let (x, y) = turn(self.symmetry, from_centre(square));
        ((x - self.left + SPAN) + (2 * SPAN + 1) * (y - self.low + SPAN)) as u8
    }
}

fn from_centre(square: rules::frame::Square) -> (i8, i8) {
    (square.file() as i8 - 2, square.rank() as i8 - 2)
}
