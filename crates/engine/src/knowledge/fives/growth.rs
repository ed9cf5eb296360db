//! The size of the group that a piece would join or make on each point, computed for all points at once.

use rules::fives::board::{self, ALL, Points};
use rules::fives::{GROUP, Point};

/// The groups of a player, and how they can grow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    /// How many groups there are of one, two, three and four pieces.
    pub(super) sizes: [u8; 4],
    /// The points without a piece of the player where one more would make a group of exactly three, four and five.
    pub(super) makes: [Points; 3],
    /// The points without a piece of the player where one more would make a group of more than five, which is illegal.
    pub(super) refused: Points,
}

impl Growth {
    /// Computes the growth of a player's pieces.
    #[inline]
    pub(super) fn new(own: Points) -> Growth {
        let mut sizes = [0; 4];
        // For each point, the number of pieces that a piece put there would join, as three bits, each in its own word;
        // numbers above seven are in `many`.
        let (mut ones, mut twos, mut fours, mut many) = (0, 0, 0, 0);
        for group in board::groups(own) {
            let size = group.count_ones();
            sizes[(size as usize).clamp(1, 4) - 1] += 1;
            let near = board::spread(group) & !group;
            // Adds the size to the number of each point of `near`, with carries.
            let add = |bit: u32| if size >> bit & 1 != 0 { near } else { 0 };
            let mut carry = ones & add(0);
            ones ^= add(0);
            let sum = twos ^ add(1) ^ carry;
            carry = twos & add(1) | twos & carry | add(1) & carry;
            twos = sum;
            let sum = fours ^ add(2) ^ carry;
            carry = fours & add(2) | fours & carry | add(2) & carry;
            fours = sum;
            many |= carry;
        }
        let free = ALL & !own & !many;
        let refused = ALL & !own & (many | fours & (ones | twos));
        let makes = [free & !fours & twos & !ones, free & !fours & twos & ones, free & fours & !twos & !ones];
        Growth { sizes, makes, refused }
    }
}

/// Whether a piece of `own` that moves from one point to another completes a group. No piece of `own` may be there.
#[inline]
pub(super) fn completes(own: Points, from: Point, to: Point) -> bool {
    board::group(own & !from.bit(), to).count_ones() == GROUP
}
