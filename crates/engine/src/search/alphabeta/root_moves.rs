//! The moves of the root: their scores, and how they are reported.

use std::cmp::Reverse;

use rules::{Outcome, Seat};

use super::tree::{after, ending_score, is_repetition};
use super::{Evaluation, MIN_WIN, SearchPosition, WIN, share};
use crate::analysis::{Analysis, Line, Value};

/// A move at the root and its score.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: u16,
    pub(super) score: i32,
    /// Whether the score is an exact draw by the rules.
    pub(super) is_draw: bool,
    pub(super) line: Vec<u16>,
}

impl RootMove {
    /// Whether the score follows from the rules alone.
    pub(super) fn is_proven(&self) -> bool {
        self.is_draw || self.score.abs() >= MIN_WIN
    }

    /// Whether a deeper search cannot change the score.
    pub(super) fn is_settled(&self, depth: u32) -> bool {
        self.is_draw || self.score.abs() >= MIN_WIN && WIN - self.score.abs() <= depth as i32
    }
}

/// All moves, ordered by the evaluation of the positions after them.
pub(super) fn evaluated_moves<E: Evaluation>(
    evaluation: &E,
    path: &[u64],
    position: &E::Position,
) -> Vec<RootMove> {
    let mut candidates = Vec::new();
    position.moves(false, &mut candidates);
    let mut moves: Vec<RootMove> = candidates
        .iter()
        .map(|candidate| {
            let next = after(position, candidate.mv);
            let ending = next.ending();
            let value = match ending {
                Some(ending) => ending_score(ending, 1),
                None if is_repetition(evaluation, path, &next, 1) => 0,
                None => evaluation.value(&next),
            };
            let is_draw = ending.is_some() && value == 0;
            RootMove { mv: candidate.mv, score: -value, is_draw, line: vec![candidate.mv] }
        })
        .collect();
    moves.sort_by_key(|mv| Reverse(mv.score));
    moves
}

/// The best moves found, converted into those of the rules.
pub(super) fn describe<E: Evaluation, M: Copy>(
    moves: &[RootMove],
    wanted: usize,
    is_best_sound: bool,
    seat: Seat,
    depth: u32,
    to_rules_move: fn(u16) -> M,
) -> Analysis<M> {
    let line = |(n, mv): (usize, &RootMove)| {
        // The value of the best line is that of the position: it is a draw only if no other move wins.
        let is_draw = mv.is_draw && (n > 0 || is_best_sound);
        let is_move = |mv: &u16| *mv != E::Position::PASS;
        let moves: Vec<M> = mv.line.iter().copied().filter(is_move).map(to_rules_move).collect();
        let passes = mv.line.len() - moves.len();
        Line { value: value(mv, passes, is_draw, seat), moves }
    };
    Analysis::new(moves[..wanted].iter().enumerate().map(line).collect(), depth)
}

/// The value of a move whose line has this many skipped turns.
fn value(mv: &RootMove, passes: usize, is_draw: bool, seat: Seat) -> Value {
    let plies = (WIN - mv.score.abs()) as u32 - passes as u32;
    if mv.score >= MIN_WIN {
        Value::Proven { outcome: Outcome::Win(seat), plies }
    } else if mv.score <= -MIN_WIN {
        Value::Proven { outcome: Outcome::Win(seat.other()), plies }
    } else if is_draw {
        Value::Proven { outcome: Outcome::Draw, plies: (mv.line.len() - passes) as u32 }
    } else {
        Value::for_two(seat, share(mv.score))
    }
}
