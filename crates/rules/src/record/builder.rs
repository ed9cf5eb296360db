//! Builds a [`GameTree`] from the events of one game, and collects the errors.

use super::events::RecordEvent;
use super::lexer::Location;
use super::lines::{LocatedProblem, TreeReader};
use super::read::ParsedGame;
use super::tree::{GameTree, NodeId};
use super::{OWN_TAGS, Problem, RecordError, Tags, parse_result, result_text};
use crate::any::{AnyGame, Kind};
use crate::seat::Outcome;
use crate::text::{TextError, Words, words};

/// A value in the text.
type Located<T> = Option<(Location, T)>;

/// Builds the tree of one game.
#[derive(Clone, Debug)]
pub(super) struct TreeBuilder {
    kind: Option<Kind>,
    /// Whether variations are refused.
    is_one_line: bool,
    tags: Tags,
    own_tags: [Located<String>; OWN_TAGS.len()],
    opening_comment: String,
    moves: Moves,
    errors: Vec<RecordError>,
    result: Located<Option<Outcome>>,
    /// Whether a tag after the moves was reported.
    has_late_tag: bool,
    first_error_at: Option<NodeId>,
}

/// The moves of the game.
#[derive(Clone, Debug)]
enum Moves {
    /// No move has been read yet.
    Before,
    /// They cannot be played, since the start position is not known.
    Unknown,
    /// They are being played.
    Reading(Box<TreeReader>),
}

impl TreeBuilder {
    /// A builder for games with variations.
    pub(super) fn new(kind: Option<Kind>) -> TreeBuilder {
        TreeBuilder {
            kind,
            is_one_line: false,
            tags: Tags::default(),
            own_tags: Default::default(),
            opening_comment: String::new(),
            moves: Moves::Before,
            errors: Vec::new(),
            result: None,
            has_late_tag: false,
            first_error_at: None,
        }
    }

    /// A builder that refuses variations.
    pub(super) fn for_one_line(kind: Option<Kind>) -> TreeBuilder {
        TreeBuilder { is_one_line: true, ..TreeBuilder::new(kind) }
    }

    /// Takes the next event of the game.
    pub(super) fn event(&mut self, at: Location, event: RecordEvent<'_>) {
        match event {
            RecordEvent::Tag { name, value, value_at } => {
                match OWN_TAGS.iter().position(|own| *own == name) {
                    Some(index) => self.own_tags[index] = Some((value_at, value.to_owned())),
                    None => self.tags.set(name, value),
                }
                return;
            }
            RecordEvent::Error(problem) => return self.error(at, problem),
            RecordEvent::Comment(text) if matches!(self.moves, Moves::Before) => {
                self.opening_comment.push(' ');
                return self.opening_comment.push_str(text);
            }
            _ => {}
        }
        let first = if let RecordEvent::Move(text) = event { Some(text) } else { None };
        self.begin_moves(first, at);
        if let RecordEvent::Result(result) = event {
            return self.on_result(at, result);
        }
        let is_one_line = self.is_one_line;
        let Moves::Reading(reader) = &mut self.moves else { return };
        let done = match event {
            RecordEvent::Move(text) => reader.play(at, text, is_one_line),
            RecordEvent::Nag(_) if reader.line.is_skipped => Ok(()),
            RecordEvent::Nag(_) if reader.line.at == reader.line.from => Err((at, Problem::NothingToMark)),
            RecordEvent::Nag(nag) => {
                reader.tree.mark(reader.line.at, nag);
                Ok(())
            }
            RecordEvent::Comment(text) => {
                reader.comment(text);
                Ok(())
            }
            RecordEvent::BeginVariation if is_one_line => {
                reader.line.is_skipped = true;
                reader.begin_variation(at).and(Err((at, Problem::VariationInRecord)))
            }
            RecordEvent::BeginVariation => reader.begin_variation(at),
            RecordEvent::EndVariation => reader.end_variation(at),
            _ => Ok(()),
        };
        if let Err((at, problem)) = done {
            self.error(at, problem);
        }
    }

