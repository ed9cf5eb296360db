//! What can be wrong with a record, and where.

use std::fmt;

use crate::any::{AnyIllegal, AnyMove};
use crate::seat::Outcome;
use crate::text::{Lang, Say, TextError};

/// The first thing wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A text that cannot be read: a move, a tag, a game, options, a position, a result.
    Text(TextError),
    /// A move that is refused.
    Illegal {
        /// Its number, counting the moves of players from 1; a draw has the number of the move after it.
        number: usize,
        /// The move.
        mv: AnyMove,
        /// Why it is refused.
        reason: AnyIllegal,
    },
    /// A comment that is opened here and never closed.
    OpenComment,
    /// A tag that begins here and is not finished in its line.
    OpenTag,
    /// No `Game` tag, and no first move that tells the game.
    NoGame,
    /// Something stands after the result.
    AfterResult(String),
    /// The result that is declared is not how the game ended.
    Result {
        /// What the record says.
        declared: String,
        /// How the game ended by its rules, or by what the record said before.
        actual: Outcome,
    },
}

impl RecordError {
    /// The error at byte `at` of a text.
    pub(super) fn new(text: &str, at: usize, problem: Problem) -> RecordError {
        let before = text.get(..at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        RecordError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    }
}

impl Say for Problem {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Problem::Text(error), _) => error.say(lang),
            (Problem::Illegal { number, mv, reason }, Lang::Fr) => {
                format!("Coup {number}, {mv}\u{a0}: {}", reason.say(lang))
            }
            (Problem::Illegal { number, mv, reason }, Lang::En) => {
                format!("Move {number}, {mv}: {}", reason.say(lang))
            }
            (Problem::OpenComment, Lang::Fr) => {
                "Ce commentaire n’est jamais fermé\u{a0}: il manque une accolade }.".to_owned()
            }
            (Problem::OpenComment, Lang::En) => {
                "This comment is never closed: a brace } is missing.".to_owned()
            }
            (Problem::OpenTag, Lang::Fr) => {
                "Cette étiquette n’est pas complète\u{a0}: elle s’écrit [Nom \"valeur\"].".to_owned()
            }
            (Problem::OpenTag, Lang::En) => {
                "This tag is not complete: it is written [Name \"value\"].".to_owned()
            }
            (Problem::NoGame, Lang::Fr) => {
                "Rien ne dit de quel jeu il s’agit\u{a0}: ajoutez une étiquette comme [Game \"super\"]."
                    .to_owned()
            }
            (Problem::NoGame, Lang::En) => {
                "Nothing says which game this is: add a tag such as [Game \"super\"].".to_owned()
            }
            (Problem::AfterResult(found), Lang::Fr) => {
                format!("«\u{a0}{found}\u{a0}» vient après le résultat\u{a0}; rien ne doit le suivre.")
            }
            (Problem::AfterResult(found), Lang::En) => {
                format!("“{found}” stands after the result; nothing may follow it.")
            }
            (Problem::Result { declared, actual }, Lang::Fr) => {
                format!("Le résultat annoncé est {declared}, mais la partie finit par {actual}.")
            }
            (Problem::Result { declared, actual }, Lang::En) => {
                format!("The result is given as {declared}, but the game ended with {actual}.")
            }
        }
    }
}

impl Say for RecordError {
    fn say(&self, lang: Lang) -> String {
        let RecordError { line, column, problem } = self;
        let problem = problem.say(lang);
        match lang {
            Lang::Fr => format!("Ligne {line}, colonne {column}\u{a0}: {problem}"),
            Lang::En => format!("Line {line}, column {column}: {problem}"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for RecordError {}
