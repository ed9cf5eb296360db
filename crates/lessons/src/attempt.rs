//! One try at a lesson step or a puzzle: judges each move that the learner makes.

use std::mem::discriminant;

use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Outcome, Turn};

use crate::course::{CoursePuzzle, Goal, LessonPosition, LessonStep};

/// One try at a lesson step or a puzzle.
#[derive(Clone, Debug)]
pub struct Attempt {
    game: AnyGame,
    goal: Goal,
    alternatives: &'static [&'static str],
    /// How many moves of the solution have been played.
    at: usize,
    is_done: bool,
}

/// The judgement of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// The goal is reached. If the move is legal, it has been played.
    Done,
    /// Right so far: the move has been played, then these replies. It is the learner's turn again.
    Continue(Vec<AnyMove>),
    /// Legal, but not the move asked for; nothing has been played.
    Wrong,
    /// Illegal, for this reason; nothing has been played.
    Illegal(AnyIllegal),
}

impl Attempt {
    /// Begins a step.
    pub fn at_step(kind: Kind, step: &LessonStep) -> Attempt {
        Attempt::new(kind, step.start, step.goal, &[])
    }

    /// Begins a puzzle.
    pub fn at_puzzle(kind: Kind, puzzle: &CoursePuzzle) -> Attempt {
        Attempt::new(kind, puzzle.start, Goal::Line(puzzle.line), puzzle.alternatives)
    }

    fn new(kind: Kind, start: LessonPosition, goal: Goal, alternatives: &'static [&'static str]) -> Attempt {
        Attempt { game: start.game(kind), goal, alternatives, at: 0, is_done: false }
    }

    /// The current position.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether the goal is reached. A step to read is always done.
    pub fn is_done(&self) -> bool {
        self.is_done || self.goal == Goal::Read
    }

    /// A move that reaches the goal or leads there, for "Show me"; `None` once the goal is reached.
    pub fn expected(&self) -> Option<AnyMove> {
        let text = match self.goal {
            _ if self.is_done() => None,
            Goal::Read => None,
            Goal::Any => return self.game.moves().first().copied(),
            Goal::Play(moves) | Goal::Refused(moves) => moves.first(),
            Goal::Line(line) => line.get(self.at),
        };
        text.and_then(|text| self.game.parse_move(text).ok())
    }

    /// Judges a move and plays it if it is right. Once the goal is reached, every legal move is wrong.
    pub fn answer(&mut self, mv: AnyMove) -> AttemptResult {
        let answer = self.judge(mv);
        self.is_done |= answer == AttemptResult::Done;
        answer
    }

    /// Judges a touch that the rules refused for this reason, when the move itself is not known.
    pub fn answer_refused(&mut self, why: AnyIllegal) -> AttemptResult {
        let is_asked = match self.goal {
            Goal::Refused(moves) => !self.is_done && self.is_refused_for_same_reason(moves, why),
            Goal::Read | Goal::Play(_) | Goal::Any | Goal::Line(_) => false,
        };
        self.is_done |= is_asked;
        if is_asked { AttemptResult::Done } else { AttemptResult::Illegal(why) }
    }

    fn judge(&mut self, mv: AnyMove) -> AttemptResult {
        let is_in = |moves: &[&str]| moves.contains(&mv.to_string().as_str());
        if let Err(why) = self.game.check(mv) {
            return self.answer_refused(why);
        }
        match self.goal {
            _ if self.is_done() => AttemptResult::Wrong,
            Goal::Refused(_) => AttemptResult::Wrong,
            Goal::Line(line) => self.judge_line(line, mv),
            Goal::Play(moves) if !is_in(moves) => AttemptResult::Wrong,
            Goal::Read | Goal::Any | Goal::Play(_) => {
                self.play(mv);
                AttemptResult::Done
            }
        }
    }

    /// Whether the rules refuse one of `moves` here for the same kind of reason.
    fn is_refused_for_same_reason(&self, moves: &[&str], why: AnyIllegal) -> bool {
        let reason = |text: &&str| self.game.parse_move(text).ok().and_then(|mv| self.game.check(mv).err());
        moves.iter().filter_map(reason).any(|other| is_same(why, other))
    }

    fn judge_line(&mut self, line: &'static [&'static str], mv: AnyMove) -> AttemptResult {
        let (text, learner) = (mv.to_string(), self.game.turn());
        let is_next = line.get(self.at).is_some_and(|next| *next == text);
        let is_as_good = self.at == 0 && self.alternatives.contains(&text.as_str());
        if !is_next && !is_as_good && !self.wins_instead(line, mv) {
            return AttemptResult::Wrong;
        }
        self.play(mv);
        if !is_next {
            return AttemptResult::Done;
        }
        self.at += 1;
        let mut replies = Vec::new();
        while self.game.turn() != learner {
            let Some(reply) = line.get(self.at).and_then(|text| self.game.parse_move(text).ok()) else {
                break;
            };
            self.play(reply);
            replies.push(reply);
            self.at += 1;
        }
        if self.at < line.len() { AttemptResult::Continue(replies) } else { AttemptResult::Done }
    }

    /// Whether the move wins at once instead of the solution's last move: such a move is right too.
    fn wins_instead(&self, line: &[&str], mv: AnyMove) -> bool {
        let Turn::Seat(mover) = self.game.turn() else { return false };
        let mut next = self.game.clone();
        self.at + 1 == line.len() && next.play(mv).is_ok() && next.turn() == Turn::Over(Outcome::Win(mover))
    }

    /// Plays a move that has been checked.
    fn play(&mut self, mv: AnyMove) {
        let played = self.game.play(mv);
        debug_assert!(played.is_ok(), "{mv} was checked");
    }
}

macro_rules! same_reason {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// Whether two moves of one game are refused for the same kind of reason, whatever their squares.
        fn is_same(one: AnyIllegal, other: AnyIllegal) -> bool {
            match (one, other) {
                $((AnyIllegal::$kind(one), AnyIllegal::$kind(other)) => discriminant(&one) == discriminant(&other),)*
                _ => false,
            }
        }
    };
}
rules::for_each_game!([same_reason]);