    /// Reports a tag after the moves, in a text with a single game.
    pub(super) fn late_tag(&mut self, at: Location, name: &str) {
        if !std::mem::replace(&mut self.has_late_tag, true) {
            let expected = words!(fr: "un coup ou un résultat (les étiquettes viennent avant)", en: "a move or a result (tags come before them)");
            self.error(at, Problem::Text(TextError::new(0, &format!("[{name}"), expected)));
        }
    }

    /// How many bytes of tags and comments, moves and errors are kept.
    pub(super) fn buffered(&self) -> usize {
        let tags = self.tags.all().iter().map(|(name, value)| name.len() + value.len());
        let own_tags = self.own_tags.iter().flatten().map(|(_, value)| value.len());
        let moves = match &self.moves {
            Moves::Before | Moves::Unknown => 0,
            Moves::Reading(reader) => {
                let nodes = (0..reader.tree.node_count()).map(|id| 1 + reader.tree.node(id).comment().len());
                nodes.sum::<usize>() + reader.outer.len()
            }
        };
        tags.chain(own_tags).sum::<usize>() + self.opening_comment.len() + moves + self.errors.len()
    }

    /// Ends the game.
    pub(super) fn finish(mut self, begins: Location, end: Location) -> ParsedGame {
        self.begin_moves(None, end);
        let result_tag = self.own_tags[3].take();
        let (result, has_result) = (self.result, self.result.is_some());
        let moves = std::mem::replace(&mut self.moves, Moves::Unknown);
        let Moves::Reading(reader) = moves else {
            let errors = self.errors;
            return ParsedGame { tree: None, errors, stop: GameTree::ROOT, has_result, begins };
        };
        let main = reader.outer.first().unwrap_or(&reader.line);
        let (last, game, is_whole) = (main.at, main.game.clone(), !main.is_skipped);
        let lines = reader.outer.iter().chain([&reader.line]).skip(1);
        let opened: Vec<(Location, usize)> = lines
            .filter(|line| !self.is_one_line && !line.is_skipped)
            .map(|line| (line.opened, reader.tree.node(line.from).number() + 1))
            .collect();
        let mut tree = reader.tree;
        for (at, number) in opened {
            self.report(at, number, last, Problem::VariationNotClosed);
        }
        let mut declared = game.turn().outcome();
        if is_whole {
            let results = [
                result_tag.map(|(at, text)| (at, parse_result(&text).ok_or(text))),
                result.map(|(at, result)| (at, Ok(result))),
            ];
            for (at, result) in results.into_iter().flatten() {
                match result
                    .map_err(|text| not_a_result(&text))
                    .and_then(|result| check_declared_result(&game, declared, result))
                {
                    Ok(outcome) => declared = outcome,
                    Err(problem) => self.report(at, tree.node(last).number() + 1, last, problem),
                }
            }
        }
        for (name, value) in self.tags.all() {
            tree.set_tag(name, value);
        }
        // The declared result is dropped if the game could not be read to its end.
        tree.declare(declared.filter(|_| is_whole));
        let stop = self.first_error_at.unwrap_or(last);
        ParsedGame { tree: Some(tree), errors: self.errors, stop, has_result, begins }
    }

    /// Determines the start position, before the first move.
    fn begin_moves(&mut self, first: Option<&str>, end: Location) {
        if !matches!(self.moves, Moves::Before) {
            return;
        }
        let [game, options, position, _] = &self.own_tags;
        match start(game.as_ref(), options.as_ref(), position.as_ref(), self.kind, first, end) {
            Ok(start) => {
                let mut reader = TreeReader::new(start);
                reader.tree.comment(GameTree::ROOT, &self.opening_comment);
                self.moves = Moves::Reading(Box::new(reader));
            }
            Err((at, problem)) => {
                self.error(at, problem);
                self.moves = Moves::Unknown;
            }
        }
    }

