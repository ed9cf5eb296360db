//! A puzzle: a position, its solution, and what is known of it, as one line of text.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, AnyMove, Kind, Seat};

use crate::theme::Theme;

/// A position in which the player to move can force a win, with exactly one right move each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub start: AnyGame,
    /// The moves of the solver and of the longest defence, in turn.
    pub line: Vec<AnyMove>,
    /// How hard it is, in the way of a player's rating.
    pub rating: u32,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError(String);

impl PuzzleError {
    pub(crate) fn new(what: impl Into<String>) -> PuzzleError {
        PuzzleError(what.into())
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// The seat for which the puzzle is to be solved.
    pub fn solver(&self) -> Seat {
        self.start.turn().seat().unwrap_or(Seat::ONE)
    }

    /// How many moves the solver makes.
    pub fn moves(&self) -> usize {
        let mut game = self.start.clone();
        let own = self.line.iter().filter(|&&mv| {
            let is_own = game.turn().seat() == Some(self.solver());
            let _ = game.play(mv);
            is_own
        });
        own.count()
    }

    /// Reads a line of a file of puzzles: rating, themes, moves and position, separated by tabs.
    pub fn parse(kind: Kind, text: &str) -> Result<Puzzle, PuzzleError> {
        let mut parts = text.split('\t');
        let (Some(rating), Some(themes), Some(moves), Some(position), None) =
            (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(PuzzleError::new(
                "a puzzle has a rating, themes, moves and a position, separated by tabs",
            ));
        };
        let rating = rating.parse().map_err(|_| PuzzleError::new(format!("“{rating}” is not a rating")))?;
        let themes = themes.split_whitespace().map(Theme::from_str).collect::<Result<_, _>>()?;
        let start = AnyGame::parse(kind, position).map_err(|error| PuzzleError::new(error.to_string()))?;
        let mut game = start.clone();
        let mut line = Vec::new();
        for word in moves.split_whitespace() {
            let mv = game.parse_move(word).map_err(|error| PuzzleError::new(error.to_string()))?;
            game.play(mv).map_err(|_| PuzzleError::new(format!("the move {word} is illegal")))?;
            line.push(mv);
        }
        if line.is_empty() || start.turn().seat().is_none() {
            return Err(PuzzleError::new("there is nothing to solve"));
        }
        Ok(Puzzle { start, line, rating, themes })
    }
}

/// The line that [`Puzzle::parse`] reads.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.id()).collect();
        let moves: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        write!(f, "{}\t{}\t{}\t{}", self.rating, themes.join(" "), moves.join(" "), self.start)
    }
}
