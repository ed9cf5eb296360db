//! A game with variations: what the analysis board walks in.

use engine::Value;
use rules::{AnyGame, AnyIllegal, AnyMove, Outcome, Record, Rng, Seat, Turn};

/// The name of a position in a tree.
pub type Id = usize;

/// A position in a tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before, if this is not the start.
    pub parent: Option<Id>,
    /// The move that led here.
    pub mv: Option<AnyMove>,
    /// The position.
    pub game: AnyGame,
    /// The positions after it, the main line first.
    pub children: Vec<Id>,
    /// What the engine thinks of it: the best move and its value.
    pub best: Option<(AnyMove, Value)>,
    /// What the engine expects of each move that it has told of.
    known: Vec<(AnyMove, Value)>,
}

/// How much a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slip {
    /// A little: `?!`.
    Small,
    /// Much: `?`.
    Mistake,
    /// What was proven, or nearly everything: `??`.
    Blunder,
}

impl Slip {
    /// The mark behind the move.
    pub const fn mark(self) -> &'static str {
        match self {
            Slip::Small => "?!",
            Slip::Mistake => "?",
            Slip::Blunder => "??",
        }
    }
}

/// A piece of a tree as it is written: the main line, with variations behind the move they replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The move that leads to a position.
    Move(Id),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
}

/// A game with variations, and where one stands in it.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    at: Id,
    /// What is known of the game that was brought, such as who played it.
    tags: Vec<(String, String)>,
    /// Where that game ended, and how if the players declared it.
    came: Option<(Id, Option<Outcome>)>,
}

impl Tree {
    /// A tree that begins at a position.
    pub fn new(start: AnyGame) -> Tree {
        let node =
            Node { parent: None, mv: None, game: start, children: Vec::new(), best: None, known: Vec::new() };
        Tree { nodes: vec![node], at: 0, tags: Vec::new(), came: None }
    }

    /// The tree of a record, standing at its end.
    pub fn from_record(record: &Record) -> Tree {
        let mut tree = Tree::new(record.start().clone());
        for step in record.steps() {
            // A record holds legal moves only.
            let _ = tree.play(step.mv());
        }
        tree.came_from(record);
        tree
    }

    /// Notes what a record says of the game beside its moves; one stands where the game ended.
    pub fn came_from(&mut self, record: &Record) {
        self.tags = record.tags().to_vec();
        self.came = Some((self.at, record.result()));
    }

