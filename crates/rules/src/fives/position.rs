//! The state of the table in Three Fives and its rules, except the repetition rule, which needs the history:
//! [`Fives`](super::Fives) and the stack of a search keep that.

use super::board::{self, ALL, Point, Points};
use super::{GROUP, GROUPS_TO_WIN, Move, Options, PIECES_OF_A_SIZE, Size};
use crate::seat::{Outcome, Seat, Turn};

/// A position of Three Fives, without its history.
///
/// While the game is running, no connected group of a colour has five pieces or more: a group of five is taken off when
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
    pub(super) fn owner_at(&self, point: Point) -> usize {
        let at = point.index();
        ((self.colour[1] >> at & 1) + 2 * (self.colour[2] >> at & 1)) as usize % 3
    }

    /// The size of the piece on an occupied point.
    #[inline]
    pub(super) fn size_at(&self, point: Point) -> Size {
        let at = point.index();
        Size::ALL[((self.size[1] >> at & 1) + 2 * (self.size[2] >> at & 1)) as usize % 3]
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
