//! Three Fives as numbers.

use rules::fives::{GROUPS_TO_WIN, Move, Options, PIECES_OF_A_SIZE, Point, Size, board};
use rules::{Fives, Game, Seat};

use crate::encode::{Encode, Field};

/// The entries of a plane: rows a to e, columns 1 to 5. Six of them are no points of the board.
const PLANE: usize = 25;
/// The number of points.
const POINTS: usize = board::COUNT;
/// The first action that is a move or a swap.
const FIRST_STEP: usize = 3 * POINTS;

/// The entry of each point in a plane.
const ENTRY: [u8; POINTS] = [0, 1, 2, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 22, 23, 24];

impl Encode for Fives {
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
    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        let position = self.position();
        let seats = self.seats();
        let (pieces, counts) = out.split_at_mut(3 * PLANE * usize::from(seats));
        pieces.fill(0);
        let mut planes = counts.chunks_exact_mut(PLANE);
        let mut fill = |value: u8| {
            if let Some(plane) = planes.next() {
                plane.fill(value as i8);
            }
        };
        let order = std::iter::successors(Some(observer), |seat| Some(seat.next(seats))).take(seats.into());
        for (turn, seat) in order.clone().enumerate() {
            for size in Size::ALL {
                fill(position.hand(seat, size));
                let plane = &mut pieces[PLANE * (3 * turn + size.index())..][..PLANE];
                for point in board::points(position.pieces(seat) & position.sized(size)) {
                    plane[usize::from(ENTRY[point.index()])] = 1;
                }
            }
        }
        for seat in order {
            fill(position.groups(seat));
        }
        fill(self.occurrences().saturating_sub(1).min(9) as u8);
    }
}
