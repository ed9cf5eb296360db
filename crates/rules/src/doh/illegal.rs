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
            (Lang::En, false) => format!("Only a {} one fits on {square}.", fitting.join(" or a ")),
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
                    "La première pyramide se pose au centre, en c3\u{a0}: la grille peut ensuite s’étendre de tous les côtés."
                }
                Lang::En => "The first pyramid goes in the centre, on c3: from there the grid can grow in every direction.",
            }
            .to_owned(),
            Illegal::NoneLeft(size) => {
                let size = size.adjective(lang);
                match lang {
                    Lang::Fr => format!("Les cinq {size}s sont déjà posées\u{a0}: choisissez une autre taille."),
                    Lang::En => {
                        format!("All five {size} pyramids have been placed: choose another size.")
                    }
                }
            }
            Illegal::Outside { square, grid } => {
                let (first, last) = corners(grid);
                match lang {
                    Lang::Fr => format!(
                        "{square} est hors de la grille, qui ne peut plus aller que de {first} à {last}."
                    ),
                    Lang::En => format!(
                        "{square} is outside the grid, which can now only run from {first} to {last}."
                    ),
                }
            }
            Illegal::NextToNothing { square, .. } => match lang {
                Lang::Fr => format!(
                    "{square} ne touche aucune pyramide\u{a0}: posez la vôtre à côté d’une autre, même en diagonale, ou dessus."
                ),
                Lang::En => format!(
                    "{square} does not touch any pyramid: place yours next to another, even diagonally, or on top of one."
                ),
            },
            Illegal::SameSize(below) => {
                let (size, advice) = (below.size.adjective(lang), below.advice(lang));
                match lang {
                    Lang::Fr => format!("Une {size} ne va pas sur une autre {size}. {advice}"),
                    Lang::En => format!("A {size} pyramid does not go on another {size} one. {advice}"),
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
                            "A {size} pyramid does not go on a {top} one: they must be exactly one size apart. {advice}"
                        )
                    }
                }
            }
            Illegal::TreeIntoNest(below) => {
                let (square, advice) = (below.square, below.advice(lang));
                match lang {
                    Lang::Fr => format!(
                        "L’empilement en {square} ne peut pas devenir un emboîtement. {advice}"
                    ),
                    Lang::En => format!("The tree on {square} cannot become a nest. {advice}"),
                }
            }
            Illegal::NestIntoTree(below) => {
                let (square, advice) = (below.square, below.advice(lang));
                match lang {
                    Lang::Fr => format!(
                        "L’emboîtement en {square} ne peut pas devenir un empilement. {advice}"
                    ),
                    Lang::En => format!("The nest on {square} cannot become a tree. {advice}"),
                }
            }
        }
    }
}
