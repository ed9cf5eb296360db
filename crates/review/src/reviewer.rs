//! Asks for the value of each position of a game, from the last to the first.
//!
//! It goes backwards, so that the search of a position finds in the transposition table what the search of the position
//! after it has left there. Positions that need no search are answered at once: the end of the game, and those with a
//! single legal move.

use std::time::Duration;

use engine::Analysis;
use rules::{AnyGame, AnyMove, AnyView, Record, Turn, Viewer};

use crate::evaluation::{ReviewedPosition, judges_by_own_search};
use crate::not_reviewable::NothingToReview;
use crate::review::Review;

/// A position to search.
#[derive(Clone, Debug)]
pub struct ReviewQuestion {
    /// The position, as the player to move sees it.
    pub view: AnyView,
    /// How many of the best moves need a value.
    pub lines: usize,
    /// The search time, chosen so that the whole review keeps to its time.
    pub time: Duration,
}

/// A review under way.
#[derive(Clone, Debug)]
pub struct Reviewer {
    record: Record,
    /// The positions before each step and after the last.
    positions: Vec<AnyGame>,
    evaluations: Vec<Option<ReviewedPosition>>,
    /// The position that is asked about.
    at: Option<usize>,
    /// The time left for it and for all positions before it.
    left: Duration,
}

impl Reviewer {
    /// Begins the review of a game. All searches together take about `time`.
    pub fn new(record: Record, time: Duration) -> Result<Reviewer, NothingToReview> {
        if record.start().turn().is_over() {
            return Err(NothingToReview::OverAtStart);
        }
        if record.steps().iter().all(rules::record::RecordedMove::is_chance) {
            return Err(NothingToReview::NoMoves);
        }
        let positions: Vec<AnyGame> = record.positions().collect();
        let evaluations = vec![None; positions.len()];
        let last = positions.len() - 1;
        let mut reviewer = Reviewer { record, positions, evaluations, at: Some(last), left: time };
        reviewer.skip_known();
        Ok(reviewer)
    }

    /// The next position to search; `None` when all are answered.
    pub fn question(&self) -> Option<ReviewQuestion> {
        let at = self.at?;
        let game = &self.positions[at];
        let seat = game.turn().seat()?;
        let open = self.positions[..=at].iter().filter(|game| game.turn().seat().is_some()).count();
        Some(ReviewQuestion {
            view: game.view(Viewer::Seat(seat)),
            lines: if judges_by_own_search(game.kind()) { usize::MAX } else { 1 },
            time: self.left / u32::try_from(open).unwrap_or(u32::MAX).max(1),
        })
    }

    /// Takes the answer to the question; `None` if the position cannot be searched.
    pub fn answer(&mut self, analysis: Option<&Analysis<AnyMove>>) {
        let Some(at) = self.at else { return };
        let game = &self.positions[at];
        self.evaluations[at] = analysis.map(|found| ReviewedPosition::of(found, game, self.played(at)));
        self.left = self.left.saturating_sub(analysis.map_or(Duration::ZERO, |found| found.elapsed));
        self.raise(at);
        self.at = at.checked_sub(1);
        self.skip_known();
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let open = self.at.map_or(0, |at| at + 1);
        1.0 - open as f32 / self.positions.len() as f32
    }

    /// The review, once every question is answered. Positions without an answer have no value.
    pub fn finish(self) -> Result<Review, NothingToReview> {
        let is_known = |(game, known): (&AnyGame, &Option<ReviewedPosition>)| {
            known.is_some() && game.turn().seat().is_some()
        };
        if !self.positions.iter().zip(&self.evaluations).any(is_known) {
            return Err(NothingToReview::HiddenHands);
        }
        Ok(Review::new(self.record, self.evaluations))
    }

    fn played(&self, at: usize) -> Option<AnyMove> {
        self.record.steps().get(at).map(rules::record::RecordedMove::mv)
    }

    /// The evaluation of a position by the move that was played in it.
    fn evaluation_of_played_move(&self, at: usize) -> Option<ReviewedPosition> {
        if judges_by_own_search(self.positions[at].kind()) {
            return None;
        }
        Some(self.evaluations.get(at + 1)?.as_ref()?.before(self.played(at)?))
    }

    /// Raises the value of a position to that of the move that was played, which was searched one move deeper.
    fn raise(&mut self, at: usize) {
        let game = &self.positions[at];
        let (Some(seat), seats, Some(by_played)) =
            (game.turn().seat(), game.seats(), self.evaluation_of_played_move(at))
        else {
            return;
        };
        let is_less = |known: &ReviewedPosition| {
            let (share, other) = (known.value.share(seat, seats), by_played.value.share(seat, seats));
            share < other || share == other && by_played.value.is_proven() && !known.value.is_proven()
        };
        if self.evaluations[at].as_ref().is_some_and(is_less) {
            self.evaluations[at] = Some(by_played);
        }
    }

    /// Goes back to the next position that must be searched.
    fn skip_known(&mut self) {
        while let Some(at) = self.at {
            let game = &self.positions[at];
            match game.turn() {
                Turn::Over(_) => self.evaluations[at] = ReviewedPosition::of_end(game),
                Turn::Chance => {}
                Turn::Seat(_) => {
                    let forced = self.evaluation_of_played_move(at).filter(|_| game.moves().len() == 1);
                    if forced.is_none() {
                        return;
                    }
                    self.evaluations[at] = forced;
                }
            }
            self.at = at.checked_sub(1);
        }
    }
}
