//! Why a move of Tic Tac Doh! is refused.

use super::{Doh, Move, Pile, Size};
use crate::frame::{self, Square, Squares};
use crate::game::Game;
use crate::text::{Lang, Say};

/// The reason for which a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// The first piece must go on the centre of the frame.
    NotCentre,
    /// The stash has no more pieces of this size.
    NoneLeft(Size),
    /// No three-by-three grid contains the square and all pieces in play.
    Outside {
        /// The square.
        square: Square,
        /// The squares that the grid can still reach.
        grid: Squares,
    },
    /// The square and all its neighbours are empty.
    NextToNothing {
        /// The square.
        square: Square,
        /// The empty squares on which a piece can be put.
        open: Squares,
    },
    /// The piece below has the same size.
    SameSize(Below),
    /// The piece below is two sizes larger or smaller.
    TwoApart(Below),
    /// The pile is a tree, and the piece is larger than its top.
    TreeIntoNest(Below),
    /// The pile is a nest, and the piece is smaller than its outermost piece.
    NestIntoTree(Below),
}

/// A piece and the pile on which it does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Below {
    /// The size of the piece.
    pub size: Size,
    /// The square of the pile.
    pub square: Square,
    /// The pile, which is not empty.
    pub pile: Pile,
}

impl Doh {
    /// Why a move is refused here; `None` if it is legal.
    pub(super) fn why_not(&self, mv: Move) -> Option<Illegal> {
        let Move { size, square } = mv;
        if self.turn().is_over() {
            return Some(Illegal::Over);
        }
        if self.placements(size) & square.bit() != 0 {
            return None;
        }
        if self.occupied() == 0 {
            return Some(Illegal::NotCentre);
        }
        if self.left(size) == 0 {
            return Some(Illegal::NoneLeft(size));
        }
        let pile = self.at(square);
        if let Some(top) = pile.top() {
            let below = Below { size, square, pile };
            return Some(match size.index().abs_diff(top.index()) {
                0 => Illegal::SameSize(below),
                2 => Illegal::TwoApart(below),
                _ if size > top => Illegal::TreeIntoNest(below),
                _ => Illegal::NestIntoTree(below),
            });
        }
        let grid = self.grid();
        if grid & square.bit() == 0 {
            return Some(Illegal::Outside { square, grid });
        }
        Some(Illegal::NextToNothing { square, open: self.open() })
    }
}

impl Below {
    /// A sentence that says which piece would fit on this square.
    fn advice(self, lang: Lang) -> String {
        let square = self.square;
        let fitting: Vec<&str> = Size::ALL
            .into_iter()
            .filter(|&size| self.pile.fits(size))
            .map(|size| size.adjective(lang))
            .collect();
        match (lang, fitting.is_empty()) {
            (Lang::Fr, true) => format!("Plus rien ne va sur {square}."),
            (Lang::Fr, false) => format!("Sur {square}, il faut une {}.", fitting.join(" ou une ")),
            (Lang::En, true) => format!("Nothing more fits on {square}."),
            (Lang::En, false) => format!("Only a {} fits on {square}.", fitting.join(" or a ")),
        }
    }

    /// The sizes of the piece and of the top of the pile, in words.
    fn names(self, lang: Lang) -> (&'static str, &'static str) {
        (self.size.adjective(lang), self.pile.top().unwrap_or(self.size).adjective(lang))
    }
}

/// The bottom left and top right corner of the squares that the grid can still reach, which form a rectangle.
fn corners(grid: Squares) -> (Square, Square) {
    let first = frame::squares(grid).next().unwrap_or(Square::CENTRE);
    (first, frame::squares(grid).last().unwrap_or(Square::CENTRE))
}

impl Say for Illegal {
    fn say(&self, lang: Lang) -> String {
        match *self {
            Illegal::Over => match lang {
                Lang::Fr => "La partie est finie.".to_owned(),
                Lang::En => "The game is over.".to_owned(),
            },
            Illegal::NotCentre => match lang {
                Lang::Fr => {
                    "La première pièce se pose toujours en c3, d’où la grille peut s’étendre de tous côtés."
                }
                Lang::En => "The first piece always goes on c3, from where the grid can grow on all sides.",
            }
            .to_owned(),
            Illegal::NoneLeft(size) => {
                let size = size.adjective(lang);
                match lang {
                    Lang::Fr => format!("Les cinq {size}s sont déjà en jeu\u{a0}: prenez une autre taille."),
                    Lang::En => {
                        format!("All five {size} pieces are in play already: take another size.")
                    }
                }
            }
            Illegal::Outside { square, grid } => {
                let (first, last) = corners(grid);
                match lang {
                    Lang::Fr => format!(
                        "La case {square} est hors de la grille\u{a0}: avec les pièces en jeu, celle-ci ne peut aller que de {first} à {last}."
                    ),
                    Lang::En => format!(
                        "Square {square} is outside the grid: with the pieces in play, the grid can only lie between {first} and {last}."
                    ),
                }
            }
            Illegal::NextToNothing { square, .. } => match lang {
                Lang::Fr => format!(
                    "La case {square} ne touche aucune pièce\u{a0}: posez à côté d’une pièce en jeu, en diagonale aussi, ou dessus."
                ),
                Lang::En => format!(
                    "Square {square} is next to no piece: play next to a piece in play, diagonally too, or on top of one."
                ),
            },
            Illegal::SameSize(below) => {
                let (size, advice) = (below.size.adjective(lang), below.advice(lang));
                match lang {
                    Lang::Fr => format!("Une {size} ne va pas sur une autre {size}. {advice}"),
                    Lang::En => format!("A {size} does not go on another {size}. {advice}"),
                }
            }
            Illegal::TwoApart(below) => {
                let ((size, top), advice) = (below.names(lang), below.advice(lang));
                match lang {
                    Lang::Fr => format!(
                        "Une {size} ne va pas sur une {top}\u{a0}: il faut exactement une taille d’écart. {advice}"
                    ),
                    Lang::En => {
                        format!(
                            "A {size} does not go on a {top}: they must be exactly one size apart. {advice}"
                        )
                    }
                }
            }
            Illegal::TreeIntoNest(below) => {
                let (square, advice) = (below.square, below.advice(lang));
                match lang {
                    Lang::Fr => format!(
                        "Il y a un empilement en {square}, et il ne peut pas devenir un emboîtement. {advice}"
                    ),
                    Lang::En => format!("There is a tree on {square}, and it cannot become a nest. {advice}"),
                }
            }
            Illegal::NestIntoTree(below) => {
                let (square, advice) = (below.square, below.advice(lang));
                match lang {
                    Lang::Fr => format!(
                        "Il y a un emboîtement en {square}, et il ne peut pas devenir un empilement. {advice}"
                    ),
                    Lang::En => format!("There is a nest on {square}, and it cannot become a tree. {advice}"),
                }
            }
        }
    }
}
