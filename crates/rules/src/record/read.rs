//! The readers of records: a lenient one that returns the tree and every error, and the strict [`Record::parse`] on top
//! of it.
//!
//! After a move that cannot be played the rest of its line is skipped, with its variations: other lines are read on.

use super::builder::TreeBuilder;
use super::events::{EventParser, RecordEvent};
use super::lexer::Location;
use super::tree::{GameTree, NodeId};
use super::{Record, RecordError};
use crate::any::Kind;

/// How many bytes of a comment, tag or word a [`GameParser`] keeps.
const TOKEN_LIMIT: usize = 1 << 20;

/// A game that was read leniently.
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// The game, as far as it could be read. `None` if nothing tells which game it is, or where it begins.
    pub tree: Option<GameTree>,
    /// Everything that is wrong, in the order in which it was found.
    pub errors: Vec<RecordError>,
    /// The node at which the first error was found, or else the end of the main line.
    pub stop: NodeId,
    /// Whether the text says how the game ended, or that it goes on.
    pub has_result: bool,
    /// Where the game begins in the text.
    pub begins: Location,
}

impl GameTree {
    /// Reads one game leniently. `kind` is the game where the text does not say it; where nothing does, the first move
    /// is taken for a hint. The tags of a second game are an error.
    pub fn parse(text: &str, kind: Option<Kind>) -> ParsedGame {
        read_one(text, TreeBuilder::new(kind))
    }
}

impl Record {
    /// Reads a record strictly: the first error refuses it, and so does a variation, since a record has one line.
    /// `kind` is the game where the text does not say it; where nothing does, the first move is taken for a hint.
    pub fn parse(text: &str, kind: Option<Kind>) -> Result<Record, RecordError> {
        let ParsedGame { tree, errors, .. } = read_one(text, TreeBuilder::for_one_line(kind));
        match (tree, errors.into_iter().next()) {
            (_, Some(error)) => Err(error),
            (Some(tree), None) => Ok(tree.record_of(&tree.main_line())),
            (None, None) => unreachable!("a game that cannot be read has an error"),
        }
    }
}

/// Reads the first game of a text, in which no other may follow.
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

/// Reads a stream of many games, one after the other, and keeps no more than the game that is being read.
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
    /// A parser that takes games for `kind` where they do not say what they are.
    pub fn new(kind: Option<Kind>) -> GameParser {
        GameParser { events: EventParser::with_token_limit(TOKEN_LIMIT), kind, building: None }
    }

    /// Reads more text, and returns the games that end in it.
    pub fn feed(&mut self, text: &str) -> Vec<ParsedGame> {
        self.read(|events, mut on_event| events.feed(text, &mut on_event))
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
