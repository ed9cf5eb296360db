//! The judgement of a move.

use engine::Value;
use rules::record::StandInMoves;
use rules::{AnyGame, AnyMove, Record, Seat, Turn};

use crate::evaluation::ReviewedPosition;
use crate::mistake_grade::MistakeGrade;
use crate::player::stand_in_moves;

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
    /// The best play after it, cards that were drawn included: why it was worse. Empty where it was best itself.
    pub refutation: Vec<AnyMove>,
}

/// Judges the moves of the players, by the evaluations of the positions before each step and after the last.
pub(crate) fn judge(record: &Record, evaluations: &[Option<ReviewedPosition>]) -> Vec<ReviewedMove> {
    let positions: Vec<AnyGame> = record.positions().collect();
    let stand_ins: Vec<StandInMoves> =
        (0..record.start().seats()).map(|seat| stand_in_moves(record, Seat::from_index(seat))).collect();
    let mut moves = Vec::new();
    for (step, recorded) in record.steps().iter().enumerate() {
        let Some(seat) = positions[step].turn().seat() else { continue };
        let number = moves.len() + 1;
        let known = |index: usize| evaluations.get(index).and_then(Option::as_ref);
        let mut judged = judge_move(&positions[step], recorded.mv(), seat, known(step), known(step + 1));
        (judged.step, judged.number) = (step, number);
        judged.is_stand_in = stand_ins.get(seat.index()).is_some_and(|moves| moves.contains(number));
        if known(step).is_some_and(|known| known.line.first() != Some(&judged.mv)) {
            judged.refutation = play_after(record, &positions, evaluations, step);
        }
        moves.push(judged);
    }
    moves
}

/// The best play after a step: the cards that were drawn before the next player's turn, then that player's best line.
/// Empty if that position has no known line.
fn play_after(
    record: &Record,
    positions: &[AnyGame],
    evaluations: &[Option<ReviewedPosition>],
    step: usize,
) -> Vec<AnyMove> {
    let next = (step + 1..positions.len()).find(|&index| positions[index].turn() != Turn::Chance);
    let Some((next, known)) = next.and_then(|next| Some((next, evaluations.get(next)?.as_ref()?))) else {
        return Vec::new();
    };
    if known.line.is_empty() {
        return Vec::new();
    }
    let drawn = record.steps()[step + 1..next].iter().map(rules::record::RecordedMove::mv);
    drawn.chain(known.line.iter().copied()).collect()
}

/// Judges one move, by the evaluations of the positions before and after it.
fn judge_move(
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
        better: before.filter(|_| !is_best).map_or_else(Vec::new, |known| known.line.clone()),
        refutation: Vec::new(),
    }
}
