//! The turns of Three Fives: where pieces may be dropped, moved and swapped, without making a group of more than five.

use super::board::{self, PERIMETER, Point, Points, points};
use super::position::{Position, slot};
use super::{GROUP, Move, Size};
use crate::rng::Rng;
use crate::seat::{Seat, Turn};

/// Whether a piece on `point` would make a group of more than five with `others`, the other pieces of its colour.
/// Existing groups have at most four pieces, so only a piece that touches two others can make one that is too large;
/// the rest need no search.
#[inline]
pub(super) fn overfills(others: Points, point: Point) -> bool {
    let touching = others & point.neighbours();
    touching & touching.wrapping_sub(1) != 0 && board::group(others, point).count_ones() > GROUP
}

/// The points next to groups of `own` that have five pieces or more together: one more piece there would make too large
/// a group.
#[inline]
fn crowded(own: Points) -> Points {
    if own.count_ones() < GROUP {
        return 0;
    }
    // The number of pieces of the groups next to each point, as four sets of points: its binary digits.
    let [mut ones, mut twos, mut fours, mut eights] = [0; 4];
    for group in board::groups(own) {
        let (around, pieces) = (board::spread(group), group.count_ones());
        let [one, two, four] = [1, 2, 4].map(|digit| if pieces & digit != 0 { around } else { 0 });
        let carry = ones & one;
        ones ^= one;
        let next = twos & two | carry & (twos ^ two);
        twos ^= two ^ carry;
        eights |= fours & four | next & (fours ^ four);
        fours ^= four ^ next;
    }
    eights | fours & (ones | twos)
}

/// The points of `candidates` on which a piece would not make a group of more than five with `others`. `crowded` are
/// the crowded points of `others`, possibly with one more piece; all other points need no search.
#[inline]
fn fitting(others: Points, candidates: Points, crowded: Points) -> Points {
    let tight = points(candidates & crowded).filter(|&point| !overfills(others, point));
    tight.fold(candidates & !crowded, |fit, point| fit | point.bit())
}

impl Position {
    /// The points on which a seat may drop a piece of any size it has in hand; empty if its hand is.
    #[inline]
    pub fn drop_points(&self, seat: Seat) -> Points {
        if self.hands[slot(seat)] == [0; 3] {
            return 0;
        }
        PERIMETER & !self.occupied() & !crowded(self.pieces(seat))
    }

    /// The [`drop_points`](Position::drop_points) of a seat, and its [`all_targets`](Position::all_targets).
    #[inline]
    pub fn drops_and_targets(&self, seat: Seat) -> (Points, impl Iterator<Item = (Point, Points)>) {
        let (owner, crowds) = (slot(seat), self.crowds());
        let drops =
            if self.hands[owner] == [0; 3] { 0 } else { PERIMETER & !self.occupied() & !crowds[owner] };
        (drops, points(self.colour[owner]).map(move |from| (from, self.targets(owner, from, &crowds))))
    }

    /// The [`crowded`] points of each colour.
    #[inline]
    fn crowds(&self) -> [Points; 3] {
        self.colour.map(crowded)
    }

    /// The points to which the piece on `from` could move if it were its owner's turn; empty if `from` is.
    #[inline]
    pub fn step_points(&self, from: Point) -> Points {
        if self.occupied() & from.bit() == 0 {
            return 0;
        }
        let owner = self.owner_at(from);
        self.steps(self.colour[owner], self.size_at(from), from, crowded(self.colour[owner]))
    }

    /// The points whose pieces the piece on `from` could swap with if it were its owner's turn. A swap between pieces
    /// of one seat is one move, listed once, for the piece on the earlier point.
    #[inline]
    pub fn swap_points(&self, from: Point) -> Points {
        if self.occupied() & from.bit() == 0 {
            return 0;
        }
        let owner = self.owner_at(from);
        self.swaps(owner, self.size_at(from), from, &self.crowds())
    }

    /// The points to which a piece of this size may move; `own` are the pieces of its player, `crowded` their
    /// [`crowded`] points.
    #[inline]
    fn steps(&self, own: Points, size: Size, from: Point, crowded: Points) -> Points {
        fitting(own & !from.bit(), board::reach(size.index(), from, self.occupied()), crowded)
    }