    fn on_result(&mut self, at: Location, result: Option<Outcome>) {
        let Moves::Reading(reader) = &self.moves else { return self.result = Some((at, result)) };
        if reader.outer.is_empty() {
            self.result = self.result.or(Some((at, result)));
        } else if let (false, Err(problem)) = (reader.line.is_skipped, is_winner(&reader.line.game, result)) {
            // The result of a variation is not kept, but it must be possible.
            self.error(at, problem);
        }
    }

    /// Records an error at the current location.
    fn error(&mut self, at: Location, problem: Problem) {
        let (node, number) = match &self.moves {
            Moves::Reading(reader) => (reader.line.at, reader.tree.node(reader.line.at).number() + 1),
            Moves::Before | Moves::Unknown => (GameTree::ROOT, 1),
        };
        self.report(at, number, node, problem);
    }

    fn report(&mut self, at: Location, number: usize, node: NodeId, problem: Problem) {
        self.first_error_at = self.first_error_at.or(Some(node));
        self.errors.push(RecordError { line: at.line, column: at.column, number, problem });
    }
}

/// The start position of the game.
fn start(
    game: Option<&(Location, String)>,
    options: Option<&(Location, String)>,
    position: Option<&(Location, String)>,
    kind: Option<Kind>,
    first: Option<&str>,
    end: Location,
) -> Result<AnyGame, LocatedProblem> {
    let in_tag = |(at, text): &(Location, String), error: TextError| {
        (at.after(text.get(..error.at()).unwrap_or(text)), Problem::Text(error))
    };
    let options_text = options.map_or("", |(_, text)| text);
    let kind = match game {
        Some(tag) => tag.1.parse().map_err(|error| in_tag(tag, error))?,
        None => kind.or_else(|| guess(options_text, first)).ok_or((end, Problem::NoGame))?,
    };
    let start = AnyGame::new(kind, options_text).map_err(|error| match options {
        Some(tag) => in_tag(tag, error),
        None => (end, Problem::Text(error)),
    })?;
    match position {
        None => Ok(start),
        Some(tag) => AnyGame::parse(kind, &tag.1).map_err(|error| in_tag(tag, error)),
    }
}

/// The only game in which a record can begin with this move, if there is exactly one.
fn guess(options: &str, first: Option<&str>) -> Option<Kind> {
    let can_begin = |kind: &Kind| {
        AnyGame::new(*kind, options).is_ok_and(|game| {
            first.and_then(|word| game.parse_move(word).ok()).is_some_and(|mv| game.check(mv).is_ok())
        })
    };
    let mut kinds = Kind::ALL.iter().copied().filter(|kind| can_begin(kind));
    kinds.next().filter(|_| kinds.next().is_none())
}

/// Checks a declared result against what is known of the end.
fn check_declared_result(
    game: &AnyGame,
    known: Option<Outcome>,
    declared: Option<Outcome>,
) -> Result<Option<Outcome>, Problem> {
    is_winner(game, declared)?;
    match known {
        Some(actual) if declared != known => Err(Problem::Result { declared: result_text(declared), actual }),
        _ => Ok(declared),
    }
}

/// Checks that the winner has a seat in the game.
fn is_winner(game: &AnyGame, result: Option<Outcome>) -> Result<(), Problem> {
    let seats = game.seats();
    match result {
        Some(Outcome::Win(seat)) if seat.number() > seats => {
            let expected = words!(fr: "un gagnant de 1 à {seats}", en: "a winner from 1 to {seats}");
            Err(Problem::Text(TextError::new(0, &format!("win{seat}"), expected)))
        }
        _ => Ok(()),
    }
}

fn not_a_result(text: &str) -> Problem {
    let expected: Words = words!(fr: "win1, win2…, draw ou *", en: "win1, win2…, draw or *");
    Problem::Text(TextError::new(0, text, expected))
}
