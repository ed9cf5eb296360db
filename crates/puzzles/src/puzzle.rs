//! A puzzle: a position, its solution, its rating and its themes, as one line of text.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, AnyMove, Kind, Lang, Say, Seat, TextError, Words, words};

use crate::theme::PuzzleTheme;

/// A position in which the player to move can force a win in a number of moves, and each time exactly one move does it
/// in the moves that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub start: AnyGame,
    /// The moves of the solver and of the longest defence, in turn.
    pub line: Vec<AnyMove>,
    /// How hard it is, on the scale of players' ratings.
    pub rating: u32,
    /// The themes of the solution.
    pub themes: Vec<PuzzleTheme>,
}

/// Why a text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError(Words);

impl PuzzleError {
    pub(crate) fn new(what: Words) -> PuzzleError {
        PuzzleError(what)
    }
}

impl Say for PuzzleError {
    fn say(&self, lang: Lang) -> String {
        self.0.say(lang)
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get(Lang::En))
    }
}

impl From<TextError> for PuzzleError {
    fn from(error: TextError) -> PuzzleError {
        PuzzleError(Words { fr: error.say(Lang::Fr).into(), en: error.say(Lang::En).into() })
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// The solver's seat.
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
            return Err(PuzzleError::new(words!(
                fr: "une énigme a une difficulté, des thèmes, des coups et une position, séparés par des tabulations",
                en: "a puzzle has a rating, themes, moves and a position, separated by tabs"
            )));
        };
        let rating = rating.parse().map_err(|_| {
            PuzzleError::new(words!(
                fr: "«\u{a0}{rating}\u{a0}» n’est pas une difficulté", en: "“{rating}” is not a rating"
            ))
        })?;
        let themes = themes.split_whitespace().map(PuzzleTheme::from_str).collect::<Result<_, _>>()?;
        let start = AnyGame::parse(kind, position)?;
        let mut game = start.clone();
        let mut line = Vec::new();
        for word in moves.split_whitespace() {
            let mv = game.parse_move(word)?;
            game.play(mv).map_err(|_| {
                PuzzleError::new(words!(
                    fr: "le coup {word} n’est pas permis", en: "the move {word} is illegal"
                ))
            })?;
            line.push(mv);
        }
        if line.is_empty() || start.turn().seat().is_none() {
            return Err(PuzzleError::new(
                words!(fr: "il n’y a rien à résoudre", en: "there is nothing to solve"),
            ));
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
