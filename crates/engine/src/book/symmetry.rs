//! The eight symmetries of the square, and canonical forms of positions.

use std::hash::Hash;

use rules::Game;

/// A game with an opening book, whose board has the symmetries of the square.
pub trait Symmetric: Game {
    /// Everything that the value of a position depends on, in one of its symmetric forms.
    type Key: Clone + Eq + Hash + Ord;

    /// The canonical form of the position, and a symmetry that leads to it. Symmetric positions have the same form.
    fn canonical(&self) -> (Self::Key, Symmetry);

    /// The move that corresponds to `mv` after a symmetry.
    fn transform(mv: Self::Move, symmetry: Symmetry) -> Self::Move;
}

/// A rotation or reflection of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

/// For each symmetry, where each of nine cells goes.
const CELLS: [[u8; 9]; 8] = {
    let mut cells = [[0; 9]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut cell = 0;
        while cell < 9 {
            let (mut row, mut column) = (cell / 3, cell % 3);
            if symmetry & 1 != 0 {
                row = 2 - row;
            }
            if symmetry & 2 != 0 {
                column = 2 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            cells[symmetry][cell] = (row * 3 + column) as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    cells
};

/// For each symmetry, where each set of cells goes.
static SETS: [[u16; 512]; 8] = {
    let mut sets = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut set = 0;
        while set < 512 {
            let mut cell = 0;
            while cell < 9 {
                sets[symmetry][set] |= (set as u16 >> cell & 1) << CELLS[symmetry][cell];
                cell += 1;
            }
            set += 1;
        }
        symmetry += 1;
    }
    sets
};

impl Symmetry {
    /// Leaves everything in place.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        // After a transposition, a reflection of rows acts as one of columns.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            own => Symmetry(own),
        }
    }

    /// Where a cell of a 3×3 board goes, 0 to 8 in reading order.
    pub fn cell(self, cell: usize) -> usize {
        CELLS[self.0 as usize & 7][cell % 9].into()
    }

    /// Where a set of cells goes, one bit each.
    pub fn cells(self, set: u16) -> u16 {
        SETS[self.0 as usize & 7][set as usize & 511]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_is_undone_by_its_inverse_and_no_two_are_the_same() {
        for symmetry in Symmetry::all() {
            for cell in 0..9 {
                assert_eq!(symmetry.inverse().cell(symmetry.cell(cell)), cell, "{symmetry:?}");
                assert_eq!(symmetry.cells(1 << cell), 1 << symmetry.cell(cell));
            }
            let same =
                Symmetry::all().filter(|other| (0..9).all(|cell| other.cell(cell) == symmetry.cell(cell)));
            assert_eq!(same.count(), 1);
        }
    }
}
