//! Monte-Carlo tree search for games with hidden information: single-observer information-set search (SO-ISMCTS).
//!
//! One tree stands for what the viewer sees. Each playout samples a determinization, a full position that is
//! consistent with the view, and descends by the moves that are legal in it; the parts of a move that the viewer would
//! not see (a card that another player draws) are redacted in the tree too. Since a move is not legal in every
//! determinization, UCT compares it not with all visits of its parent but with those in which it was available
//! (Cowling, Powley and Whitehouse, 2012).
//!
//! As in [`mcts`](super::mcts), limits count playouts as nodes, and all nodes are in one vector.

use rules::{Game, Outcome, Rng, Seat, Turn, View};

use super::mcts::{Guide, MctsParameters, Pruned, Statistics, shares_of};
use super::playouts::{GrowingTree, PlayoutSearch};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::Limits;
use crate::math::ln;

/// A node: the move that leads to it, as the viewer sees it, and its statistics.
#[derive(Clone, Debug)]
struct Node<M> {
    mv: M,
    /// The child that was added last; 0, which is the root, if there is none.
    child: u32,
    /// The child of the same parent that was added before this one; 0 if there is none.
    sibling: u32,
    /// In how many playouts through the parent the move was legal.
    available: u32,
    statistics: Statistics,
}

impl<M> Node<M> {
    fn new(mv: M, sibling: u32, bias: f32) -> Node<M> {
        Node { mv, child: 0, sibling, available: 0, statistics: Statistics::new(bias) }
    }
}

/// The tree of a search and its scratch space.
pub struct IsmctsTree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    path: Vec<u32>,
    moves: Vec<G::Move>,
    /// Whether a move of the root wins at once.
    is_winning: bool,
}

impl<G: Game> Default for IsmctsTree<G> {
    fn default() -> IsmctsTree<G> {
        IsmctsTree { nodes: Vec::new(), path: Vec::new(), moves: Vec::new(), is_winning: false }
    }
}

/// An information-set search.
pub type InformationSetSearch<G, P> = PlayoutSearch<InformationSetTree<G, P>>;

/// Positions that a viewer holds possible, with weights.
pub struct WeightedWorlds<G> {
    /// The positions, each with the sum of the weights up to its own.
    worlds: Vec<(G, f64)>,
}

impl<G: Game> WeightedWorlds<G> {
    /// Positions, at least one, with their weights.
    pub fn new(worlds: impl IntoIterator<Item = (G, f64)>) -> WeightedWorlds<G> {
        let mut sum = 0.0;
        let summed = worlds.into_iter().map(|(world, weight)| {
            sum += weight;
            (world, sum)
        });
        WeightedWorlds { worlds: summed.collect() }
    }

    /// One of them at random, by weight.
    fn draw(&self, rng: &mut Rng) -> G {
        let last = self.worlds.len() - 1;
        let drawn = rng.below(1 << 24) as f64 / f64::from(1 << 24) * self.worlds[last].1;
        let at = self.worlds.partition_point(|&(_, sum)| sum <= drawn);
        self.worlds[at.min(last)].0.clone()
    }
}

/// A tree with the view and the guide of its playouts.
pub struct InformationSetTree<G: Game, P> {
    tree: IsmctsTree<G>,
    view: View<G>,
    /// The positions from which determinizations are drawn; without them, every one that the view allows is as likely
    /// as the deal makes it.
    worlds: Option<WeightedWorlds<G>>,
    limits: Limits,
    parameters: MctsParameters,
    guide: P,
    rng: Rng,
}

impl<G: Game, P: Guide<G>> InformationSetSearch<G, P> {
    /// Starts a search of a view. Its viewer must know the hidden information of the player to move.
    pub fn new(
        view: &View<G>,
        limits: &Limits,
        parameters: &MctsParameters,
        guide: P,
        tree: IsmctsTree<G>,
    ) -> InformationSetSearch<G, P> {
        Self::start(view, None, limits, parameters, guide, tree)
    }

    /// The same for a viewer who knows more than the view says: determinizations are drawn from `worlds`.
    pub fn with_worlds(
        view: &View<G>,
        worlds: WeightedWorlds<G>,
        limits: &Limits,
        parameters: &MctsParameters,
        guide: P,
        tree: IsmctsTree<G>,
    ) -> InformationSetSearch<G, P> {
        Self::start(view, Some(worlds), limits, parameters, guide, tree)
    }

    fn start(
        view: &View<G>,
        worlds: Option<WeightedWorlds<G>>,
        limits: &Limits,
        parameters: &MctsParameters,
        mut guide: P,
        mut tree: IsmctsTree<G>,
    ) -> InformationSetSearch<G, P> {
        tree.reset_root(view.position(), parameters, &mut guide);
        let is_winning = tree.is_winning;
        let rng = Rng::new(limits.seed);
        let tree = InformationSetTree {
            tree,
            view: view.clone(),
            worlds,
            limits: limits.clone(),
            parameters: *parameters,
            guide,
            rng,
        };
        PlayoutSearch::of(tree, parameters.playouts, is_winning)
    }
}

