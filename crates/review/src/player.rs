//! How well each player played.

use rules::{Record, Seat};

use crate::mistake_grade::MistakeGrade;
use crate::moves::ReviewedMove;

/// How well a player played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerReview {
    /// The player.
    pub seat: Seat,
    /// How many moves the player made.
    pub moves: usize,
    /// The accuracy; `None` if no move of the player could give anything away.
    pub accuracy: Option<Accuracy>,
    /// How many of the moves were each [`MistakeGrade`], from the smallest.
    pub mistakes: [usize; 3],
    /// The number of the first move that an engine played in the player's place.
    pub stand_in_from: Option<usize>,
}

/// The part of a player's chances that the player's moves kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// From 0 to 1.
    pub share: f32,
    /// Whether it rests on proven values only.
    pub is_exact: bool,
}

/// The number of the first move that an engine played in a player's place: the tag `StandIn2`, for seat 2.
pub(crate) fn stand_in_from(record: &Record, seat: Seat) -> Option<usize> {
    record.tag(&format!("StandIn{seat}"))?.parse().ok()
}

impl PlayerReview {
    /// How well `seat` played. Moves that an engine made in the player's place do not count.
    pub(crate) fn of(record: &Record, moves: &[ReviewedMove], seat: Seat) -> PlayerReview {
        let seats = record.start().seats();
        let own = || moves.iter().filter(|mv| mv.seat == seat && !mv.is_stand_in);
        let count = |grade: MistakeGrade| own().filter(|mv| mv.grade == Some(grade)).count();
        let (mut held, mut lost, mut is_exact) = (0.0, 0.0, true);
        for mv in own().filter(|mv| mv.is_choice) {
            let (Some(before), Some(after), Some(loss)) = (mv.before, mv.after, mv.loss) else {
                is_exact = false;
                continue;
            };
            held += before.share(seat, seats);
            lost += loss;
            is_exact &= before.is_proven() && after.is_proven();
        }
        let accuracy = (held > 0.0).then(|| Accuracy { share: (1.0 - lost / held).max(0.0), is_exact });
        PlayerReview {
            seat,
            moves: own().count(),
            accuracy,
            mistakes: MistakeGrade::ALL.map(count),
            stand_in_from: stand_in_from(record, seat),
        }
    }
}
