//! The game tree of the analysis board: a [`GameTree`] with the current node, and with the position and the engine's
//! evaluation of every node.

use boards::Arrow;
use engine::Value;
pub use review::MistakeGrade;
use review::{Review, annotation};
use rules::record::{GameTree, NodeId, RecordedPlayer, TERMINATION_TAG, TreeEvent, is_player_tag};
use rules::{AnyGame, AnyIllegal, AnyMove, Record, Rng, Seat, Turn};
use table::{End, EndReason};

use super::arrows;

/// The index of a node.
pub type Id = NodeId;

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct StudyNode<'t> {
    /// The node before it, if this is not the start.
    pub parent: Option<Id>,
    /// The move that leads to it.
    pub mv: Option<AnyMove>,
    /// The position.
    pub game: &'t AnyGame,
    /// The nodes after it, the main line first.
    pub children: &'t [Id],
    /// The best move that the engine found, and its value.
    pub best: Option<(AnyMove, Value)>,
    /// The values of the moves for which the engine has given one.
    move_values: &'t [(AnyMove, Value)],
}

/// The position of a node, and the engine's evaluation of it.
#[derive(Clone, Debug)]
struct NodeAnalysis {
    game: AnyGame,
    best: Option<(AnyMove, Value)>,
    move_values: Vec<(AnyMove, Value)>,
}

impl NodeAnalysis {
    fn new(game: AnyGame) -> NodeAnalysis {
        NodeAnalysis { game, best: None, move_values: Vec::new() }
    }
}

/// A game with variations, and the current node.
#[derive(Clone, Debug)]
pub struct StudyTree {
    moves: GameTree,
    /// The analysis of each node.
    analyses: Vec<NodeAnalysis>,
    at: Id,
}

impl StudyTree {
    /// A tree that begins at a position.
    pub fn new(start: AnyGame) -> StudyTree {
        StudyTree::from_moves(GameTree::new(start))
    }

    /// The tree of a record, at its end.
    pub fn from_record(record: &Record) -> StudyTree {
        let mut tree = StudyTree::from_moves(GameTree::from_record(record));
        tree.at = tree.moves.end();
        tree
    }

    /// The tree of a game that was read, at its start.
    pub fn from_moves(moves: GameTree) -> StudyTree {
        let mut analyses = vec![NodeAnalysis::new(moves.start().clone())];
        // A node comes after its parent.
        for id in 1..moves.node_count() {
            let node = moves.node(id);
            let mut game = analyses[node.parent().unwrap_or(GameTree::ROOT)].game.clone();
            // Every move in the tree is legal where it stands.
            let _ = node.mv().map(|mv| game.play(mv));
            analyses.push(NodeAnalysis::new(game));
        }
        let mut tree = StudyTree { moves, analyses, at: GameTree::ROOT };
        if let Some(review) = annotation::read(&tree.main_record()) {
            tree.store_review(&review);
        }
        tree
    }

    /// The main line, as a record.
    pub fn main_record(&self) -> Record {
        self.moves.record_of(&self.main_line())
    }

    /// Writes a review of the main line into its comments and notes its values. A review of another game is dropped.
    /// Says whether the review was written.
    pub fn set_review(&mut self, review: &Review) -> bool {
        let is_same = is_same_game(&self.main_record(), &review.record);
        if is_same {
            annotation::write(review, &mut self.moves);
            self.store_review(review);
        }
        is_same
    }

    fn store_review(&mut self, review: &Review) {
        for (index, id) in self.main_line().into_iter().enumerate() {
            let Some(known) = review.evaluations.get(index).and_then(Option::as_ref) else { continue };
            let played = review.record.steps().get(index).map(rules::record::RecordedMove::mv);
            let best = known.line.first().map(|&mv| (mv, known.value));
            self.store_values(id, best.into_iter().chain(played.zip(known.played)));
        }
    }

    /// The moves, comments, marks and tags.
    pub fn moves(&self) -> &GameTree {
        &self.moves
    }

    /// The whole tree as text.
    pub fn text(&self) -> String {
        self.moves.to_string()
    }

    /// Who played in a seat, if the game says it.
    pub fn player(&self, seat: Seat) -> Option<RecordedPlayer> {
        self.moves.player(seat)
    }

