//! The search for two players: every move gets its exact value, its distance and a line of best play.
//!
//! All values are computed before any is reported, which takes some milliseconds at most. A limit on the depth then
//! hides the values beyond that horizon. What is left is exactly what a search of all moves to that depth would find: a
//! win or a loss within that many moves, and a draw once all pieces are within reach.

use std::cmp::Reverse;

use rules::doh::Move;
use rules::{Doh, Game, Outcome, Seat, Turn};

use super::board::{Board, PIECES};
use super::solver::{ExactScore, Solver};
use crate::analysis::{Analysis, Line, Value};
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::{Search, Status};

/// A move, the position after it, and its value.
struct ScoredMove {
    mv: Move,
    next: Doh,
    /// The score for the player who makes the move, if it is known.
    score: Option<ExactScore>,
    /// How many of the opponent's replies, in thousandths, keep the value: among moves of the same value, those with
    /// the fewest good replies are best.
    holding: u32,
}

/// The next phase of a search. An interrupted phase is repeated from the candidate at which it was interrupted: what
/// was solved of it is in the solver's table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TwoPlayerPhase {
    /// Nothing has been reported.
    Start,
    /// The scores of the candidates, from this one on.
    Scores(usize),
    /// The replies that keep the value, from this candidate on.
    Replies(usize),
    /// The lines of best play, from this one on.
    Lines(usize),
    Finished,
}

/// A search of a game for two.
pub struct ExactSearch {
    game: Doh,
    solver: Solver,
    candidates: Vec<ScoredMove>,
    line_count: usize,
    lines: Lines,
    phase: TwoPlayerPhase,
    analysis: Analysis<Move>,
}

impl ExactSearch {
    /// Starts a search of a position of a game for two that is not over.
    pub(super) fn new(game: &Doh, limits: &Limits, solver: Solver) -> ExactSearch {
        let placed = u32::from(game.placed());
        let left = PIECES - placed;
        let horizon = limits.depth.unwrap_or(left).min(left);
        let mut candidates: Vec<ScoredMove> = game
            .moves()
            .into_iter()
            .map(|mv| {
                let next = after(game, mv);
                ScoredMove { mv, next, score: immediate_score(&next).map(ExactScore::before), holding: 0 }
            })
            .collect();
        let lines = Lines { mover: game.to_move().unwrap_or(Seat::ONE), placed, horizon };
        let analysis = Analysis::new(lines.all(&mut candidates, limits.lines), horizon.min(2));
        ExactSearch {
            game: *game,
            solver,
            candidates,
            line_count: limits.lines,
            lines,
            phase: TwoPlayerPhase::Start,
            analysis,
        }
    }

    /// Runs the rest of a phase; `None` if the search pauses.
    fn run_phase(&mut self, control: &mut SearchControl<'_, Move>) -> Option<TwoPlayerPhase> {
        let ExactSearch { solver, candidates, lines, .. } = self;
        Some(match self.phase {
            TwoPlayerPhase::Start => {
                control.report(&mut self.analysis);
                TwoPlayerPhase::Scores(0)
            }
            TwoPlayerPhase::Scores(at) => match candidates.get_mut(at) {
                Some(candidate) => {
                    if candidate.score.is_none() {
                        let score = score(solver, &candidate.next, control);
                        if score.is_none() && control.is_pausing() {
                            return None;
                        }
                        candidate.score = score.map(ExactScore::before);
                    }
                    TwoPlayerPhase::Scores(at + 1)
                }
                None => {
                    if candidates.iter().all(|candidate| candidate.score.is_some()) {
                        self.analysis.depth = lines.horizon;
                    }
                    let left = PIECES - u32::from(self.game.placed());
                    TwoPlayerPhase::Replies(if lines.horizon == left { 0 } else { candidates.len() })
                }
            },
            TwoPlayerPhase::Replies(at) => match candidates.get(at) {
                Some(candidate) => {
                    let holding = holding_replies(solver, candidate, control);
                    if holding.is_none() && control.is_pausing() {
                        return None;
                    }
                    candidates[at].holding = holding.unwrap_or(0);
                    TwoPlayerPhase::Replies(at + 1)
                }
                None => {
                    let found = lines.all(candidates, self.line_count);
                    self.analysis = Analysis::new(found, self.analysis.depth);
                    TwoPlayerPhase::Lines(0)
                }
            },
            TwoPlayerPhase::Lines(at) => match (self.analysis.lines.get_mut(at), candidates.get(at)) {
                (Some(line), Some(candidate)) => {
                    if let (Value::Proven { .. }, Some(score)) = (line.value, candidate.score) {
                        line.moves.truncate(1);
                        if !extend(&mut line.moves, solver, candidate.next, score, control) {
                            return None;
                        }
                    }
                    TwoPlayerPhase::Lines(at + 1)
                }
                _ => {
                    control.report(&mut self.analysis);
                    TwoPlayerPhase::Finished
                }
            },
            TwoPlayerPhase::Finished => TwoPlayerPhase::Finished,
        })
    }
}

