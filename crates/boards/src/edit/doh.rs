//! Setting up Tic Tac Doh!: pyramids, one over or under another.

use rules::doh::Size;
use rules::frame::Square;
use rules::{Doh, Game, Lang, Words};

use super::frame::{centred, write_squares};
use super::{Draft, EditPiece, Editable, turns};
use crate::doh::loose_pile;
use crate::look::PieceTheme;
use crate::scene::Item;

impl Editable for Doh {
    fn pieces(&self) -> Vec<EditPiece> {
        let piece = |size: Size| EditPiece {
            text: size.letter().to_string(),
            mark: None,
            name: Words::new(size.adjective(Lang::Fr), size.adjective(Lang::En)),
        };
        Size::ALL.map(piece).to_vec()
    }

    fn places(&self) -> Vec<Vec<usize>> {
        let pile = |square| self.at(square).pieces().iter().map(|size| size.index()).collect();
        Square::all().map(pile).collect()
    }

    /// A piece goes on the pile, or begins a new one where the pile has that size already.
    fn put(&self, place: &mut Vec<usize>, piece: usize) {
        if place.contains(&piece) {
            place.clear();
        }
        place.push(piece);
    }

    fn stack(&self, stack: &[usize], (width, _): (f32, f32), look: PieceTheme) -> Vec<Item> {
        let sizes: Vec<Size> = stack.iter().filter_map(|&size| Size::ALL.get(size).copied()).collect();
        loose_pile(&sizes, width, look)
    }

    fn texts(&self, draft: &Draft) -> Vec<String> {
        let places = centred(&draft.places);
        let board = write_squares(|square| {
            let pile = places.get(square.index()).map_or(&[][..], Vec::as_slice);
            let letters: String =
                pile.iter().filter_map(|&size| Size::ALL.get(size)).map(|size| size.letter()).collect();
            match pile.len() {
                0 => ".".to_owned(),
                1 => letters,
                _ => format!("({letters})"),
            }
        });
        turns(self.seats(), draft.turn).map(|turn| format!("{board} {turn} {}", self.options())).collect()
    }
}
