//! Tic Tac Doh! with three or four players.
//!
//! The pieces belong to all, so a line that can be completed is won by whoever moves next. A move is *safe* if the
//! next player cannot win at once; the game is to be the one after the player who has no safe move. The search looks
//! at winning moves only where there are some, and else at safe moves only where there are some, so it never misses
//! a win in one and never allows one that it could stop, however little it may think.

use rules::doh::{Move, Size};
use rules::{Doh, Game, Outcome, Rng, Turn, View, frame};

use super::{Strength, levels};
use crate::analysis::Analysis;
use crate::limits::{Control, Level, Limits};
use crate::search::mcts::{Guide, LeftOut, Search, Settings, Shares, shares_of};

/// What is remembered of a game for three or four: the room of the search.
pub(super) type DohManyMemory = Search<Doh>;

/// How the search is done.
pub(super) const DOH_MANY: Settings = Settings { exploration: 0.5, expand_at: 2, ..Settings::GUIDED };

/// Thinks about a position of a game for three or four. It serves for two as well, but there is better.
pub(super) fn think_doh_many(
    view: &View<Doh>,
    limits: &Limits,
    memory: &mut DohManyMemory,
    control: &mut Control<'_, Move>,
) -> Analysis<Move> {
    memory.think(view.position(), limits, &DOH_MANY, &mut DohGuide, control)
}

/// Calibrated with `trois levels`, each level against the one below; see `docs/strength.md`. A stronger player among
/// three has only so much to win, so even the upper levels see dimly.
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

/// The same with four, of whom one has less to win still.
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

/// How well each level plays at a table of three or four.
pub(super) fn doh_many_strength(seats: u8, level: Level) -> Strength {
    let levels = if seats == 3 { FOR_THREE } else { FOR_FOUR };
    levels[level.index()]
}

/// Whether the player to move can win at once: by a line, or by leaving the next player no placement.
pub(super) fn wins_at_once(game: &Doh) -> bool {
    if Size::ALL.into_iter().any(|size| game.completing(size) != 0) {
        return true;
    }
    // Nobody is stuck while an empty square is left, and a move fills one at most.
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

/// What is known of Tic Tac Doh!: wins in one, and moves that allow one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DohGuide;

impl Guide<Doh> for DohGuide {
    fn narrow(&mut self, game: &Doh, moves: &mut Vec<Move>) -> LeftOut {
        let Some(mover) = game.to_move() else { return LeftOut::Nothing };
        let win = Turn::Over(Outcome::Win(mover));
        if wins_at_once(game) {
            moves.retain(|&mv| after(game, mv).turn() == win);
            return LeftOut::NotWins;
        }
        let before = moves.len();
        if !moves.iter().all(|&mv| wins_at_once(&after(game, mv))) {
            moves.retain(|&mv| !wins_at_once(&after(game, mv)));
        }
        if moves.len() < before { LeftOut::Losses(Some(mover.next(game.seats()))) } else { LeftOut::Nothing }
    }

    fn playout(&mut self, game: &mut Doh, rng: &mut Rng, buffer: &mut Vec<Move>) -> Shares {
        let seats = game.seats();
        // Who is to move never has a win at once here: who moved before saw to it.
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

/// How many moves are tried at random before all are listed.
const TRIES: u32 = 6;

/// The position after a random move after which the next player cannot win at once, if there is one.
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