    /// What is known of the game beside its moves.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Who sits in a seat, if the game that was brought says so.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        let tag = format!("Seat{}", seat.number());
        let name = self.tags.iter().find(|(name, _)| *name == tag).map(|(_, value)| value.as_str());
        name.filter(|name| !name.is_empty())
    }

    /// A position.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.min(self.nodes.len() - 1)]
    }

    /// Where one stands.
    pub fn at(&self) -> Id {
        self.at
    }

    /// The position where one stands.
    pub fn here(&self) -> &Node {
        self.node(self.at)
    }

    /// Goes along a move: into the line that has it, or into a new one.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
        let known = self.here().children.iter().copied().find(|&child| self.node(child).mv == Some(mv));
        if let Some(child) = known {
            self.at = child;
            return Ok(());
        }
        let mut game = self.here().game.clone();
        game.play(mv)?;
        let id = self.nodes.len();
        self.nodes.push(Node {
            parent: Some(self.at),
            mv: Some(mv),
            game,
            children: Vec::new(),
            best: None,
            known: Vec::new(),
        });
        let at = self.at;
        self.nodes[at].children.push(id);
        self.at = id;
        Ok(())
    }

    /// Goes to a position.
    pub fn go(&mut self, id: Id) {
        if id < self.nodes.len() {
            self.at = id;
        }
    }

    /// One move back. Says whether there was one.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.here().parent else { return false };
        self.at = parent;
        // A card being drawn is nobody's decision, and nothing to stop at.
        while let (Turn::Chance, Some(parent)) = (self.here().game.turn(), self.here().parent) {
            self.at = parent;
        }
        true
    }

    /// One move on, along the main line. Says whether there was one.
    pub fn forward(&mut self) -> bool {
        let Some(&child) = self.here().children.first() else { return false };
        self.at = child;
        while let (Turn::Chance, Some(&child)) = (self.here().game.turn(), self.here().children.first()) {
            self.at = child;
        }
        true
    }

    /// Draws cards, as was drawn here before or as chance will have it, until somebody is to move.
    pub fn draw(&mut self, rng: &mut Rng) {
        while self.here().game.turn() == Turn::Chance {
            if let Some(&drawn) = self.here().children.first() {
                self.at = drawn;
                continue;
            }
            let drawn = self.here().game.random_move(rng).map(|card| self.play(card));
            if !matches!(drawn, Some(Ok(()))) {
                break;
            }
        }
    }

    /// The positions from the start to where one stands and on along the main line.
    pub fn line(&self) -> Vec<Id> {
        let mut line = vec![self.at];
        while let Some(parent) = self.node(line[line.len() - 1]).parent {
            line.push(parent);
        }
        line.reverse();
        while let Some(&child) = self.node(line[line.len() - 1]).children.first() {
            line.push(child);
        }
        line
    }

    /// The positions of the main line, from the start.
    pub fn main_line(&self) -> Vec<Id> {
        let mut line = vec![0];
        while let Some(&child) = self.node(line[line.len() - 1]).children.first() {
            line.push(child);
        }
        line
    }

    /// Takes a variation out, with all that follows it, and goes back to where it begins. The start stays.
    pub fn remove(&mut self, id: Id) {
        let Some(parent) = self.node(id).parent else { return };
        self.nodes[parent].children.retain(|&child| child != id);
        let mut at = self.at;
        while at != id {
            match self.node(at).parent {
                Some(above) => at = above,
                None => return,
            }
        }
        self.at = parent;
    }

    /// Makes a variation the main line, from the start on.
    pub fn promote(&mut self, id: Id) {
        let mut id = id;
        while let Some(parent) = self.node(id).parent {
            let children = &mut self.nodes[parent].children;
            if let Some(index) = children.iter().position(|&child| child == id) {
                children[..=index].rotate_right(1);
            }
            id = parent;
        }
    }

    /// Notes what the engine thinks of a position.
    pub fn note(&mut self, id: Id, best: AnyMove, value: Value) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.best = Some((best, value));
        }
    }

    /// Notes what the engine expects of moves, the best first.
    pub fn note_lines(&mut self, id: Id, lines: impl IntoIterator<Item = (AnyMove, Value)>) {
        let mut lines = lines.into_iter().peekable();
        if let Some(&(best, value)) = lines.peek() {
            self.note(id, best, value);
        }
        let Some(node) = self.nodes.get_mut(id) else { return };
        for (mv, value) in lines {
            match node.known.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, known)) => *known = value,
                None => node.known.push((mv, value)),
            }
        }
    }

    /// What a position is worth: as the rules say if it is over, or else as the engine thinks.
    pub fn value(&self, id: Id) -> Option<Value> {
        let node = self.node(id);
        match node.game.turn().outcome() {
            Some(outcome) => Some(Value::Proven { outcome, plies: 0 }),
            None => node.best.map(|(_, value)| value),
        }
    }

    /// How much the move that led to a position gave away, if both are known, and what would have been better.
    pub fn slip(&self, id: Id) -> Option<(Slip, AnyMove)> {
        let node = self.node(id);
        let before = self.node(node.parent?);
        let (better, promised) = before.best.filter(|(best, _)| Some(*best) != node.mv)?;
        let seat: Seat = before.game.turn().seat()?;
        let seats = before.game.seats();
        let got = match node.game.turn() {
            // What the card will be is luck and not the move's doing, so what was expected of the move counts.
            Turn::Chance => before.known.iter().find(|(mv, _)| Some(*mv) == node.mv)?.1,
            Turn::Seat(_) | Turn::Over(_) => self.value(id)?,
        };
        let lost = promised.share(seat, seats) - got.share(seat, seats);
        let was_proven = promised.is_proven() && got.is_proven();
        let slip = match lost {
            lost if was_proven && lost > 0.01 => Slip::Blunder,
            lost if lost >= 0.4 => Slip::Blunder,
            lost if lost >= 0.2 => Slip::Mistake,
            lost if lost >= 0.1 => Slip::Small,
            _ => return None,
        };
        Some((slip, better))
    }

    /// The line on which one stands, as a record.
    pub fn record(&self) -> Record {
        self.record_of(&self.line())
    }

    /// A line as a record. Only the game that was brought ended as was declared, and has all its tags; every other
    /// line keeps the names.
    pub fn record_of(&self, line: &[Id]) -> Record {
        let mut record = Record::new(self.node(0).game.clone());
        for mv in line.iter().filter_map(|&id| self.node(id).mv) {
            // Every move in the tree is legal where it stands.
            let _ = record.push(mv);
        }
        let came = self.came.filter(|(end, _)| line.last() == Some(end));
        let is_kept =
            |name: &str| came.is_some() || matches!(name, "Seat1" | "Seat2" | "Seat3" | "Seat4" | "Date");
        for (name, value) in self.tags.iter().filter(|(name, _)| is_kept(name)) {
            record.set_tag(name, value);
        }
        record.declare(came.and_then(|(_, outcome)| outcome));
        record
    }

    /// The whole tree as it is written.
    pub fn pieces(&self) -> Vec<Piece> {
        enum Task {
            After(Id),
            Variation(Id),
            Close,
        }
        let mut pieces = Vec::new();
        // Variations can lie in variations as deep as somebody likes, so nothing calls itself here.
        let mut tasks = vec![Task::After(0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::After(id) => {
                    let Some((&main, others)) = self.node(id).children.split_first() else { continue };
                    pieces.push(Piece::Move(main));
                    tasks.push(Task::After(main));
                    tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
                }
                Task::Variation(id) => {
                    pieces.extend([Piece::Open, Piece::Move(id)]);
                    tasks.extend([Task::Close, Task::After(id)]);
                }
                Task::Close => pieces.push(Piece::Close),
            }
        }
        pieces
    }

    /// Whether there is more than one line.
    pub fn has_variations(&self) -> bool {
        self.pieces().contains(&Piece::Open)
    }

    /// Whether a player has moved in it.
    pub fn is_played(&self) -> bool {
        self.pieces().iter().any(|piece| matches!(*piece, Piece::Move(id) if self.number(id) > 0))
    }

    /// How many moves of players lead to a position.
    pub fn number(&self, id: Id) -> usize {
        let (mut number, mut id) = (0, id);
        while let Some(parent) = self.node(id).parent {
            number += usize::from(self.node(parent).game.turn() != Turn::Chance);
            id = parent;
        }
        number
    }

    /// Where in this tree the position stands in which `other` stands, if all of `other` is in this tree.
    pub fn holds(&self, other: &Tree) -> Option<Id> {
        let is_same =
            self.node(0).game == other.node(0).game && other.tags.iter().all(|tag| self.tags.contains(tag));
        let mut here = vec![is_same.then_some(0)?];
        // A position comes after the one before it.
        for node in &other.nodes[1..] {
            let parent = here[node.parent?];
            let child = self.node(parent).children.iter().find(|&&child| self.node(child).mv == node.mv)?;
            here.push(*child);
        }
        Some(here[other.at])
    }
}

#[cfg(test)]
mod tests;
