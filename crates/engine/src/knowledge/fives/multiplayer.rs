//! Three Fives with three players.
//!
//! Even with few positions, the search never misses a win in one, and never allows one that it could prevent. It has no
//! playouts: a new position is evaluated with the weights of the evaluation for two players.

use rules::fives::{GROUP, GROUPS_TO_WIN, Move, Points, Position, board};
use rules::{Fives, Game, Level, Outcome, Rng, Seat, Turn};

use super::seat_value;
use crate::knowledge::{Strength, levels};
use crate::limits::Limits;
use crate::math::exp;
use crate::search::alphabeta::POINTS;
use crate::search::mcts::{Guide, MctsParameters, MctsTree, Pruned, Shares, TreeSearch};

/// The parameters of the search.
pub(super) const PARAMETERS: MctsParameters =
    MctsParameters { exploration: 0.5, expand_at: 1, bias: 0.5, ..MctsParameters::GUIDED };

/// Starts a search of a game for three. It works for two as well, but alpha-beta is stronger.
pub(super) fn start(game: &Fives, limits: &Limits, tree: MctsTree<Fives>) -> TreeSearch<Fives, FivesGuide> {
    TreeSearch::new(game, limits, &PARAMETERS, FivesGuide::default(), tree)
}

/// Calibrated with `trois levels`, each level against the one below; see `docs/strength.md`.
const LEVELS: [Strength; 10] = levels([
    (22, 0.6),
    (32, 0.335),
    (55, 0.222),
    (95, 0.152),
    (170, 0.103),
    (300, 0.068),
    (560, 0.037),
    (1250, 0.012),
    (3600, 0.0),
]);

/// The strength of each level with three players.
pub(super) fn strength(level: Level) -> Strength {
    LEVELS[level.index()]
}

/// The position after a move, without its history.
#[inline]
fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// The points where a piece of `seat` that comes from elsewhere would belong to a group of five or more: only a move to
/// one of them can complete a group.
#[inline]
fn completing_points(position: &Position, seat: Seat) -> Points {
    let own = position.pieces(seat);
    if own.count_ones() + 1 < GROUP {
        return 0;
    }
    let near = board::points(own).fold(0, |near, point| near | point.neighbours()) & !own;
    board::points(near)
        .filter(|&point| board::group(own | point.bit(), point).count_ones() >= GROUP)
        .fold(0, |all, point| all | point.bit())
}

/// The destination of the mover's piece; for a swap of two of the mover's pieces, which changes no group, the second
/// point.
#[inline]
fn target(mv: Move) -> Points {
    match mv {
        Move::Drop(_, to) | Move::Step(_, to) | Move::Swap(_, to) => to.bit(),
    }
}

/// Whether the player to move can win at once.
pub(super) fn wins_at_once(position: &Position, buffer: &mut Vec<Move>) -> bool {
    let Turn::Seat(mover) = position.turn() else { return false };
    if position.groups(mover) + 1 < GROUPS_TO_WIN {
        return false;
    }
    let completing = completing_points(position, mover);
    if completing == 0 {
        return false;
    }
    buffer.clear();
    position.moves_into(buffer);
    let win = Turn::Over(Outcome::Win(mover));
    buffer.iter().any(|&mv| target(mv) & completing != 0 && after(position, mv).turn() == win)
}

/// The seat other than `mover` that has won after a move, or can win at once after it.
fn winner_after(game: &Fives, mv: Move, mover: Seat, buffer: &mut Vec<Move>) -> Option<Seat> {
    let next = after(game.position(), mv);
    let winner = match next.turn() {
        Turn::Over(Outcome::Win(seat)) => Some(seat),
        Turn::Seat(seat) if wins_at_once(&next, buffer) => Some(seat),
        _ => None,
    }
    .filter(|&seat| seat != mover)?;
    // A repetition may be a draw before anyone can win.
    if !game.seen().is_empty() {
        let mut next = game.clone();
        next.play_unchecked(mv);
        if next.turn() == Turn::Over(Outcome::Draw) {
            return None;
        }
    }
    Some(winner)
}

/// Knows wins in one, moves that allow one, and how groups grow.
#[derive(Clone, Debug, Default)]
pub(super) struct FivesGuide {
    buffer: Vec<Move>,
    safe: Vec<Move>,
}

/// An estimate of each seat's share: its features, weighted as in the evaluation for two players.
pub(super) fn estimate(position: &Position) -> Shares {
    let seats = position.options().players();
    let mover = position.turn().seat();
    let mut shares = [0.0; 4];
    for (seat, share) in (0..seats).map(Seat::from_index).zip(&mut shares) {
        *share = seat_value(position, seat, mover == Some(seat)) as f32 / POINTS;
    }
    let seats = usize::from(seats).min(4);
    let highest = shares[..seats].iter().copied().fold(f32::MIN, f32::max);
    for share in &mut shares[..seats] {
        *share = exp(*share - highest);
    }
    let total: f32 = shares.iter().sum();
    shares.map(|share| share / total)
}

impl Guide<Fives> for FivesGuide {
    fn prune(&mut self, game: &Fives, moves: &mut Vec<Move>) -> Pruned {
        let position = game.position();
        let Some(mover) = game.to_move() else { return Pruned::Nothing };
        let win = Turn::Over(Outcome::Win(mover));
        if wins_at_once(position, &mut self.buffer) {
            moves.retain(|&mv| after(position, mv).turn() == win);
            return Pruned::NotWins;
        }
        // Only a seat with two groups can win next.
        let near = |seat: u8| position.groups(Seat::from_index(seat)) + 1 >= GROUPS_TO_WIN;
        if !(0..game.seats()).any(near) {
            return Pruned::Nothing;
        }
        let mut winners = 0u8;
        self.safe.clear();
        for &mv in moves.iter() {
            match winner_after(game, mv, mover, &mut self.buffer) {
                Some(winner) => winners |= 1 << winner.index(),
                None => self.safe.push(mv),
            }
        }
        if self.safe.is_empty() || winners == 0 {
            return Pruned::Nothing;
        }
        std::mem::swap(moves, &mut self.safe);
        let winner = Seat::from_index(winners.trailing_zeros() as u8);
        Pruned::Losses(winners.is_power_of_two().then_some(winner))
    }

    fn bias(&mut self, game: &Fives, mv: Move) -> f32 {
        let position = game.position();
        let Some(mover) = game.to_move() else { return 0.0 };
        let next = after(position, mv);
        let own = f32::from(next.groups(mover) - position.groups(mover));
        let others: u8 = (0..game.seats())
            .map(Seat::from_index)
            .filter(|&seat| seat != mover)
            .map(|seat| next.groups(seat) - position.groups(seat))
            .sum();
        let largest = |position: &Position| {
            board::groups(position.pieces(mover)).map(Points::count_ones).max().unwrap_or(0)
        };
        let growth = largest(&next) as f32 - largest(position) as f32;
        if own > 0.0 { 1.0 } else { (0.4 + 0.1 * growth - 0.4 * f32::from(others)).clamp(0.0, 1.0) }
    }

    fn playout(&mut self, game: &mut Fives, _rng: &mut Rng, _buffer: &mut Vec<Move>) -> Shares {
        estimate(game.position())
    }
}
