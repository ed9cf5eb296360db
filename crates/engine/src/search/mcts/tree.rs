//! The tree of a Monte-Carlo search: selection, expansion, backup.

use rules::{Game, Outcome, Rng, Seat, Turn};

use super::node::{Node, prove, shares_of};
use super::{Guide, MctsParameters, Shares};
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::math::ln;

/// The tree of a search and its scratch space.
pub struct MctsTree<G: Game> {
    pub(super) nodes: Vec<Node<G::Move>>,
    path: Vec<PathStep>,
    moves: Vec<G::Move>,
    pub(super) pruned: Vec<G::Move>,
    game: Option<G>,
}

impl<G: Game> Default for MctsTree<G> {
    fn default() -> MctsTree<G> {
        MctsTree { nodes: Vec::new(), path: Vec::new(), moves: Vec::new(), pruned: Vec::new(), game: None }
    }
}

/// A node on the path of a playout.
struct PathStep {
    at: u32,
    mover: Option<Seat>,
    /// The child that would have been chosen if it were not proven; 0 if none.
    instead: u32,
}

impl<G: Game> MctsTree<G> {
    /// The root's moves after `parameters.playouts` playouts, each with its visits and means, for searches that sample
    /// many deals.
    pub(crate) fn sample(
        &mut self,
        root: &G,
        limits: &Limits,
        parameters: &MctsParameters,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
        control: &mut SearchControl<'_, G::Move>,
    ) -> impl Iterator<Item = (G::Move, u32, Shares)> {
        let mut more = self.reset_root(root, parameters, guide, rng);
        let mut done = 0;
        // A deal without anything to search counts as one playout.
        let mut is_counted = control.visit();
        while more && is_counted && done < parameters.playouts {
            self.iterate(root, limits, parameters, guide, rng);
            done += 1;
            is_counted = control.visit();
            more = self.nodes[0].proof.is_none();
        }
        let seats = root.seats();
        self.nodes[self.nodes[0].children()].iter().map(move |node| {
            let means = node.proof.map_or(node.statistics.means, |outcome| shares_of(outcome, seats));
            (node.mv, node.statistics.visits, means)
        })
    }

    /// Starts a new tree with the moves of its root. Returns whether there is anything to search.
    pub(super) fn reset_root(
        &mut self,
        root: &G,
        parameters: &MctsParameters,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) -> bool {
        self.nodes.clear();
        self.pruned.clear();
        self.moves.clear();
        root.moves_into(&mut self.moves);
        let Some(&any) = self.moves.first() else { return false };
        self.nodes.push(Node::new(any, 0.0));
        self.pruned.append(&mut self.moves);
        self.expand(0, root, parameters, guide, rng);
        let children = &self.nodes[self.nodes[0].children()];
        self.pruned.retain(|mv| children.iter().all(|child| child.mv != *mv));
        if !parameters.plain {
            for at in self.nodes[0].children() {
                let mut next = root.clone();
                next.play_unchecked(self.nodes[at].mv);
                self.nodes[at].proof = next.turn().outcome();
            }
            self.prove_node(0, root.to_move());
        }
        self.nodes[0].proof.is_none()
    }

