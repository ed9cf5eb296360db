//! The numbers of a game chosen at run time ([`AnyGame`]).

use rules::{AnyGame, AnyMove, Seat, match_game};

use crate::bits;
use crate::encode::{Derived, Encode};

/// Writes what `observer` may see: see [`Encode::observe_into`].
pub fn observe(game: &AnyGame, observer: Seat, out: &mut [i8]) {
    match_game!(game, game => game.observe_into(observer, out));
}

/// Writes 1 for each legal action of the player to move and 0 for the others.
pub fn mask(game: &AnyGame, out: &mut [i8]) {
    match_game!(game, game => bits::write_entries(game.derive().legal().as_ref(), out));
}

/// The number of a player's move; `None` for a move of another game.
pub fn action_of(game: &AnyGame, mv: AnyMove) -> Option<usize> {
    match_game!(game, via, game => via!(open mv).map(|mv| game.action_of(mv)))
}

/// The move with this number, legal or not.
pub fn move_of(game: &AnyGame, action: usize) -> Option<AnyMove> {
    match_game!(game, via, game => game.move_of(action).map(|mv| via!(wrap mv)))
}

/// The number of a chance outcome; `None` for a move of another game.
pub fn chance_of(game: &AnyGame, outcome: AnyMove) -> Option<usize> {
    match_game!(game, via, game => via!(open outcome).map(|outcome| game.chance_of(outcome)))
}

/// The chance outcome with this number.
pub fn outcome_of(game: &AnyGame, chance: usize) -> Option<AnyMove> {
    match_game!(game, via, game => game.outcome_of(chance).map(|mv| via!(wrap mv)))
}
