//! The board of Three Fives: 19 points in a hexagon, their neighbours and lines, and sets of points.
//!
//! ```text
//! bit          16  17  18            point          e3  e4  e5
//!            12  13  14  15                       d2  d3  d4  d5
//!           7   8   9  10  11                   c1  c2  c3  c4  c5
//!             3   4   5   6                       b1  b2  b3  b4
//!               0   1   2                           a1  a2  a3
//! ```
//!
//! Rows are horizontal; columns lean to the left on the way up: a1, b1, c1, and a3, b3, c3, d3, e3.

use std::fmt;
use std::str::FromStr;

pub use super::sight::reach;
use crate::text::{TextError, words};

/// A set of points, one bit each.
pub type Points = u32;

/// All 19 points.
pub const ALL: Points = 0x7_ffff;

/// The seven interior points, on which no piece may be dropped: b2 b3 c2 c3 c4 d3 d4.
#[allow(clippy::unusual_byte_groupings, reason = "a group of digits is a row of the board")]
pub const INTERIOR: Points = 0b000_0110_01110_0110_000;

/// The twelve points on which pieces may be dropped.
pub const PERIMETER: Points = ALL & !INTERIOR;

/// The number of points.
pub const COUNT: usize = 19;

/// For each row from a to e, its first bit and its first column; a sixth entry marks the end of the board.
const ROWS: [(u8, u8); 6] = [(0, 1), (3, 1), (7, 1), (12, 2), (16, 3), (19, 0)];

/// The six directions as steps of row and column.
const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)];

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point with this index, if there is one: 0 is a1, 1 is a2, 18 is e5.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Point> {
        if (index as usize) < COUNT { Some(Point(index)) } else { None }
    }

    /// The point with this index, which must be below [`COUNT`].
    pub(super) const fn at(index: usize) -> Point {
        Point(index as u8)
    }

    /// The index of the point, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 for a to 4 for e.
    pub const fn row(self) -> u8 {
        let mut row = 4;
        while ROWS[row].0 > self.0 {
            row -= 1;
        }
        row as u8
    }

    /// The column, 1 to 5, as in the notation.
    pub const fn column(self) -> u8 {
        let (first, column) = ROWS[self.row() as usize];
        column + self.0 - first
    }

    /// The point in this row (0 for a to 4 for e) and this column (1 to 5), if the board has it.
    pub const fn new(row: u8, column: u8) -> Option<Point> {
        if row > 4 {
            return None;
        }
        let (first, first_column) = ROWS[row as usize];
        if column < first_column || column - first_column >= ROWS[row as usize + 1].0 - first {
            return None;
        }
        Some(Point(first + column - first_column))
    }

    /// The set that holds this point only.
    #[inline]
    pub const fn bit(self) -> Points {
        1 << self.0
    }

    /// The neighbours of this point, at most six.
    #[inline]
    pub const fn neighbours(self) -> Points {
        WITHIN[0][self.0 as usize]
    }

    /// The next point in one of the six directions.
    pub(super) const fn step(self, direction: usize) -> Option<Point> {
        let (rows, columns) = DIRECTIONS[direction];
        let (row, column) = (self.row() as i8 + rows, self.column() as i8 + columns);
        if row < 0 || column < 0 { None } else { Point::new(row as u8, column as u8) }
    }

    /// The points strictly between this one and another on the same line; `None` if no line has both.
    pub fn between(self, other: Point) -> Option<Points> {
        let towards = RAYS[self.index()].iter().find(|&&ray| ray & other.bit() != 0)?;
        let back = RAYS[other.index()].iter().find(|&&ray| ray & self.bit() != 0)?;
        Some(towards & back)
    }

    /// All points, from a1 to e5.
    pub fn all() -> impl Iterator<Item = Point> {
        points(ALL)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row()) as char, self.column())
    }
}

impl FromStr for Point {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Point, TextError> {
        let point = match text.as_bytes() {
            [row @ b'a'..=b'e', column @ b'1'..=b'5'] => Point::new(row - b'a', column - b'0'),
            _ => None,
        };
        point.ok_or_else(|| {
            let expected = words!(
                fr: "un point du plateau (a1 à a3, b1 à b4, c1 à c5, d2 à d5 ou e3 à e5)",
                en: "a point of the board (a1 to a3, b1 to b4, c1 to c5, d2 to d5 or e3 to e5)"
            );
            TextError::new(0, text, expected)
        })
    }
}

/// The points of a set, from a1 to e5.
#[inline]
pub fn points(set: Points) -> impl Iterator<Item = Point> {
    let mut rest = set & ALL;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let point = Point(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            point
        })
    })
}

