//! The twelve symmetries of Three Fives.

use rules::fives::{Move, Point, Points, Size, board};
use rules::{Fives, Game, Seat};

use crate::signature::Explored;

/// For each way to turn and mirror the hexagon, where each point goes.
static POINTS: [[u8; board::COUNT]; 12] = {
    let mut table = [[0; board::COUNT]; 12];
    let mut way = 0;
    while way < 12 {
        let mut index = 0;
        while index < board::COUNT {
            if let Some(point) = Point::from_index(index as u8) {
                table[way][index] = turn(way, point);
            }
            index += 1;
        }
        way += 1;
    }
    table
};

/// The index of the point to which a point goes. Row and column are those of the notation, from the centre c3: a sixth
/// of a turn takes the neighbour (0, 1) to (1, 1), then to (1, 0), (0, −1), …
const fn turn(way: usize, point: Point) -> u8 {
    let (mut row, mut column) = (point.row() as i8 - 2, point.column() as i8 - 3);
    let mut sixth = 0;
    while sixth < way % 6 {
        (row, column) = (column, column - row);
        sixth += 1;
    }
    if way >= 6 {
        (row, column) = (column, row);
    }
    match Point::new((row + 2) as u8, (column + 3) as u8) {
        Some(point) => point.index() as u8,
        None => 0,
    }
}

fn turned_points(way: u8, set: Points) -> Points {
    let table = &POINTS[usize::from(way % 12)];
    board::points(set).fold(0, |all, point| all | 1 << table[point.index()])
}

impl Explored for Fives {
    const WAYS: u8 = 12;

    fn write_turned(&self, way: u8, out: &mut Vec<u8>) {
        let position = self.position();
        for size in Size::ALL {
            out.extend(&turned_points(way, position.sized(size)).to_le_bytes()[..3]);
        }
        let mut seat = self.to_move().unwrap_or(Seat::ONE);
        for _ in 0..self.seats() {
            out.extend(&turned_points(way, position.pieces(seat)).to_le_bytes()[..3]);
            out.extend(Size::ALL.map(|size| position.hand(seat, size)));
            out.push(position.groups(seat));
            seat = seat.next(self.seats());
        }
    }

    fn turned_codes(&self, moves: &[Move], way: u8) -> Vec<u32> {
        let own = turned_points(way, self.to_move().map_or(0, |seat| self.position().pieces(seat)));
        let table = &POINTS[usize::from(way % 12)];
        let turned = |point: Point| u32::from(table[point.index()]);
        let pair = |from: u32, to: u32| from * board::COUNT as u32 + to;
        let pairs = pair(board::COUNT as u32, 0);
        let code = |mv: &Move| match *mv {
            Move::Drop(size, to) => pair(size.index() as u32, turned(to)),
            Move::Step(from, to) => pairs + pair(turned(from), turned(to)),
            Move::Swap(from, to) => {
                let (mut from, mut to) = (turned(from), turned(to));
                if own >> to & 1 != 0 && to < from {
                    std::mem::swap(&mut from, &mut to);
                }
                2 * pairs + pair(from, to)
            }
        };
        moves.iter().map(code).collect()
    }
}
