//! The parsers of records: a lenient one that returns the tree and every error, and the strict [`Record::parse`] on top
//! of it.
//!
//! After a move that cannot be played, the rest of its line is skipped, with its variations; other lines are parsed.

use super::builder::TreeBuilder;
use super::events::{EventParser, RecordEvent};
use super::lexer::Location;
use super::tree::{GameTree, NodeId};
use super::{Record, RecordError};
use crate::any::Kind;

/// How many bytes of a comment, tag or word a [`GameParser`] keeps.
const TOKEN_LIMIT: usize = 1 << 20;

/// A game that was parsed leniently.
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// The game, as far as it could be read. `None` if the game or its start position is unknown.
    pub tree: Option<GameTree>,
    /// All errors, in the order in which they were found.
    pub errors: Vec<RecordError>,
    /// The node at which the first error was found, or else the end of the main line.
    pub stop: NodeId,
    /// Whether the text has a result, or says that the game is unfinished.
    pub has_result: bool,
    /// Where the game begins in the text.
    pub begins: Location,
}

impl GameTree {
    /// Parses one game leniently. `kind` is the game if the text does not say; if neither does, the first move is a
    /// hint. The tags of a second game are an error.
    pub fn parse(text: &str, kind: Option<Kind>) -> ParsedGame {
        read_one(text, TreeBuilder::new(kind))
    }
}

impl Record {
    /// Parses a record strictly: the first error refuses it, and so does a variation, since a record has one line.
    /// `kind` is the game if the text does not say; if neither does, the first move is a hint.
    pub fn parse(text: &str, kind: Option<Kind>) -> Result<Record, RecordError> {
        let ParsedGame { tree, errors, .. } = read_one(text, TreeBuilder::for_one_line(kind));
        match (tree, errors.into_iter().next()) {
            (_, Some(error)) => Err(error),
            (Some(tree), None) => Ok(tree.record_of(&tree.main_line())),
            (None, None) => unreachable!("a game that cannot be read has an error"),
        }
    }
}

/// Parses the first game of a text, which must be the only one.
fn read_one(text: &str, mut builder: TreeBuilder) -> ParsedGame {
    let mut parser = EventParser::new();
    let mut is_second = false;
    let mut begins = None;
    let mut on_event = |at: Location, event: RecordEvent<'_>| match event {
        RecordEvent::BeginGame => {
            is_second = begins.is_some();
            begins = begins.or(Some(at));
        }
        // Only the end of the text ends the game.
        RecordEvent::EndGame => {}
        RecordEvent::Tag { name, .. } if is_second => builder.late_tag(at, name),
        _ if is_second => {}
        event => builder.event(at, event),
    };
    parser.feed(text, &mut on_event);
    parser.finish(&mut on_event);
    builder.finish(begins.unwrap_or(Location::START), parser.location())
}

/// Parses a stream of many games, one after the other, and keeps no more than the current game in memory.
///
/// ```
/// use rules::record::GameParser;
///
/// let mut parser = GameParser::new(None);
/// let mut games = parser.feed("[Game \"morpion\"] 5 1 * [Game \"super\"] 1.5");
/// assert_eq!(games.len(), 1);
/// games.extend(parser.finish());
/// assert_eq!(games.len(), 2);
/// ```
#[derive(Debug)]
pub struct GameParser {
    events: EventParser,
    kind: Option<Kind>,
    building: Option<(Location, TreeBuilder)>,
}

impl GameParser {
    /// A parser for games that are of this kind unless they say otherwise.
    pub fn new(kind: Option<Kind>) -> GameParser {
        GameParser { events: EventParser::with_token_limit(TOKEN_LIMIT), kind, building: None }
    }

    /// Reads more text, and returns the games that end in it.
    pub fn feed(&mut self, text: &str) -> Vec<ParsedGame> {
        self.read(|events, mut on_event| events.feed(text, &mut on_event))
    }

    /// How much is kept of the text so far: the bytes of an unfinished token and of the tags and comments of the
    /// unfinished game, its moves and its errors. It depends on that game alone, not on the games before it.
    pub fn buffered(&self) -> usize {
        self.events.buffered() + self.building.as_ref().map_or(0, |(_, builder)| builder.buffered())
    }

    /// Ends the text, and returns the game that ends with it, if there is one.
    pub fn finish(&mut self) -> Option<ParsedGame> {
        self.read(|events, mut on_event| events.finish(&mut on_event)).pop()
    }

    fn read(
        &mut self,
        read: impl Fn(&mut EventParser, &mut dyn FnMut(Location, RecordEvent<'_>)),
    ) -> Vec<ParsedGame> {
        let GameParser { events, kind, building } = self;
        let mut games = Vec::new();
        read(events, &mut |at, event| match event {
            RecordEvent::BeginGame => *building = Some((at, TreeBuilder::new(*kind))),
            RecordEvent::EndGame => {
                games.extend(building.take().map(|(begins, builder)| builder.finish(begins, at)));
            }
            event => {
                if let Some((_, builder)) = building {
                    builder.event(at, event);
                }
            }
        });
        games
    }
}
