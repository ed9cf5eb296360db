//! Why a move of Super Morpion is refused.

use super::{Move, SuperMorpion};
use crate::game::Game;
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

/// The player of a seat, named by their marks.
const fn marks(seat: Seat, lang: Lang) -> &'static str {
    match (seat, lang) {
        (Seat::ONE, Lang::Fr) => "les croix",
        (Seat::ONE, Lang::En) => "the crosses",
        (_, Lang::Fr) => "les ronds",
        (_, Lang::En) => "the noughts",
    }
}

impl Say for Illegal {
    fn say(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => match lang {
                Lang::Fr => "La partie est finie.".to_owned(),
                Lang::En => "The game is over.".to_owned(),
            },
            Illegal::SentTo(board) => {
                let n = board + 1;
                match lang {
                    Lang::Fr => format!(
                        "Vous êtes envoyé sur la plaquette {n}\u{a0}; elle est ouverte, il faut donc y jouer."
                    ),
                    Lang::En => {
                        format!("You were sent to board {n}; board {n} is open, so you must play there.")
                    }
                }
            }
            Illegal::Won(board, seat) => {
                let (n, who) = (board + 1, marks(seat, lang));
                match lang {
                    Lang::Fr => format!(
                        "La plaquette {n} est gagnée par {who}\u{a0}: jouez dans une plaquette ouverte."
                    ),
                    Lang::En => format!("Board {n} is won by {who}: play on a board that is open."),
                }
            }
            Illegal::Drawn(board) => {
                let n = board + 1;
                match lang {
                    Lang::Fr => format!(
                        "La plaquette {n} est pleine, sans gagnant\u{a0}: jouez dans une plaquette ouverte."
                    ),
                    Lang::En => format!("Board {n} is full and nobody won it: play on a board that is open."),
                }
            }
            Illegal::Taken(mv, seat) => {
                let (cell, board, what) = (mv.cell + 1, mv.board + 1, mark(seat, lang));
                match lang {
                    Lang::Fr => format!(
                        "La case {cell} de la plaquette {board} est déjà prise par {what}\u{a0}: jouez dans une case vide."
                    ),
                    Lang::En => {
                        format!(
                            "Cell {cell} of board {board} is taken by {what} already: play in an empty cell."
                        )
                    }
                }
            }
        }
    }
}
