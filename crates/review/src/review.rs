//! The review of a game, from its record and the evaluations of its positions.

use engine::Value;
use rules::{Record, Seat, Turn};

use crate::evaluation::ReviewedPosition;
use crate::mistake_grade::MistakeGrade;
use crate::moves::{ReviewedMove, judge};
use crate::player::PlayerReview;
use crate::turning::{Decision, TurningPoint, decision, turning_points};

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The game.
    pub record: Record,
    /// The evaluations of the positions before each step of the record and after the last.
    pub evaluations: Vec<Option<ReviewedPosition>>,
    /// The moves of the players, in order.
    pub moves: Vec<ReviewedMove>,
    /// The players, by seat.
    pub players: Vec<PlayerReview>,
    /// The value of each evaluated position, in order.
    pub curve: Vec<CurvePoint>,
    /// The moves at which the lead changes, in order.
    pub turning_points: Vec<TurningPoint>,
    /// The move after which the result was never in doubt again.
    pub decision: Option<Decision>,
}

/// A point of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// How many moves of players lead to the position.
    pub number: usize,
    /// Its value.
    pub value: Value,
}

impl Review {
    /// The review of a game with these evaluations of the positions before each step and after the last.
    pub fn new(record: Record, evaluations: Vec<Option<ReviewedPosition>>) -> Review {
        let moves = judge(&record, &evaluations);
        let seats = (0..record.start().seats()).map(Seat::from_index);
        let players = seats.map(|seat| PlayerReview::of(&record, &moves, seat)).collect();
        let curve = curve(&record, &evaluations);
        let turning_points = turning_points(&record, &curve);
        let decision = decision(&record, &moves, &curve);
        Review { record, evaluations, moves, players, curve, turning_points, decision }
    }

    /// The mistakes, in order.
    pub fn mistakes(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(|mv| mv.grade.is_some())
    }

    /// The mistakes of a player that are worth another try: those that gave away much. If there is none, the small ones.
    pub fn to_retry(&self, seat: Seat) -> Vec<&ReviewedMove> {
        let own = |mv: &&ReviewedMove| mv.seat == seat && !mv.is_stand_in && !mv.better.is_empty();
        let large: Vec<&ReviewedMove> =
            self.mistakes().filter(own).filter(|mv| mv.grade > Some(MistakeGrade::Inaccuracy)).collect();
        if large.is_empty() { self.mistakes().filter(own).collect() } else { large }
    }
}

fn curve(record: &Record, evaluations: &[Option<ReviewedPosition>]) -> Vec<CurvePoint> {
    let mut number = 0;
    let mut points = Vec::new();
    for (index, game) in record.positions().enumerate() {
        if index > 0 && !record.steps()[index - 1].is_chance() {
            number += 1;
        }
        let known = evaluations.get(index).and_then(Option::as_ref);
        if let (Some(known), true) = (known, game.turn() != Turn::Chance) {
            points.push(CurvePoint { number, value: known.value });
        }
    }
    points
}
