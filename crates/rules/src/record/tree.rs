//! A game with variations, comments and marks.

use super::nag::Nag;
use super::{Record, RecordedPlayer, Tags, add_comment, is_player_tag};
use crate::any::{AnyGame, AnyIllegal, AnyMove};
use crate::seat::{Outcome, Seat, Turn};

/// The index of a node in a [`GameTree`].
pub type NodeId = usize;

/// A move in a [`GameTree`], and the position after it. The root has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    parent: Option<NodeId>,
    mv: Option<AnyMove>,
    by_chance: bool,
    number: usize,
    children: Vec<NodeId>,
    comment: String,
    nags: Vec<Nag>,
}

impl Node {
    /// The node before it; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The move that leads to it; `None` for the root.
    pub fn mv(&self) -> Option<AnyMove> {
        self.mv
    }

    /// Whether chance made the move, rather than a player.
    pub fn is_chance(&self) -> bool {
        self.by_chance
    }

    /// How many moves of players lead to it from the root.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The nodes after it, the main continuation first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The comment on the move, or on the start of the game; empty if there is none.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The marks of the move.
    pub fn nags(&self) -> &[Nag] {
        &self.nags
    }
}

/// A part of a tree in the order in which it is written: each variation follows the move that it replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeEvent {
    /// The move of a node.
    Move(NodeId),
    /// A variation begins.
    BeginVariation,
    /// The innermost variation ends.
    EndVariation,
}

/// A game with variations, comments and marks.
///
/// Every move in it is legal: moves are added by [`play`](GameTree::play), or by callers of
/// [`play_unchecked`](GameTree::play_unchecked) who have checked them.
///
/// ```
/// use rules::record::{GameTree, ParsedGame};
///
/// let ParsedGame { tree, errors, .. } = GameTree::parse("[Game \"morpion\"] 5 1 (2! {better} 3) 9", None);
/// let tree = tree.unwrap();
/// assert!(errors.is_empty());
/// assert_eq!(tree.main_line().len(), 4);
/// assert!(tree.to_string().ends_with("\n\n1. 5 2. 1 (2. 2 $1 {better} 3. 3) 3. 9 *\n"));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    tags: Tags,
    start: AnyGame,
    nodes: Vec<Node>,
    /// Where the main line ended when its result was declared.
    end: NodeId,
    declared: Option<Outcome>,
}

impl GameTree {
    /// The root: the start of the game.
    pub const ROOT: NodeId = 0;

    /// A tree that begins at a position and has no moves yet.
    pub fn new(start: AnyGame) -> GameTree {
        let root = Node {
            parent: None,
            mv: None,
            by_chance: false,
            number: 0,
            children: Vec::new(),
            comment: String::new(),
            nags: Vec::new(),
        };
        GameTree { tags: Tags::default(), start, nodes: vec![root], end: GameTree::ROOT, declared: None }
    }

    /// The tree of a record, which has one line.
    pub fn from_record(record: &Record) -> GameTree {
        let mut tree = GameTree::new(record.start().clone());
        tree.tags = record.tags.clone();
        tree.comment(GameTree::ROOT, record.opening_comment());
        let mut at = GameTree::ROOT;
        for step in record.steps() {
            at = tree.play_unchecked(at, step.mv(), step.is_chance());
            tree.comment(at, step.comment());
            step.nags().iter().for_each(|&nag| tree.mark(at, nag));
        }
        tree.declare(record.declared);
        tree
    }

