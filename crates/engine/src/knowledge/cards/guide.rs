//! The guide of the card game's search: immediate wins, the evaluation of new positions, and playouts for a search
//! without it.

use std::sync::Arc;

use rules::cards::{Card, Move};
use rules::{Cards, Game, Outcome, Rng, Seat, Turn, frame};

use super::evaluation::CardsNetwork;
use super::features::completing_squares;
use crate::search::mcts::{Guide, Pruned, Shares, shares_of};

/// The percentage of the opponent's threats to complete a line that playouts block if possible.
const BLOCK_PERCENT: u32 = 30;

/// Evaluates new positions with a network. Without one, it plays games out: it takes tokens, and avoids giving any
/// away.
pub(super) struct CardsGuide {
    evaluation: Option<Arc<CardsNetwork>>,
}

impl CardsGuide {
    pub(super) fn new(evaluation: Option<Arc<CardsNetwork>>) -> CardsGuide {
        CardsGuide { evaluation }
    }
}

/// The tokens that a colour card earns `mover` at once.
#[inline]
fn gain(game: &Cards, mover: Seat, mv: Move) -> i32 {
    let (Some(card), Some(square)) = (mv.card(), mv.square()) else { return 0 };
    let Some(owner) = card.owner() else { return 0 };
    let lines = game.lines_made(card, square).count() as i32;
    if owner == mover { lines } else { -lines }
}

impl Guide<Cards> for CardsGuide {
    fn prune(&mut self, game: &Cards, moves: &mut Vec<Move>) -> Pruned {
        let Some(mover) = game.to_move() else { return Pruned::Nothing };
        // A square is in at most four lines that can be completed at once.
        if game.tokens(mover) + 4 < game.options().target() || completing_squares(game, mover) == 0 {
            return Pruned::Nothing;
        }
        let wins = |&mv: &Move| {
            let mut next = *game;
            next.play_unchecked(mv);
            gain(game, mover, mv) > 0 && next.turn() == Turn::Over(Outcome::Win(mover))
        };
        if !moves.iter().any(wins) {
            return Pruned::Nothing;
        }
        moves.retain(wins);
        Pruned::NotWins
    }

    fn playout(&mut self, game: &mut Cards, rng: &mut Rng, buffer: &mut Vec<Move>) -> Shares {
        loop {
            let mv = match (game.turn(), &self.evaluation) {
                (Turn::Over(outcome), _) => return shares_of(outcome, 2),
                (Turn::Chance, _) => game.random_move(rng, buffer),
                (Turn::Seat(mover), Some(evaluation)) => {
                    let share = evaluation.share(game, mover);
                    let mut shares = [1.0 - share, 1.0 - share, 0.0, 0.0];
                    shares[mover.index() & 1] = share;
                    return shares;
                }
                (Turn::Seat(mover), None) => playout_move(game, mover, rng, buffer),
            };
            match mv {
                Some(mv) => game.play_unchecked(mv),
                None => return shares_of(Outcome::Draw, 2),
            }
        }
    }
}

/// How many random moves are tried to find one that gives no token away.
const TRIES: u32 = 4;

/// A move that earns a token if there is one, else a random one that gives none away if possible.
fn playout_move(game: &Cards, mover: Seat, rng: &mut Rng, buffer: &mut Vec<Move>) -> Option<Move> {
    let gains = completing_squares(game, mover);
    if gains != 0 {
        let free = game.free();
        for card in game.hand(mover).filter(|card| card.owner() == Some(mover)) {
            let squares = gains & (free | game.with_number(card.number().unwrap_or(0)));
            if let Some(square) = frame::squares(squares).next() {
                return Move::at(card, square);
            }
        }
    }
    let gifts = completing_squares(game, mover.other());
    if gifts != 0 && rng.below(100) < BLOCK_PERCENT {
        let free = game.free();
        for card in game.hand(mover).filter(|card| card.owner() == Some(mover)) {
            let squares = gifts & (free | game.with_number(card.number().unwrap_or(0)));
            if let Some(square) = frame::squares(squares).next() {
                return Move::at(card, square);
            }
        }
    }
    for _ in 0..TRIES {
        let mv = game.random_move(rng, buffer)?;
        let owner = mv.card().and_then(Card::owner);
        if owner != Some(mover.other()) || mv.squares() & gifts == 0 {
            return Some(mv);
        }
    }
    game.random_move(rng, buffer)
}
