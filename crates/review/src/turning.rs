//! Turning points, and the move that decided the game.

use engine::Value;
use rules::{Outcome, Record, Seat};

use crate::moves::ReviewedMove;
use crate::review::CurvePoint;

/// A share of at least this much, held to the end, decides the game.
const DECIDED: f32 = 0.9;

/// A move after which another player is ahead, or the game is level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The number of the move.
    pub number: usize,
    /// Who was ahead before it.
    pub from: Option<Seat>,
    /// Who is ahead after it.
    pub to: Option<Seat>,
}

/// The move after which the result was never in doubt again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The number of the move; 0 if there was no doubt from the start.
    pub number: usize,
    /// The result.
    pub outcome: Outcome,
    /// Whether it was proven from there on.
    pub is_proven: bool,
}

/// The moves at which the lead changes. A seat takes the lead when its share is a fifth of the way from an even share
/// to certainty, and loses it when its share is even again: small fluctuations are no turning points.
pub(crate) fn turning_points(record: &Record, curve: &[CurvePoint]) -> Vec<TurningPoint> {
    let seats = record.start().seats();
    let even = 1.0 / f32::from(seats);
    let ahead = even + (1.0 - even) * 0.2;
    let share = |index: usize, seat: Seat| {
        let point = &curve[index];
        let here = point.value.share(seat, seats);
        // Where hands are hidden, each value is what the player to move believes, so two in a row are averaged.
        match curve.get(index + 1) {
            Some(next) if record.start().kind().hides() => (here + next.value.share(seat, seats)) / 2.0,
            _ => here,
        }
    };
    let mut points = Vec::new();
    let mut leader: Option<Seat> = None;
    for (index, point) in curve.iter().enumerate() {
        let shares = (0..seats).map(Seat::from_index).map(|seat| (seat, share(index, seat)));
        let best = shares.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|best| best.1 >= ahead);
        let holds = leader.filter(|&seat| share(index, seat) > even);
        let now = best.map(|best| best.0).or(holds);
        if now != leader && index > 0 {
            points.push(TurningPoint { number: point.number, from: leader, to: now });
        }
        leader = now;
    }
    points
}

/// The move after which the result was never in doubt again: the winner's share was at least 90 % from there to the end,
/// or the draw was proven. `None` for a game without a result, or whose last position does not show it (a resignation,
/// an agreement, a lost clock).
pub(crate) fn decision(record: &Record, moves: &[ReviewedMove], curve: &[CurvePoint]) -> Option<Decision> {
    let (outcome, seats) = (record.result()?, record.start().seats());
    let is_proven =
        |point: &CurvePoint| matches!(point.value, Value::Proven { outcome: known, .. } if known == outcome);
    let is_settled = |point: &&CurvePoint| match outcome {
        Outcome::Win(winner) => point.value.share(winner, seats) >= DECIDED,
        Outcome::Draw => is_proven(point),
    };
    let settled: Vec<&CurvePoint> = curve.iter().rev().take_while(is_settled).collect();
    let first = settled.last()?;
    // A position in which the game is over shows its result.
    let is_told = first.number < moves.len() || record.end().turn().is_over();
    is_told.then(|| Decision {
        number: first.number,
        outcome,
        is_proven: settled.iter().all(|point| is_proven(point)),
    })
}
