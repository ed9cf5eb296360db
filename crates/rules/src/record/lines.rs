//! The lines of a game while it is being parsed: the main line, and the variations that interrupt it.

use super::Problem;
use super::lexer::Location;
use super::tree::{GameTree, NodeId};
use crate::any::AnyGame;
use crate::seat::Turn;

/// An error and its location.
pub(super) type LocatedProblem = (Location, Problem);

/// The most characters of a bad move that an error quotes.
const FOUND_LIMIT: usize = 40;

/// The tree, the line that is being read, and the lines that it interrupts.
#[derive(Clone, Debug)]
pub(super) struct TreeReader {
    pub(super) tree: GameTree,
    pub(super) line: OpenLine,
    pub(super) outer: Vec<OpenLine>,
    /// The line that made each node.
    made_by: Vec<usize>,
    line_count: usize,
}

/// A line that is being parsed: the main line or a variation.
#[derive(Clone, Debug)]
pub(super) struct OpenLine {
    index: usize,
    /// The location of its opening parenthesis.
    pub(super) opened: Location,
    /// The node after which it begins.
    pub(super) from: NodeId,
    pub(super) at: NodeId,
    /// The position at `at`.
    pub(super) game: AnyGame,
    /// The position before the last move, where a variation begins.
    before: Option<AnyGame>,
    /// The comment before its first move.
    leading_comment: String,
    /// Whether its moves are skipped, after an error.
    pub(super) is_skipped: bool,
}

impl TreeReader {
    pub(super) fn new(start: AnyGame) -> TreeReader {
        let tree = GameTree::new(start.clone());
        let line = OpenLine {
            index: 0,
            opened: Location::START,
            from: GameTree::ROOT,
            at: GameTree::ROOT,
            game: start,
            before: None,
            leading_comment: String::new(),
            is_skipped: false,
        };
        TreeReader { tree, line, outer: Vec::new(), made_by: vec![0], line_count: 1 }
    }

    pub(super) fn play(&mut self, at: Location, text: &str, is_one_line: bool) -> Result<(), LocatedProblem> {
        let TreeReader { tree, line, made_by, .. } = self;
        if line.is_skipped {
            return Ok(());
        }
        let mv = line.game.parse_move(text).map_err(|error| {
            line.is_skipped = true;
            let at = at.after(text.get(..error.at()).unwrap_or(text));
            (at, Problem::BadMove { found: text.chars().take(FOUND_LIMIT).collect(), error: Box::new(error) })
        })?;
        let by_chance = line.game.turn() == Turn::Chance;
        let before = (!is_one_line).then(|| line.game.clone());
        line.game.play(mv).map_err(|reason| {
            line.is_skipped = true;
            (at, Problem::Illegal { number: tree.node(line.at).number() + 1, mv, reason })
        })?;
        let parent = line.at;
        line.at = tree.play_unchecked(parent, mv, by_chance);
        line.before = before;
        if line.at == made_by.len() {
            made_by.push(line.index);
        }
        // A variation that repeats moves may have continued this line before it continues itself.
        if parent != line.from && made_by.get(parent) == Some(&line.index) || line.index == 0 {
            tree.put_first(line.at);
        }
        tree.comment(line.at, &std::mem::take(&mut line.leading_comment));
        Ok(())
    }

    pub(super) fn comment(&mut self, text: &str) {
        let TreeReader { tree, line, outer, .. } = self;
        if line.is_skipped {
            return;
        }
        if line.at == line.from && !outer.is_empty() {
            line.leading_comment.push(' ');
            line.leading_comment.push_str(text);
        } else {
            tree.comment(line.at, text);
        }
    }

    pub(super) fn begin_variation(&mut self, at: Location) -> Result<(), LocatedProblem> {
        let line = &self.line;
        let parent = self.tree.node(line.at).parent().filter(|_| line.at != line.from);
        let is_skipped = line.is_skipped || parent.is_none();
        let done = if is_skipped && !line.is_skipped { Err((at, Problem::NothingToReplace)) } else { Ok(()) };
        let from = parent.unwrap_or(line.at);
        let inner = OpenLine {
            index: self.line_count,
            opened: at,
            from,
            at: from,
            game: line.before.clone().filter(|_| !is_skipped).unwrap_or_else(|| line.game.clone()),
            before: None,
            leading_comment: String::new(),
            is_skipped,
        };
        self.line_count += 1;
        self.outer.push(std::mem::replace(&mut self.line, inner));
        done
    }

    pub(super) fn end_variation(&mut self, at: Location) -> Result<(), LocatedProblem> {
        let Some(outer) = self.outer.pop() else { return Ok(()) };
        let inner = std::mem::replace(&mut self.line, outer);
        if inner.is_skipped || inner.at != inner.from {
            return Ok(());
        }
        self.tree.comment(self.line.at, &inner.leading_comment);
        Err((at, Problem::EmptyVariation))
    }
}
