//! Why a turn of Three Fives is refused.

use super::board::{self, PERIMETER, Point, Points, points};
use super::turns::overfills;
use super::{Fives, Move, Position, Size};
use crate::game::Game;
use crate::seat::{Seat, Turn};
use crate::text::{Lang, Say};

/// The reason for which a turn is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// No piece of this size is left in hand.
    NotInHand(Size),
    /// Pieces are dropped on the perimeter, but this point is interior.
    DropInside(Point),
    /// Pieces are dropped on empty points, but this one has a piece of this seat.
    DropOnPiece(Point, Seat),
    /// There is no piece on the point from which the turn begins.
    NoPiece(Point),
    /// The piece on the point from which the turn begins belongs to this seat.
    NotYours(Point, Seat),
    /// The same point is named twice.
    SamePoint(Point),
    /// No straight line has both points.
    NotInLine(Point, Point),
    /// A piece of this size does not move as far as from the first point to the second.
    TooFar(Size, Point, Point),
    /// The destination has a piece of this seat.
    StepOnPiece(Point, Seat),
    /// A piece on the third point blocks the way from the first to the second.
    InTheWay(Point, Point, Point),
    /// Only neighbours swap, and these points are not neighbours.
    NotNeighbours(Point, Point),
    /// There is no piece on the second point to swap with the piece on the first.
    NothingToSwap(Point, Point),
    /// Both pieces are of this size.
    SameSize(Point, Point, Size),
    /// The mover's piece, of the first size, has no right to swap with an opponent's piece of the second size.
    NoRight(Size, Size),
    /// A swap of the mover's own pieces names the earlier point first: this one, then that one.
    FirstPointFirst(Point, Point),
    /// The turn would make a group of more than five pieces of this seat, on these points.
    TooMany(Seat, Points),
}

impl Position {
    /// Whether the move is legal here, and if not, why.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        let Turn::Seat(mover) = self.turn() else { return Err(Illegal::Over) };
        match mv {
            Move::Drop(size, to) => self.check_drop(mover, size, to),
            Move::Step(from, to) => self.check_step(mover, from, to),
            Move::Swap(from, to) => self.check_swap(mover, from, to),
        }
    }

    fn check_drop(&self, mover: Seat, size: Size, to: Point) -> Result<(), Illegal> {
        if self.hand(mover, size) == 0 {
            return Err(Illegal::NotInHand(size));
        }
        if PERIMETER & to.bit() == 0 {
            return Err(Illegal::DropInside(to));
        }
        if let Some((owner, _)) = self.at(to) {
            return Err(Illegal::DropOnPiece(to, owner));
        }
        check_group(mover, self.pieces(mover), to)
    }

    fn check_step(&self, mover: Seat, from: Point, to: Point) -> Result<(), Illegal> {
        let size = self.check_own(mover, from, to)?;
        let between = from.between(to).ok_or(Illegal::NotInLine(from, to))?;
        if between.count_ones() + 1 > u32::from(size.reach()) {
            return Err(Illegal::TooFar(size, from, to));
        }
        if let Some((owner, _)) = self.at(to) {
            return Err(Illegal::StepOnPiece(to, owner));
        }
        if let Some(point) = points(between & self.occupied()).next() {
            return Err(Illegal::InTheWay(from, to, point));
        }
        check_group(mover, self.pieces(mover) & !from.bit(), to)
    }

    fn check_swap(&self, mover: Seat, from: Point, to: Point) -> Result<(), Illegal> {
        let size = self.check_own(mover, from, to)?;
        if from.neighbours() & to.bit() == 0 {
            return Err(Illegal::NotNeighbours(from, to));
        }
        let (owner, other) = self.at(to).ok_or(Illegal::NothingToSwap(from, to))?;
        if size == other {
            return Err(Illegal::SameSize(from, to, size));
        }
        if owner == mover {
            return if from < to { Ok(()) } else { Err(Illegal::FirstPointFirst(to, from)) };
        }
        if size.swaps_with() != other {
            return Err(Illegal::NoRight(size, other));
        }
        check_group(mover, self.pieces(mover) & !from.bit(), to)?;
        check_group(owner, self.pieces(owner) & !to.bit(), from)
    }

    /// The size of the mover's piece on `from`; refuses other pieces, and a turn that goes nowhere.
    fn check_own(&self, mover: Seat, from: Point, to: Point) -> Result<Size, Illegal> {
        let (owner, size) = self.at(from).ok_or(Illegal::NoPiece(from))?;
        if owner != mover {
            return Err(Illegal::NotYours(from, owner));
        }
        if from == to { Err(Illegal::SamePoint(from)) } else { Ok(size) }
    }
}

