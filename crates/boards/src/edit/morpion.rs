//! Setting up Morpion: crosses and noughts on nine cells.

use rules::{Game, Kind, Morpion, Seat, Words};

use super::{Draft, EditPiece, Editable, fields, piece_at, turns};
use crate::look::PieceTheme;
use crate::marks::mark;
use crate::notation::NotationPart;
use crate::scene::{Item, Vec2};

/// The letters of the marks, by seat.
const LETTERS: [char; 2] = ['x', 'o'];

/// The marks of a game with crosses and noughts.
pub(super) fn marks(kind: Kind) -> Vec<EditPiece> {
    let piece = |seat: u8| {
        let name = &kind.seat(Seat::from_index(seat)).name;
        let text = if seat == 0 { "×" } else { "○" };
        EditPiece {
            text: text.to_owned(),
            mark: Some(NotationPart::Text(text.to_owned())),
            name: Words { fr: name.fr.clone(), en: name.en.clone() },
        }
    };
    [0, 1].map(piece).to_vec()
}

/// The cells of a row of letters.
pub(super) fn cells(letters: &str) -> impl Iterator<Item = Vec<usize>> {
    letters.chars().filter(|letter| *letter != '/').map(|letter| {
        match LETTERS.iter().position(|known| *known == letter) {
            Some(mark) => vec![mark],
            None => Vec::new(),
        }
    })
}

/// The letter of a cell.
fn letter(cell: &[usize]) -> char {
    cell.last().and_then(|&mark| LETTERS.get(mark)).copied().unwrap_or('.')
}

/// The mark in a cell of this width.
pub(super) fn in_cell(cell: &[usize], width: f32, look: PieceTheme) -> Vec<Item> {
    let mark = cell.last().map(|&seat| mark(Seat::from_index(seat as u8), width / 3.0, 1.0, look));
    mark.map(|shapes| piece_at(Vec2::default(), shapes)).into_iter().collect()
}

impl Editable for Morpion {
    fn pieces(&self) -> Vec<EditPiece> {
        marks(Self::KIND)
    }

    fn places(&self) -> Vec<Vec<usize>> {
        fields(self).first().map_or_else(Vec::new, |rows| cells(rows).collect())
    }

    fn stack(&self, stack: &[usize], (width, _): (f32, f32), look: PieceTheme) -> Vec<Item> {
        in_cell(stack, width, look)
    }

    fn texts(&self, draft: &Draft) -> Vec<String> {
        let letters: Vec<char> = draft.places.iter().map(|cell| letter(cell)).collect();
        let rows: Vec<String> = letters.chunks(3).map(|row| row.iter().collect()).collect();
        turns(2, draft.turn).map(|turn| format!("{} {turn}", rows.join("/"))).collect()
    }
}
