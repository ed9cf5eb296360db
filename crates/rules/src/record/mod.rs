//! Games as text: tags, numbered moves and draws, comments, marks, variations, a result. `docs/notation.md` has the
//! grammar.
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
//! - [`EventParser`] reads any number of games in constant memory, as a stream of [`RecordEvent`]s, without rules.
//! - [`GameTree`] is a game with variations. [`GameTree::parse`] is lenient: it returns the tree and every error.
//!   [`GameParser`] does the same for a stream of many games.
//! - [`Record`] is a game of one line. [`Record::parse`] is strict: the first error refuses the text.
//! - [`comment`] reads and writes commands in comments.
//!
//! Everything in a [`Record`] or a [`GameTree`] is legal: they are built by playing.

mod builder;
pub mod comment;
mod error;
mod events;
mod json;
mod lexer;
mod lines;
mod nag;
mod read;
mod recorded_player;
mod stand_in;
mod stream;
mod tree;
mod write;

pub use error::{Problem, RecordError};
pub use events::{EventParser, RecordEvent};
pub use lexer::Location;
pub use nag::Nag;
pub use read::{GameParser, ParsedGame};
pub use recorded_player::{RecordedPlayer, is_player_tag};
pub use stand_in::{NoStandInMoves, StandInMoves, stand_in_tag};
pub use stream::TextChunks;
pub use tree::{GameTree, Node, NodeId, TreeEvent};

use recorded_player::{OLD_PLAYERS_TAG, seat_tag};

use crate::any::{AnyGame, AnyIllegal, AnyMove};
use crate::seat::{Outcome, Seat, Turn};

/// The tags whose values follow from the game.
const OWN_TAGS: [&str; 4] = ["Game", "Options", "Position", "Result"];

/// The tag that says what ended the game, if not the rules.
pub const TERMINATION_TAG: &str = "Termination";

/// A game, from its start to its last move so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Tags,
    start: AnyGame,
    opening_comment: String,
    steps: Vec<RecordedMove>,
    end: AnyGame,
    declared: Option<Outcome>,
}

/// A move that was played or a card that was drawn, with its comment and marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    mv: AnyMove,
    by_chance: bool,
    comment: String,
    nags: Vec<Nag>,
}

impl RecordedMove {
    /// The move.
    pub fn mv(&self) -> AnyMove {
        self.mv
    }

    /// Whether chance made it, rather than a player.
    pub fn is_chance(&self) -> bool {
        self.by_chance
    }

    /// The comment on it; empty if there is none.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Its marks.
    pub fn nags(&self) -> &[Nag] {
        &self.nags
    }
}

