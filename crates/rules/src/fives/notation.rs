//! The notation of Three Fives: moves `La1`, `a1-c3`, `b2=c3`; positions
//! `.../..../..2S../..../1L.. 554/455 0/0 1 - players=2,repetition=3`; and a diagram.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::board::Point;
use super::{Fives, Move, Position, Size};
use crate::game::Game;
use crate::seat::{Seat, Turn};
use crate::text::{TextError, words};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Drop(size, to) => write!(f, "{}{to}", size.letter()),
            Move::Step(from, to) => write!(f, "{from}-{to}"),
            Move::Swap(from, to) => write!(f, "{from}={to}"),
        }
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let two = |sign| text.split_once(sign).and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let dropped = || {
            let size = Size::from_letter(text.chars().next()?)?;
            Some(Move::Drop(size, text[1..].parse().ok()?))
        };
        let stepped = || two('-').map(|(from, to): (Point, Point)| Move::Step(from, to));
        let swapped = || two('=').map(|(from, to): (Point, Point)| Move::Swap(from, to));
        dropped().or_else(stepped).or_else(swapped).ok_or_else(|| {
            let expected = words!(
                fr: "une pose (La1), un déplacement (a1-c3) ou un échange (b2=c3) sur des points de a1 à e5",
                en: "a drop (La1), a move (a1-c3) or a swap (b2=c3) on points from a1 to e5"
            );
            TextError::new(0, text, expected)
        })
    }
}

/// The board, the hands, the groups, the turn, the earlier positions and the options, separated by spaces:
///
/// - the board: rows e to a, separated by `/`; a point is `.` or a piece, its seat and its size (`1S`, `2L`);
/// - the hands: for each seat its small, medium and large pieces, `554/455`;
/// - the groups that each seat has completed, `0/1`;
/// - the turn: the seat to move, or the result;
/// - the earlier positions that could still occur again, oldest first, separated by commas, each with its board, `:`
///   and the seat to move; `-` if there are none;
/// - the options.
///
/// With `#`, a diagram.
impl fmt::Display for Fives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.diagram(f);
        }
        let position = self.position();
        write_board(f, position)?;
        for (seat, hand) in position.hands.iter().take(self.seats().into()).enumerate() {
            let [small, medium, large] = hand;
            write!(f, "{}{small}{medium}{large}", if seat == 0 { ' ' } else { '/' })?;
        }
        for (seat, count) in position.groups.iter().take(self.seats().into()).enumerate() {
            write!(f, "{}{count}", if seat == 0 { ' ' } else { '/' })?;
        }
        write!(f, " {} ", position.turn)?;
        for (i, &key) in self.seen().iter().enumerate() {
            if i > 0 {
                f.write_char(',')?;
            }
            let earlier = position.recall(key);
            write_board(f, &earlier)?;
            write!(f, ":{}", earlier.turn)?;
        }
        if self.seen().is_empty() {
            f.write_char('-')?;
        }
        write!(f, " {}", position.options)
    }
}

/// The points of a row, 0 for a to 4 for e.
pub(super) fn row(row: u8) -> impl Iterator<Item = Point> {
    (1..=5).filter_map(move |column| Point::new(row, column))
}

fn write_board(f: &mut fmt::Formatter<'_>, position: &Position) -> fmt::Result {
    for r in (0..5).rev() {
        for point in row(r) {
            match position.at(point) {
                Some((seat, size)) => write!(f, "{seat}{}", size.letter())?,
                None => f.write_char('.')?,
            }
        }
        if r > 0 {
            f.write_char('/')?;
        }
    }
    Ok(())
}

impl Fives {
    /// The board with the letters of its rows and the numbers of its leaning columns, then for each seat its hand and
    /// the number of its completed groups; `>` marks the seat to move, `*` the winner.
    ///
    /// ```text
    ///  e      .   1S  .
    ///  d    .   .   .   .
    ///  c  .   .   2L  .   .
    ///  b    .   .   .   .   5
    ///  a      .   .   .   4
    ///           1   2   3
    /// > 1  S4 M5 L5  0/3
    ///   2  S5 M5 L4  0/3
    /// ```
    fn diagram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position();
        for r in (0..5u8).rev() {
            let indent = usize::from(r.abs_diff(2)) * 2;
            write!(f, " {}  {:indent$}", (b'a' + r) as char, "")?;
            let mut line = String::new();
            for point in row(r) {
                match position.at(point) {
                    Some((seat, size)) => write!(line, "{seat}{}  ", size.letter())?,
                    None => line.push_str(".   "),
                }
            }
            if r < 2 {
                write!(line, "{}", r + 4)?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "          1   2   3")?;
        for seat in (0..self.seats()).map(Seat::from_index) {
            let mark = match position.turn {
                Turn::Seat(mover) if mover == seat => '>',
                Turn::Over(crate::seat::Outcome::Win(winner)) if winner == seat => '*',
                _ => ' ',
            };
            let [small, medium, large] = Size::ALL.map(|size| position.hand(seat, size));
            let groups = position.groups(seat);
            writeln!(f, "{mark} {seat}  S{small} M{medium} L{large}  {groups}/3")?;
        }
        Ok(())
    }
}
