//! Thinking with two players: every move has its exact value, its distance and a line of best play.
//!
//! All values are worked out before any is told, which takes some milliseconds at most. A horizon then hides those
//! that lie further ahead than it: what is left is just what a search of that depth over all moves would find, since
//! a win or a loss in so many moves is seen at that depth and no sooner, and a draw when all pieces are in sight.

use std::cmp::Reverse;

use rules::doh::Move;
use rules::{Doh, Game, Outcome, Seat, Turn};

use super::board::{Board, PIECES};
use super::solver::{Score, Solver};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};

/// A move, the position after it, and what is known of it.
struct Candidate {
    mv: Move,
    next: Doh,
    /// What the move is worth to the player who makes it, if that was worked out.
    score: Option<Score>,
    /// How many in a thousand of the opponent's replies give up nothing: among moves that are worth the same, those
    /// after which the opponent can go wrong most easily are best.
    holding: u32,
}

/// Thinks about a position of a game for two that is not over.
pub(super) fn think(
    game: &Doh,
    limits: &Limits,
    solver: &mut Solver,
    control: &mut Control<'_, Move>,
) -> Analysis<Move> {
    let placed = u32::from(game.placed());
    let ahead = PIECES - placed;
    let horizon = limits.depth.unwrap_or(ahead).min(ahead);
    let mut candidates: Vec<Candidate> = game
        .moves()
        .into_iter()
        .map(|mv| {
            let next = after(game, mv);
            Candidate { mv, next, score: at_sight(&next).map(Score::before), holding: 0 }
        })
        .collect();
    let mut seen = horizon.min(2);
    let lines = Lines { mover: game.to_move().unwrap_or(Seat::ONE), placed, horizon };
    control.tell(&mut Analysis::new(lines.all(&mut candidates, limits.lines), seen));

    for candidate in candidates.iter_mut().filter(|candidate| candidate.score.is_none()) {
        candidate.score = score(solver, &candidate.next, control).map(Score::before);
    }
    if candidates.iter().all(|candidate| candidate.score.is_some()) {
        seen = horizon;
    }
    if horizon == ahead {
        for candidate in &mut candidates {
            candidate.holding = holding(solver, candidate, control);
        }
    }
    let mut found = lines.all(&mut candidates, limits.lines);
    for (line, candidate) in found.iter_mut().zip(&candidates) {
        if let (Value::Proven { .. }, Some(score)) = (line.value, candidate.score) {
            extend(&mut line.moves, solver, candidate.next, score, control);
        }
    }
    let mut analysis = Analysis::new(found, seen);
    control.tell(&mut analysis);
    analysis
}

/// How scores become lines.
struct Lines {
    mover: Seat,
    placed: u32,
    horizon: u32,
}

impl Lines {
    /// Puts the best moves first and gives so many of them, at least one, without what follows them.
    fn all(&self, candidates: &mut [Candidate], count: usize) -> Vec<Line<Move>> {
        let rank = |candidate: &Candidate| match candidate.score.filter(|&score| self.sees(score)) {
            // What is not known may be better than a loss, and is no better than a draw for the asking.
            None => (Score::DRAW, 1, 0),
            Some(score) => (score, 2, 1000 - candidate.holding),
        };
        candidates.sort_by_key(|candidate| Reverse(rank(candidate)));
        let line = |candidate: &Candidate| Line { value: self.value(candidate), moves: vec![candidate.mv] };
        candidates.iter().take(count.max(1)).map(line).collect()
    }

    fn sees(&self, score: Score) -> bool {
        score.plies(self.placed) <= self.horizon
    }

    fn value(&self, candidate: &Candidate) -> Value {
        match candidate.score {
            Some(score) if self.sees(score) => {
                let outcome = if score.is_win() {
                    Outcome::Win(self.mover)
                } else if score.is_loss() {
                    Outcome::Win(self.mover.other())
                } else {
                    Outcome::Draw
                };
                Value::Proven { outcome, plies: score.plies(self.placed) }
            }
            _ => Value::for_two(self.mover, 0.5),
        }
    }
}

/// The position after a move.
fn after(game: &Doh, mv: Move) -> Doh {
    let mut next = *game;
    next.play_unchecked(mv);
    next
}

/// What a position is worth to the player to move (or who would be), where a look at it tells.
fn at_sight(game: &Doh) -> Option<Score> {
    match game.turn() {
        Turn::Over(Outcome::Win(_)) => Some(Score::loss_in(0)),
        Turn::Over(Outcome::Draw) => Some(Score::DRAW),
        _ => Board::of(game).can_complete().then_some(Score::WIN_IN_ONE),
    }
}

/// What a position is worth to the player to move. Nothing when there was no time to find out.
fn score(solver: &mut Solver, game: &Doh, control: &mut Control<'_, Move>) -> Option<Score> {
    at_sight(game).or_else(|| solver.score(Board::of(game).least(), &mut || control.visit()))
}

/// How many in a thousand of the opponent's replies give up nothing of what they have; of a won position, 0.
fn holding(solver: &mut Solver, candidate: &Candidate, control: &mut Control<'_, Move>) -> u32 {
    let Some(mine) = candidate.score.filter(|score| !score.is_win()) else { return 0 };
    let (mut holding, mut all) = (0, 0);
    for reply in candidate.next.moves() {
        let Some(theirs) = score(solver, &after(&candidate.next, reply), control) else { return 0 };
        let theirs = theirs.before();
        holding += u32::from(theirs.is_win() || (theirs == Score::DRAW && mine == Score::DRAW));
        all += 1;
    }
    1000 * holding / all.max(1)
}

/// Adds best play to the end, or as far as there is time: `mine` is what the last move was worth to who made it, and
/// `game` the position after it.
fn extend(
    moves: &mut Vec<Move>,
    solver: &mut Solver,
    mut game: Doh,
    mut mine: Score,
    control: &mut Control<'_, Move>,
) {
    while !game.turn().is_over() {
        let found = game.moves().into_iter().map(|mv| (mv, after(&game, mv))).find_map(|(mv, next)| {
            let theirs = score(solver, &next, control)?.before();
            (theirs.before() == mine).then_some((mv, next, theirs))
        });
        let Some((mv, next, theirs)) = found else { return };
        moves.push(mv);
        (game, mine) = (next, theirs);
    }
}
