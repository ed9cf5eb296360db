//! The review of a played game: what each move gave away, how accurate each player was, mistakes with the better move
//! and the refuting line, turning points, and where the game was decided. `docs/review.md` defines each of them.
//!
//! ```
//! use std::time::Duration;
//! use engine::{Engine, Limits};
//! use review::Reviewer;
//! use rules::{Kind, Record};
//!
//! let record = Record::parse("1. 5 2. 2 3. 1 4. 9 5. 7 6. 3 7. 4", Some(Kind::Morpion)).unwrap();
//! let mut reviewer = Reviewer::new(record, Duration::from_secs(4)).unwrap();
//! let mut engine = Engine::new();
//! while let Some(question) = reviewer.question() {
//!     let limits = Limits { lines: question.lines, ..Limits::default() };
//!     reviewer.answer(engine.think(&question.view, &limits, &mut ()).ok().as_ref());
//! }
//! let review = reviewer.finish().unwrap();
//! assert_eq!(review.mistakes().next().unwrap().number, 2);
//! ```
//!
//! - [`Reviewer`] asks about one position after the other, from the last to the first, and takes the analyses. It does
//!   no I/O and reads no clock: the command line answers with its own engine, the app with its worker.
//! - [`ReviewedPosition`] is what is known of a position. [`annotation`] writes evaluations into the comments of a record and
//!   reads them again, so that a review is kept with the game and travels with its text.
//! - [`Review`] follows from a record and its evaluations alone.
//! - [`story`] has the sentences for people.

pub mod annotation;
mod evaluation;
mod mistake_grade;
mod moves;
mod not_reviewable;
mod player;
mod review;
mod reviewer;
pub mod story;
mod turning;

pub use evaluation::ReviewedPosition;
pub use mistake_grade::MistakeGrade;
pub use moves::ReviewedMove;
pub use not_reviewable::NothingToReview;
pub use player::{Accuracy, PlayerReview};
pub use review::{CurvePoint, Review};
pub use reviewer::{ReviewQuestion, Reviewer};
pub use turning::{Decision, TurningPoint};