impl<G: Game, P: Guide<G>> GrowingTree for InformationSetTree<G, P> {
    type Move = G::Move;
    type Memory = IsmctsTree<G>;

    fn grow(&mut self, _playouts: u64) -> bool {
        let InformationSetTree { tree, view, worlds, limits, parameters, guide, rng } = self;
        let world = match worlds {
            Some(worlds) => worlds.draw(rng),
            None => view.imagine(rng),
        };
        tree.iterate(world, view, limits, parameters, guide, rng);
        true
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.tree.analysis(self.view.position(), &self.limits)
    }

    fn into_memory(self) -> IsmctsTree<G> {
        self.tree
    }
}

impl<G: Game> IsmctsTree<G> {
    /// Starts a new tree. All moves of the root are in it from the start, since the viewer knows them.
    fn reset_root(&mut self, root: &G, parameters: &MctsParameters, guide: &mut impl Guide<G>) {
        self.nodes.clear();
        self.moves.clear();
        root.moves_into(&mut self.moves);
        self.nodes.push(Node::new(self.moves[0], 0, 0.0));
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            self.add_child(0, mv, if parameters.plain { 0.0 } else { guide.bias(root, mv) });
        }
        self.is_winning = !parameters.plain && guide.prune(root, &mut self.moves) == Pruned::NotWins;
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

    /// One playout, in the determinization `world`.
    fn iterate(
        &mut self,
        mut world: G,
        view: &View<G>,
        limits: &Limits,
        parameters: &MctsParameters,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) {
        let deepest = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        let shares = loop {
            let turn = world.turn();
            if let Turn::Over(outcome) = turn {
                break shares_of(outcome, world.seats());
            }
            let is_leaf = at != 0 && self.nodes[at].statistics.visits < parameters.expand_at
                || self.path.len() > deepest;
            if is_leaf || self.nodes.len() >= parameters.max_nodes {
                break parameters.playout(&mut world, guide, rng, &mut self.moves);
            }
            let mv = match turn {
                Turn::Seat(seat) => {
                    let (place, mv) = self.select(at, &world, seat, parameters, guide, rng);
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
            self.nodes[at as usize].statistics.add(&shares);
        }
    }

    /// The child that `seat` tries next, among the moves that are legal in this determinization.
    fn select(
        &mut self,
        at: usize,
        world: &G,
        seat: Seat,
        parameters: &MctsParameters,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) -> (usize, G::Move) {
        self.moves.clear();
        world.moves_into(&mut self.moves);
        if !parameters.plain && at != 0 {
            guide.prune(world, &mut self.moves);
        }
        let untried =
            if parameters.plain { f32::MAX } else { self.nodes[at].statistics.untried(seat, parameters) };
        let mut best = (f32::MIN, 0);
        let mut log = (0, 0.0);
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
                // Siblings have usually been available equally often.
                if node.available != log.0 {
                    log = (node.available, ln(node.available));
                }
                let value = if parameters.plain && node.statistics.visits == 0 {
                    // Untried moves come first, in random order.
                    1.0e6 + rng.below(1 << 16) as f32
                } else {
                    node.statistics.uct_value(seat, log.1, untried, parameters)
                };
                if value > best.0 {
                    best = (value, place);
                }
            }
            place = sibling;
        }
        if known < self.moves.len() && best.0 < untried + parameters.exploration {
            let fresh = known + rng.below((self.moves.len() - known) as u32) as usize;
            let mv = self.moves[fresh];
            let bias = if parameters.bias > 0.0 { guide.bias(world, mv) } else { 0.0 };
            let place = self.add_child(at, mv, bias);
            self.nodes[place].available = 1;
            return (place, mv);
        }
        (best.1, self.nodes[best.1].mv)
    }

    /// The analysis so far.
    fn analysis(&self, root: &G, limits: &Limits) -> Analysis<G::Move> {
        let seat = root.to_move().unwrap_or(Seat::ONE);
        let unknown = self.nodes[0].statistics.means_or(shares_of(Outcome::Draw, root.seats()));
        let mut children: Vec<&Node<G::Move>> = self.children(&self.nodes[0]).collect();
        // A win at once does not depend on hidden information.
        let wins = |node: &Node<G::Move>| {
            let mut next = root.clone();
            next.play_unchecked(node.mv);
            self.is_winning && next.turn() == Turn::Over(Outcome::Win(seat))
        };
        let rank = |node: &Node<G::Move>| {
            let Statistics { visits, means, .. } = &node.statistics;
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
                    Value::Expected(child.statistics.means_or(unknown))
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

    /// The line of a move of the root, as far as its moves are legal in the viewer's position.
    fn line(&self, root: &G, child: &Node<G::Move>) -> Vec<G::Move> {
        let mut game = root.clone();
        let mut moves = vec![child.mv];
        let mut node = child;
        game.play_unchecked(child.mv);
        while let Some(next) = self.children(node).max_by_key(|next| next.statistics.visits) {
            if next.statistics.visits < 8 || moves.len() >= 32 || !game.is_legal(next.mv) {
                break;
            }
            game.play_unchecked(next.mv);
            moves.push(next.mv);
            node = next;
        }
        moves
    }
}