    /// One playout.
    pub(super) fn iterate(
        &mut self,
        root: &G,
        limits: &Limits,
        parameters: &MctsParameters,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) {
        let mut game = match self.game.take() {
            Some(mut game) => {
                game.clone_from(root);
                game
            }
            None => root.clone(),
        };
        let deepest = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        self.path.clear();
        let mut at = 0;
        let mut shares = loop {
            let turn = game.turn();
            self.path.push(PathStep { at: at as u32, mover: turn.seat(), instead: 0 });
            if let Some(outcome) = self.nodes[at].proof {
                break shares_of(outcome, game.seats());
            }
            if let Turn::Over(outcome) = turn {
                self.nodes[at].proof = Some(outcome);
                break shares_of(outcome, game.seats());
            }
            let node = &self.nodes[at];
            if !node.is_expanded() {
                if node.statistics.visits >= parameters.expand_at
                    && self.path.len() <= deepest
                    && self.nodes.len() < parameters.max_nodes
                {
                    self.expand(at, &game, parameters, guide, rng);
                } else {
                    break parameters.playout(&mut game, guide, rng, &mut self.moves);
                }
            }
            at = match turn {
                Turn::Seat(seat) => {
                    let (best, open) = self.select(at, seat, parameters);
                    // A playout through a proven child would add no information. Its value is backed up from here,
                    // while the playout goes to the best of the others.
                    match (self.nodes[best].proof, open, self.path.last_mut()) {
                        (Some(_), Some(open), Some(step)) => {
                            step.instead = best as u32;
                            open
                        }
                        _ => best,
                    }
                }
                _ => self.draw(at, &game, rng),
            };
            game.play_unchecked(self.nodes[at].mv);
        };
        let seats = game.seats();
        let mut is_new_proof = true;
        for place in (0..self.path.len()).rev() {
            let PathStep { at, mover, instead } = self.path[place];
            let (at, instead) = (at as usize, instead as usize);
            if let (1.., Some(outcome)) = (instead, self.nodes[instead].proof) {
                shares = shares_of(outcome, seats);
                self.nodes[instead].statistics.add(&shares);
            }
            // A new proof below may prove this node.
            if !parameters.plain && is_new_proof && place + 1 < self.path.len() {
                self.prove_node(at, mover);
            }
            is_new_proof = self.nodes[at].proof.is_some();
            if let Some(outcome) = self.nodes[at].proof {
                shares = shares_of(outcome, seats);
            }
            self.nodes[at].statistics.add(&shares);
        }
        self.game = Some(game);
    }

    /// Adds the moves of a position to the tree.
    fn expand(
        &mut self,
        at: usize,
        game: &G,
        parameters: &MctsParameters,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) {
        self.moves.clear();
        game.moves_into(&mut self.moves);
        if !parameters.plain && game.to_move().is_some() {
            self.nodes[at].pruned = guide.prune(game, &mut self.moves);
        }
        rng.shuffle(&mut self.moves);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = self.moves.len() as u16;
        for &mv in &self.moves {
            let bias = if parameters.bias > 0.0 { guide.bias(game, mv) } else { 0.0 };
            self.nodes.push(Node::new(mv, bias));
        }
    }

    /// Proves a node if its children allow it.
    fn prove_node(&mut self, at: usize, mover: Option<Seat>) {
        let node = &self.nodes[at];
        if node.is_expanded()
            && node.proof.is_none()
            && let Some((outcome, plies)) = prove(node, &self.nodes[node.children()], mover)
        {
            (self.nodes[at].proof, self.nodes[at].plies) = (Some(outcome), plies);
        }
    }

    /// The child that `seat` tries next, and the best of the unproven ones (not in plain search).
    fn select(&self, at: usize, seat: Seat, parameters: &MctsParameters) -> (usize, Option<usize>) {
        let node = &self.nodes[at];
        let log = ln(node.statistics.visits);
        let untried = node.statistics.untried(seat, parameters);
        let mut best = (f32::MIN, node.first as usize);
        let mut open = (f32::MIN, None);
        for (child, place) in self.nodes[node.children()].iter().zip(node.children()) {
            if parameters.plain && child.statistics.visits == 0 {
                return (place, None);
            }
            let is_lost = matches!(child.proof, Some(Outcome::Win(winner)) if winner != seat);
            let mut value = child.statistics.uct_value(seat, log, untried, parameters);
            if is_lost && !parameters.plain {
                value -= 1.0e6;
            }
            if value > best.0 {
                best = (value, place);
            }
            if child.proof.is_none() && value > open.0 {
                open = (value, Some(place));
            }
        }
        (best.1, open.1.filter(|_| !parameters.plain))
    }

    /// A child that chance picks.
    fn draw(&self, at: usize, game: &G, rng: &mut Rng) -> usize {
        let children = self.nodes[at].children();
        let total: u32 = self.nodes[children.clone()].iter().map(|child| game.weight(child.mv)).sum();
        let mut ticket = rng.below(total.max(1));
        for place in children.clone() {
            let weight = game.weight(self.nodes[place].mv);
            if ticket < weight {
                return place;
            }
            ticket -= weight;
        }
        children.start
    }
}
