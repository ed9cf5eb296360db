//! A whole game as text: tags, numbered moves with what chance drew, comments, a result.
//!
//! ```text
//! [Game "super"]
//! [Options "tiebreak=majority"]
//! [Seat1 "Anne"]
//! [Result "*"]
//!
//! 1. 1.5 2. 5.7 {The manual's own example.} 3. 7.1 *
//! ```
//!
//! Everything in a [`Record`] is legal: it can only be built by playing.

mod error;
mod json;
mod parse;

use std::fmt;

pub use error::{Problem, RecordError};

use crate::any::{AnyGame, AnyIllegal, AnyMove, Kind};
use crate::seat::{Outcome, Turn};

/// The tags whose values a record works out by itself.
const OWN_TAGS: [&str; 4] = ["Game", "Options", "Position", "Result"];

/// The column at which move text is wrapped.
const WIDTH: usize = 80;

/// A played game, from its start to where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Vec<(String, String)>,
    start: AnyGame,
    opening_comment: String,
    steps: Vec<Step>,
    end: AnyGame,
    declared: Option<Outcome>,
}

/// A move that was played or a card that was drawn, and what was said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    mv: AnyMove,
    by_chance: bool,
    comment: String,
}

impl Step {
    /// The move.
    pub fn mv(&self) -> AnyMove {
        self.mv
    }

    /// Whether chance made it, rather than a player.
    pub fn is_chance(&self) -> bool {
        self.by_chance
    }

    /// What was said of it; empty if nothing was.
    pub fn comment(&self) -> &str {
        &self.comment
    }
}

impl Record {
    /// A record that begins at a position and has no moves yet.
    pub fn new(start: AnyGame) -> Record {
        let end = start.clone();
        Record {
            tags: Vec::new(),
            start,
            opening_comment: String::new(),
            steps: Vec::new(),
            end,
            declared: None,
        }
    }

    /// Reads a record. Where it does not say which game it is, `kind` does; where nothing does, its first move is
    /// taken for a hint.
    pub fn parse(text: &str, kind: Option<Kind>) -> Result<Record, RecordError> {
        parse::record(text, kind)
    }

    /// The position at the start.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// The position at the end.
    pub fn end(&self) -> &AnyGame {
        &self.end
    }

    /// The moves and draws, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds a move, or says why it is refused.
    pub fn push(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
        let by_chance = self.end.turn() == Turn::Chance;
        self.end.play(mv)?;
        self.steps.push(Step { mv, by_chance, comment: String::new() });
        Ok(())
    }

    /// Adds to what is said of the last move, or of the start while there is none. White space is folded and
    /// braces become parentheses, so that every comment can be written.
    pub fn comment(&mut self, text: &str) {
        let comment = self.steps.last_mut().map_or(&mut self.opening_comment, |step| &mut step.comment);
        for word in text.split_whitespace() {
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.extend(word.chars().map(|c| match c {
                '{' => '(',
                '}' => ')',
                other => other,
            }));
        }
    }

    /// What is said before the first move; empty if nothing is.
    pub fn opening_comment(&self) -> &str {
        &self.opening_comment
    }

    /// The tags other than `Game`, `Options`, `Position` and `Result`, in order.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. `Game`, `Options`, `Position` and `Result` follow from the game and are not set; neither is a
    /// name that is not made of letters, digits and `_`.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        if !is_name || OWN_TAGS.contains(&name) {
            return;
        }
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// How the game ended: by the rules, or else as the players declared.
    pub fn result(&self) -> Option<Outcome> {
        self.end.turn().outcome().or(self.declared)
    }

    /// Declares how a game ended that the rules did not end: by resignation, by agreement, on time. The tag
    /// `Termination` says which.
    pub fn declare(&mut self, outcome: Option<Outcome>) {
        self.declared = outcome.filter(|_| !self.end.turn().is_over());
    }

    /// The positions before each step and after the last.
    pub fn positions(&self) -> impl Iterator<Item = AnyGame> {
        let mut game = self.start.clone();
        let mut steps = self.steps.iter();
        std::iter::once(self.start.clone()).chain(std::iter::from_fn(move || {
            let step = steps.next()?;
            game.play(step.mv).ok()?;
            Some(game.clone())
        }))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
        write_tag(f, "Game", self.start.kind().id())?;
        let options = self.start.options();
        if !options.is_empty() {
            write_tag(f, "Options", &options)?;
        }
        if AnyGame::new(self.start.kind(), &options).as_ref() != Ok(&self.start) {
            write_tag(f, "Position", &self.start.to_string())?;
        }
        for (name, value) in &self.tags {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", &result)?;
        writeln!(f)?;

        let mut lines = Lines { f, column: 0 };
        lines.comment(&self.opening_comment)?;
        let mut number = 0;
        for step in &self.steps {
            if !step.by_chance {
                number += 1;
                lines.word(&format!("{number}."))?;
            }
            lines.word(&step.mv.to_string())?;
            lines.comment(&step.comment)?;
        }
        lines.word(&result)?;
        writeln!(lines.f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    writeln!(f, "[{name} \"{escaped}\"]")
}

/// Writes words separated by spaces, on lines of at most [`WIDTH`] where words allow.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            writeln!(self.f)?;
            self.column = 0;
        } else if self.column > 0 {
            self.f.write_str(" ")?;
            self.column += 1;
        }
        self.column += length;
        self.f.write_str(word)
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        if comment.is_empty() {
            return Ok(());
        }
        format!("{{{comment}}}").split(' ').try_for_each(|word| self.word(word))
    }
}
