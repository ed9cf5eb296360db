//! Runs the engine over the game that is studied, from its last position to the first.

use std::time::Duration;

use leptos::prelude::*;
use review::Reviewer;
use rules::Say;

use super::saved_reviews;
use crate::engine_task::SearchLimits;
use crate::language::in_both_languages;
use crate::study::analysis_board::AnalysisBoard;
use crate::study::tree::StudyTree;
use crate::thinker::EngineAnswer;

/// How long all searches of a review take together. A review takes 1.2 s more, to start the engine and between two
/// searches; the goal is 5 s for all of it.
const TIME: Duration = Duration::from_millis(3600);

impl AnalysisBoard {
    /// Reviews the main line.
    pub fn start_review(self) {
        self.engine_on.set(true);
        match Reviewer::new(self.tree.with_untracked(StudyTree::main_record), TIME) {
            Ok(reviewer) => {
                self.review_error.set(None);
                self.continue_review(reviewer);
            }
            Err(why) => self.review_error.set(Some(in_both_languages(|lang| why.say(lang)))),
        }
    }

    fn continue_review(self, reviewer: Reviewer) {
        self.review_progress.set(Some(reviewer.progress()));
        let Some(question) = reviewer.question() else { return self.finish_review(reviewer) };
        let limits = SearchLimits::analysis(question.time, question.lines);
        self.engine.start(&question.view, limits, move |answer| {
            let analysis = match answer {
                EngineAnswer::Progress(_) => return,
                EngineAnswer::Done(found) => Some(found.analysis),
                EngineAnswer::Failed(_) => None,
                // The engine's panel offers to restart it, which asks the same question again.
                EngineAnswer::Died => return self.review_progress.set(None),
            };
            let mut next = reviewer.clone();
            next.answer(analysis.as_ref());
            self.continue_review(next);
        });
    }

    fn finish_review(self, reviewer: Reviewer) {
        match reviewer.finish() {
            Ok(review) => {
                // The game may have been changed meanwhile.
                if self.tree.try_update(|tree| tree.set_review(&review)) == Some(true) {
                    // If the browser saves nothing, the address still holds the review.
                    let _ = saved_reviews::save(&self.tree.with_untracked(StudyTree::main_record));
                }
            }
            Err(why) => self.review_error.set(Some(in_both_languages(|lang| why.say(lang)))),
        }
        self.review_progress.set(None);
        self.analyse_position();
    }

    /// Ends a review that is under way.
    pub fn cancel_review(self) {
        self.engine.cancel();
        self.review_progress.set(None);
        self.analyse_position();
    }
}

#[cfg(test)]
mod tests {
    use rules::{Kind, Lang, Seat};

    use super::*;
    use crate::engine_task::TaskStatus;
    use crate::settings::{Settings, SettingsStore};
    use crate::study::import;
    use crate::study::review::retry::Retry;

    fn tree(text: &str) -> StudyTree {
        import::read_game(text, Kind::Morpion).expect("a game").tree
    }

    /// Runs a test with a reviewed game that is being reviewed again.
    fn reviewing(test: impl FnOnce(AnalysisBoard)) {
        let text =
            "{[%eval draw in 9 | 1]} 1. 5 {[%eval draw in 8 | 1]} 2. 2 {[%eval win1 in 5 | 1 9 7 3 4]} *";
        Owner::new().with(|| {
            SettingsStore::provide_with(Settings { lang: Some(Lang::En), ..Settings::default() });
            let analysis = AnalysisBoard::new(tree(text), None, None, Signal::from(false));
            analysis.start_review();
            assert!(analysis.review_progress.get_untracked().is_some());
            test(analysis);
        });
    }

    #[test]
    fn a_retry_ends_the_review_that_is_running() {
        reviewing(|analysis| {
            let review = analysis.review.get_untracked().expect("a review");
            analysis.start_retry(Retry::new(&review, Seat::TWO).expect("a mistake"));
            assert_eq!(analysis.review_progress.get_untracked(), None);
            assert_eq!(analysis.engine.status.get_untracked(), TaskStatus::Idle);
        });
    }

    #[test]
    fn opening_another_study_ends_the_review_that_is_running_and_analyses_the_new_position() {
        reviewing(|analysis| {
            analysis.open(tree("1 2 3"));
            assert_eq!(analysis.review_progress.get_untracked(), None);
            assert_eq!(analysis.engine.status.get_untracked(), TaskStatus::Running(None));
        });
    }
}
