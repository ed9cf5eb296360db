//! All that stands on the table in Three Fives, and the rules on it. Only the repetition rule, which needs to know
//! what was before, is elsewhere: in [`Fives`](super::Fives), and in the stack of whoever searches.

use super::board::{self, ALL, PERIMETER, Point, Points, points};
use super::{GROUP, GROUPS_TO_WIN, Move, Options, PIECES_OF_A_SIZE, Size};
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};

/// A position of Three Fives, without the positions before it.
///
/// While the game goes on, no connected group of a colour has five pieces or more: a group of five is taken off
/// when it is made. Only the groups that the last turn of a won game made are left standing, for people to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The points on which each seat has a piece.
    pub(super) colour: [Points; 3],
    /// The points on which a piece of each size stands.
    pub(super) size: [Points; 3],
    /// For each seat, the small, medium and large pieces in hand.
    pub(super) hands: [[u8; 3]; 3],
    /// The groups that each seat has completed.
    pub(super) groups: [u8; 3],
    pub(super) turn: Turn,
    pub(super) options: Options,
}

/// The place of a seat in arrays, whatever the seat.
#[inline]
pub(super) const fn slot(seat: Seat) -> usize {
    seat.index() % 3
}

/// Whether a piece put on `point` would make a group of more than five with `others`, the pieces of its colour
/// elsewhere. Since no group that stands has more than four, only a piece that touches two others can join too
/// many; the rest need no search.
#[inline]
pub(super) fn overfills(others: Points, point: Point) -> bool {
    let touching = others & point.neighbours();
    touching & touching.wrapping_sub(1) != 0 && board::group(others, point).count_ones() > GROUP
}

/// The points of `candidates` where a piece may come without making a group of more than five with `others`.
#[inline]
fn fitting(others: Points, candidates: Points) -> Points {
    if others.count_ones() < GROUP {
        return candidates;
    }
    points(candidates).filter(|&point| !overfills(others, point)).fold(0, |fit, point| fit | point.bit())
}

impl Position {
    /// The position at the start.
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

    /// The same position with another turn.
    #[inline]
    pub(super) const fn with_turn(mut self, turn: Turn) -> Position {
        self.turn = turn;
        self
    }

    /// The points on which a seat has a piece.
    #[inline]
    pub const fn pieces(&self, seat: Seat) -> Points {
        self.colour[slot(seat)]
    }

    /// The points on which a piece of this size stands, whoever owns it.
    #[inline]
    pub const fn sized(&self, size: Size) -> Points {
        self.size[size.index()]
    }

    /// The points on which a piece stands.
    #[inline]
    pub const fn occupied(&self) -> Points {
        self.colour[0] | self.colour[1] | self.colour[2]
    }

    /// The points on which nothing stands.
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

    /// How many pieces of a size a seat has in hand.
    #[inline]
    pub const fn hand(&self, seat: Seat, size: Size) -> u8 {
        self.hands[slot(seat)][size.index()]
    }

    /// How many groups of five a seat has completed.
    #[inline]
    pub const fn groups(&self, seat: Seat) -> u8 {
        self.groups[slot(seat)]
    }

    /// The pieces connected to the one on `point`, itself included; nothing if the point is empty.
    pub fn group_at(&self, point: Point) -> Points {
        if self.occupied() & point.bit() == 0 {
            return 0;
        }
        board::group(self.colour[self.owner_at(point)], point)
    }

    /// The groups that the last turn of a won game made, which are left standing; nothing in any other position.
    pub fn last_groups(&self) -> Points {
        let fives = self.colour.iter().flat_map(|&pieces| board::groups(pieces));
        fives.filter(|group| group.count_ones() == GROUP).fold(0, |all, group| all | group)
    }

    /// The owner of the piece on an occupied point, as a place in arrays. Without branches, which nobody could
    /// foretell.
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

    /// The points on which a seat may drop a piece, of any size that it has in hand; nothing if its hand is empty.
    #[inline]
    pub fn drop_points(&self, seat: Seat) -> Points {
        if self.hands[slot(seat)] == [0; 3] {
            return 0;
        }
        fitting(self.pieces(seat), PERIMETER & !self.occupied())
    }

    /// The points to which the piece on `from` may move, were it its owner's turn; nothing from an empty point.
    #[inline]
    pub fn step_points(&self, from: Point) -> Points {
        if self.occupied() & from.bit() == 0 {
            return 0;
        }
        self.steps(self.colour[self.owner_at(from)], self.size_at(from), from)
    }

    /// The points with whose pieces the one on `from` may swap, were it its owner's turn. A swap of two own pieces
    /// is one move and is listed once, for the piece on the point that comes first.
    #[inline]
    pub fn swap_points(&self, from: Point) -> Points {
        if self.occupied() & from.bit() == 0 {
            return 0;
        }
        self.swaps(self.colour[self.owner_at(from)], self.size_at(from), from)
    }

