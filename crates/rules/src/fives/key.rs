//! The key of a position of Three Fives: an exact encoding of all that counts when positions are compared.

use super::board::{ALL, Points};
use super::position::{Position, slot};
use crate::seat::{Outcome, Seat, Turn};

impl Position {
    /// A number that two positions with the same options share if and only if board, turn, hands and groups are
    /// equal.
    ///
    /// ```text
    /// bits   0     19     38    57    76   79     106     112
    ///        |owner|owner |size |size |turn|hands |groups |
    ///        |low  |high  |low  |high |    |3×3×3 |3×2    |
    /// ```
    /// The owner of a point is 0 if it is empty, else the number of the seat: the low bits of all 19 points, then the
    /// high bits. The size likewise, 1 small to 3 large. The turn is the index of the seat to move, 3 for a draw, or
    /// 4 plus the index of the winner. Hands and groups are the highest bits, so `(a ^ b) >> 79` is 0 if and only if
    /// nothing was dropped or taken off between two positions.
    #[inline]
    pub const fn key(&self) -> u128 {
        let [one, two, three] = self.colour;
        let [small, medium, large] = self.size;
        let board_and_turn = (one | three) as u128
            | ((two | three) as u128) << 19
            | ((small | large) as u128) << 38
            | ((medium | large) as u128) << 57
            | (turn_code(self.turn) as u128) << 76;
        let mut rest = 0u64;
        let mut seat = 3;
        while seat > 0 {
            seat -= 1;
            rest = rest << 2 | (self.groups[seat] & 3) as u64;
        }
        while seat < 3 {
            let [small, medium, large] = self.hands[seat];
            rest = rest << 9 | (small as u64) << 6 | (medium as u64) << 3 | large as u64;
            seat += 1;
        }
        board_and_turn | (rest as u128) << 79
    }

    /// The position with the board and the turn of a [key](Position::key), and the hands and groups of `self`.
    pub(super) fn recall(&self, key: u128) -> Position {
        let plane = |shift: u32| (key >> shift) as Points & ALL;
        let split = |low: Points, high: Points| [low & !high, high & !low, low & high];
        let turn = match (key >> 76) as u8 & 7 {
            seat @ 0..=2 => Turn::Seat(Seat::from_index(seat)),
            3 => Turn::Over(Outcome::Draw),
            winner => Turn::Over(Outcome::Win(Seat::from_index((winner - 4) % 3))),
        };
        Position { colour: split(plane(0), plane(19)), size: split(plane(38), plane(57)), turn, ..*self }
    }
}

/// The encoding of the turn in a key.
#[inline]
const fn turn_code(turn: Turn) -> u8 {
    match turn {
        Turn::Seat(seat) => slot(seat) as u8,
        Turn::Chance | Turn::Over(Outcome::Draw) => 3,
        Turn::Over(Outcome::Win(seat)) => 4 + slot(seat) as u8,
    }
}