/// Refuses a piece of `owner` on `point` if it would join a group that is too large with `others`, the owner's other
/// pieces.
fn check_group(owner: Seat, others: Points, point: Point) -> Result<(), Illegal> {
    if overfills(others, point) { Err(Illegal::TooMany(owner, board::group(others, point))) } else { Ok(()) }
}

impl Say for Illegal {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => self.in_french(),
            Lang::En => self.in_english(),
        }
    }
}

impl Illegal {
    fn in_french(self) -> String {
        let word = |size: Size| size.adjective(Lang::Fr);
        let piece = |size: Size| match size {
            Size::Medium => "pièce moyenne".to_owned(),
            Size::Small | Size::Large => format!("{} pièce", word(size)),
        };
        let plural = |colour: &str| if colour == "orange" { colour.to_owned() } else { format!("{colour}s") };
        // The colours as adjectives of "pièce", which is feminine.
        let colour = |seat: Seat| match seat.index() {
            0 => "bleue",
            1 => "orange",
            _ => "verte",
        };
        match self {
            Illegal::Over => "La partie est finie.".to_owned(),
            Illegal::NotInHand(size) => {
                format!("Vous n’avez plus de {} en main.", piece(size))
            }
            Illegal::DropInside(point) => {
                format!("On ne pose une pièce que sur le pourtour\u{a0}: {point} est à l’intérieur.")
            }
            Illegal::DropOnPiece(point, seat) => format!(
                "Il y a déjà une pièce {} en {point}\u{a0}: posez la vôtre sur un point vide du pourtour.",
                colour(seat)
            ),
            Illegal::NoPiece(point) => {
                format!("Il n’y a pas de pièce en {point}\u{a0}: choisissez une des vôtres.")
            }
            Illegal::NotYours(point, _) => {
                format!("La pièce en {point} n’est pas à vous\u{a0}: choisissez une des vôtres.")
            }
            Illegal::SamePoint(point) => {
                format!("{point} est nommé deux fois\u{a0}: il faut deux points différents.")
            }
            Illegal::NotInLine(from, to) => format!(
                "{from} et {to} ne sont pas alignés\u{a0}: une pièce se déplace en ligne droite, dans l’une des six directions."
            ),
            Illegal::TooFar(size, from, to) => {
                let limit = match size {
                    Size::Small => "d’un point",
                    Size::Medium => "de deux points au plus",
                    Size::Large => "de quatre points au plus",
                };
                let (piece, distance) = (piece(size), distance(from, to));
                format!("Une {piece} se déplace {limit}, et {to} est à {distance} points de {from}.")
            }
            Illegal::StepOnPiece(point, seat) => format!(
                "Il y a une pièce {} en {point}\u{a0}: un déplacement se termine sur un point vide.",
                colour(seat)
            ),
            Illegal::InTheWay(from, to, point) => {
                format!("La pièce en {point} barre le chemin de {from} à {to}.")
            }
            Illegal::NotNeighbours(from, to) => {
                format!("{from} et {to} ne sont pas voisins\u{a0}: on n’échange que des pièces voisines.")
            }
            Illegal::NothingToSwap(from, to) => {
                format!("Il n’y a rien à échanger en {to}\u{a0}: pour y aller, jouez {from}-{to}.")
            }
            Illegal::SameSize(from, to, size) => format!(
                "Il y a une {} en {from} comme en {to}\u{a0}: on n’échange que des pièces de tailles différentes.",
                piece(size)
            ),
            Illegal::NoRight(own, other) => format!(
                "Une {} ne s’échange pas avec une {} adverse, seulement avec une {}.",
                piece(own),
                piece(other),
                word(own.swaps_with())
            ),
            Illegal::FirstPointFirst(first, second) => format!(
                "L’échange de deux de vos pièces est un seul coup, écrit dans l’ordre des points\u{a0}: {first}={second}."
            ),
            Illegal::TooMany(seat, group) => {
                let (count, list) = (group.count_ones(), list(group));
                format!(
                    "Ce coup réunirait {count} pièces {} ({list})\u{a0}: un groupe n’en compte jamais plus de cinq.",
                    plural(colour(seat))
                )
            }
        }
    }