/// For each point, the points that lie in each of the six directions from it.
const RAYS: [[Points; 6]; COUNT] = {
    let mut table = [[0; 6]; COUNT];
    let mut from = 0;
    while from < COUNT {
        let mut direction = 0;
        while direction < 6 {
            let mut next = Point::at(from).step(direction);
            while let Some(point) = next {
                table[from][direction] |= point.bit();
                next = point.step(direction);
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// For each size and each point, the points that a piece of that size could reach on an empty board: 1 step, 1 or 2
/// steps, or any number.
pub(super) const WITHIN: [[Points; COUNT]; 3] = {
    let mut table = [[0; COUNT]; 3];
    let mut from = 0;
    while from < COUNT {
        let mut direction = 0;
        while direction < 6 {
            table[2][from] |= RAYS[from][direction];
            if let Some(first) = Point::at(from).step(direction) {
                table[0][from] |= first.bit();
                table[1][from] |= first.bit();
                if let Some(second) = first.step(direction) {
                    table[1][from] |= second.bit();
                }
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The neighbours of each set of the ten lowest points, and of each set of the nine highest: two look-ups give the
/// neighbours of any set.
static SPREAD: ([Points; 1024], [Points; 512]) = {
    let (mut low, mut high) = ([0; 1024], [0; 512]);
    let mut set: usize = 1;
    while set < 1024 {
        let lowest = set & set.wrapping_neg();
        let bit = lowest.trailing_zeros() as usize;
        low[set] = low[set ^ lowest] | WITHIN[0][bit];
        if set < 512 {
            high[set] = high[set ^ lowest] | WITHIN[0][bit + 10];
        }
        set += 1;
    }
    (low, high)
};

/// All neighbours of the points of a set; points of the set are included if they have a neighbour in it.
#[inline]
pub fn spread(set: Points) -> Points {
    SPREAD.0[(set & 0x3ff) as usize] | SPREAD.1[(set >> 10 & 0x1ff) as usize]
}

/// The points of `set` connected to `start`, including `start` even if it is not in the set.
#[inline]
pub fn group(set: Points, start: Point) -> Points {
    let mut found = start.bit() | start.neighbours() & set;
    loop {
        let wider = found | spread(found) & set;
        if wider == found {
            return found;
        }
        found = wider;
    }
}

/// The connected groups of a set of points.
pub fn groups(set: Points) -> impl Iterator<Item = Points> {
    let mut rest = set & ALL;
    std::iter::from_fn(move || {
        let found = group(rest, points(rest).next()?);
        rest &= !found;
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> Points {
        names.split_whitespace().fold(0, |set, name| set | name.parse::<Point>().unwrap().bit())
    }

    #[test]
    fn points_round_trip_and_are_in_order() {
        let names: Vec<String> = Point::all().map(|point| point.to_string()).collect();
        assert_eq!(names.join(" "), "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5");
        assert!(Point::all().all(|point| point.to_string().parse() == Ok(point)));
        for wrong in ["", "a", "a0", "a4", "b5", "c6", "d1", "d6", "e2", "e6", "f3", "A1", "a11", "é1"] {
            assert!(wrong.parse::<Point>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn twelve_points_are_the_perimeter_and_seven_are_inside() {
        assert_eq!(INTERIOR, set("b2 b3 c2 c3 c4 d3 d4"));
        assert_eq!((PERIMETER.count_ones(), INTERIOR.count_ones()), (12, 7));
        for point in Point::all() {
            let is_inside = INTERIOR & point.bit() != 0;
            assert_eq!(is_inside, point.neighbours().count_ones() == 6, "{point}");
        }
    }

    #[test]
    fn neighbours_are_those_of_the_rules_page() {
        let neighbours = |name: &str| name.parse::<Point>().unwrap().neighbours();
        assert_eq!(neighbours("c3"), set("c2 c4 b3 d3 d4 b2"));
        assert_eq!(neighbours("a1"), set("a2 b1 b2"));
        assert_eq!(neighbours("c1"), set("b1 c2 d2"));
        assert_eq!(neighbours("d5"), set("d4 c5 c4 e5"));
        assert_eq!(neighbours("e3"), set("e4 d3 d2"));
        for a in Point::all() {
            for b in Point::all() {
                let step = (b.row() as i8 - a.row() as i8, b.column() as i8 - a.column() as i8);
                assert_eq!(a.neighbours() & b.bit() != 0, DIRECTIONS.contains(&step), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_line_of_five_goes_through_the_centre_in_three_directions() {
        for (from, to, between) in
            [("a1", "e5", "b2 c3 d4"), ("c1", "c5", "c2 c3 c4"), ("a3", "e3", "b3 c3 d3")]
        {
            let (from, to): (Point, Point) = (from.parse().unwrap(), to.parse().unwrap());
            assert_eq!((from.between(to), to.between(from)), (Some(set(between)), Some(set(between))));
        }
        let (a1, c2): (Point, Point) = ("a1".parse().unwrap(), "c2".parse().unwrap());
        assert_eq!((a1.between(c2), a1.between(a1)), (None, None));
    }

    #[test]
    fn pieces_move_up_to_the_first_piece_in_their_way() {
        let c3: Point = "c3".parse().unwrap();
        let all: Points =
            Point::all().filter(|&to| c3.between(to).is_some()).fold(0, |all, to| all | to.bit());
        assert_eq!(reach(2, c3, 0), all);
        assert_eq!(reach(0, c3, c3.bit()), c3.neighbours());
        assert_eq!(reach(1, "c1".parse().unwrap(), 0), set("c2 c3 d2 e3 b1 a1"));
        assert_eq!(reach(2, "c1".parse().unwrap(), set("c4 d2 c5 a1")), set("c2 c3 b1"));
        assert_eq!(reach(2, "c5".parse().unwrap(), set("c1 c3 e5 a3")), set("c4 d5 b4"));
    }

    #[test]
    fn a_group_holds_what_is_connected_and_nothing_else() {
        let pieces = set("a1 b1 c2 c4 d4 e5 a3");
        assert_eq!(group(pieces, "a1".parse().unwrap()), set("a1 b1 c2"));
        assert_eq!(group(pieces, "c4".parse().unwrap()), set("c4 d4 e5"));
        assert_eq!(group(pieces, "c3".parse().unwrap()), pieces & !set("a3") | set("c3"));
        assert_eq!(groups(pieces).collect::<Vec<_>>(), [set("a1 b1 c2"), set("a3"), set("c4 d4 e5")]);
        assert_eq!(group(ALL, "c3".parse().unwrap()), ALL);
    }
}
