//! The Monte-Carlo search of Tic Tac Doh! with three or four players.
//!
//! The pieces belong to all players, so a line that can be completed is won by the next player to move. A move is
//! *safe* if the next player cannot win at once; the winner is mostly the player after the one who has no safe move.
//! The search considers only winning moves if there are any, and else only safe moves if there are any: even with few
//! playouts it never misses a win in one, and never allows one that it could prevent.

use rules::doh::{Move, Size};
use rules::{Doh, Game, Level, Outcome, Rng, Turn, frame};

use crate::knowledge::{Strength, levels};
use crate::limits::Limits;
use crate::search::mcts::{Guide, MctsParameters, MctsTree, Pruned, Shares, TreeSearch, shares_of};

/// The search ends after this many playouts. Lower levels have fewer; full strength continues in `multiplayer`.
pub(super) const PLAYOUTS: u64 = 8192;

/// The parameters of the search.
pub(super) const PARAMETERS: MctsParameters =
    MctsParameters { playouts: PLAYOUTS, exploration: 0.5, expand_at: 2, ..MctsParameters::GUIDED };

/// Starts a search of a game for three or four. It works for two as well, but `two_players` is exact.
pub(super) fn start(game: &Doh, limits: &Limits, tree: MctsTree<Doh>) -> TreeSearch<Doh, DohGuide> {
    TreeSearch::new(game, limits, &PARAMETERS, DohGuide, tree)
}

/// Calibrated with `trois levels`, each level against the one below; see `docs/strength.md`. One stronger player among
/// three gains little, so even the upper levels have much blur.
const FOR_THREE: [Strength; 10] = levels([
    (2, 6.0),
    (5, 2.3),
    (10, 1.15),
    (17, 0.69),
    (23, 0.51),
    (31, 0.385),
    (41, 0.295),
    (57, 0.21),
    (1300, 0.0),
]);

/// The same for four, where one stronger player gains even less.
const FOR_FOUR: [Strength; 10] = levels([
    (2, 6.0),
    (5, 2.3),
    (8, 1.5),
    (12, 0.98),
    (16, 0.75),
    (22, 0.55),
    (29, 0.42),
    (37, 0.33),
    (50, 0.24),
]);

/// The strength of each level at a table of three or four.
pub(super) fn strength(seats: u8, level: Level) -> Strength {
    let levels = if seats == 3 { FOR_THREE } else { FOR_FOUR };
    levels[level.index()]
}

/// Whether the player to move can win at once: by a line, or by leaving the next player no placement.
pub(super) fn wins_at_once(game: &Doh) -> bool {
    if Size::ALL.into_iter().any(|size| game.completing(size) != 0) {
        return true;
    }
    // No player is stuck while an empty square is left, and a move fills at most one.
    if game.open().count_ones() > 1 {
        return false;
    }
    let Turn::Seat(mover) = game.turn() else { return false };
    Size::ALL.into_iter().any(|size| {
        frame::squares(game.placements(size))
            .any(|square| after(game, Move::new(size, square)).turn() == Turn::Over(Outcome::Win(mover)))
    })
}

/// The position after a move.
#[inline]
fn after(game: &Doh, mv: Move) -> Doh {
    let mut next = *game;
    next.play_unchecked(mv);
    next
}

/// Knows wins in one, and moves that allow one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DohGuide;

impl Guide<Doh> for DohGuide {
    fn prune(&mut self, game: &Doh, moves: &mut Vec<Move>) -> Pruned {
        let Some(mover) = game.to_move() else { return Pruned::Nothing };
        let win = Turn::Over(Outcome::Win(mover));
        if wins_at_once(game) {
            moves.retain(|&mv| after(game, mv).turn() == win);
            return Pruned::NotWins;
        }
        let before = moves.len();
        if !moves.iter().all(|&mv| wins_at_once(&after(game, mv))) {
            moves.retain(|&mv| !wins_at_once(&after(game, mv)));
        }
        if moves.len() < before { Pruned::Losses(Some(mover.next(game.seats()))) } else { Pruned::Nothing }
    }

    fn playout(&mut self, game: &mut Doh, rng: &mut Rng, buffer: &mut Vec<Move>) -> Shares {
        let seats = game.seats();
        // From here on, the player to move never has an immediate win: the player before has avoided it.
        if let (true, Some(mover)) = (wins_at_once(game), game.to_move()) {
            return shares_of(Outcome::Win(mover), seats);
        }
        loop {
            match game.turn() {
                Turn::Over(outcome) => return shares_of(outcome, seats),
                Turn::Seat(mover) => match safe_move(game, rng, buffer) {
                    Some(next) => *game = next,
                    None => return shares_of(Outcome::Win(mover.next(seats)), seats),
                },
                Turn::Chance => return shares_of(Outcome::Draw, seats),
            }
        }
    }
}

/// How many random moves are tried before all are listed.
const TRIES: u32 = 6;

/// The position after a random safe move, if there is one.
fn safe_move(game: &Doh, rng: &mut Rng, buffer: &mut Vec<Move>) -> Option<Doh> {
    for _ in 0..TRIES {
        let next = after(game, game.random_move(rng, buffer)?);
        if !wins_at_once(&next) {
            return Some(next);
        }
    }
    buffer.clear();
    game.moves_into(buffer);
    while !buffer.is_empty() {
        let next = after(game, buffer.swap_remove(rng.below(buffer.len() as u32) as usize));
        if !wins_at_once(&next) {
            return Some(next);
        }
    }
    None
}