    /// A node.
    pub fn node(&self, id: Id) -> StudyNode<'_> {
        let id = if id < self.analyses.len() { id } else { GameTree::ROOT };
        let (node, analysis) = (self.moves.node(id), &self.analyses[id]);
        StudyNode {
            parent: node.parent(),
            mv: node.mv(),
            game: &analysis.game,
            children: node.children(),
            best: analysis.best,
            move_values: &analysis.move_values,
        }
    }

    /// The index of the current node.
    pub fn current_id(&self) -> Id {
        self.at
    }

    /// The current node.
    pub fn current(&self) -> StudyNode<'_> {
        self.node(self.at)
    }

    /// Plays a move at the current node: follows the line that has it, or begins a new one.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
        if let Some(child) = self.moves.child(self.at, mv) {
            self.at = child;
            return Ok(());
        }
        let mut game = self.current().game.clone();
        let by_chance = game.turn() == Turn::Chance;
        game.play(mv)?;
        self.at = self.moves.play_unchecked(self.at, mv, by_chance);
        self.analyses.push(NodeAnalysis::new(game));
        Ok(())
    }

    /// Goes to a node.
    pub fn go(&mut self, id: Id) {
        if id < self.analyses.len() {
            self.at = id;
        }
    }

    /// One move back. Says whether there was one.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.current().parent else { return false };
        self.at = parent;
        // Navigation does not stop at chance draws, since no player decides them.
        while let (Turn::Chance, Some(parent)) = (self.current().game.turn(), self.current().parent) {
            self.at = parent;
        }
        true
    }

    /// One move on, along the main line. Says whether there was one.
    pub fn forward(&mut self) -> bool {
        let Some(&child) = self.current().children.first() else { return false };
        self.at = child;
        while let (Turn::Chance, Some(&child)) = (self.current().game.turn(), self.current().children.first())
        {
            self.at = child;
        }
        true
    }

    /// Draws cards, the recorded ones or random ones, until a player is to move.
    pub fn draw(&mut self, rng: &mut Rng) {
        while self.current().game.turn() == Turn::Chance {
            if let Some(&drawn) = self.current().children.first() {
                self.at = drawn;
                continue;
            }
            let drawn = self.current().game.random_move(rng).map(|card| self.play(card));
            if !matches!(drawn, Some(Ok(()))) {
                break;
            }
        }
    }

    /// The nodes from the start to the current one and on along the main line.
    pub fn line(&self) -> Vec<Id> {
        self.moves.line_through(self.at)
    }

    /// The nodes of the main line, from the start.
    pub fn main_line(&self) -> Vec<Id> {
        self.moves.main_line()
    }

    /// The arrows drawn on a position.
    pub fn arrows(&self, id: Id) -> Vec<Arrow> {
        arrows::split(self.moves.node(id).comment()).1
    }

    /// Draws an arrow on the current position, or removes it if it is there.
    pub fn toggle_arrow(&mut self, arrow: Arrow) {
        let (text, mut all) = arrows::split(self.moves.node(self.at).comment());
        match all.iter().position(|known| *known == arrow) {
            Some(index) => drop(all.remove(index)),
            None => all.push(arrow),
        }
        self.moves.set_comment(self.at, &arrows::join(&text, &all));
    }

    /// Removes all arrows of the current position.
    pub fn clear_arrows(&mut self) {
        let (text, _) = arrows::split(self.moves.node(self.at).comment());
        self.moves.set_comment(self.at, &text);
    }

    /// Removes a node and everything after it. If the current node goes with them, its parent becomes the current
    /// one. The start stays.
    pub fn remove(&mut self, id: Id) {
        let Some(parent) = self.node(id).parent else { return };
        if self.moves.line_to(self.at).contains(&id) {
            self.at = parent;
        }
        self.moves.remove(id);
    }

    /// Makes the line to a node the main line, from the start on.
    pub fn promote(&mut self, id: Id) {
        self.moves.promote(id);
    }

    /// Stores the engine's best move in a position, and its value.
    pub fn store_best(&mut self, id: Id, best: AnyMove, value: Value) {
        if let Some(node) = self.analyses.get_mut(id) {
            node.best = Some((best, value));
        }
    }

    /// Stores the engine's values of some moves, best first.
    pub fn store_values(&mut self, id: Id, lines: impl IntoIterator<Item = (AnyMove, Value)>) {
        let mut lines = lines.into_iter().peekable();
        if let Some(&(best, value)) = lines.peek() {
            self.store_best(id, best, value);
        }
        let Some(node) = self.analyses.get_mut(id) else { return };
        for (mv, value) in lines {
            match node.move_values.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, known)) => *known = value,
                None => node.move_values.push((mv, value)),
            }
        }
    }

    /// The value of a position: by the rules if the game is over, otherwise the engine's.
    pub fn value(&self, id: Id) -> Option<Value> {
        let node = self.node(id);
        match node.game.turn().outcome() {
            Some(outcome) => Some(Value::Proven { outcome, plies: 0 }),
            None => node.best.map(|(_, value)| value),
        }
    }

    /// How much the move that led to a position gave away, if both values are known, and the better move.
    pub fn grade(&self, id: Id) -> Option<(MistakeGrade, AnyMove)> {
        let node = self.node(id);
        let before = self.node(node.parent?);
        let (better, promised) = before.best.filter(|(best, _)| Some(*best) != node.mv)?;
        let seat: Seat = before.game.turn().seat()?;
        let seats = before.game.seats();
        let got = match node.game.turn() {
            // The drawn card is luck, so the expected value of the move counts.
            Turn::Chance => before.move_values.iter().find(|(mv, _)| Some(*mv) == node.mv)?.1,
            Turn::Seat(_) | Turn::Over(_) => self.value(id)?,
        };
        let grade = MistakeGrade::of(promised, got, seat, seats)?;
        Some((grade, better))
    }

    /// How the game ended, if the current node is its end and something other than the rules ended it there. A record
    /// can state a result without a reason.
    pub fn end(&self) -> Option<End> {
        let here = self.current();
        let is_end = self.at == self.moves.end() && here.children.is_empty() && !here.game.turn().is_over();
        let outcome = is_end.then(|| self.moves.result())?;
        let why = self.moves.tag(TERMINATION_TAG).and_then(|why| why.parse().ok());
        match (outcome, why) {
            (None, Some(why @ (EndReason::Abandoned | EndReason::Aborted))) => Some(End { outcome, why }),
            (None, _) => None,
            (Some(_), why) => Some(End { outcome, why: why.unwrap_or(EndReason::Rules) }),
        }
    }

    /// The line through the current node, as a record.
    pub fn record(&self) -> Record {
        self.moves.record_of(&self.line())
    }

    /// Whether there is more than one line.
    pub fn has_variations(&self) -> bool {
        self.moves.has_variations()
    }

    /// Whether a player has moved in it.
    pub fn has_moves(&self) -> bool {
        let is_move = |event: &TreeEvent| matches!(*event, TreeEvent::Move(id) if self.move_number(id) > 0);
        self.moves.events().iter().any(is_move)
    }

    /// How many moves of players lead to a node.
    pub fn move_number(&self, id: Id) -> usize {
        self.moves.node(id).number()
    }

    /// The node of this tree that is the current node of `other`, if all of `other` is in this tree.
    pub fn locate(&self, other: &StudyTree) -> Option<Id> {
        let has_tags =
            other.moves.tags().iter().all(|tag| is_player_tag(&tag.0) || self.moves.tags().contains(tag));
        // A record of an older version has other tags for the same players.
        let has_players = (0..other.moves.start().seats())
            .map(Seat::from_index)
            .all(|seat| other.player(seat).is_none() || other.player(seat) == self.player(seat));
        let is_same = self.moves.start() == other.moves.start() && has_tags && has_players;
        let mut here = vec![is_same.then_some(GameTree::ROOT)?];
        // A node comes after its parent.
        for id in 1..other.moves.node_count() {
            let node = other.moves.node(id);
            here.push(self.moves.child(here[node.parent()?], node.mv()?)?);
        }
        Some(here[other.at])
    }
}

/// Whether two records have the same first position and the same moves.
pub fn is_same_game(a: &Record, b: &Record) -> bool {
    let moves =
        |record: &Record| record.steps().iter().map(rules::record::RecordedMove::mv).collect::<Vec<_>>();
    a.start() == b.start() && moves(a) == moves(b)
}

#[cfg(test)]
mod tests;