    /// The points with which a piece of this size and owner may swap.
    #[inline]
    fn swaps(&self, owner: usize, size: Size, from: Point, crowds: &[Points; 3]) -> Points {
        let own = self.colour[owner];
        let around = from.neighbours();
        let later = !(from.bit() | (from.bit() - 1));
        // A swap within one colour changes no group, so it needs no further check.
        let found = around & own & !self.size[size.index()] & later;
        let others = around & self.size[size.swaps_with().index()] & !own;
        let fitting = points(fitting(own & !from.bit(), others, crowds[owner])).filter(|&to| {
            let theirs = self.owner_at(to);
            crowds[theirs] & from.bit() == 0 || !overfills(self.colour[theirs] & !to.bit(), from)
        });
        fitting.fold(found, |found, to| found | to.bit())
    }

    /// The destinations of a piece: empty points for a move, occupied points for a swap.
    #[inline]
    fn targets(&self, owner: usize, from: Point, crowds: &[Points; 3]) -> Points {
        let size = self.size_at(from);
        self.steps(self.colour[owner], size, from, crowds[owner]) | self.swaps(owner, size, from, crowds)
    }

    /// For each point with a piece of this seat, the points to which it can move, and those with which it can swap.
    #[inline]
    pub fn all_targets(&self, seat: Seat) -> impl Iterator<Item = (Point, Points)> {
        self.drops_and_targets(seat).1
    }

    /// The turn that takes a piece from one point to one of its [targets](Position::targets).
    #[inline]
    fn towards(&self, from: Point, to: Point) -> Move {
        if self.occupied() & to.bit() == 0 { Move::Step(from, to) } else { Move::Swap(from, to) }
    }

    /// Whether a seat would have a legal turn here if it were to move.
    ///
    /// A piece in hand and an empty point on the perimeter are enough. Suppose a drop there would make too large a
    /// group: then two groups of the colour touch the point. The point has at most four neighbours, in a row, so one
    /// of the groups has only one of them. That piece may move to the point: it joins the other group, of at most
    /// four.
    #[inline]
    pub fn has_turn(&self, seat: Seat) -> bool {
        (self.hands[slot(seat)] != [0; 3] && PERIMETER & !self.occupied() != 0)
            || self.all_targets(seat).any(|(_, targets)| targets != 0)
    }

    /// Appends every legal move once: drops, then the moves and swaps of each piece.
    #[inline]
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        let Turn::Seat(mover) = self.turn else { return };
        let (drops, targets) = self.drops_and_targets(mover);
        for size in Size::ALL {
            if self.hand(mover, size) > 0 {
                moves.extend(points(drops).map(|point| Move::Drop(size, point)));
            }
        }
        for (from, targets) in targets {
            moves.extend(points(targets).map(|to| self.towards(from, to)));
        }
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let Turn::Seat(mover) = self.turn else { return 0 };
        let sizes = self.hands[slot(mover)].iter().filter(|&&count| count > 0).count();
        let (drops, targets) = self.drops_and_targets(mover);
        let mut count = sizes * drops.count_ones() as usize;
        for (_, targets) in targets {
            count += targets.count_ones() as usize;
        }
        count
    }

    /// A uniform random legal move; `None` when the game is over. It picks a random index of the list of
    /// [`moves_into`](Position::moves_into) without building the list.
    #[inline]
    pub fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        let Turn::Seat(mover) = self.turn else { return None };
        let own = self.pieces(mover);
        let (drops, all) = self.drops_and_targets(mover);
        let mut targets = [0; board::COUNT];
        let sizes = self.hands[slot(mover)].iter().filter(|&&count| count > 0).count() as u32;
        let mut total = sizes * drops.count_ones();
        for (from, found) in all {
            targets[from.index()] = found;
            total += found.count_ones();
        }
        let mut n = rng.below(total.max(1));
        for size in Size::ALL {
            if self.hand(mover, size) > 0 {
                if n < drops.count_ones() {
                    return points(drops).nth(n as usize).map(|point| Move::Drop(size, point));
                }
                n -= drops.count_ones();
            }
        }
        for from in points(own) {
            let found = targets[from.index()];
            if n < found.count_ones() {
                return points(found).nth(n as usize).map(|to| self.towards(from, to));
            }
            n -= found.count_ones();
        }
        None
    }
}
