//! Why a move of Super Morpion is refused.

use super::{Move, SuperMorpion};
use crate::game::Game;
use crate::grid;
use crate::morpion::mark;
use crate::seat::Seat;
use crate::text::{Lang, Say};

/// The reason for which a move is refused. Boards are numbered 0 to 8, as in [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// The last move sent the player to this board, which is open.
    SentTo(u8),
    /// The board is won, by this seat.
    Won(u8, Seat),
    /// The board is full without a line.
    Drawn(u8),
    /// The cell is taken, by this seat.
    Taken(Move, Seat),
}

impl SuperMorpion {
    /// Why a move is refused here; `None` if it is legal.
    pub(super) fn why_not(&self, mv: Move) -> Option<Illegal> {
        let seats = [Seat::ONE, Seat::TWO];
        if self.turn().is_over() {
            return Some(Illegal::Over);
        }
        if let Some(sent) = self.sent().filter(|&sent| sent != mv.board()) {
            return Some(Illegal::SentTo(sent as u8));
        }
        if let Some(seat) = seats.into_iter().find(|&seat| self.won(seat) >> mv.board & 1 != 0) {
            return Some(Illegal::Won(mv.board, seat));
        }
        if self.open() >> mv.board & 1 == 0 {
            return Some(Illegal::Drawn(mv.board));
        }
        self.at(mv).map(|seat| Illegal::Taken(mv, seat))
    }
}

/// A small board in a sentence, by its index: "la plaquette en haut à gauche", "the top-left board".
pub fn board_name(board: usize, lang: Lang) -> String {
    match lang {
        Lang::Fr if board == 4 => "la plaquette du centre".to_owned(),
        Lang::Fr => format!("la plaquette {}", grid::place_name(board, lang)),
        Lang::En => format!("the {} board", grid::place_name(board, lang).replace(' ', "-")),
    }
}

impl Say for Illegal {
    fn say(&self, lang: Lang) -> String {
        let capital = |name: String| match lang {
            Lang::Fr => name.replacen("la ", "La ", 1),
            Lang::En => name.replacen("the ", "The ", 1),
        };
        let board_name = |board: u8| board_name(usize::from(board), lang);
        match (*self, lang) {
            (Illegal::Over, Lang::Fr) => "La partie est finie.".to_owned(),
            (Illegal::Over, Lang::En) => "The game is over.".to_owned(),
            (Illegal::SentTo(board), Lang::Fr) => {
                format!(
                    "Le dernier coup vous envoie sur {}\u{a0}: c’est là qu’il faut jouer.",
                    board_name(board)
                )
            }
            (Illegal::SentTo(board), Lang::En) => {
                format!("The last move sends you to {}: you must play there.", board_name(board))
            }
            // The seat that won the board may be the reader's: the sentence is the same for both.
            (Illegal::Won(board, _), Lang::Fr) => format!(
                "{} est déjà gagnée\u{a0}: jouez sur une plaquette ouverte.",
                capital(board_name(board))
            ),
            (Illegal::Won(board, _), Lang::En) => {
                format!("{} has already been won: play on an open one.", capital(board_name(board)))
            }
            (Illegal::Drawn(board), Lang::Fr) => format!(
                "{} est pleine, sans gagnant\u{a0}: jouez sur une plaquette ouverte.",
                capital(board_name(board))
            ),
            (Illegal::Drawn(board), Lang::En) => {
                format!("{} is full and nobody won it: play on an open one.", capital(board_name(board)))
            }
            (Illegal::Taken(_, seat), Lang::Fr) => {
                format!("Il y a déjà {} dans cette case\u{a0}: choisissez une case vide.", mark(seat, lang))
            }
            (Illegal::Taken(_, seat), Lang::En) => {
                format!("There is already {} in that cell: choose an empty one.", mark(seat, lang))
            }
        }
    }
}
