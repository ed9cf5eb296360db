//! What is taught: for each game a course in which the learner *does* every rule, five graded puzzles, and the
//! rulebook to read beside them. All of it is data; there is no page here, no engine and no rule that is not asked
//! of `rules`.
//!
//! ```
//! use lessons::{Answer, Attempt};
//! use rules::Kind;
//!
//! let course = lessons::course(Kind::Morpion);
//! let mut attempt = Attempt::at_step(course.kind, &course.steps[0]);
//! let mv = attempt.game().parse_move("5").unwrap();
//! assert_eq!(attempt.answer(mv), Answer::Done);
//! ```
//!
//! - [`course()`] gives the [`Course`] of a game, one file per game.
//! - [`Attempt`] is a learner at work on a step or a puzzle: it says what each move is worth.
//! - [`rulebook()`] gives the written rules and rulings, from `docs/games`.

mod attempt;
mod cards;
mod course;
mod doh;
mod fives;
mod morpion;
pub mod rulebook;
mod super_morpion;
mod typeset;

pub use attempt::{Answer, Attempt};
pub use course::{BadStart, Course, Goal, Puzzle, Start, Step};
pub use rulebook::rulebook;

use rules::Kind;

/// The course of a game.
pub fn course(kind: Kind) -> Course {
    match kind {
        Kind::Morpion => morpion::course(),
        Kind::Super => super_morpion::course(),
        Kind::Doh => doh::course(),
        Kind::Cards => cards::course(),
        Kind::Fives => fives::course(),
    }
}
