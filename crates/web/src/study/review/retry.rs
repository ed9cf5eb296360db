//! Retrying one's own mistakes: the position before each, a better move to find, and why the move that was played was
//! worse. No user interface.

use engine::Value;
use review::{MistakeGrade, Review, ReviewedMove};
use rules::{AnyGame, AnyMove, Seat, Turn};

/// The state of the current task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RetryState {
    /// A move is wanted.
    Asking {
        /// Whether the better move is marked on the board.
        hint: bool,
    },
    /// The engine judges this move.
    Judging(AnyMove),
    /// This move was no better, with its value where it is known.
    Wrong(AnyMove, Option<Value>),
    /// This move is good.
    Found(AnyMove),
    /// The better move is shown.
    SolutionShown,
    /// The move that was played is shown, with this many moves of the line that refutes it.
    RefutationShown(usize),
}

/// One mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct RetryTask {
    /// The position before it.
    pub before: AnyGame,
    /// The mistake.
    pub mistake: ReviewedMove,
}

/// A retry of the mistakes of one player, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Retry {
    /// Whose mistakes.
    pub seat: Seat,
    tasks: Vec<RetryTask>,
    at: usize,
    /// The state of the current task.
    pub state: RetryState,
    found: usize,
    /// Whether a hint, the solution or the refutation was shown for the current mistake.
    was_helped: bool,
}

impl Retry {
    /// A retry of the mistakes of a player; `None` if there are none.
    pub fn new(review: &Review, seat: Seat) -> Option<Retry> {
        let positions: Vec<AnyGame> = review.record.positions().collect();
        let task = |mistake: &ReviewedMove| {
            let before = positions.get(mistake.step)?.clone();
            Some(RetryTask { before, mistake: mistake.clone() })
        };
        let tasks: Vec<RetryTask> = review.to_retry(seat).into_iter().filter_map(task).collect();
        let state = RetryState::Asking { hint: false };
        (!tasks.is_empty()).then_some(Retry { seat, tasks, at: 0, state, found: 0, was_helped: false })
    }

    /// The current mistake; `None` after the last.
    pub fn task(&self) -> Option<&RetryTask> {
        self.tasks.get(self.at)
    }

    /// The number of the current mistake from 1, how many there are, and how many were solved.
    pub fn progress(&self) -> (usize, usize, usize) {
        (self.at + 1, self.tasks.len(), self.found)
    }

    /// Whether a move is wanted.
    pub fn is_asking(&self) -> bool {
        matches!(self.state, RetryState::Asking { .. } | RetryState::Wrong(..)) && self.task().is_some()
    }

    /// The position to show and the last move in it; `None` after the last mistake.
    pub fn shown(&self) -> Option<(AnyGame, Option<AnyMove>)> {
        let RetryTask { before, mistake } = self.task()?;
        let moves: Vec<AnyMove> = match self.state {
            RetryState::Asking { .. } | RetryState::Wrong(..) => Vec::new(),
            RetryState::Judging(mv) | RetryState::Found(mv) => vec![mv],
            RetryState::SolutionShown => mistake.better.iter().take(1).copied().collect(),
            RetryState::RefutationShown(count) => {
                std::iter::once(mistake.mv).chain(mistake.refutation.iter().copied().take(count)).collect()
            }
        };
        let mut game = before.clone();
        let mut last = None;
        for mv in moves {
            if game.play(mv).is_err() {
                break;
            }
            last = Some(mv);
        }
        Some((game, last))
    }

    /// Takes a legal move. The best move and the mistake itself are judged at once; the engine must judge any other.
    pub fn answer(&mut self, mv: AnyMove) {
        let Some(RetryTask { before, mistake }) = self.task() else { return };
        if mistake.better.first() == Some(&mv) {
            return self.accept(mv);
        }
        if mv == mistake.mv {
            self.state = RetryState::Wrong(mv, mistake.after);
            return;
        }
        let mut after = before.clone();
        match after.play(mv).map(|()| after.turn()) {
            Ok(Turn::Over(outcome)) => {
                self.state = RetryState::Judging(mv);
                self.judge(Some(Value::Proven { outcome, plies: 0 }));
            }
            _ => self.state = RetryState::Judging(mv),
        }
    }

