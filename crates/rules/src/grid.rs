//! The three-by-three grid of Morpion and of each board of Super Morpion.
//!
//! ```text
//! bit   0 1 2     cell   1 2 3
//!       3 4 5            4 5 6
//!       6 7 8            7 8 9
//! ```

use crate::info::{SeatInfo, SeatMark};
use crate::text::{Lang, Words};

/// The players of both games.
pub(crate) const SEATS: &[SeatInfo] = &[
    SeatInfo::new(["croix", "cross"], ["les croix", "crosses"], SeatMark::Cross),
    SeatInfo::new(["rond", "nought"], ["les ronds", "noughts"], SeatMark::Nought),
];

/// Who begins in both games.
pub(crate) const FIRST_PLAYER: Words = Words::new(
    "Les joueurs décident qui commence\u{202f}; celui qui commence a les croix.",
    "The players decide who goes first; that player plays crosses.",
);

/// Where a cell of the grid lies, by its index: "en haut à gauche", "top left".
pub const fn place_name(index: usize, lang: Lang) -> &'static str {
    let (fr, en) = [
        ("en haut à gauche", "top left"),
        ("en haut au milieu", "top middle"),
        ("en haut à droite", "top right"),
        ("au milieu à gauche", "middle left"),
        ("au centre", "centre"),
        ("au milieu à droite", "middle right"),
        ("en bas à gauche", "bottom left"),
        ("en bas au milieu", "bottom middle"),
        ("en bas à droite", "bottom right"),
    ][index % 9];
    match lang {
        Lang::Fr => fr,
        Lang::En => en,
    }
}

/// All nine cells.
pub const FULL: u16 = 0x1ff;

/// The three cells of each of the eight lines: rows, columns, diagonals.
pub const LINE_CELLS: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The [`LINE_CELLS`] as sets, one bit per cell.
pub const LINES: [u16; 8] = {
    let mut sets = [0; 8];
    let mut line = 0;
    while line < 8 {
        let [a, b, c] = LINE_CELLS[line];
        sets[line] = 1 << a | 1 << b | 1 << c;
        line += 1;
    }
    sets
};

/// For each of the 512 sets of cells: whether it holds a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// Whether a set of cells holds a line of three.
#[inline]
pub fn has_line(cells: u16) -> bool {
    HAS_LINE[(cells & FULL) as usize]
}

/// For each set of cells: the cells not in it that would complete a line.
static COMPLETING: [u16; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let missing = LINES[line] & !(set as u16);
            if missing.is_power_of_two() {
                table[set] |= missing;
            }
            line += 1;
        }
        set += 1;
    }
    table
};

/// The cells not in a set that would complete a line of three.
#[inline]
pub fn completing(cells: u16) -> u16 {
    COMPLETING[(cells & FULL) as usize]
}

/// For each set of cells, its cells in order. Rows of sixteen make an index a shift.
static NTH: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let (mut cell, mut n) = (0, 0);
        while cell < 9 {
            if set >> cell & 1 != 0 {
                table[set][n] = cell;
                n += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

/// The `n`-th cell of a set, counted from 0. The set must have more than `n` cells.
#[inline]
pub(crate) fn nth(cells: u16, n: u32) -> u8 {
    NTH[(cells & FULL) as usize][n as usize & 15]
}

/// The cells of a set, in order.
pub(crate) fn cells(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as u8;
            set &= set - 1;
            cell
        })
    })
}
