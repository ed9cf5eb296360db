//! How well each player played.

use rules::record::{StandInMoves, stand_in_tag};
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
    /// Whether the player returned after an engine had played in their place.
    pub has_returned: bool,
}

/// The part of a player's chances that the player's moves kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// From 0 to 1.
    pub share: f32,
    /// Whether it rests on proven values only.
    pub is_exact: bool,
}

/// The moves that an engine played in a player's place, as the record says.
pub(crate) fn stand_in_moves(record: &Record, seat: Seat) -> StandInMoves {
    record.tag(&stand_in_tag(seat)).and_then(|moves| moves.parse().ok()).unwrap_or_default()
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
        let stand_in = stand_in_moves(record, seat);
        PlayerReview {
            seat,
            moves: own().count(),
            accuracy,
            mistakes: MistakeGrade::ALL.map(count),
            stand_in_from: stand_in.first(),
            has_returned: stand_in.has_returned(),
        }
    }
}