    /// The position at the root.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// A node. An index that is out of range means the root.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id).unwrap_or(&self.nodes[GameTree::ROOT])
    }

    /// How many nodes have ever been made: every [`NodeId`] is below.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The position after the move of a node, found by replaying the game up to it.
    pub fn position(&self, id: NodeId) -> AnyGame {
        let mut game = self.start.clone();
        for mv in self.line_to(id).into_iter().filter_map(|id| self.node(id).mv) {
            // Every move in the tree is legal where it stands.
            let played = game.play(mv);
            debug_assert!(played.is_ok(), "{mv} is in the tree");
        }
        game
    }

    /// Plays a move after a node and returns its node, which may have been there before. Checks the move in the
    /// position that it finds by replaying the game.
    pub fn play(&mut self, after: NodeId, mv: AnyMove) -> Result<NodeId, AnyIllegal> {
        let game = self.position(after);
        game.check(mv)?;
        Ok(self.play_unchecked(after, mv, game.turn() == Turn::Chance))
    }

    /// Adds a move that the caller has checked; `by_chance` says whether chance makes it. If the node has this move
    /// already, returns that child.
    pub fn play_unchecked(&mut self, after: NodeId, mv: AnyMove, by_chance: bool) -> NodeId {
        let after = if after < self.nodes.len() { after } else { GameTree::ROOT };
        if let Some(known) = self.child(after, mv) {
            return known;
        }
        let id = self.nodes.len();
        let number = self.nodes[after].number + usize::from(!by_chance);
        self.nodes.push(Node {
            parent: Some(after),
            mv: Some(mv),
            by_chance,
            number,
            children: Vec::new(),
            comment: String::new(),
            nags: Vec::new(),
        });
        self.nodes[after].children.push(id);
        id
    }

    /// The child of a node by a move.
    pub fn child(&self, id: NodeId, mv: AnyMove) -> Option<NodeId> {
        self.node(id).children.iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Makes a child the main continuation of its parent.
    pub(super) fn put_first(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let children = &mut self.nodes[parent].children;
        if let Some(index) = children.iter().position(|&child| child == id) {
            children[..=index].rotate_right(1);
        }
    }

    /// Makes the line to a node the main line, from the root on.
    pub fn promote(&mut self, id: NodeId) {
        self.line_to(id).into_iter().for_each(|id| self.put_first(id));
    }

    /// Removes a node and everything after it. The root stays.
    pub fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.nodes[parent].children.retain(|&child| child != id);
        }
    }

    /// Appends to the comment of a node. White space is folded and braces become parentheses, so that every comment
    /// can be written.
    pub fn comment(&mut self, id: NodeId, text: &str) {
        if let Some(node) = self.nodes.get_mut(id) {
            add_comment(&mut node.comment, text);
        }
    }

    /// Replaces the comment of a node.
    pub fn set_comment(&mut self, id: NodeId, text: &str) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.comment.clear();
        }
        self.comment(id, text);
    }

    /// Marks the move of a node. The root has no move to mark.
    pub fn mark(&mut self, id: NodeId, nag: Nag) {
        if let Some(node) = self.nodes.get_mut(id).filter(|node| node.mv.is_some())
            && !node.nags.contains(&nag)
        {
            node.nags.push(nag);
        }
    }

    /// The tags other than `Game`, `Options`, `Position` and `Result`, in order.
    pub fn tags(&self) -> &[(String, String)] {
        self.tags.all()
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// Sets a tag, as [`Record::set_tag`] does.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.tags.set(name, value);
    }

    /// Who played in a seat, if the game says it.
    pub fn player(&self, seat: Seat) -> Option<RecordedPlayer> {
        self.tags.player(seat)
    }

    /// Declares the result of the main line, if the rules did not end it. The declaration lapses when the main line
    /// changes or gets longer.
    pub fn declare(&mut self, outcome: Option<Outcome>) {
        self.end = self.main_line().pop().unwrap_or(GameTree::ROOT);
        self.declared = outcome;
    }

    /// The result of the main line: by the rules, or as the players declared.
    pub fn result(&self) -> Option<Outcome> {
        let end = self.main_line().pop().unwrap_or(GameTree::ROOT);
        self.position(end).turn().outcome().or(self.declared.filter(|_| self.end == end))
    }

    /// The end of the main line when the game was parsed, or when its result was declared.
    pub fn end(&self) -> NodeId {
        self.end
    }

    /// The nodes from the root to a node.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        line.reverse();
        line
    }

    /// The nodes from the root to a node and on along the main continuation.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.line_to(id);
        line.extend(std::iter::successors(self.node(id).children.first().copied(), |&id| {
            self.node(id).children.first().copied()
        }));
        line
    }

    /// The nodes of the main line, from the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_through(GameTree::ROOT)
    }

    /// A line as a record, with comments and marks. The main line as it was parsed keeps its tags and its result; every
    /// other line keeps only the names of the players and the date.
    pub fn record_of(&self, line: &[NodeId]) -> Record {
        let mut record = Record::new(self.start.clone());
        record.comment(self.node(GameTree::ROOT).comment());
        for node in line.iter().map(|&id| self.node(id)) {
            let Some(mv) = node.mv else { continue };
            // Every move in the tree is legal where it stands.
            let pushed = record.push(mv);
            debug_assert!(pushed.is_ok(), "{mv} is in the tree");
            record.comment(&node.comment);
            node.nags.iter().for_each(|&nag| record.mark(nag));
        }
        let is_whole = line.last() == Some(&self.end);
        let is_kept = |name: &str| is_whole || is_player_tag(name) || name == "Date";
        for (name, value) in self.tags().iter().filter(|(name, _)| is_kept(name)) {
            record.set_tag(name, value);
        }
        record.declare(self.declared.filter(|_| is_whole));
        record
    }

    /// The whole tree in the order in which it is written.
    pub fn events(&self) -> Vec<TreeEvent> {
        enum Task {
            After(NodeId),
            Variation(NodeId),
            End,
        }
        let mut events = Vec::new();
        let mut tasks = vec![Task::After(GameTree::ROOT)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::After(id) => {
                    let Some((&main, others)) = self.node(id).children.split_first() else { continue };
                    events.push(TreeEvent::Move(main));
                    tasks.push(Task::After(main));
                    tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
                }
                Task::Variation(id) => {
                    events.extend([TreeEvent::BeginVariation, TreeEvent::Move(id)]);
                    tasks.extend([Task::End, Task::After(id)]);
                }
                Task::End => events.push(TreeEvent::EndVariation),
            }
        }
        events
    }

    /// Whether there is more than one line.
    pub fn has_variations(&self) -> bool {
        self.events().contains(&TreeEvent::BeginVariation)
    }
}

/// Two trees are equal if they have the same text: node indices and removed nodes do not count.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        fn written(tree: &GameTree) -> impl Iterator<Item = Option<(Option<AnyMove>, &str, &[Nag])>> {
            tree.events().into_iter().map(|event| match event {
                TreeEvent::Move(id) => {
                    let node = tree.node(id);
                    Some((node.mv, node.comment(), node.nags()))
                }
                TreeEvent::BeginVariation => Some((None, "", &[][..])),
                TreeEvent::EndVariation => None,
            })
        }
        self.start == other.start
            && self.tags == other.tags
            && self.result() == other.result()
            && self.node(GameTree::ROOT).comment == other.node(GameTree::ROOT).comment
            && written(self).eq(written(other))
    }
}

impl Eq for GameTree {}