    fn in_english(self) -> String {
        let word = |size: Size| size.adjective(Lang::En);
        let colour = |seat: Seat| Fives::KIND.seat(seat).name.get(Lang::En);
        let a_colour = |seat: Seat| match colour(seat) {
            colour if colour.starts_with('o') => format!("an {colour}"),
            colour => format!("a {colour}"),
        };
        match self {
            Illegal::Over => "The game is over.".to_owned(),
            Illegal::NotInHand(size) => {
                format!("You have no {} piece left in hand.", word(size))
            }
            Illegal::DropInside(point) => {
                format!("Pieces can only be dropped on the perimeter: {point} is inside.")
            }
            Illegal::DropOnPiece(point, seat) => format!(
                "There is already {} piece on {point}: drop yours on an empty point of the perimeter.",
                a_colour(seat)
            ),
            Illegal::NoPiece(point) => {
                format!("There is no piece on {point}: choose one of yours.")
            }
            Illegal::NotYours(point, _) => {
                format!("The piece on {point} is not yours: choose one of yours.")
            }
            Illegal::SamePoint(point) => {
                format!("{point} is named twice: choose two different points.")
            }
            Illegal::NotInLine(from, to) => format!(
                "{from} and {to} are not in line: a piece moves in a straight line, in one of the six directions."
            ),
            Illegal::TooFar(size, from, to) => {
                let limit = match size {
                    Size::Small => "one point",
                    Size::Medium => "two points at most",
                    Size::Large => "four points at most",
                };
                let (word, distance) = (word(size), distance(from, to));
                format!("A {word} piece moves {limit}, and {to} is {distance} points away from {from}.")
            }
            Illegal::StepOnPiece(point, seat) => {
                format!("There is {} piece on {point}: a move ends on an empty point.", a_colour(seat))
            }
            Illegal::InTheWay(from, to, point) => {
                format!("The piece on {point} is in the way from {from} to {to}.")
            }
            Illegal::NotNeighbours(from, to) => {
                format!("{from} and {to} are not neighbours: only neighbouring pieces can swap.")
            }
            Illegal::NothingToSwap(from, to) => {
                format!("There is nothing to swap with on {to}: to move there, play {from}-{to}.")
            }
            Illegal::SameSize(from, to, size) => format!(
                "The pieces on {from} and {to} are both {}: only pieces of different sizes can swap.",
                word(size)
            ),
            Illegal::NoRight(own, other) => format!(
                "A {} piece cannot swap with an opponent’s {} piece, only with a {} one.",
                word(own),
                word(other),
                word(own.swaps_with())
            ),
            Illegal::FirstPointFirst(first, second) => format!(
                "A swap of two pieces of your own is one move, written in the order of the points: {first}={second}."
            ),
            Illegal::TooMany(seat, group) => {
                let (count, list) = (group.count_ones(), list(group));
                format!(
                    "This would join {count} {} pieces ({list}): a group can never have more than five.",
                    colour(seat)
                )
            }
        }
    }
}

/// The number of steps between two points on one line.
fn distance(from: Point, to: Point) -> u32 {
    from.between(to).map_or(0, |between| between.count_ones() + 1)
}

/// The points of a set, as a list in a sentence.
fn list(set: Points) -> String {
    let names: Vec<String> = points(set).map(|point| point.to_string()).collect();
    names.join(", ")
}