    /// Where a piece of this size may move to, `own` being the pieces of its player.
    #[inline]
    fn steps(&self, own: Points, size: Size, from: Point) -> Points {
        fitting(own & !from.bit(), board::reach(size.index(), from, self.occupied()))
    }

    /// What a piece of this size may swap with, `own` being the pieces of its player.
    #[inline]
    fn swaps(&self, own: Points, size: Size, from: Point) -> Points {
        let around = from.neighbours();
        let later = !(from.bit() | (from.bit() - 1));
        // Two own pieces change nothing in the groups, so they need no further look.
        let mut found = around & own & !self.size[size.index()] & later;
        let others = around & self.size[size.swaps_with().index()] & !own;
        if self.colour.iter().all(|pieces| pieces.count_ones() <= GROUP) {
            // Nobody has six pieces to connect.
            return found | others;
        }
        for to in points(others) {
            let theirs = self.colour[self.owner_at(to)] & !to.bit();
            if !overfills(own & !from.bit(), to) && !overfills(theirs, from) {
                found |= to.bit();
            }
        }
        found
    }

    /// Where the turn of a piece may lead: a move to an empty point, a swap on an occupied one.
    #[inline]
    fn targets(&self, own: Points, from: Point) -> Points {
        let size = self.size_at(from);
        self.steps(own, size, from) | self.swaps(own, size, from)
    }

    /// The turn that leads a piece from one point to another, one of its [targets](Position::targets).
    #[inline]
    fn towards(&self, from: Point, to: Point) -> Move {
        if self.occupied() & to.bit() == 0 { Move::Step(from, to) } else { Move::Swap(from, to) }
    }

    /// Whether a seat would have a legal turn here, were it the one to move.
    ///
    /// With a piece in hand and a free point on the perimeter there always is one. If a piece may not come there,
    /// two groups of its colour touch the point. Of its four neighbours in a row at most, one of these groups
    /// then has only one, and that piece may go there itself: it joins the other group, of four at most.
    #[inline]
    pub fn has_turn(&self, seat: Seat) -> bool {
        let own = self.pieces(seat);
        (self.hands[slot(seat)] != [0; 3] && PERIMETER & !self.occupied() != 0)
            || points(own).any(|from| self.targets(own, from) != 0)
    }

    /// Adds the legal moves to `moves`, each once: drops, then what each piece can do.
    #[inline]
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        let Turn::Seat(mover) = self.turn else { return };
        let own = self.pieces(mover);
        let drops = self.drop_points(mover);
        for size in Size::ALL {
            if self.hand(mover, size) > 0 {
                moves.extend(points(drops).map(|point| Move::Drop(size, point)));
            }
        }
        for from in points(own) {
            moves.extend(points(self.targets(own, from)).map(|to| self.towards(from, to)));
        }
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let Turn::Seat(mover) = self.turn else { return 0 };
        let own = self.pieces(mover);
        let sizes = self.hands[slot(mover)].iter().filter(|&&count| count > 0).count();
        let mut count = sizes * self.drop_points(mover).count_ones() as usize;
        for from in points(own) {
            count += self.targets(own, from).count_ones() as usize;
        }
        count
    }

    /// A legal move, each as likely as the others; `None` when the game is over. It is the one at a random place in
    /// the list of [`moves_into`](Position::moves_into), found without writing the list.
    #[inline]
    pub fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        let Turn::Seat(mover) = self.turn else { return None };
        let own = self.pieces(mover);
        let drops = self.drop_points(mover);
        let mut targets = [0; board::COUNT];
        let sizes = self.hands[slot(mover)].iter().filter(|&&count| count > 0).count() as u32;
        let mut total = sizes * drops.count_ones();
        for from in points(own) {
            let found = self.targets(own, from);
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

    /// Plays a move that is legal here, and says whether the position before it can come again: not after a drop
    /// or a completed group. An illegal move leaves a position that means nothing, but never panics.
    #[inline]
    pub fn play(&mut self, mv: Move) -> bool {
        let Turn::Seat(mover) = self.turn else { return false };
        let me = slot(mover);
        // The pieces that arrive somewhere are the only ones whose group can have become five. No other group
        // grows, and one that loses a piece falls into parts of four at most. So a turn completes at most one
        // group of a colour; and since it moves pieces of two colours at most, a swap of the mover's own with
        // another's, it never completes groups of two others.
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
                    // The board's colours stay as they are, and so do its groups.
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

    /// Counts the group of a piece that arrived if it has exactly five; the group, or nothing.
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

    /// Who moves after `mover`: the next seat that has a legal turn, `mover` last; if nobody has, a draw.
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
