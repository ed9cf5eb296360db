//! Setting up Super Morpion: crosses and noughts on 81 cells, and the board to which the player is sent. A board with a
//! line is won.

use rules::grid::place_name;
use rules::super_morpion::board_text;
use rules::{Game, Lang, Seat, SuperMorpion};

use super::morpion::{cells, in_cell, marks};
use super::{Draft, EditPiece, Editable, fields, turns};
use crate::look::PieceTheme;
use crate::scene::Item;

/// The text of a board with these marks in its cells.
fn board(cells: &[Vec<usize>]) -> String {
    let held_by = |seat: usize| {
        let is_held = |(_, cell): &(usize, &Vec<usize>)| cell.last() == Some(&seat);
        cells.iter().enumerate().filter(is_held).fold(0, |set, (at, _)| set | 1 << at)
    };
    board_text([held_by(0), held_by(1)])
}

impl Editable for SuperMorpion {
    fn pieces(&self) -> Vec<EditPiece> {
        marks(Self::KIND)
    }

    fn places(&self) -> Vec<Vec<usize>> {
        let fields = fields(self);
        let boards = fields.first().map_or("", String::as_str).split('/');
        // A won board has no marks: its marker replaces them.
        let places = boards.flat_map(|board| match board {
            "X" => vec![vec![0]; 9],
            "O" => vec![vec![1]; 9],
            letters => cells(letters).collect(),
        });
        places.collect()
    }

    fn choices(&self, lang: Lang) -> Vec<String> {
        let any = match lang {
            Lang::Fr => "n’importe où",
            Lang::En => "anywhere",
        };
        let board = |index: usize| match lang {
            Lang::Fr => format!("plaquette {}, {}", index + 1, place_name(index, lang)),
            Lang::En => format!("board {}, {}", index + 1, place_name(index, lang)),
        };
        std::iter::once(any.to_owned()).chain((0..9).map(board)).collect()
    }

    fn choice(&self) -> usize {
        fields(self).get(2).and_then(|sent| sent.parse().ok()).unwrap_or(0)
    }

    fn stack(&self, stack: &[usize], (width, _): (f32, f32), look: PieceTheme) -> Vec<Item> {
        in_cell(stack, width, look)
    }

    fn texts(&self, draft: &Draft) -> Vec<String> {
        let boards: Vec<String> = draft.places.chunks(9).map(board).collect();
        let sent = if draft.choice == 0 { "-".to_owned() } else { draft.choice.to_string() };
        let text = |turn: String| {
            // After the end, no player is sent to a board.
            let sent = if turn.parse::<Seat>().is_ok() { &sent } else { "-" };
            format!("{} {turn} {sent} {}", boards.join("/"), self.options())
        };
        let all: Vec<String> = turns(2, draft.turn).map(text).collect();
        // The other player is not to move here; the results are tried last.
        all.into_iter().enumerate().filter(|(index, _)| *index != 1).map(|(_, text)| text).collect()
    }
}
