//! A game with variations as text: a record in which variations stand in parentheses behind the move they replace.
//!
//! ```text
//! [Game "morpion"]
//! [Result "*"]
//!
//! 1. 5 2. 1 (2. 2 3. 3 (3. 4)) 3. 9 *
//! ```
//!
//! Reading goes as far as it can: what comes before something wrong is a tree all the same.

use rules::record::{Problem, RecordError};
use rules::{AnyIllegal, Kind, Lang, Outcome, Record, Say, TextError, Turn};

use super::tree::{Id, Piece, Tree};

/// A text that was read.
#[derive(Debug)]
pub struct Read {
    /// The game, up to what is wrong. One stands at the end of the main line, or before what is wrong.
    pub tree: Tree,
    /// What is wrong, if something is.
    pub stop: Option<Stop>,
    /// Whether the text says how the game ended, or that it goes on: whatever this app writes does.
    pub is_finished: bool,
}

/// Where reading stopped, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The number of the move that is wrong, or that comes next.
    pub number: usize,
    /// What stands there.
    pub text: String,
    /// What is wrong with it.
    pub why: Why,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move is refused.
    Illegal(AnyIllegal),
    /// This is no move.
    Unreadable(TextError),
    /// A variation before there is a move for it to replace.
    NothingToReplace,
    /// A variation without moves.
    Empty,
    /// A parenthesis that is closed and was not opened.
    NotOpened,
    /// A parenthesis that is opened and never closed.
    NotClosed,
    /// Something else that can be wrong with a record.
    Other(Problem),
}

impl Tree {
    /// The whole tree as text.
    pub fn text(&self) -> String {
        let mut main = self.record_of(&self.main_line());
        for (name, value) in self.tags() {
            main.set_tag(name, value);
        }
        let record = main.to_string();
        let (header, _) = record.split_once("\n\n").unwrap_or((&record, ""));
        let mut text = format!("{header}\n\n");
        let mut gap = "";
        for piece in self.pieces() {
            match piece {
                Piece::Open => {
                    text.push_str(" (");
                    gap = "";
                    continue;
                }
                Piece::Close => text.push(')'),
                Piece::Move(id) => {
                    text.push_str(gap);
                    let node = self.node(id);
                    if node.parent.is_some_and(|before| self.node(before).game.turn() != Turn::Chance) {
                        text.push_str(&format!("{}. ", self.number(id)));
                    }
                    text.push_str(&node.mv.map_or_else(String::new, |mv| mv.to_string()));
                }
            }
            gap = " ";
        }
        let result = main.result().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
        text + gap + &result + "\n"
    }
}

/// Reads a game with or without variations. Where it does not say which game it is, `kind` does. If already what
/// stands before the moves cannot be read, there is no game.
pub fn read(text: &str, kind: Kind) -> Result<Read, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let (header, moves) = text.split_at(header_length(text));
    let mut record = Record::parse(header, Some(kind))?;
    let tree = Tree::new(record.start().clone());
    let mut reader = Reader { tree, variations: Vec::new(), in_tag: record.result(), result: None };
    let stop = reader.read(moves).err();
    let Reader { mut tree, result, .. } = reader;
    // A game that could not be read to its end did not end so here.
    record.declare(result.flatten().or(record.result()).filter(|_| stop.is_none()));
    tree.came_from(&record);
    Ok(Read { tree, stop, is_finished: result.is_some() })
}

/// How long the part before the moves is: tags, comments and white space.
fn header_length(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        let length = match rest.bytes().next() {
            Some(b'{') => rest.find('}'),
            Some(b'[') => tag_length(rest),
            _ => return at,
        };
        match length {
            Some(length) => at += length + 1,
            // What is not closed is for the reader of records to complain about.
            None => return text.len(),
        }
    }
}

/// The place of the bracket that closes a tag, whose value may hold brackets too.
fn tag_length(tag: &str) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    tag.bytes().position(|c| {
        let closes = c == b']' && !is_quoted;
        is_quoted ^= c == b'"' && !is_escaped;
        is_escaped = c == b'\\' && !is_escaped;
        closes
    })
}

/// A variation that is being read.
struct Variation {
    /// Where the line stands that it leaves.
    back: Id,
    /// Where it begins.
    from: Id,
    /// The number of its first move.
    number: usize,
}

struct Reader {
    tree: Tree,
    variations: Vec<Variation>,
    /// The result in the tag.
    in_tag: Option<Outcome>,
    /// The result of the main line, if it was read: `Some(None)` is a game that goes on.
    result: Option<Option<Outcome>>,
}

