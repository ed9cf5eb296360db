//! The state of the table in Three Fives and its rules, except the repetition rule, which needs the history:
//! [`Fives`](super::Fives) and the stack of a search keep that.

use super::board::{self, ALL, PERIMETER, Point, Points, points};
use super::{GROUP, GROUPS_TO_WIN, Move, Options, PIECES_OF_A_SIZE, Size};
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};

/// A position of Three Fives, without its history.
///
/// While the game goes on, no connected group of a colour has five pieces or more: a group of five is taken off when
/// it is completed. Only the groups that the last turn of a won game completed stay, for people to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The points of each seat's pieces.
    pub(super) colour: [Points; 3],
    /// The points of the pieces of each size.
    pub(super) size: [Points; 3],
    /// For each seat, the small, medium and large pieces in hand.
    pub(super) hands: [[u8; 3]; 3],
    /// The number of groups that each seat has completed.
    pub(super) groups: [u8; 3],
    pub(super) turn: Turn,
    pub(super) options: Options,
}

/// The array index of a seat; never out of bounds.
#[inline]
pub(super) const fn slot(seat: Seat) -> usize {
    seat.index() % 3
}

/// Whether a piece on `point` would make a group of more than five with `others`, the other pieces of its colour.
/// Existing groups have at most four pieces, so only a piece that touches two others can make one that is too large;
/// the rest need no search.
#[inline]
pub(super) fn overfills(others: Points, point: Point) -> bool {
    let touching = others & point.neighbours();
    touching & touching.wrapping_sub(1) != 0 && board::group(others, point).count_ones() > GROUP
}

/// The points next to groups of `own` that have five pieces or more together: one more piece there would make a group
/// of more than five.
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
/// those of `others` and perhaps of one more piece; the other points need no search.
#[inline]
fn fitting(others: Points, candidates: Points, crowded: Points) -> Points {
    let tight = points(candidates & crowded).filter(|&point| !overfills(others, point));
    tight.fold(candidates & !crowded, |fit, point| fit | point.bit())
}

impl Position {
    /// The start position.
    pub const fn new(options: Options) -> Position {
        let full = [PIECES_OF_A_SIZE; 3];
        let third = if options.players() == 3 { full } else { [0; 3] };
        Position {
            colour: [0; 3],
            size: [0; 3],
            hands: [full, full, third],
            groups: [0; 3],
            turn: Turn::Seat(Seat::ONE),
            options,
        }
    }

    /// The options in force.
    #[inline]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Who acts next.
    #[inline]
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// This position with another turn.
    #[inline]
    pub(super) const fn with_turn(mut self, turn: Turn) -> Position {
        self.turn = turn;
        self
    }

    /// The points of a seat's pieces.
    #[inline]
    pub const fn pieces(&self, seat: Seat) -> Points {
        self.colour[slot(seat)]
    }

    /// The points of all pieces of this size, of every seat.
    #[inline]
    pub const fn sized(&self, size: Size) -> Points {
        self.size[size.index()]
    }

    /// The points with a piece.
    #[inline]
    pub const fn occupied(&self) -> Points {
        self.colour[0] | self.colour[1] | self.colour[2]
    }

    /// The points without a piece.
    #[inline]
    pub const fn empty(&self) -> Points {
        ALL & !self.occupied()
    }

    /// The piece on a point: its owner and its size.
    #[inline]
    pub fn at(&self, point: Point) -> Option<(Seat, Size)> {
        (self.occupied() & point.bit() != 0)
            .then(|| (Seat::from_index(self.owner_at(point) as u8), self.size_at(point)))
    }

    /// The number of pieces of a size that a seat has in hand.
    #[inline]
    pub const fn hand(&self, seat: Seat, size: Size) -> u8 {
        self.hands[slot(seat)][size.index()]
    }

    /// The number of groups of five that a seat has completed.
    #[inline]
    pub const fn groups(&self, seat: Seat) -> u8 {
        self.groups[slot(seat)]
    }

    /// The group of the piece on `point`, including that piece; empty if the point is.
    pub fn group_at(&self, point: Point) -> Points {
        if self.occupied() & point.bit() == 0 {
            return 0;
        }
        board::group(self.colour[self.owner_at(point)], point)
    }

