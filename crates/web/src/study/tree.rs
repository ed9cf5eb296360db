//! A game with variations: what the analysis board walks in.

use engine::Value;
use rules::{AnyGame, AnyIllegal, AnyMove, Record, Rng, Seat, Turn};

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

/// A game with variations, and where one stands in it.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    at: Id,
}

impl Tree {
    /// A tree that begins at a position.
    pub fn new(start: AnyGame) -> Tree {
        let node = Node { parent: None, mv: None, game: start, children: Vec::new(), best: None };
        Tree { nodes: vec![node], at: 0 }
    }

    /// The tree of a record, standing at its end.
    pub fn from_record(record: &Record) -> Tree {
        let mut tree = Tree::new(record.start().clone());
        for step in record.steps() {
            // A record holds legal moves only.
            let _ = tree.play(step.mv());
        }
        tree
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
        self.nodes.push(Node { parent: Some(self.at), mv: Some(mv), game, children: Vec::new(), best: None });
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
        let got = self.value(id)?;
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
        let mut record = Record::new(self.node(0).game.clone());
        for mv in self.line().into_iter().filter_map(|id| self.node(id).mv) {
            // Every move in the tree is legal where it stands.
            let _ = record.push(mv);
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Kind, Outcome};

    fn tree(moves: &str) -> Tree {
        let mut tree = Tree::new(AnyGame::new(Kind::Morpion, "").expect("options"));
        play(&mut tree, moves);
        tree
    }

    fn play(tree: &mut Tree, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = tree.here().game.parse_move(text).expect("a move");
            tree.play(mv).expect("a legal move");
        }
    }

    fn texts(tree: &Tree) -> Vec<String> {
        tree.line().into_iter().filter_map(|id| Some(tree.node(id).mv?.to_string())).collect()
    }

    #[test]
    fn another_move_begins_a_variation_and_the_same_move_follows_the_line() {
        let mut tree = tree("5 1 9");
        assert!(tree.back() && tree.back());
        play(&mut tree, "1");
        assert_eq!(texts(&tree), ["5", "1", "9"]);
        assert!(tree.back());
        play(&mut tree, "2 3");
        assert_eq!(texts(&tree), ["5", "2", "3"]);
        assert_eq!(tree.node(1).children.len(), 2);
    }

    #[test]
    fn a_variation_can_become_the_main_line_or_be_taken_out() {
        let mut tree = tree("5 1 9");
        tree.go(1);
        play(&mut tree, "2");
        let variation = tree.at();
        tree.promote(variation);
        tree.go(0);
        assert_eq!(texts(&tree), ["5", "2"]);
        tree.go(variation);
        tree.remove(variation);
        assert_eq!((tree.at(), texts(&tree)), (1, vec!["5".to_owned(), "1".to_owned(), "9".to_owned()]));
        tree.remove(0);
        assert_eq!(texts(&tree).len(), 3, "the start stays");
    }

    #[test]
    fn a_move_that_gives_a_proven_draw_away_is_a_blunder_and_the_better_move_is_named() {
        let mut tree = tree("5 2");
        let draw = Value::Proven { outcome: Outcome::Draw, plies: 8 };
        let lost = Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 5 };
        let corner = tree.node(1).game.parse_move("1").expect("a move");
        tree.note(1, corner, draw);
        tree.note(2, corner, lost);
        assert_eq!(tree.slip(2), Some((Slip::Blunder, corner)));
        assert_eq!(tree.slip(1), None, "nothing is known of the start");
    }

    #[test]
    fn cards_are_drawn_after_each_move_and_walking_passes_over_them() {
        let mut rng = Rng::new(2);
        let mut tree = Tree::new(AnyGame::new(Kind::Cards, "").expect("options"));
        tree.draw(&mut rng);
        let dealt = tree.at();
        assert!(tree.here().game.turn().seat().is_some());
        let mv = tree.here().game.moves()[0];
        tree.play(mv).expect("a legal move");
        tree.draw(&mut rng);
        let drawn = tree.at();
        assert!(tree.back());
        assert_eq!(tree.at(), dealt);
        assert!(tree.forward());
        assert_eq!(tree.at(), drawn);
    }

    #[test]
    fn the_record_of_a_line_replays() {
        let tree = tree("5 1 9 2");
        assert_eq!(
            Record::parse(&tree.record().to_string(), None).expect("a record").end(),
            &tree.here().game
        );
    }
}
