//! The effect of the last move, derived from the position after it: who played or drew, and which lines earned a token.

use rules::cards::{Move, Stage};
use rules::frame::{LINES, Squares};
use rules::{Cards, Outcome, Seat};

/// The seat that has just played a card.
pub(super) fn player(game: &Cards) -> Option<Seat> {
    match game.stage() {
        Stage::Refill(seat) => Some(seat),
        // With no card left to draw, it is already the next player's turn.
        Stage::Play(seat) | Stage::Blocked { mover: seat, .. } => Some(seat.other()),
        Stage::Over(Outcome::Win(seat)) => Some(seat),
        Stage::Over(Outcome::Draw) | Stage::Deal(_) => None,
    }
}

/// The seat that has just drawn a card by this move.
pub(super) fn drawer(game: &Cards, mv: Move) -> Option<Seat> {
    let may = |seat: Seat| match mv.card() {
        Some(card) => game.hand(seat).any(|held| held == card),
        None => game.is_closed(seat) && game.hidden(seat) > 0,
    };
    match [Seat::ONE, Seat::TWO].map(may) {
        _ if !mv.is_draw() => None,
        [true, false] => Some(Seat::ONE),
        [false, true] => Some(Seat::TWO),
        [false, false] => None,
        [true, true] => match game.stage() {
            Stage::Blocked { mover, drawer } if mover != drawer => Some(mover),
            Stage::Deal(seat) | Stage::Play(seat) | Stage::Blocked { mover: seat, .. } => Some(seat.other()),
            Stage::Refill(_) | Stage::Over(_) => None,
        },
    }
}

/// The lines for which the card just played earned tokens, and whose they are.
pub(super) fn earned(game: &Cards, mv: Move) -> Option<(Seat, Vec<Squares>)> {
    let square = mv.square()?;
    let (pile, owner) = (game.pile(square)?, mv.card()?.owner()?);
    // A card of the same colour as what it covers makes no new line.
    if pile.top().owner() != Some(owner) || pile.height() > 1 && pile.cards(owner.other()) == 0 {
        return None;
    }
    let is_whole = |line: &&Squares| **line & square.bit() != 0 && **line & !game.tops(owner) == 0;
    let lines: Vec<Squares> = LINES.iter().filter(is_whole).copied().collect();
    (!lines.is_empty()).then_some((owner, lines))
}