    /// The groups that the last turn of a won game completed, which stay on the board; empty in any other position.
    pub fn last_groups(&self) -> Points {
        let fives = self.colour.iter().flat_map(|&pieces| board::groups(pieces));
        fives.filter(|group| group.count_ones() == GROUP).fold(0, |all, group| all | group)
    }

    /// The array index of the owner of the piece on an occupied point. Branch-free, because the branch would be
    /// unpredictable.
    #[inline]
    fn owner_at(&self, point: Point) -> usize {
        let at = point.index();
        ((self.colour[1] >> at & 1) + 2 * (self.colour[2] >> at & 1)) as usize % 3
    }

    /// The size of the piece on an occupied point.
    #[inline]
    fn size_at(&self, point: Point) -> Size {
        let at = point.index();
        Size::ALL[((self.size[1] >> at & 1) + 2 * (self.size[2] >> at & 1)) as usize % 3]
    }

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

    /// Plays a legal move; returns whether the position before it can occur again, which a drop or a completed group
    /// rules out. An illegal move never panics, but leaves a meaningless position.
    #[inline]
    pub fn play(&mut self, mv: Move) -> bool {
        let Turn::Seat(mover) = self.turn else { return false };
        let me = slot(mover);
        // Only the group of a piece that arrives can become five: no other group grows, and a group that loses a
        // piece splits into parts of at most four. So a turn completes at most one group of each colour. It moves
        // pieces of at most two colours (a swap of the mover's piece with an opponent's), so at most one opponent
        // completes a group.
        let (arrived, other) = match mv {
            Move::Drop(size, to) => {
                self.colour[me] |= to.bit();
                self.size[size.index()] |= to.bit();
                let hand = &mut self.hands[me][size.index()];
                *hand = hand.saturating_sub(1);
                (to, None)
            }
            Move::Step(from, to) => {
                let both = from.bit() | to.bit();
                self.size[self.size_at(from).index()] ^= both;
                self.colour[me] ^= both;
                (to, None)
            }
            Move::Swap(from, to) => {
                let both = from.bit() | to.bit();
                let (mine, other) = (self.size_at(from).index(), self.size_at(to).index());
                if mine != other {
                    self.size[mine] ^= both;
                    self.size[other] ^= both;
                }
                let owner = self.owner_at(to);
                if owner == me {
                    // The colours on the board stay the same, and so do the groups.
                    self.turn = self.turn_after(mover);
                    return true;
                }
                self.colour[me] ^= both;
                self.colour[owner] ^= both;
                (to, Some((owner, from)))
            }
        };
        let mut fives = self.complete(me, arrived);
        if let Some((owner, point)) = other {
            fives |= self.complete(owner, point);
        }
        if fives != 0 {
            let winner = [Some(me), other.map(|(owner, _)| owner)]
                .into_iter()
                .flatten()
                .find(|&seat| self.groups[seat] >= GROUPS_TO_WIN);
            if let Some(winner) = winner {
                self.turn = Turn::Over(Outcome::Win(Seat::from_index(winner as u8)));
                return false;
            }
            self.colour = self.colour.map(|pieces| pieces & !fives);
            self.size = self.size.map(|pieces| pieces & !fives);
        }
        self.turn = self.turn_after(mover);
        fives == 0 && !matches!(mv, Move::Drop(..))
    }

    /// Scores and returns the group of a piece that arrived if it has exactly five pieces; else the empty set.
    #[inline]
    fn complete(&mut self, owner: usize, point: Point) -> Points {
        if self.colour[owner].count_ones() < GROUP {
            return 0;
        }
        let group = board::group(self.colour[owner], point);
        if group.count_ones() != GROUP {
            return 0;
        }
        self.groups[owner] = self.groups[owner].saturating_add(1);
        group
    }

    /// The turn after `mover`: the next seat with a legal turn, `mover` last; a draw if there is none.
    #[inline]
    pub(super) fn turn_after(&self, mover: Seat) -> Turn {
        let mut seat = mover;
        for _ in 0..self.options.players() {
            seat = seat.next(self.options.players());
            if self.has_turn(seat) {
                return Turn::Seat(seat);
            }
        }
        Turn::Over(Outcome::Draw)
    }
}