impl Search for ExactSearch {
    type Move = Move;
    type Memory = Solver;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        while self.phase != TwoPlayerPhase::Finished {
            match self.run_phase(control) {
                Some(phase) => self.phase = phase,
                None => return Status::Running,
            }
        }
        Status::Finished
    }

    fn analysis(&self) -> Analysis<Move> {
        self.analysis.clone()
    }

    fn into_memory(self) -> Solver {
        self.solver
    }
}

/// Turns scores into lines.
struct Lines {
    mover: Seat,
    placed: u32,
    horizon: u32,
}

impl Lines {
    /// Sorts the best moves to the front and returns this many of them, at least one, without the moves that follow.
    fn all(&self, candidates: &mut [ScoredMove], count: usize) -> Vec<Line<Move>> {
        let rank = |candidate: &ScoredMove| match candidate.score.filter(|&score| self.sees(score)) {
            // An unknown score counts as better than a loss, and as just below a known draw.
            None => (ExactScore::DRAW, 1, 0),
            Some(score) => (score, 2, 1000 - candidate.holding),
        };
        candidates.sort_by_key(|candidate| Reverse(rank(candidate)));
        let line = |candidate: &ScoredMove| Line { value: self.value(candidate), moves: vec![candidate.mv] };
        candidates.iter().take(count.max(1)).map(line).collect()
    }

    fn sees(&self, score: ExactScore) -> bool {
        score.plies(self.placed) <= self.horizon
    }

    fn value(&self, candidate: &ScoredMove) -> Value {
        match candidate.score {
            Some(score) if self.sees(score) => {
                Value::Proven { outcome: outcome_of(score, self.mover), plies: score.plies(self.placed) }
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

/// The score of a position for the player to move (or who would be) that needs no search.
fn immediate_score(game: &Doh) -> Option<ExactScore> {
    match game.turn() {
        Turn::Over(Outcome::Win(_)) => Some(ExactScore::loss_in(0)),
        Turn::Over(Outcome::Draw) => Some(ExactScore::DRAW),
        _ => Board::of(game).can_complete().then_some(ExactScore::WIN_IN_ONE),
    }
}

/// How a game for two ends with best play, and after how many moves.
pub(super) fn exact(game: &Doh, solver: &mut Solver) -> Option<(Outcome, u32)> {
    let Turn::Seat(mover) = game.turn() else { return game.turn().outcome().map(|outcome| (outcome, 0)) };
    let score = immediate_score(game).or_else(|| solver.score(Board::of(game).canonical(), &mut || true))?;
    let placed = u32::from(game.placed());
    Some((outcome_of(score, mover), score.plies(placed)))
}

/// The outcome that a score of the player to move stands for.
fn outcome_of(score: ExactScore, mover: Seat) -> Outcome {
    if score.is_win() {
        Outcome::Win(mover)
    } else if score.is_loss() {
        Outcome::Win(mover.other())
    } else {
        Outcome::Draw
    }
}

/// The score of a position for the player to move; `None` if the search pauses or stops before it is known.
fn score(solver: &mut Solver, game: &Doh, control: &mut SearchControl<'_, Move>) -> Option<ExactScore> {
    immediate_score(game).or_else(|| {
        let board = Board::of(game).canonical();
        if control.is_halted() {
            return solver.known(board);
        }
        let mut visit = || control.visit() && !control.is_pausing();
        solver.score(board, &mut visit).or_else(|| solver.known(board))
    })
}

/// How many of the opponent's replies, in thousandths, keep the value; 0 for a won position.
fn holding_replies(
    solver: &mut Solver,
    candidate: &ScoredMove,
    control: &mut SearchControl<'_, Move>,
) -> Option<u32> {
    let Some(mine) = candidate.score.filter(|score| !score.is_win()) else { return Some(0) };
    let (mut holding, mut all) = (0, 0);
    for reply in candidate.next.moves() {
        let theirs = score(solver, &after(&candidate.next, reply), control)?.before();
        holding += u32::from(theirs.is_win() || (theirs == ExactScore::DRAW && mine == ExactScore::DRAW));
        all += 1;
    }
    Some(1000 * holding / all.max(1))
}

/// Appends best play to the end, or as far as the search may go: `mine` is the score of the last move for the player
/// who made it, and `game` is the position after it. Returns `false` if the search pauses.
fn extend(
    moves: &mut Vec<Move>,
    solver: &mut Solver,
    mut game: Doh,
    mut mine: ExactScore,
    control: &mut SearchControl<'_, Move>,
) -> bool {
    while !game.turn().is_over() {
        let mut found = None;
        for mv in game.moves() {
            let next = after(&game, mv);
            match score(solver, &next, control).map(ExactScore::before) {
                Some(theirs) if theirs.before() == mine => {
                    found = Some((mv, next, theirs));
                    break;
                }
                None if control.is_pausing() => return false,
                Some(_) | None => {}
            }
        }
        let Some((mv, next, theirs)) = found else { break };
        moves.push(mv);
        (game, mine) = (next, theirs);
    }
    true
}
