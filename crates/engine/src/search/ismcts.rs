//! Monte-Carlo tree search for games with secrets: single-observer information-set search.
//!
//! One tree stands for what the viewer sees. Each playout imagines a whole world that the viewer could not tell from
//! the true one, and goes down the tree by the moves that are legal in that world; what the viewer would not see of
//! a move (a card that another draws) is not seen in the tree either. Since a move is not legal in every world, it
//! is compared not with all visits of its parent but with those in which it was there to be chosen
//! (Cowling, Powley and Whitehouse, 2012).
//!
//! As in [`mcts`](super::mcts), a node as limits count them is one playout, and nodes lie in one vector.

use rules::{Game, Outcome, Rng, Seat, Turn, View};

use super::mcts::{Guide, LeftOut, Record, Settings, shares_of};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};

/// A node: the move that leads to it, as the viewer sees it, and what came of it.
#[derive(Clone, Debug)]
struct Node<M> {
    mv: M,
    /// The child that was added last; 0, which is the root, if there is none.
    child: u32,
    /// The child of the same parent that was added before this one; 0 if there is none.
    sibling: u32,
    /// How often the move was there to be chosen.
    available: u32,
    record: Record,
}

impl<M> Node<M> {
    fn new(mv: M, sibling: u32, bias: f32) -> Node<M> {
        Node { mv, child: 0, sibling, available: 0, record: Record::new(bias) }
    }
}

/// A search: the tree and the room it works in.
pub struct Search<G: Game> {
    nodes: Vec<Node<G::Move>>,
    path: Vec<u32>,
    moves: Vec<G::Move>,
    /// Whether a move of the root wins at once.
    winning: bool,
}

impl<G: Game> Default for Search<G> {
    fn default() -> Search<G> {
        Search { nodes: Vec::new(), path: Vec::new(), moves: Vec::new(), winning: false }
    }
}

