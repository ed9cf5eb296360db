//! What is counted in a position of Three Fives.

use rules::Seat;
use rules::fives::board::{self, INTERIOR, Points};
use rules::fives::{self, Size};

use super::growth::Growth;

/// How many things are counted for each player.
pub(super) const FEATURES: usize = 27;

/// The centre of the board.
const CENTRE: Points = 1 << 9;

/// What is counted for a player, whether on the move or waiting.
///
/// ```text
/// 0–1    one or two groups completed
/// 2–5    groups of one to four pieces
/// 6–8    one, two, three or more points where a group can be completed at once
/// 9–10   the same with two groups completed: one, two or more
/// 11     points where a piece would make five, but none can come there at once
/// 12     points where a piece would make a group of six or more, which is refused
/// 13     points where a piece would make four
/// 14     points where a piece would make three
/// 15–17  pieces on the perimeter, by size
/// 18–20  pieces on the interior, by size
/// 21–23  pieces in hand, by size
/// 24     a piece in the centre
/// 25     points to which pieces can step
/// 26     pieces with which pieces can swap
/// ```
pub(super) fn features(table: &fives::Position, seat: Seat) -> [i16; FEATURES] {
    let own = table.pieces(seat);
    let growth = Growth::new(own);
    let completions = growth.completions(table, seat);
    let mut counts = [0; FEATURES];
    let groups = usize::from(table.groups(seat)).min(2);
    if groups > 0 {
        counts[groups - 1] = 1;
    }
    for (count, size) in counts[2..6].iter_mut().zip(growth.sizes) {
        *count = i16::from(size);
    }
    let ways = completions.count_ones() as usize;
    if ways > 0 {
        counts[5 + ways.min(3)] = 1;
        if groups == 2 {
            counts[8 + ways.min(2)] = 1;
        }
    }
    let empty = table.empty();
    let count = |set: Points| set.count_ones() as i16;
    counts[11] = count(growth.makes[2] & !completions);
    counts[12] = count(growth.refused & empty);
    counts[13] = count(growth.makes[1] & empty);
    counts[14] = count(growth.makes[0] & empty);
    for size in Size::ALL {
        let pieces = own & table.sized(size);
        counts[15 + size.index()] = count(pieces & !INTERIOR);
        counts[18 + size.index()] = count(pieces & INTERIOR);
        counts[21 + size.index()] = i16::from(table.hand(seat, size));
    }
    counts[24] = count(own & CENTRE);
    for from in board::points(own) {
        counts[25] += count(table.step_points(from));
        counts[26] += count(table.swap_points(from) & !own);
    }
    counts
}
