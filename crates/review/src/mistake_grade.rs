//! How much a move gave away, in three grades.

use engine::Value;
use rules::Seat;

/// How much a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MistakeGrade {
    /// A little: `?!`.
    Inaccuracy,
    /// Much: `?`.
    Mistake,
    /// A proven result, or nearly everything: `??`.
    Blunder,
}

impl MistakeGrade {
    /// All of them, from the smallest.
    pub const ALL: [MistakeGrade; 3] =
        [MistakeGrade::Inaccuracy, MistakeGrade::Mistake, MistakeGrade::Blunder];

    /// The grade of a move of `seat` that could expect `promised` and leads to `got`; `None` if it gave away too little
    /// to count.
    pub fn of(promised: Value, got: Value, seat: Seat, seats: u8) -> Option<MistakeGrade> {
        let lost = promised.share(seat, seats) - got.share(seat, seats);
        let was_proven = promised.is_proven() && got.is_proven();
        match lost {
            lost if was_proven && lost > 0.01 => Some(MistakeGrade::Blunder),
            lost if lost >= 0.4 => Some(MistakeGrade::Blunder),
            lost if lost >= 0.2 => Some(MistakeGrade::Mistake),
            lost if lost >= 0.1 => Some(MistakeGrade::Inaccuracy),
            _ => None,
        }
    }

    /// The mark after the move.
    pub const fn mark(self) -> &'static str {
        match self {
            MistakeGrade::Inaccuracy => "?!",
            MistakeGrade::Mistake => "?",
            MistakeGrade::Blunder => "??",
        }
    }
}
