//! The moves of Three Fives as numbers, for the tables of the search.
//!
//! ```text
//! 0          168        252        288
//! | steps    | swaps    | drops    | a lost turn
//! ```
//! A step goes along a line of the board, a swap to a neighbour; drops are on the perimeter, small pieces first.

use rules::fives::board::{COUNT, PERIMETER};
use rules::fives::{Move, Point, Size};

/// How many numbers there are.
pub(super) const MOVES: usize = 289;

/// The number of a lost turn.
pub(super) const PASS: u16 = MOVES as u16 - 1;

/// Numbers to moves and back.
struct Numbers {
    moves: [Move; MOVES],
    steps: [[u16; COUNT]; COUNT],
    swaps: [[u16; COUNT]; COUNT],
    drops: [[u16; COUNT]; 3],
}

const fn point(index: usize) -> Point {
    match Point::from_index(index as u8) {
        Some(point) => point,
        None => panic!("no such point"),
    }
}

/// The point this many steps away in one of the six directions.
const fn further(from: Point, direction: usize, steps: i8) -> Option<Point> {
    let (rows, columns) = [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)][direction];
    let (row, column) = (from.row() as i8 + steps * rows, from.column() as i8 + steps * columns);
    if row < 0 || column < 0 { None } else { Point::new(row as u8, column as u8) }
}

static NUMBERS: Numbers = {
    // Combinations that are not moves have the number of a lost turn.
    let nowhere = [PASS; COUNT];
    let mut numbers = Numbers {
        moves: [Move::Step(point(0), point(0)); MOVES],
        steps: [nowhere; COUNT],
        swaps: [nowhere; COUNT],
        drops: [nowhere; 3],
    };
    let mut next = 0;
    let mut is_swap = false;
    loop {
        let mut from = 0;
        while from < COUNT {
            let mut direction = 0;
            while direction < 6 {
                let mut steps = 1;
                while let Some(to) = further(point(from), direction, steps) {
                    if is_swap {
                        numbers.moves[next] = Move::Swap(point(from), to);
                        numbers.swaps[from][to.index()] = next as u16;
                    } else {
                        numbers.moves[next] = Move::Step(point(from), to);
                        numbers.steps[from][to.index()] = next as u16;
                    }
                    next += 1;
                    steps += 1;
                    if is_swap {
                        break;
                    }
                }
                direction += 1;
            }
            from += 1;
        }
        if is_swap {
            break;
        }
        is_swap = true;
    }
    let mut size = 0;
    while size < 3 {
        let mut to = 0;
        while to < COUNT {
            if PERIMETER >> to & 1 != 0 {
                numbers.moves[next] = Move::Drop(Size::ALL[size], point(to));
                numbers.drops[size][to] = next as u16;
                next += 1;
            }
            to += 1;
        }
        size += 1;
    }
    assert!(next == PASS as usize);
    numbers
};

/// The move with this number, which must not be that of a lost turn.
#[inline]
pub(super) fn move_of(mv: u16) -> Move {
    NUMBERS.moves[usize::from(mv).min(MOVES - 1)]
}

/// The number of a move.
#[inline]
pub(super) fn number(mv: Move) -> u16 {
    match mv {
        Move::Drop(size, to) => NUMBERS.drops[size.index()][to.index()],
        Move::Step(from, to) => NUMBERS.steps[from.index()][to.index()],
        Move::Swap(from, to) => NUMBERS.swaps[from.index()][to.index()],
    }
}
