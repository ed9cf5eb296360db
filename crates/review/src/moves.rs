//! The judgement of a move.

use engine::Value;
use rules::{AnyGame, AnyMove, Record, Seat};

use crate::evaluation::ReviewedPosition;
use crate::mistake_grade::MistakeGrade;
use crate::player::stand_in_from;

/// A move of a player and its judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Its index among the steps of the record, draws included.
    pub step: usize,
    /// Its number among the moves of all players, from 1.
    pub number: usize,
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: AnyMove,
    /// The value of the position before it, if it is known.
    pub before: Option<Value>,
    /// The value of what it led to, if it is known.
    pub after: Option<Value>,
    /// How much of the mover's chances it gave away, from 0 to 1, if that is known.
    pub loss: Option<f32>,
    /// The grade of the mistake, if it counts as one.
    pub grade: Option<MistakeGrade>,
    /// Whether another move was legal.
    pub is_choice: bool,
    /// Whether an engine made it in the player's place.
    pub is_stand_in: bool,
    /// The best play in its place, beginning with the better move. Empty where it was best itself.
    pub better: Vec<AnyMove>,
    /// The best play after it: why it was worse. Empty where it was best itself.
    pub refutation: Vec<AnyMove>,
}

/// Judges the moves of the players, by the evaluations of the positions before each step and after the last.
pub(crate) fn judge(record: &Record, evaluations: &[Option<ReviewedPosition>]) -> Vec<ReviewedMove> {
    let positions: Vec<AnyGame> = record.positions().collect();
    let mut moves = Vec::new();
    for (step, recorded) in record.steps().iter().enumerate() {
        let Some(seat) = positions[step].turn().seat() else { continue };
        let number = moves.len() + 1;
        let known = |index: usize| evaluations.get(index).and_then(Option::as_ref);
        let mut judged = one(&positions[step], recorded.mv(), seat, known(step), known(step + 1));
        (judged.step, judged.number) = (step, number);
        judged.is_stand_in = stand_in_from(record, seat).is_some_and(|from| number >= from);
        moves.push(judged);
    }
    moves
}

/// Judges one move, by the evaluations of the positions before and after it.
fn one(
    game: &AnyGame,
    mv: AnyMove,
    seat: Seat,
    before: Option<&ReviewedPosition>,
    after: Option<&ReviewedPosition>,
) -> ReviewedMove {
    let seats = game.seats();
    let is_best = before.is_some_and(|known| known.line.first() == Some(&mv));
    let got = match before.and_then(|known| known.played) {
        Some(played) => Some(played),
        None if crate::evaluation::judges_by_own_search(game.kind()) => {
            before.filter(|_| is_best).map(|known| known.value)
        }
        None => after.map(|known| known.value),
    };
    let promised = before.map(|known| known.value);
    let lost = promised.zip(got).map(|(promised, got)| {
        if is_best { 0.0 } else { (promised.share(seat, seats) - got.share(seat, seats)).max(0.0) }
    });
    let grade = promised
        .zip(got)
        .filter(|_| !is_best)
        .and_then(|(promised, got)| MistakeGrade::of(promised, got, seat, seats));
    let line = |known: Option<&ReviewedPosition>| match known {
        Some(known) if !is_best => known.line.clone(),
        _ => Vec::new(),
    };
    ReviewedMove {
        step: 0,
        number: 0,
        seat,
        mv,
        before: promised,
        after: got,
        loss: lost,
        grade,
        is_choice: game.moves().len() > 1,
        is_stand_in: false,
        better: line(before),
        refutation: line(after),
    }
}
