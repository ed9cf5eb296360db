//! The five-by-five frame of squares on which Tic Tac Doh! and the card game place their imaginary three-by-three
//! grid. The first piece stands on c3, so every grid that could hold it lies inside.
//!
//! ```text
//! rank 5   20 21 22 23 24
//!      4   15 16 17 18 19
//!      3   10 11 12 13 14      bit 12 is c3
//!      2    5  6  7  8  9
//!      1    0  1  2  3  4
//! file      a  b  c  d  e
//! ```

use std::fmt;
use std::str::FromStr;

use crate::text::{TextError, words};

/// A set of squares, one bit each.
pub type Squares = u32;

/// A square of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on which the first piece stands.
    pub const CENTRE: Square = Square(12);

    /// The square with this index, if there is one (0 is a1, 1 is b1, 24 is e5).
    #[inline]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 25 { Some(Square(index)) } else { None }
    }

    /// The index of the square, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a to 4 for e.
    pub const fn file(self) -> u8 {
        self.0 % 5
    }

    /// The rank, 0 for the lowest to 4 for the highest.
    pub const fn rank(self) -> u8 {
        self.0 / 5
    }

    /// The set that holds this square only.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }

    /// All squares, from a1 to e5.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..25).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Square, TextError> {
        match text.as_bytes() {
            [file @ b'a'..=b'e', rank @ b'1'..=b'5'] => Ok(Square((rank - b'1') * 5 + file - b'a')),
            _ => {
                Err(TextError::new(0, text, words!(fr: "une case de a1 à e5", en: "a square from a1 to e5")))
            }
        }
    }
}

/// The squares of a set, from a1 to e5.
pub fn squares(mut set: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square(set.trailing_zeros() as u8);
            set &= set - 1;
            square
        })
    })
}

/// The `n`-th square of a set, counted from 0; `None` if there are fewer.
#[inline]
pub(crate) fn nth(mut set: Squares, n: u32) -> Option<Square> {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    Square::from_index(set.trailing_zeros() as u8)
}

/// Every line of three squares of every three-by-three grid in the frame.
pub const LINES: [Squares; 48] = {
    let mut lines = [0; 48];
    let mut n = 0;
    let mut square = 0;
    while square < 25 {
        let (file, rank) = (square % 5, square / 5);
        if file < 3 {
            lines[n] = 0b111 << square;
            n += 1;
        }
        if rank < 3 {
            lines[n] = (1 | 1 << 5 | 1 << 10) << square;
            n += 1;
        }
        if file < 3 && rank < 3 {
            lines[n] = (1 | 1 << 6 | 1 << 12) << square;
            n += 1;
        }
        if file >= 2 && rank < 3 {
            lines[n] = (1 | 1 << 4 | 1 << 8) << square;
            n += 1;
        }
        square += 1;
    }
    assert!(n == 48);
    lines
};

/// For each set of used files (or ranks): the files that a window of three containing all of them can reach.
const REACH: [u8; 32] = {
    let mut table = [0; 32];
    let mut used = 0;
    while used < 32 {
        let mut start = 0;
        while start < 3 {
            let stretch = 0b111 << start;
            if used & !stretch == 0 {
                table[used] |= stretch as u8;
            }
            start += 1;
        }
        used += 1;
    }
    table
};

/// For each set of files, all squares on them.
const FILES: [Squares; 32] = {
    let mut table = [0; 32];
    let mut files = 0;
    while files < 32 {
        table[files as usize] = files * 0b00001_00001_00001_00001_00001;
        files += 1;
    }
    table
};

/// For each set of ranks, all squares on them.
const RANKS: [Squares; 32] = {
    let mut table = [0; 32];
    let mut ranks = 0usize;
    while ranks < 32 {
        let mut rank = 0;
        while rank < 5 {
            if ranks >> rank & 1 != 0 {
                table[ranks] |= 0b11111 << (5 * rank);
            }
            rank += 1;
        }
        ranks += 1;
    }
    table
};

/// The squares that can still belong to the grid: the union of all three-by-three grids that contain all `used`
/// squares. The whole frame if nothing is used; empty if no grid contains them.
#[inline]
pub const fn room(used: Squares) -> Squares {
    let files = (used | used >> 5 | used >> 10 | used >> 15 | used >> 20) & 31;
    let mut ranks = 0;
    let mut rank = 0;
    while rank < 5 {
        ranks |= ((used >> (5 * rank) & 31 != 0) as usize) << rank;
        rank += 1;
    }
    FILES[REACH[files as usize] as usize] & RANKS[REACH[ranks] as usize]
}

/// The squares adjacent to a set, diagonally too, without the set itself.
#[inline]
pub const fn neighbours(set: Squares) -> Squares {
    const NOT_A: Squares = FILES[0b11110];
    const NOT_E: Squares = FILES[0b01111];
    let wide = set | (set & NOT_E) << 1 | (set & NOT_A) >> 1;
    (wide | wide << 5 | wide >> 5) & 0x1ff_ffff & !set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_of_a_set_is_the_union_of_the_grids_that_hold_it() {
        let grids: Vec<Squares> = (0..9).map(|i| (0b00111_00111_00111) << (i % 3 + 5 * (i / 3))).collect();
        for a in 0..25 {
            for b in 0..25 {
                for c in 0..25 {
                    let used = 1 << a | 1 << b | 1 << c;
                    let union =
                        grids.iter().filter(|grid| used & !**grid == 0).fold(0, |all, grid| all | grid);
                    assert_eq!(room(used), union, "squares {a} {b} {c}");
                }
            }
        }
        assert_eq!(room(0), 0x1ff_ffff);
    }

    #[test]
    fn a_corner_has_three_neighbours_an_edge_five_the_centre_eight() {
        let count = |square: &str| neighbours(square.parse::<Square>().unwrap().bit()).count_ones();
        assert_eq!([count("a1"), count("e5"), count("c1"), count("e3"), count("c3")], [3, 3, 5, 5, 8]);
    }

    #[test]
    fn squares_round_trip() {
        assert!(Square::all().all(|square| square.to_string().parse() == Ok(square)));
        for wrong in ["", "a", "a0", "a6", "f1", "A1", "a11", "é1"] {
            assert!(wrong.parse::<Square>().is_err(), "{wrong}");
        }
    }
}
