//! Touch paths of Three Fives: a piece and a point, a point and a piece, or two points.

use rules::fives::board::{PERIMETER, points};
use rules::fives::{Illegal, Move, Point as Node, Points, Position, Size};

use crate::draw::TouchPath;
use crate::scene::Spot;

pub(super) fn place(node: Node) -> Spot {
    Spot::Place(node.index() as u8)
}

pub(super) fn piece(size: Size) -> Spot {
    Spot::Piece(size.index() as u8)
}

pub(super) fn size_of(index: u8) -> Option<Size> {
    Size::ALL.get(usize::from(index)).copied()
}

/// The touch paths of a move, the usual one first.
pub(super) fn touch_paths(position: &Position, mv: Move) -> Vec<TouchPath> {
    match mv {
        Move::Drop(size, to) => vec![vec![piece(size), place(to)], vec![place(to), piece(size)]],
        Move::Step(from, to) => vec![vec![place(from), place(to)]],
        Move::Swap(a, b) => {
            let owner = |node| position.at(node).map(|(seat, _)| seat);
            let mut paths = vec![vec![place(a), place(b)]];
            if owner(a).is_some() && owner(a) == owner(b) {
                paths.push(vec![place(b), place(a)]);
            }
            paths
        }
    }
}

/// The move, legal or not, that these touches ask for.
pub(super) fn intended_move(position: &Position, touched: &[Spot]) -> Option<Move> {
    let mover = position.turn().seat()?;
    let owner = |node: Node| position.at(node).map(|(seat, _)| seat);
    let free = || points(PERIMETER & position.empty()).next();
    match *touched {
        [Spot::Piece(size)] => {
            let size = size_of(size)?;
            match position.hand(mover, size) {
                0 => Some(Move::Drop(size, Node::from_index(0)?)),
                _ => Some(Move::Drop(size, free()?)),
            }
        }
        [Spot::Place(point)] => {
            let point = Node::from_index(point)?;
            let held = Size::ALL.into_iter().find(|&size| position.hand(mover, size) > 0);
            match (owner(point), held) {
                // The mover's own piece that begins no move is stuck: no single rule refuses it.
                (Some(seat), _) if seat == mover => None,
                (None, Some(size)) if PERIMETER & point.bit() != 0 => Some(Move::Drop(size, point)),
                _ => Some(Move::Step(point, point)),
            }
        }
        [Spot::Piece(size), Spot::Place(point)] => {
            let (size, point) = (size_of(size)?, Node::from_index(point)?);
            // Touching the mover's own piece picks it up instead of the piece in hand.
            (owner(point) != Some(mover)).then_some(Move::Drop(size, point))
        }
        [Spot::Place(point), Spot::Piece(size)] => {
            let (size, point) = (size_of(size)?, Node::from_index(point)?);
            owner(point).is_none().then_some(Move::Drop(size, point))
        }
        [Spot::Place(from), Spot::Place(to)] => {
            let (from, to) = (Node::from_index(from)?, Node::from_index(to)?);
            match (owner(from) == Some(mover), owner(to)) {
                (false, _) => None,
                (true, None) => Some(Move::Step(from, to)),
                // Touching another own piece picks it up instead: every swap with it is legal or pointless.
                (true, Some(seat)) if seat == mover => None,
                (true, Some(_)) => Some(Move::Swap(from, to)),
            }
        }
        _ => None,
    }
}

/// The spots to highlight as the reason for a refusal.
pub(super) fn refusal_spots(why: Illegal) -> Vec<Spot> {
    match why {
        Illegal::Over | Illegal::NoRight(..) => Vec::new(),
        Illegal::NotInHand(size) => vec![piece(size)],
        Illegal::DropInside(point)
        | Illegal::DropOnPiece(point, _)
        | Illegal::NoPiece(point)
        | Illegal::NotYours(point, _)
        | Illegal::SamePoint(point)
        | Illegal::StepOnPiece(point, _)
        | Illegal::InTheWay(_, _, point) => vec![place(point)],
        Illegal::NotInLine(from, to)
        | Illegal::TooFar(_, from, to)
        | Illegal::NotNeighbours(from, to)
        | Illegal::NothingToSwap(from, to)
        | Illegal::SameSize(from, to, _)
        | Illegal::FirstPointFirst(from, to) => vec![place(from), place(to)],
        Illegal::TooMany(_, group) => all(group),
    }
}

fn all(set: Points) -> Vec<Spot> {
    points(set).map(place).collect()
}
