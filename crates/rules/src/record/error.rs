//! The errors of records, with their line and column.

use std::fmt;

use crate::any::{AnyIllegal, AnyMove};
use crate::seat::Outcome;
use crate::text::{Lang, Say, TextError};

/// An error in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, in characters, counted from 1.
    pub column: usize,
    /// The number of the move that is wrong, or of the next one; 1 before the moves.
    pub number: usize,
    /// The error.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A text that cannot be read: a game, options, a position, a result, a mark.
    Text(TextError),
    /// A word that is not a move of the game.
    BadMove {
        /// The word, or its beginning if it is long.
        found: String,
        /// What is wrong with it.
        error: Box<TextError>,
    },
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
    /// There is no `Game` tag, and the first move does not identify the game.
    NoGame,
    /// Something stands after the result.
    AfterResult(String),
    /// The declared result contradicts the end of the game.
    Result {
        /// What the record says.
        declared: String,
        /// How the game ended by the rules, or by an earlier declaration in the record.
        actual: Outcome,
    },
    /// A variation in a record, which must have one line.
    VariationInRecord,
    /// A variation before the first move, so that there is none to replace.
    NothingToReplace,
    /// A variation without moves.
    EmptyVariation,
    /// A closing parenthesis that was not opened.
    VariationNotOpened,
    /// An opening parenthesis that is never closed.
    VariationNotClosed,
    /// A mark before the first move.
    NothingToMark,
    /// A comment, tag or word longer than the limit of a stream.
    TooLong,
}

impl Say for Problem {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Problem::Text(error), _) => error.say(lang),
            (Problem::BadMove { error, .. }, _) => error.say(lang),
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
                format!("«\u{a0}{found}\u{a0}» vient après le résultat\u{202f}; rien ne doit le suivre.")
            }
            (Problem::AfterResult(found), Lang::En) => {
                format!("“{found}” comes after the result; nothing may follow it.")
            }
            (Problem::Result { declared, actual }, Lang::Fr) => {
                format!("Le résultat annoncé est {declared}, mais la partie finit par {actual}.")
            }
            (Problem::Result { declared, actual }, Lang::En) => {
                format!("The result is given as {declared}, but the game ended with {actual}.")
            }
            (Problem::VariationInRecord, Lang::Fr) => {
                "Pas de variantes ici\u{a0}: il faut une seule suite de coups.".to_owned()
            }
            (Problem::VariationInRecord, Lang::En) => {
                "There must be no variations here: only a single line of moves can be read.".to_owned()
            }
            (Problem::NothingToReplace, Lang::Fr) => {
                "Cette parenthèse s’ouvre trop tôt\u{a0}: il n’y a encore aucun coup à remplacer.".to_owned()
            }
            (Problem::NothingToReplace, Lang::En) => {
                "This parenthesis opens too early: there is no move to replace yet.".to_owned()
            }
            (Problem::EmptyVariation, Lang::Fr) => "Cette variante n’a aucun coup.".to_owned(),
            (Problem::EmptyVariation, Lang::En) => "This variation has no move.".to_owned(),
            (Problem::VariationNotOpened, Lang::Fr) => {
                "Cette parenthèse se ferme sans avoir été ouverte.".to_owned()
            }
            (Problem::VariationNotOpened, Lang::En) => {
                "This parenthesis closes but was never opened.".to_owned()
            }
            (Problem::VariationNotClosed, Lang::Fr) => "Cette parenthèse n’est jamais fermée.".to_owned(),
            (Problem::VariationNotClosed, Lang::En) => "This parenthesis is never closed.".to_owned(),
            (Problem::TooLong, Lang::Fr) => "Ce texte est trop long pour être lu.".to_owned(),
            (Problem::TooLong, Lang::En) => "This text is too long to be read.".to_owned(),
            (Problem::NothingToMark, Lang::Fr) => {
                "Cette marque vient trop tôt\u{a0}: il n’y a encore aucun coup à annoter.".to_owned()
            }
            (Problem::NothingToMark, Lang::En) => {
                "This mark comes too early: there is no move yet for it to apply to.".to_owned()
            }
        }
    }
}

impl Say for RecordError {
    fn say(&self, lang: Lang) -> String {
        let RecordError { line, column, problem, .. } = self;
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
