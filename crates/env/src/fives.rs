//! Three Fives as numbers.

use rules::fives::{GROUPS_TO_WIN, Move, Options, PIECES_OF_A_SIZE, Point, Points, Size, board};
use rules::{Fives, Game, Seat};

use crate::encode::{Encode, Field};
use crate::{bits, write_sets};

/// The entries of a plane: rows a to e, columns 1 to 5. Six of them are not points of the board.
const PLANE: usize = 25;
/// The number of points.
const POINTS: usize = board::COUNT;
/// The first action that is a move or a swap.
const FIRST_STEP: usize = 3 * POINTS;

/// A set of points as a set of entries of a plane: each row of points moves to its row of five columns.
#[inline]
const fn skew(points: Points) -> u32 {
    points & 0b111
        | (points >> 3 & 0b1111) << 5
        | (points >> 7 & 0b1_1111) << 10
        | (points >> 12 & 0b1111) << 16
        | (points >> 16 & 0b111) << 22
}

impl Encode for Fives {
    type Derived = [u64; (FIRST_STEP + POINTS * POINTS).div_ceil(64)];
    const ACTIONS: &'static str = "0 to 56: drop, 19 × size + point; from 57 on: move or swap, 57 + 19 × from + to; \
        sizes S M L, points a1 a2 a3 b1 … e5";

    fn shape(options: Options) -> Vec<usize> {
        vec![7 * usize::from(options.players()) + 1, 5, 5]
    }

    fn fields(options: Options) -> Vec<Field> {
        let (seats, in_hand) = (usize::from(options.players()), PIECES_OF_A_SIZE as i8);
        vec![
            Field::new("own small, medium and large pieces, by row and column: three planes", 3 * PLANE, 1),
            Field::new("the same of each other player, in turn order", 3 * PLANE * (seats - 1), 1),
            Field::new(
                "small, medium and large pieces in hand, in every entry: three planes, own first",
                3 * PLANE * seats,
                in_hand,
            ),
            Field::new("groups completed, in every entry: own first", PLANE * seats, GROUPS_TO_WIN as i8),
            Field::new("how often the position occurred before, in every entry", PLANE, 9),
        ]
    }

    fn actions(_options: Options) -> usize {
        FIRST_STEP + POINTS * POINTS
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        match mv {
            Move::Drop(size, point) => POINTS * size.index() + point.index(),
            Move::Step(from, to) | Move::Swap(from, to) => FIRST_STEP + POINTS * from.index() + to.index(),
        }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let point = |index: usize| Point::from_index((index % POINTS) as u8);
        if let Some(step) = action.checked_sub(FIRST_STEP) {
            let from = Point::from_index(u8::try_from(step / POINTS).ok()?)?;
            let to = point(step)?;
            let is_empty = self.position().occupied() & to.bit() == 0;
            return Some(if is_empty { Move::Step(from, to) } else { Move::Swap(from, to) });
        }
        Some(Move::Drop(*Size::ALL.get(action / POINTS)?, point(action)?))
    }

    #[inline]
    fn prefetch(&self) -> u64 {
        self.seen().last().map_or(0, |&key| key as u64)
    }

    #[inline]
    fn derive(&self) -> Self::Derived {
        let position = self.position();
        let mut legal = Self::Derived::default();
        let Some(mover) = self.to_move() else { return legal };
        let (drops, targets) = position.drops_and_targets(mover);
        for size in Size::ALL {
            if position.hand(mover, size) > 0 {
                bits::insert(&mut legal, POINTS * size.index(), drops.into());
            }
        }
        for (from, targets) in targets {
            bits::insert(&mut legal, FIRST_STEP + POINTS * from.index(), targets.into());
        }
        legal
    }

    #[inline]
    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        let position = self.position();
        let seats = self.seats();
        // Planes of a known size are filled without a call.
        let (planes, _) = out.as_chunks_mut::<PLANE>();
        let (pieces, counts) = planes.split_at_mut(3 * usize::from(seats));
        let mut counts = counts.iter_mut();
        let mut fill = |value: u8| {
            if let Some(plane) = counts.next() {
                *plane = [value as i8; PLANE];
            }
        };
        let order = std::iter::successors(Some(observer), |seat| Some(seat.next(seats))).take(seats.into());
        for (turn, seat) in order.clone().enumerate() {
            for size in Size::ALL {
                fill(position.hand(seat, size));
                let standing = position.pieces(seat) & position.sized(size);
                write_sets::write_25_squares(skew(standing), &mut pieces[3 * turn + size.index()]);
            }
        }
        for seat in order {
            fill(position.groups(seat));
        }
        fill(self.occurrences().saturating_sub(1).min(9) as u8);
    }
}
