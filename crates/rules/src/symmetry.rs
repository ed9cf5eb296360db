//! The eight rotations and reflections of the square.

use crate::grid::FULL;

/// A rotation or reflection of the square.
///
/// The order of [`ALL`](Symmetry::ALL) never changes: an opening book that knows a symmetric position answers with the
/// move under the first symmetry that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

/// For each symmetry, where each cell of the 3×3 grid goes.
const CELLS: [[u8; 9]; 8] = {
    let mut table = [[0; 9]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut cell = 0;
        while cell < 9 {
            let (x, y) = Symmetry(symmetry as u8).turn((cell as i8 % 3 - 1, cell as i8 / 3 - 1));
            table[symmetry][cell] = (x + 1 + 3 * (y + 1)) as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    table
};

/// For each symmetry, where each set of cells goes.
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

impl Symmetry {
    /// Leaves everything in place.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Symmetry(number as u8);
            number += 1;
        }
        all
    };

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        // After a transposition, a reflection of one axis acts as one of the other.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            own => Symmetry(own),
        }
    }

    /// Where the place at `x` and `y` goes, both counted from the centre of the square.
    pub const fn turn(self, (x, y): (i8, i8)) -> (i8, i8) {
        let y = if self.0 & 1 != 0 { -y } else { y };
        let x = if self.0 & 2 != 0 { -x } else { x };
        if self.0 & 4 != 0 { (y, x) } else { (x, y) }
    }

    /// Where a cell of the 3×3 grid goes, 0 to 8 in reading order.
    #[inline]
    pub const fn cell(self, cell: usize) -> usize {
        CELLS[self.0 as usize & 7][cell % 9] as usize
    }

    /// Where a set of cells of the 3×3 grid goes, one bit each.
    #[inline]
    pub const fn cells(self, set: u16) -> u16 {
        SETS[self.0 as usize & 7][(set & FULL) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_is_undone_by_its_inverse_and_no_two_are_the_same() {
        for symmetry in Symmetry::ALL {
            for cell in 0..9 {
                assert_eq!(symmetry.inverse().cell(symmetry.cell(cell)), cell, "{symmetry:?}");
                assert_eq!(symmetry.cells(1 << cell), 1 << symmetry.cell(cell));
            }
            let is_same = |other: &&Symmetry| (0..9).all(|cell| other.cell(cell) == symmetry.cell(cell));
            assert_eq!(Symmetry::ALL.iter().filter(is_same).count(), 1);
        }
    }

    #[test]
    fn the_order_of_the_symmetries_never_changes() {
        let top_row = Symmetry::ALL.map(|symmetry| [0, 1, 2].map(|cell| symmetry.cell(cell)));
        let expected =
            [[0, 1, 2], [6, 7, 8], [2, 1, 0], [8, 7, 6], [0, 3, 6], [2, 5, 8], [6, 3, 0], [8, 5, 2]];
        assert_eq!(top_row, expected);
    }
}
