//! Courses: for each game, interactive lesson steps in which the learner applies every rule, five graded puzzles, and
//! the rulebook. All of it is data. This crate has no user interface and no engine; `rules` decides every rule.
//!
//! ```
//! use lessons::{AttemptResult, Attempt};
//! use rules::Kind;
//!
//! let course = lessons::course(Kind::Morpion);
//! let mut attempt = Attempt::at_step(course.kind, &course.steps[0]);
//! let mv = attempt.game().parse_move("5").unwrap();
//! assert_eq!(attempt.answer(mv), AttemptResult::Done);
//! ```
//!
//! - [`course()`] returns the [`Course`] of a game; each game has its own file.
//! - [`Attempt`] is one try at a step or a puzzle: it judges each move.
//! - [`rulebook()`] returns the written rules and rulings, from `docs/games`.

mod attempt;
mod cards;
mod course;
mod doh;
mod fives;
mod morpion;
pub mod rulebook;
mod super_morpion;
mod typeset;

pub use attempt::{Attempt, AttemptResult};
pub use course::{Course, CoursePuzzle, Goal, LessonPosition, LessonPositionError, LessonStep};
pub use rulebook::rulebook;

use rules::Kind;

macro_rules! courses {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// The course of a game.
        pub fn course(kind: Kind) -> Course {
            match kind {
                $(Kind::$kind => $module::course(),)*
            }
        }
    };
}
rules::for_each_game!([courses]);
