//! Setting up Three Fives: the pieces of every player on the points, and those of the completed groups, which are off the
//! board. The others are in hand.

use rules::fives::{GROUP, PIECES_OF_A_SIZE, Point, Size};
use rules::{Fives, Game, Lang, Seat, Words, capitalized};

use super::{Counters, Draft, EditPiece, Editable, piece_at, turns};
use crate::fives::{coloured_piece, pyramid};
use crate::look::PieceTheme;
use crate::scene::{self, Item};

/// How many pieces of each size a player of the draft has on the board.
fn on_board(draft: &Draft, seat: usize) -> [u8; 3] {
    [0, 1, 2].map(|size| {
        let piece = Size::ALL.len() * seat + size;
        draft.places.iter().filter(|place| place.last() == Some(&piece)).count() as u8
    })
}

/// How many pieces of each size are in the completed groups of a player of the draft.
fn taken_off(draft: &Draft, seat: usize) -> [u8; 3] {
    let counts = draft.counts.get(seat).map_or(&[][..], Vec::as_slice);
    [0, 1, 2].map(|size| counts.get(size).copied().unwrap_or(0))
}

/// The sum of the numbers of pieces of each size. Numbers that are typed can be large.
fn sum(pieces: [u8; 3]) -> u32 {
    pieces.into_iter().map(u32::from).sum()
}

impl Editable for Fives {
    fn pieces(&self) -> Vec<EditPiece> {
        let piece = |seat: Seat, size: Size| {
            let [fr, en] = Lang::ALL.map(|lang| capitalized(&coloured_piece(seat, size, lang)).into());
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
        shapes.map(|shapes| piece_at(scene::Vec2::default(), shapes)).into_iter().collect()
    }

    fn counters(&self) -> Option<Counters> {
        let names = [("Petites", "Small"), ("Moyennes", "Medium"), ("Grandes", "Large")];
        Some(Counters {
            heading: Words::new("Pièces des groupes déjà retirés", "Pieces in groups already taken off"),
            names: names.into_iter().map(|(fr, en)| Words::new(fr, en)).collect(),
            max: PIECES_OF_A_SIZE,
        })
    }

    fn counts(&self) -> Vec<Vec<u8>> {
        let position = self.position();
        let off = |seat: Seat, size: Size| {
            let on_board = (position.pieces(seat) & position.sized(size)).count_ones() as u8;
            PIECES_OF_A_SIZE.saturating_sub(on_board + position.hand(seat, size))
        };
        let seats = (0..self.seats()).map(Seat::from_index);
        seats.map(|seat| Size::ALL.map(|size| off(seat, size)).to_vec()).collect()
    }

    fn missing(&self, draft: &Draft) -> Option<Words> {
        let seats = || 0..usize::from(self.seats());
        let is_too_many = |seat: usize| {
            let both = on_board(draft, seat).into_iter().zip(taken_off(draft, seat));
            both.into_iter().any(|(on, off)| on.saturating_add(off) > PIECES_OF_A_SIZE)
        };
        if seats().any(is_too_many) {
            return Some(Words::new(
                "au plus cinq pièces de chaque taille par joueur, groupes retirés compris",
                "at most five pieces of each size for each player, groups taken off included",
            ));
        }
        seats().any(|seat| !sum(taken_off(draft, seat)).is_multiple_of(GROUP)).then(|| {
            Words::new("cinq pièces dans chaque groupe retiré", "five pieces in each group taken off")
        })
    }

    fn texts(&self, draft: &Draft) -> Vec<String> {
        let pieces = self.pieces();
        let at = |point: Point| draft.places.get(point.index()).and_then(|place| pieces.get(*place.last()?));
        let row = |row: u8| {
            let points = (1..=5).filter_map(move |column| Point::new(row, column));
            points.map(|point| at(point).map_or(".", |piece| piece.text.as_str())).collect::<String>()
        };
        let board = (0..5).rev().map(row).collect::<Vec<_>>().join("/");
        let hand = |seat: usize| {
            let gone = on_board(draft, seat).into_iter().zip(taken_off(draft, seat));
            let left = gone.map(|(on, off)| PIECES_OF_A_SIZE.saturating_sub(on.saturating_add(off)));
            left.map(|count| count.to_string()).collect::<String>()
        };
        let seats = usize::from(self.seats());
        let hands = (0..seats).map(hand).collect::<Vec<_>>().join("/");
        let text = |turn: String| {
            // The group that won is on the board, and counts.
            let won = |seat: usize| u32::from(turn == format!("win{}", seat + 1));
            let groups = (0..seats).map(|seat| sum(taken_off(draft, seat)) / GROUP + won(seat));
            let groups = groups.map(|count| count.to_string()).collect::<Vec<_>>().join("/");
            format!("{board} {hands} {groups} {turn} - {}", self.options())
        };
        turns(self.seats(), draft.turn).map(text).collect()
    }
}
