//! The features of a position of Three Fives.

use rules::Seat;
use rules::fives::board::{self, INTERIOR, Points};
use rules::fives::{self, Size};

use super::growth::{Growth, completes};

/// The number of features of each player.
pub(super) const FEATURES: usize = 28;

/// The centre of the board.
const CENTRE: Points = 1 << 9;

/// The features of a player, to move or not. Their weights depend on how many groups the player has completed: see
/// [`phase`]. Whether a turn is allowed is approximated: the piece is assumed to come from nowhere, and only this
/// player's groups are checked.
///
/// ```text
/// 0      one
/// 1–4    groups of one to four pieces
/// 5–7    one, two, three or more points where a group can be completed at once
/// 8      points where a piece would make five, but none can come there at once
/// 9      points where a piece would make a group of six or more, which is refused
/// 10     points where a piece would make four
/// 11     points where a piece would make three
/// 12–14  pieces on the perimeter, by size
/// 15–17  pieces on the interior, by size
/// 18–20  pieces in hand, by size
/// 21     a piece in the centre
/// 22–24  points to which pieces can step, by size
/// 25–27  pieces of the opponent with which pieces can swap, by size
/// ```
pub(super) fn features(table: &fives::Position, seat: Seat) -> [i16; FEATURES] {
    let own = table.pieces(seat);
    let growth = Growth::new(own);
    let (empty, occupied) = (table.empty(), table.occupied());
    let count = |set: Points| set.count_ones() as i16;
    let mut counts = [0; FEATURES];
    counts[0] = 1;
    for (count, size) in counts[1..5].iter_mut().zip(growth.sizes) {
        *count = i16::from(size);
    }
    let wanted = growth.makes[2] | growth.refused;
    let mut completions = growth.makes[2] & table.drop_points(seat);
    for size in Size::ALL {
        let pieces = own & table.sized(size);
        counts[12 + size.index()] = count(pieces & !INTERIOR);
        counts[15 + size.index()] = count(pieces & INTERIOR);
        counts[18 + size.index()] = i16::from(table.hand(seat, size));
        let swappable = occupied & !own & table.sized(size.swaps_with());
        for from in board::points(pieces) {
            let steps = board::reach(size.index(), from, occupied);
            let swaps = from.neighbours() & swappable;
            counts[22 + size.index()] += count(steps & !growth.refused);
            counts[25 + size.index()] += count(swaps);
            for to in board::points((steps | swaps) & wanted & !completions) {
                if completes(own, from, to) {
                    completions |= to.bit();
                }
            }
        }
    }
    let ways = completions.count_ones() as usize;
    if ways > 0 {
        counts[4 + ways.min(3)] = 1;
    }
    counts[8] = count(growth.makes[2] & !completions);
    counts[9] = count(growth.refused & empty);
    counts[10] = count(growth.makes[1] & empty);
    counts[11] = count(growth.makes[0] & empty);
    counts[21] = count(own & CENTRE);
    counts
}

/// How many groups, up to three, the player with these features can complete at once.
#[inline]
pub(super) fn immediate_completions(counts: &[i16; FEATURES]) -> usize {
    (counts[5] + 2 * counts[6] + 3 * counts[7]) as usize
}

/// Which weights apply to a player: those for no, one or two groups completed.
#[inline]
pub(super) fn phase(table: &fives::Position, seat: Seat) -> usize {
    usize::from(table.groups(seat)).min(2)
}