impl Reader {
    fn read(&mut self, text: &str) -> Result<(), Stop> {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '(' | ')' => 1,
                '{' => match rest.find('}') {
                    Some(end) => end + 1,
                    None => return Err(self.stop(rest, Why::Other(Problem::OpenComment))),
                },
                _ => rest[first.len_utf8()..]
                    .find(|c: char| c.is_whitespace() || "(){[".contains(c))
                    .map_or(rest.len(), |end| end + first.len_utf8()),
            };
            let (token, after) = rest.split_at(length);
            match first {
                '(' => self.open()?,
                ')' => self.close()?,
                '{' => {}
                _ => self.word(token)?,
            }
            rest = after.trim_start();
        }
        match self.variations.last() {
            Some(&Variation { number, .. }) => {
                Err(Stop { number, text: "(".to_owned(), why: Why::NotClosed })
            }
            None => self.settle(),
        }
    }

    fn open(&mut self) -> Result<(), Stop> {
        let at = self.tree.at();
        let first = self.variations.last().map_or(0, |variation| variation.from);
        let parent = self.tree.node(at).parent.filter(|_| at != first);
        let parent = parent.ok_or_else(|| self.stop("(", Why::NothingToReplace))?;
        self.tree.go(parent);
        let number = self.tree.number(parent) + 1;
        self.variations.push(Variation { back: at, from: parent, number });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Stop> {
        match self.variations.last() {
            None => Err(self.stop(")", Why::NotOpened)),
            Some(variation) if variation.from == self.tree.at() => Err(self.stop("()", Why::Empty)),
            Some(variation) => {
                self.tree.go(variation.back);
                self.variations.pop();
                Ok(())
            }
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Stop> {
        let is_main = self.variations.is_empty();
        let result = if word == "*" { Some(None) } else { word.parse().ok().map(Some) };
        match result {
            _ if is_number(word) && self.result.is_none() => Ok(()),
            _ if is_main && self.result.is_some() => {
                Err(self.stop(word, Why::Other(Problem::AfterResult(word.to_owned()))))
            }
            Some(Some(Outcome::Win(seat))) if seat.number() > self.tree.here().game.seats() => {
                let seats = self.tree.here().game.seats();
                let expected =
                    rules::words!(fr: "un gagnant de 1 à {seats}", en: "a winner from 1 to {seats}");
                Err(self.stop(word, Why::Unreadable(TextError::new(0, word, expected))))
            }
            // How a variation would have ended is not the end of the game.
            Some(result) => {
                self.result = self.result.or(is_main.then_some(result));
                Ok(())
            }
            None => {
                let mv = self.tree.here().game.parse_move(word);
                let mv = mv.map_err(|why| self.stop(word, Why::Unreadable(why)))?;
                self.tree.play(mv).map_err(|why| self.stop(word, Why::Illegal(why)))
            }
        }
    }

    /// A result that is declared must not contradict the rules.
    fn settle(&self) -> Result<(), Stop> {
        let declared = self.result.or(self.in_tag.map(Some));
        match (self.tree.here().game.turn(), declared) {
            (Turn::Over(actual), Some(declared)) if declared != Some(actual) => {
                let declared = declared.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
                Err(self.stop("", Why::Other(Problem::Result { declared, actual })))
            }
            _ => Ok(()),
        }
    }

    fn stop(&self, text: &str, why: Why) -> Stop {
        Stop { number: self.tree.number(self.tree.at()) + 1, text: text.to_owned(), why }
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// As much of a word as one needs to find it again.
fn shortened(word: &str) -> String {
    const ENOUGH: usize = 30;
    match word.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

impl Stop {
    /// What is wrong in words; `is_loaded` if what comes before it is on the board.
    pub fn say(&self, is_loaded: bool, lang: Lang) -> String {
        let Stop { number, text, why } = self;
        let text = &shortened(text);
        let before = match (is_loaded, lang) {
            (false, _) => "",
            (true, Lang::Fr) => ", et tout ce qui précède est sur le plateau",
            (true, Lang::En) => ", and everything before it is on the board",
        };
        match (why, lang) {
            (Why::Illegal(reason), Lang::Fr) => {
                format!("Le coup {number}, {text}, ne peut pas être joué{before}. {}", reason.say(lang))
            }
            (Why::Illegal(reason), Lang::En) => {
                format!("Move {number}, {text}, cannot be played{before}. {}", reason.say(lang))
            }
            (Why::Unreadable(error), Lang::Fr) => {
                let expected = &error.expected().fr;
                format!("Le coup {number}, «\u{a0}{text}\u{a0}», ne se lit pas (il faut {expected}){before}.")
            }
            (Why::Unreadable(error), Lang::En) => {
                let expected = &error.expected().en;
                format!("Move {number}, “{text}”, cannot be read (it takes {expected}){before}.")
            }
            (Why::NothingToReplace, Lang::Fr) => format!(
                "Une parenthèse s’ouvre au coup {number}, avant tout coup que la variante pourrait remplacer{before}."
            ),
            (Why::NothingToReplace, Lang::En) => format!(
                "A parenthesis opens at move {number}, before any move that the variation could replace{before}."
            ),
            (Why::Empty, Lang::Fr) => format!("Au coup {number}, les parenthèses sont vides{before}."),
            (Why::Empty, Lang::En) => format!("At move {number} the parentheses are empty{before}."),
            (Why::NotOpened, Lang::Fr) => {
                format!("Avant le coup {number}, une parenthèse se ferme sans avoir été ouverte{before}.")
            }
            (Why::NotOpened, Lang::En) => {
                format!("Before move {number} a parenthesis closes that was never opened{before}.")
            }
            (Why::NotClosed, Lang::Fr) => {
                let all = if is_loaded { "\u{a0}; tous les coups sont sur le plateau" } else { "" };
                format!("La parenthèse ouverte au coup {number} n’est jamais fermée{all}.")
            }
            (Why::NotClosed, Lang::En) => {
                let all = if is_loaded { "; all moves are on the board" } else { "" };
                format!("The parenthesis that opens at move {number} is never closed{all}.")
            }
            (Why::Other(problem), _) => {
                let before = match (is_loaded, lang) {
                    (false, _) => "",
                    (true, Lang::Fr) => " Tout ce qui précède est sur le plateau.",
                    (true, Lang::En) => " Everything before it is on the board.",
                };
                format!("{}{before}", problem.say(lang))
            }
        }
    }
}

#[cfg(test)]
mod tests;
