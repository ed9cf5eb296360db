//! Setting up Three Fives: the pieces of every player on the points. What is not on the board is in hand, and no group has
//! been taken off.

use rules::fives::{Point, Size};
use rules::{Fives, Game, Lang, Seat, Words};

use super::{Draft, EditPiece, Editable, piece_at, turns};
use crate::any::capital;
use crate::fives::{coloured_piece, pyramid};
use crate::look::PieceTheme;
use crate::scene::{self, Item};

/// How many pieces of a size a player has.
const OF_A_SIZE: usize = 5;

impl Editable for Fives {
    fn pieces(&self) -> Vec<EditPiece> {
        let piece = |seat: Seat, size: Size| {
            let [fr, en] = Lang::ALL.map(|lang| capital(&coloured_piece(seat, size, lang)).into());
            EditPiece { text: format!("{seat}{}", size.letter()), mark: None, name: Words { fr, en } }
        };
        let seats = (0..self.seats()).map(Seat::from_index);
        seats.flat_map(|seat| Size::ALL.map(|size| piece(seat, size))).collect()
    }

    fn places(&self) -> Vec<Vec<usize>> {
        let piece = |(seat, size): (Seat, Size)| 3 * seat.index() + size.index();
        Point::all().map(|point| self.position().at(point).map(piece).into_iter().collect()).collect()
    }

    fn stack(&self, stack: &[usize], _place: (f32, f32), look: PieceTheme) -> Vec<Item> {
        let piece = |&index: &usize| {
            let size = *Size::ALL.get(index % Size::ALL.len())?;
            Some(pyramid(Seat::from_index((index / Size::ALL.len()) as u8), size, 1.0, look))
        };
        let shapes = stack.last().and_then(piece);
        shapes.map(|shapes| piece_at(scene::Point::default(), shapes)).into_iter().collect()
    }

    fn texts(&self, draft: &Draft) -> Vec<String> {
        let pieces = self.pieces();
        let at = |point: Point| draft.places.get(point.index()).and_then(|place| pieces.get(*place.last()?));
        let row = |row: u8| {
            let points = (1..=5).filter_map(move |column| Point::new(row, column));
            points.map(|point| at(point).map_or(".", |piece| piece.text.as_str())).collect::<String>()
        };
        let board = (0..5).rev().map(row).collect::<Vec<_>>().join("/");
        let on_board =
            |piece: usize| draft.places.iter().filter(|place| place.last() == Some(&piece)).count();
        let hand = |seat: usize| {
            let left = (0..3).map(|size| OF_A_SIZE.saturating_sub(on_board(3 * seat + size)));
            left.map(|count| count.to_string()).collect::<String>()
        };
        let seats = usize::from(self.seats());
        let hands = (0..seats).map(hand).collect::<Vec<_>>().join("/");
        let groups = vec!["0"; seats].join("/");
        let text = |turn: String| format!("{board} {hands} {groups} {turn} - {}", self.options());
        turns(self.seats(), draft.turn).map(text).collect()
    }
}
