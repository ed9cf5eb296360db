//! Touch paths of the card game: the card and then its square, or the square and then the card.
//!
//! A green card clears a line, which two of its squares identify: two lines of one grid never share two squares. If
//! green cards may take any line and the grid still floats, two neighbours can belong to two lines, and only the two
//! ends identify one.

use rules::cards::{Card, Illegal, Move};
use rules::frame::{LINES, Square, Squares, room, squares};
use rules::{Cards, Game};

use crate::draw::TouchPath;
use crate::scene::Spot;

fn place(square: Square) -> Spot {
    Spot::Place(square.index() as u8)
}

/// The touch paths of a move.
pub(super) fn touch_paths(game: &Cards, mv: Move) -> Vec<TouchPath> {
    let Some(card) = mv.card().filter(|_| !mv.is_draw()) else { return Vec::new() };
    let piece = Spot::Piece(card.index() as u8);
    if let Some(square) = mv.square() {
        return vec![vec![piece, place(square)], vec![place(square), piece]];
    }
    let line = mv.squares();
    let on_line: Vec<Square> = squares(line).collect();
    let &[first, middle, last] = on_line.as_slice() else { return Vec::new() };
    let names_one_line = |a: Square, b: Square| {
        let both = a.bit() | b.bit();
        !game.green_lines().any(|other| other != line && other & both == both)
    };
    let pairs: Vec<(Spot, Spot)> =
        [(first, last), (last, first), (first, middle), (middle, first), (middle, last), (last, middle)]
            .into_iter()
            .filter(|&(a, b)| names_one_line(a, b))
            .map(|(a, b)| (place(a), place(b)))
            .collect();
    let card_first = pairs.iter().map(|&(a, b)| vec![piece, a, b]);
    let place_first = pairs.iter().map(|&(a, b)| vec![a, piece, b]);
    card_first.chain(place_first).collect()
}

/// The move, possibly illegal, that these touches ask for.
pub(super) fn intended_move(game: &Cards, touched: &[Spot]) -> Option<Move> {
    let (card, on) = match *touched {
        [Spot::Piece(card), Spot::Place(a)] | [Spot::Place(a), Spot::Piece(card)] => (card, [Some(a), None]),
        [Spot::Piece(card), Spot::Place(a), Spot::Place(b)]
        | [Spot::Place(a), Spot::Piece(card), Spot::Place(b)] => (card, [Some(a), Some(b)]),
        [Spot::Place(a)] => return anywhere(game, Square::from_index(a)?),
        _ => return None,
    };
    let card = Card::from_index(usize::from(card))?;
    let set =
        on.into_iter().flatten().filter_map(Square::from_index).fold(0, |set, square| set | square.bit());
    match (card, squares(set).next()) {
        (Card::GREEN, _) => line_through(game, set).and_then(Move::clear_line),
        (_, Some(square)) if on[1].is_none() => Move::at(card, square),
        _ => None,
    }
}

/// A colour card placed on an empty square outside the grid, so that the rules give the reason; `None` on other
/// squares.
fn anywhere(game: &Cards, square: Square) -> Option<Move> {
    let is_closed = (game.free() | game.occupied()) & square.bit() == 0;
    let seat = game.to_move().filter(|_| is_closed)?;
    let card = game.hand(seat).find(|card| card.owner().is_some())?;
    Move::at(card, square)
}

/// The line through these squares that is nearest to being complete.
fn line_through(game: &Cards, set: Squares) -> Option<Squares> {
    let lines = LINES.iter().copied().filter(|line| line & set == set);
    lines
        .min_by_key(|line| ((line & !room(game.used())).count_ones(), (line & !game.occupied()).count_ones()))
}

/// The spots to highlight as the reason for a refusal.
pub(super) fn refusal_spots(why: Illegal) -> Vec<Spot> {
    let all = |set: Squares| squares(set).map(place).collect();
    match why {
        Illegal::NotCentre(_) => vec![place(Square::CENTRE)],
        Illegal::OutsideGrid { far, .. } => all(far),
        Illegal::OtherNumber { square, .. } | Illegal::NothingThere(square) => vec![place(square)],
        Illegal::Incomplete { empty, .. } => all(empty),
        Illegal::EmptyLine(line) => all(line),
        Illegal::LineOutsideGrid { far, .. } => all(far),
        Illegal::Over
        | Illegal::DrawFirst(_)
        | Illegal::PlayFirst(_)
        | Illegal::Unnamed
        | Illegal::Closed(_)
        | Illegal::NoSuchCard(..)
        | Illegal::NotInPile(_)
        | Illegal::NotInHand(..) => Vec::new(),
    }
}