impl<G: Game> Search<G> {
    /// Thinks about a view in which a seat whose secrets the viewer knows is to move.
    pub fn think(
        &mut self,
        view: &View<G>,
        limits: &Limits,
        settings: &Settings,
        guide: &mut impl Guide<G>,
        control: &mut Control<'_, G::Move>,
    ) -> Analysis<G::Move> {
        let mut rng = Rng::new(limits.seed);
        let root = view.position();
        self.nodes.clear();
        self.moves.clear();
        root.moves_into(&mut self.moves);
        self.nodes.push(Node::new(self.moves[0], 0, 0.0));
        // All moves of the root are there from the beginning: the viewer sees them.
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            self.add_child(0, mv, if settings.plain { 0.0 } else { guide.bias(root, mv) });
        }
        self.winning = !settings.plain && guide.narrow(root, &mut self.moves) == LeftOut::NotWins;
        let mut done = 0;
        let mut next_tell = 1024;
        let mut more = control.look() && !self.winning;
        while more && done < settings.playouts {
            self.iterate(view, limits, settings, guide, &mut rng);
            done += 1;
            more = control.visit();
            if more && done >= next_tell {
                next_tell = done + done / 4;
                control.tell(&mut self.analysis(root, limits));
            }
        }
        let mut analysis = self.analysis(root, limits);
        control.tell(&mut analysis);
        analysis
    }

    fn add_child(&mut self, at: usize, mv: G::Move, bias: f32) -> usize {
        let place = self.nodes.len();
        self.nodes.push(Node::new(mv, self.nodes[at].child, bias));
        self.nodes[at].child = place as u32;
        place
    }

    /// The child that a move leads to, if it is in the tree.
    fn child(&self, at: usize, mv: G::Move) -> Option<usize> {
        let mut place = self.nodes[at].child as usize;
        while place != 0 && self.nodes[place].mv != mv {
            place = self.nodes[place].sibling as usize;
        }
        (place != 0).then_some(place)
    }

    /// One playout.
    fn iterate(
        &mut self,
        view: &View<G>,
        limits: &Limits,
        settings: &Settings,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) {
        let mut world = view.imagine(rng);
        let deepest = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        let shares = loop {
            let turn = world.turn();
            if let Turn::Over(outcome) = turn {
                break shares_of(outcome, world.seats());
            }
            let is_leaf =
                at != 0 && self.nodes[at].record.visits < settings.expand_at || self.path.len() > deepest;
            if is_leaf || self.nodes.len() >= settings.room {
                break settings.playout(&mut world, guide, rng, &mut self.moves);
            }
            let mv = match turn {
                Turn::Seat(seat) => {
                    let (place, mv) = self.select(at, &world, seat, settings, guide, rng);
                    at = place;
                    mv
                }
                _ => {
                    let Some(mv) = world.random_move(rng, &mut self.moves) else {
                        break shares_of(Outcome::Draw, world.seats());
                    };
                    let seen = world.redact_move(mv, view.viewer());
                    at = self.child(at, seen).unwrap_or_else(|| self.add_child(at, seen, 0.0));
                    mv
                }
            };
            world.play_unchecked(mv);
            self.path.push(at as u32);
        };
        for &at in &self.path {
            self.nodes[at as usize].record.add(&shares);
        }
    }

    /// The child that `seat` tries next, among the moves that are legal in this world.
    fn select(
        &mut self,
        at: usize,
        world: &G,
        seat: Seat,
        settings: &Settings,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) -> (usize, G::Move) {
        self.moves.clear();
        world.moves_into(&mut self.moves);
        if !settings.plain && at != 0 {
            guide.narrow(world, &mut self.moves);
        }
        let untried = if settings.plain { f32::MAX } else { self.nodes[at].record.untried(seat, settings) };
        let mut best = (f32::MIN, 0);
        let mut place = self.nodes[at].child as usize;
        // Moves that are in the tree are moved to the front of the list.
        let mut known = 0;
        while place != 0 {
            let node = &mut self.nodes[place];
            let (mv, sibling) = (node.mv, node.sibling as usize);
            if let Some(found) = self.moves[known..].iter().position(|&legal| legal == mv) {
                self.moves.swap(known, known + found);
                known += 1;
                node.available += 1;
                let log = (node.available as f32).ln();
                let merit = if settings.plain && node.record.visits == 0 {
                    // Untried moves come first, in random order.
                    1.0e6 + rng.below(1 << 16) as f32
                } else {
                    node.record.merit(seat, log, untried, settings)
                };
                if merit > best.0 {
                    best = (merit, place);
                }
            }
            place = sibling;
        }
        if known < self.moves.len() && best.0 < untried + settings.exploration {
            let fresh = known + rng.below((self.moves.len() - known) as u32) as usize;
            let mv = self.moves[fresh];
            let bias = if settings.bias > 0.0 { guide.bias(world, mv) } else { 0.0 };
            let place = self.add_child(at, mv, bias);
            self.nodes[place].available = 1;
            return (place, mv);
        }
        (best.1, self.nodes[best.1].mv)
    }

    /// What is known by now.
    fn analysis(&self, root: &G, limits: &Limits) -> Analysis<G::Move> {
        let seat = root.to_move().unwrap_or(Seat::ONE);
        let unknown = self.nodes[0].record.means_or(shares_of(Outcome::Draw, root.seats()));
        let mut children: Vec<&Node<G::Move>> = self.children(&self.nodes[0]).collect();
        // What wins at once is seen without looking at the secrets.
        let wins = |node: &Node<G::Move>| {
            let mut next = root.clone();
            next.play_unchecked(node.mv);
            self.winning && next.turn() == Turn::Over(Outcome::Win(seat))
        };
        let rank = |node: &Node<G::Move>| {
            let Record { visits, means, .. } = &node.record;
            *visits as f32 + means[seat.index() & 3] + if wins(node) { 1.0e12 } else { 0.0 }
        };
        children.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.mv.cmp(&b.mv)));
        let lines: Vec<_> = children
            .iter()
            .take(limits.lines.max(1))
            .map(|child| Line {
                value: if wins(child) {
                    Value::Proven { outcome: Outcome::Win(seat), plies: 1 }
                } else {
                    Value::Expected(child.record.means_or(unknown))
                },
                moves: self.line(root, child),
            })
            .collect();
        let depth = lines[0].moves.len() as u32;
        Analysis::new(lines, depth)
    }

    fn children<'s>(&'s self, node: &Node<G::Move>) -> impl Iterator<Item = &'s Node<G::Move>> {
        let mut place = node.child as usize;
        std::iter::from_fn(move || {
            (place != 0).then(|| {
                let node = &self.nodes[place];
                place = node.sibling as usize;
                node
            })
        })
    }

    /// A move of the root and how the game may go on, as far as everything is legal from what the viewer sees.
    fn line(&self, root: &G, child: &Node<G::Move>) -> Vec<G::Move> {
        let mut game = root.clone();
        let mut moves = vec![child.mv];
        let mut node = child;
        game.play_unchecked(child.mv);
        while let Some(next) = self.children(node).max_by_key(|next| next.record.visits) {
            if next.record.visits < 8 || moves.len() >= 32 || !game.is_legal(next.mv) {
                break;
            }
            game.play_unchecked(next.mv);
            moves.push(next.mv);
            node = next;
        }
        moves
    }
}
