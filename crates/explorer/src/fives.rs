//! The twelve symmetries of Three Fives.

use rules::fives::{Move, Point, Points, Size, board};
use rules::{Fives, Game, Seat};

use crate::position_key::SymmetricGame;

/// For each symmetry of the hexagon, where each point goes.
static POINTS: [[u8; board::COUNT]; 12] = {
    let mut table = [[0; board::COUNT]; 12];
    let mut symmetry = 0;
    while symmetry < 12 {
        let mut index = 0;
        while index < board::COUNT {
            if let Some(point) = Point::from_index(index as u8) {
                table[symmetry][index] = turn(symmetry, point);
            }
            index += 1;
        }
        symmetry += 1;
    }
    table
};

/// The index of the point to which a point goes. Row and column are those of the notation, from the centre c3: a sixth
/// of a turn takes the neighbour (0, 1) to (1, 1), then to (1, 0), (0, −1), …
const fn turn(symmetry: usize, point: Point) -> u8 {
    let (mut row, mut column) = (point.row() as i8 - 2, point.column() as i8 - 3);
    let mut sixth = 0;
    while sixth < symmetry % 6 {
        (row, column) = (column, column - row);
        sixth += 1;
    }
    if symmetry >= 6 {
        (row, column) = (column, row);
    }
    match Point::new((row + 2) as u8, (column + 3) as u8) {
        Some(point) => point.index() as u8,
        None => 0,
    }
}

fn turned_points(symmetry: u8, set: Points) -> Points {
    let table = &POINTS[usize::from(symmetry % 12)];
    board::points(set).fold(0, |all, point| all | 1 << table[point.index()])
}

impl SymmetricGame for Fives {
    const SYMMETRIES: u8 = 12;

    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>) {
        let position = self.position();
        for size in Size::ALL {
            out.extend(&turned_points(symmetry, position.sized(size)).to_le_bytes()[..3]);
        }
        let mut seat = self.to_move().unwrap_or(Seat::ONE);
        for _ in 0..self.seats() {
            out.extend(&turned_points(symmetry, position.pieces(seat)).to_le_bytes()[..3]);
            out.extend(Size::ALL.map(|size| position.hand(seat, size)));
            out.push(position.groups(seat));
            seat = seat.next(self.seats());
        }
    }

    fn turned_codes(&self, moves: &[Move], symmetry: u8) -> Vec<u32> {
        let own = turned_points(symmetry, self.to_move().map_or(0, |seat| self.position().pieces(seat)));
        let table = &POINTS[usize::from(symmetry % 12)];
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
