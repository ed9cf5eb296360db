//! What a course is made of.

use std::fmt;

use rules::{AnyGame, AnyIllegal, Kind, TextError, Words};

/// What is taught of one game.
#[derive(Clone, Debug)]
pub struct Course {
    /// The game.
    pub kind: Kind,
    /// The rules, each done once, in the order in which they are taught.
    pub steps: Vec<Step>,
    /// Puzzles, from the easiest to the hardest.
    pub puzzles: Vec<Puzzle>,
    /// Where the game comes from.
    pub credits: Words,
}

/// One rule, and what the learner does to meet it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it is about, in a few words.
    pub title: Words,
    /// What to know, then what to do.
    pub text: Words,
    /// The position shown.
    pub start: Start,
    /// What is to be done.
    pub goal: Goal,
    /// Said when it is done: what just happened and why.
    pub done: Words,
}

/// A position to begin from. Whoever is to move in it is the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The options of the game, as text; with a [`position`](Start::position) they are part of it, and this is empty.
    pub options: &'static str,
    /// The moves that lead there, separated by spaces (the draws of the card game among them): from the start of the
    /// game, or from the position if there is one.
    pub moves: &'static str,
    /// The text of a position, where the moves to it would say nothing.
    pub position: Option<&'static str>,
}

/// What is to be done in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing: read, look and go on.
    Look,
    /// Play one of these moves.
    Play(&'static [&'static str]),
    /// Play any legal move.
    Any,
    /// Try one of these illegal moves, or another that is refused for the same reason, and read why.
    Refused(&'static [&'static str]),
    /// Play a line: the moves that are the learner's turn are the learner's; what others do in between, chance
    /// included, is played for them.
    Line(&'static [&'static str]),
}

/// A position in which there is something to find.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// From 1, easy, to 5.
    pub grade: u8,
    /// What is to be found.
    pub task: Words,
    /// The position.
    pub start: Start,
    /// The solution, with the best defence: see [`Goal::Line`].
    pub line: &'static [&'static str],
    /// Other first moves that are as good. They solve the puzzle at once.
    pub also: &'static [&'static str],
    /// A nudge that does not give it away.
    pub hint: Words,
    /// Said when it is solved: why it works.
    pub done: Words,
}

/// Why a start is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadStart {
    /// The options, the position or a move cannot be read.
    Text(TextError),
    /// A move is illegal.
    Illegal(String, AnyIllegal),
}

impl Start {
    /// The beginning of the game.
    pub const NEW: Start = Start { options: "", moves: "", position: None };

    /// The position after these moves.
    pub const fn after(moves: &'static str) -> Start {
        Start { moves, ..Start::NEW }
    }

    /// This position.
    pub const fn at(position: &'static str) -> Start {
        Start { position: Some(position), ..Start::NEW }
    }

    /// The position shown.
    ///
    /// # Panics
    /// If this is no start of the game: none that a course has, which the tests see to.
    pub fn game(&self, kind: Kind) -> AnyGame {
        self.read(kind).unwrap_or_else(|why| panic!("{self:?} is no start of {kind}: {why}"))
    }

    /// The position shown, or why there is none.
    pub fn read(&self, kind: Kind) -> Result<AnyGame, BadStart> {
        let mut game = match self.position {
            Some(text) => AnyGame::parse(kind, text),
            None => AnyGame::new(kind, self.options),
        }
        .map_err(BadStart::Text)?;
        for text in self.moves.split_whitespace() {
            let mv = game.parse_move(text).map_err(BadStart::Text)?;
            game.play(mv).map_err(|why| BadStart::Illegal(text.to_owned(), why))?;
        }
        Ok(game)
    }
}

impl fmt::Display for BadStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadStart::Text(why) => why.fmt(f),
            BadStart::Illegal(mv, why) => write!(f, "{mv}: {why}"),
        }
    }
}

impl std::error::Error for BadStart {}