    /// Takes the value that the engine gives to the move it was asked about.
    pub fn judge(&mut self, value: Option<Value>) {
        let RetryState::Judging(mv) = self.state else { return };
        let Some(RetryTask { before, mistake }) = self.task() else { return };
        let is_good = mistake.before.zip(value).is_some_and(|(promised, got)| {
            MistakeGrade::of(promised, got, mistake.seat, before.seats()).is_none()
        });
        if is_good { self.accept(mv) } else { self.state = RetryState::Wrong(mv, value) }
    }

    fn accept(&mut self, mv: AnyMove) {
        self.found += usize::from(!self.was_helped);
        self.state = RetryState::Found(mv);
    }

    /// Marks the better move on the board.
    pub fn hint(&mut self) {
        self.state = RetryState::Asking { hint: true };
        self.was_helped = true;
    }

    /// Shows the better move: the mistake counts as not solved.
    pub fn show_solution(&mut self) {
        self.state = RetryState::SolutionShown;
        self.was_helped = true;
    }

    /// Shows the move that was played and the whole line that refutes it, from its first move.
    pub fn show_refutation(&mut self) {
        self.state = RetryState::RefutationShown(0);
        self.was_helped = true;
    }

    /// Steps through the refuting line. Says whether there was a step.
    pub fn step(&mut self, forward: bool) -> bool {
        let (RetryState::RefutationShown(count), Some(task)) = (self.state, self.task()) else {
            return false;
        };
        let next = if forward { count.checked_add(1) } else { count.checked_sub(1) };
        let next = next.filter(|&next| next <= task.mistake.refutation.len());
        self.state = RetryState::RefutationShown(next.unwrap_or(count));
        next.is_some()
    }

    /// Asks again for a move.
    pub fn try_again(&mut self) {
        self.state = RetryState::Asking { hint: false };
    }

    /// Moves on to the next mistake.
    pub fn next(&mut self) {
        self.at += 1;
        self.was_helped = false;
        self.state = RetryState::Asking { hint: false };
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use review::Reviewer;
    use rules::{Kind, Outcome, Record};

    use super::*;

    fn retry() -> Retry {
        let record = Record::parse("5 2 1 9 7 3 4", Some(Kind::Morpion)).expect("a game");
        let mut reviewer = Reviewer::new(record, Duration::ZERO).expect("moves");
        let mut engine = engine::Engine::new();
        while let Some(question) = reviewer.question() {
            reviewer.answer(engine.think(&question.view, &engine::Limits::default(), &mut ()).ok().as_ref());
        }
        let review = reviewer.finish().expect("a review");
        assert!(Retry::new(&review, Seat::ONE).is_none(), "crosses made no mistake");
        Retry::new(&review, Seat::TWO).expect("a mistake")
    }

    fn mv(retry: &Retry, text: &str) -> AnyMove {
        retry.task().expect("a task").before.parse_move(text).expect("a move")
    }

    #[test]
    fn the_best_move_is_accepted_the_mistake_is_not_and_another_is_judged_by_its_value() {
        let mut retry = retry();
        let mistake = mv(&retry, "2");
        retry.answer(mistake);
        assert!(matches!(retry.state, RetryState::Wrong(wrong, Some(_)) if wrong == mistake));
        assert!(retry.is_asking(), "one may try again");
        let side = mv(&retry, "4");
        retry.answer(side);
        assert_eq!(retry.state, RetryState::Judging(side));
        retry.judge(Some(Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 5 }));
        assert!(matches!(retry.state, RetryState::Wrong(..)));
        let corner = mv(&retry, "9");
        retry.answer(corner);
        retry.judge(Some(Value::Proven { outcome: Outcome::Draw, plies: 7 }));
        assert_eq!((retry.state, retry.progress()), (RetryState::Found(corner), (1, 1, 1)));
        retry.next();
        assert_eq!((retry.task(), retry.shown()), (None, None));
    }

    #[test]
    fn the_refuting_line_is_stepped_through_to_the_end_of_the_game_and_does_not_count_as_solved() {
        let mut retry = retry();
        retry.show_refutation();
        assert!(!retry.step(false));
        while retry.step(true) {}
        let (game, _) = retry.shown().expect("a position");
        assert_eq!(game.turn().outcome(), Some(Outcome::Win(Seat::ONE)));
        retry.try_again();
        let best = retry.task().expect("a task").mistake.better[0];
        retry.answer(best);
        assert_eq!(retry.progress(), (1, 1, 0));
    }
}
