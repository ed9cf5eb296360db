//! The grammar of records, as a stream of events: games, tags, moves, marks, comments, variations, results and errors.
//!
//! No rule of a game is needed to read events, and any number of games is read in constant memory.
//! [`GameTree`](super::GameTree) and [`Record`](super::Record) are built from these events.

use super::lexer::{Lexer, Location, Token};
use super::nag::Nag;
use super::{Problem, parse_result};
use crate::seat::Outcome;
use crate::text::TextError;

/// What an [`EventParser`] reports. Between [`BeginGame`](RecordEvent::BeginGame) and
/// [`EndGame`](RecordEvent::EndGame), tags come before moves, and no [`EndVariation`](RecordEvent::EndVariation) comes
/// without its [`BeginVariation`](RecordEvent::BeginVariation).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEvent<'t> {
    /// A game begins.
    BeginGame,
    /// A tag.
    Tag {
        /// Its name.
        name: &'t str,
        /// Its value, without escapes.
        value: &'t str,
        /// Where the value begins.
        value_at: Location,
    },
    /// A move or a draw, without its number and without the suffix that marks it.
    Move(&'t str),
    /// A mark of the move before it.
    Nag(Nag),
    /// A comment, as it is written between the braces.
    Comment(&'t str),
    /// A variation begins: an alternative to the move before it.
    BeginVariation,
    /// The innermost variation ends.
    EndVariation,
    /// The result: `None` is `*`, an unfinished game. Outside variations it ends the moves.
    Result(Option<Outcome>),
    /// An error of the grammar. Parsing continues after it.
    Error(Problem),
    /// The game ends: at the end of the text, or because the tags of another game follow.
    EndGame,
}

/// Where in a game the parser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the first game.
    Outside,
    /// Before the first move: tags are allowed.
    Header,
    Moves,
    AfterResult {
        /// Whether it has been reported that something follows the result.
        is_reported: bool,
    },
}

/// Turns text that arrives in chunks into [`RecordEvent`]s.
///
/// ```
/// use rules::record::{RecordEvent, EventParser};
///
/// let mut moves = 0;
/// let mut count = |_, event: RecordEvent<'_>| moves += usize::from(matches!(event, RecordEvent::Move(_)));
/// let mut parser = EventParser::new();
/// parser.feed("[Game \"morpion\"] 1. 5 2", &mut count);
/// parser.feed(". 1 (2. 2) *", &mut count);
/// parser.finish(&mut count);
/// assert_eq!(moves, 3);
/// ```
#[derive(Clone, Debug)]
pub struct EventParser {
    lexer: Lexer,
    grammar: Grammar,
}

/// The state behind the tokens.
#[derive(Clone, Debug)]
struct Grammar {
    phase: Phase,
    depth: usize,
}

impl EventParser {
    /// A parser for text in memory: tokens may have any length.
    pub fn new() -> EventParser {
        EventParser::with_token_limit(usize::MAX)
    }

    /// A parser for streams, which keeps at most `limit` bytes of a comment, tag or word. A longer one is an error.
    pub fn with_token_limit(limit: usize) -> EventParser {
        EventParser { lexer: Lexer::new(limit), grammar: Grammar { phase: Phase::Outside, depth: 0 } }
    }

    /// The location after all text so far.
    pub fn location(&self) -> Location {
        self.lexer.here()
    }

    /// How many bytes of the text so far are kept: no more than twice the limit of a token.
    pub fn buffered(&self) -> usize {
        self.lexer.buffered()
    }

    /// Reads more text.
    pub fn feed(&mut self, text: &str, on_event: &mut impl FnMut(Location, RecordEvent<'_>)) {
        let EventParser { lexer, grammar } = self;
        lexer.feed(text, &mut |at, token| grammar.token(at, token, on_event));
    }

    /// Ends the text, and the game in it.
    pub fn finish(&mut self, on_event: &mut impl FnMut(Location, RecordEvent<'_>)) {
        let EventParser { lexer, grammar } = self;
        lexer.finish(&mut |at, token| grammar.token(at, token, on_event));
        if grammar.phase != Phase::Outside {
            on_event(lexer.here(), RecordEvent::EndGame);
        }
        *grammar = Grammar { phase: Phase::Outside, depth: 0 };
    }
}

impl Default for EventParser {
    fn default() -> EventParser {
        EventParser::new()
    }
}

impl Grammar {
    fn token(
        &mut self,
        at: Location,
        token: Token<'_>,
        on_event: &mut impl FnMut(Location, RecordEvent<'_>),
    ) {
        if let Token::Tag { .. } = token
            && matches!(self.phase, Phase::Moves | Phase::AfterResult { .. })
        {
            on_event(at, RecordEvent::EndGame);
            *self = Grammar { phase: Phase::Outside, depth: 0 };
        }
        if self.phase == Phase::Outside {
            on_event(at, RecordEvent::BeginGame);
            self.phase = Phase::Header;
        }
        match token {
            Token::Tag { name, raw_value, value_at } => {
                on_event(at, RecordEvent::Tag { name, value: &unescape(raw_value), value_at });
            }
            Token::Comment(text) => on_event(at, RecordEvent::Comment(text)),
            Token::Word(word) => self.word(at, word, on_event),
            Token::Nag(digits) => {
                self.begin_moves();
                let event = format!("${digits}").parse().map_or_else(
                    |error: TextError| RecordEvent::Error(Problem::Text(error)),
                    RecordEvent::Nag,
                );
                on_event(at, event);
            }
            Token::Open => {
                self.begin_moves();
                self.depth += 1;
                on_event(at, RecordEvent::BeginVariation);
            }
            Token::Close if self.depth == 0 => {
                self.begin_moves();
                on_event(at, RecordEvent::Error(Problem::VariationNotOpened));
            }
            Token::Close => {
                self.depth -= 1;
                on_event(at, RecordEvent::EndVariation);
            }
            Token::BadTag => on_event(at, RecordEvent::Error(Problem::OpenTag)),
            Token::OpenComment => on_event(at, RecordEvent::Error(Problem::OpenComment)),
            Token::TooLong => {
                on_event(at, RecordEvent::Error(Problem::TooLong));
            }
        }
    }

    fn begin_moves(&mut self) {
        if self.phase == Phase::Header {
            self.phase = Phase::Moves;
        }
    }

    fn word(&mut self, at: Location, word: &str, on_event: &mut impl FnMut(Location, RecordEvent<'_>)) {
        match self.phase {
            Phase::AfterResult { is_reported } if self.depth == 0 => {
                if !is_reported {
                    on_event(at, RecordEvent::Error(Problem::AfterResult(word.to_owned())));
                }
                self.phase = Phase::AfterResult { is_reported: true };
                return;
            }
            _ if is_number(word) => return,
            _ => self.begin_moves(),
        }
        if let Some(result) = parse_result(word) {
            on_event(at, RecordEvent::Result(result));
            if self.depth == 0 {
                self.phase = Phase::AfterResult { is_reported: false };
            }
            return;
        }
        let (mv, nag) = Nag::split_suffix(word);
        on_event(at, RecordEvent::Move(mv));
        if let Some(nag) = nag {
            on_event(at.after(mv), RecordEvent::Nag(nag));
        }
    }
}

/// Whether a word is the number of a move: digits and at least one full stop.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// The value of a tag, in which `\n` is a line break and a backslash quotes any other character.
fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => value.push('\n'),
                Some(other) => value.push(other),
                None => {}
            },
            other => value.push(other),
        }
    }
    value
}