impl Record {
    /// A record that begins at a position and has no moves yet.
    pub fn new(start: AnyGame) -> Record {
        let end = start.clone();
        Record {
            tags: Tags::default(),
            start,
            opening_comment: String::new(),
            steps: Vec::new(),
            end,
            declared: None,
        }
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
    pub fn steps(&self) -> &[RecordedMove] {
        &self.steps
    }

    /// Adds a move, or says why it is refused.
    pub fn push(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
        let by_chance = self.end.turn() == Turn::Chance;
        self.end.play(mv)?;
        self.steps.push(RecordedMove { mv, by_chance, comment: String::new(), nags: Vec::new() });
        Ok(())
    }

    /// Appends to the comment on the last move, or on the start while there is no move. White space is folded and
    /// braces become parentheses, so that every comment can be written.
    pub fn comment(&mut self, text: &str) {
        let comment = self.steps.last_mut().map_or(&mut self.opening_comment, |step| &mut step.comment);
        add_comment(comment, text);
    }

    /// Marks the last move, if there is one.
    pub fn mark(&mut self, nag: Nag) {
        if let Some(step) = self.steps.last_mut().filter(|step| !step.nags.contains(&nag)) {
            step.nags.push(nag);
        }
    }

    /// The comment before the first move; empty if there is none.
    pub fn opening_comment(&self) -> &str {
        &self.opening_comment
    }

    /// The tags other than `Game`, `Options`, `Position` and `Result`, in order.
    pub fn tags(&self) -> &[(String, String)] {
        self.tags.all()
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// Sets a tag. `Game`, `Options`, `Position` and `Result` follow from the game and are not set; neither is a
    /// name that is not made of letters, digits and `_`.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.tags.set(name, value);
    }

    /// Who played in a seat, if the record says it.
    pub fn player(&self, seat: Seat) -> Option<RecordedPlayer> {
        self.tags.player(seat)
    }

    /// Sets who played in a seat.
    pub fn set_player(&mut self, seat: Seat, player: &RecordedPlayer) {
        self.tags.set_player(self.start.seats(), seat, player);
    }

    /// How the game ended: by the rules, or else as the players declared.
    pub fn result(&self) -> Option<Outcome> {
        self.end.turn().outcome().or(self.declared)
    }

    /// Declares the result of a game that the rules did not end: by resignation, by agreement, on time. The tag
    /// [`TERMINATION_TAG`] says which.
    pub fn declare(&mut self, outcome: Option<Outcome>) {
        self.declared = outcome.filter(|_| !self.end.turn().is_over());
    }

    /// The record up to a number of steps, with its tags, comments and marks, but without the result that was declared
    /// and the tag that says why.
    pub fn truncated(&self, steps: usize) -> Record {
        let mut end = self.start.clone();
        let steps: Vec<RecordedMove> = self.steps.iter().take(steps).cloned().collect();
        for step in &steps {
            // Every move of a record is legal.
            let played = end.play(step.mv);
            debug_assert!(played.is_ok(), "{} is in the record", step.mv);
        }
        let mut tags = self.tags.clone();
        tags.0.retain(|(name, _)| name != TERMINATION_TAG);
        let (start, opening_comment) = (self.start.clone(), self.opening_comment.clone());
        Record { tags, start, opening_comment, steps, end, declared: None }
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

/// The tags of a record other than [`OWN_TAGS`], in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tags(Vec<(String, String)>);

impl Tags {
    fn all(&self) -> &[(String, String)] {
        &self.0
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, if its name can be written and is not one of [`OWN_TAGS`].
    fn set(&mut self, name: &str, value: &str) {
        let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        if !is_name || OWN_TAGS.contains(&name) {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Who played in a seat. In records of older versions of the app, a list says who was a person, even where the tag
    /// of the seat names the player of another game from which this one was continued.
    fn player(&self, seat: Seat) -> Option<RecordedPlayer> {
        let own = self.get(&seat_tag(seat)).filter(|text| !text.is_empty()).map(RecordedPlayer::from);
        let listed = self.get(OLD_PLAYERS_TAG).and_then(|list| list.split(',').nth(seat.index()));
        match (listed.filter(|word| !word.is_empty()).map(RecordedPlayer::in_old_list), own) {
            (None, own) => own,
            (Some(RecordedPlayer::Person), Some(RecordedPlayer::Named(name))) => {
                Some(RecordedPlayer::Named(name))
            }
            (listed, _) => listed,
        }
    }

    /// Sets who played in a seat. The list of an older version, which would contradict it, becomes tags of the seats.
    fn set_player(&mut self, seats: u8, seat: Seat, player: &RecordedPlayer) {
        if self.get(OLD_PLAYERS_TAG).is_some() {
            let seats = (0..seats).map(Seat::from_index);
            let listed: Vec<_> = seats.filter_map(|seat| Some((seat, self.player(seat)?))).collect();
            self.0.retain(|(name, _)| name != OLD_PLAYERS_TAG);
            listed.iter().for_each(|(seat, player)| self.set(&seat_tag(*seat), &player.to_string()));
        }
        self.set(&seat_tag(seat), &player.to_string());
    }
}

/// Appends to a comment. White space is folded and braces become parentheses, so that every comment can be written.
fn add_comment(comment: &mut String, text: &str) {
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

/// Parses a result: `Some(None)` is `*`, an unfinished game.
fn parse_result(word: &str) -> Option<Option<Outcome>> {
    if word == "*" { Some(None) } else { word.parse().ok().map(Some) }
}

/// The text of a result; `*` for an unfinished game.
fn result_text(result: Option<Outcome>) -> String {
    result.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}
