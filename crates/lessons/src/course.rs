//! The parts of a course: lesson steps, puzzles, start positions and goals.

use std::fmt;

use rules::{AnyGame, AnyIllegal, Kind, TextError, Words};

/// The course of one game.
#[derive(Clone, Debug)]
pub struct Course {
    /// The game.
    pub kind: Kind,
    /// The lesson steps, in teaching order. Together they cover every rule.
    pub steps: Vec<LessonStep>,
    /// Puzzles, from the easiest to the hardest.
    pub puzzles: Vec<CoursePuzzle>,
}

/// A lesson step: one rule, and what the learner does to apply it.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// The title, in a few words.
    pub title: Words,
    /// The explanation, then the task.
    pub text: Words,
    /// The position shown.
    pub start: LessonPosition,
    /// The task.
    pub goal: Goal,
    /// Shown when the step is done: what happened and why.
    pub done: Words,
}

/// A start position. The learner plays the seat that is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonPosition {
    /// The options of the game, as text; with a [`position`](LessonPosition::position) they are part of it, and this
    /// is empty.
    pub options: &'static str,
    /// The moves that lead there, separated by spaces (the draws of the card game among them): from the start of the
    /// game, or from the position if there is one.
    pub moves: &'static str,
    /// The text of a position, instead of the moves that lead to it.
    pub position: Option<&'static str>,
}

/// The task of a lesson step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing to do: read and continue.
    Read,
    /// Play one of these moves.
    Play(&'static [&'static str]),
    /// Play any legal move.
    Any,
    /// Try one of these illegal moves, or another that is refused for the same reason, and read why.
    Refused(&'static [&'static str]),
    /// Play a line: the learner plays the moves of the learner's turns; the moves of all others, including chance,
    /// are played automatically.
    Line(&'static [&'static str]),
}

/// A puzzle: a position and a solution to find.
#[derive(Clone, Debug)]
pub struct CoursePuzzle {
    /// The difficulty, from 1 (easy) to 5.
    pub difficulty: u8,
    /// The task.
    pub task: Words,
    /// The position.
    pub start: LessonPosition,
    /// The solution, with the best defence: see [`Goal::Line`].
    pub line: &'static [&'static str],
    /// Other first moves that are as good. They solve the puzzle at once.
    pub alternatives: &'static [&'static str],
    /// A hint that does not reveal the solution.
    pub hint: Words,
    /// Shown when the puzzle is solved: why the solution works.
    pub done: Words,
}

/// Why a [`LessonPosition`] is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonPositionError {
    /// The options, the position or a move cannot be read.
    Text(TextError),
    /// A move is illegal.
    Illegal(String, AnyIllegal),
}

impl LessonPosition {
    /// The start position of the game.
    pub const NEW: LessonPosition = LessonPosition { options: "", moves: "", position: None };

    /// The position after these moves.
    pub const fn after(moves: &'static str) -> LessonPosition {
        LessonPosition { moves, ..LessonPosition::NEW }
    }

    /// This position.
    pub const fn at(position: &'static str) -> LessonPosition {
        LessonPosition { position: Some(position), ..LessonPosition::NEW }
    }

    /// The position shown.
    ///
    /// # Panics
    /// If the start is not valid. The tests check every start of every course.
    pub fn game(&self, kind: Kind) -> AnyGame {
        self.read(kind).unwrap_or_else(|why| panic!("{self:?} is no start of {kind}: {why}"))
    }

    /// The position, or why the start is not valid.
    pub fn read(&self, kind: Kind) -> Result<AnyGame, LessonPositionError> {
        let mut game = match self.position {
            Some(text) => AnyGame::parse(kind, text),
            None => AnyGame::new(kind, self.options),
        }
        .map_err(LessonPositionError::Text)?;
        for text in self.moves.split_whitespace() {
            let mv = game.parse_move(text).map_err(LessonPositionError::Text)?;
            game.play(mv).map_err(|why| LessonPositionError::Illegal(text.to_owned(), why))?;
        }
        Ok(game)
    }
}

impl fmt::Display for LessonPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LessonPositionError::Text(why) => why.fmt(f),
            LessonPositionError::Illegal(mv, why) => write!(f, "{mv}: {why}"),
        }
    }
}

impl std::error::Error for LessonPositionError {}
