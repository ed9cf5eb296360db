//! A Monte-Carlo tree search of a position without hidden information.

use rules::{Game, Rng};

use super::{Guide, MctsParameters, MctsTree};
use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::search::playouts::{GrowingTree, PlayoutSearch};

/// The number of playouts after which the search checks again whether every move is proven.
const PROOF_INTERVAL: u64 = 32;

/// The number of playouts if there is only one move.
const PLAYOUTS_FOR_FORCED_MOVE: u64 = 1024;

/// A search whose playouts are played by a guide.
pub type TreeSearch<G, P> = PlayoutSearch<GuidedTree<G, P>>;

/// A tree with the position and the guide of its playouts.
pub struct GuidedTree<G: Game, P> {
    tree: MctsTree<G>,
    root: G,
    limits: Limits,
    parameters: MctsParameters,
    guide: P,
    rng: Rng,
}

impl<G: Game, P: Guide<G>> TreeSearch<G, P> {
    /// Starts a search of a position without hidden information in which a seat is to move.
    pub fn new(
        root: &G,
        limits: &Limits,
        parameters: &MctsParameters,
        mut guide: P,
        mut tree: MctsTree<G>,
    ) -> TreeSearch<G, P> {
        let mut rng = Rng::new(limits.seed);
        let is_open = tree.reset_root(root, parameters, &mut guide, &mut rng);
        let tree = GuidedTree {
            tree,
            root: root.clone(),
            limits: limits.clone(),
            parameters: *parameters,
            guide,
            rng,
        };
        PlayoutSearch::of(tree, parameters.playouts, !is_open)
    }

    /// The analysis of all moves so far, however few lines the limits ask for.
    pub(crate) fn every_move(&self) -> Analysis<G::Move> {
        let GuidedTree { tree, root, limits, .. } = self.tree();
        tree.analysis(root, &Limits { lines: usize::MAX, ..limits.clone() })
    }
}

impl<G: Game, P: Guide<G>> GrowingTree for GuidedTree<G, P> {
    type Move = G::Move;
    type Memory = MctsTree<G>;

    fn grow(&mut self, playouts: u64) -> bool {
        let GuidedTree { tree, root, limits, parameters, guide, rng } = self;
        tree.iterate(root, limits, parameters, guide, rng);
        let [root, ..] = &self.tree.nodes[..] else { return false };
        let has_no_choice = self.limits.lines <= 1 && root.count == 1;
        if root.proof.is_some() || has_no_choice && playouts >= PLAYOUTS_FOR_FORCED_MOVE {
            return false;
        }
        // If a seat loses whatever it does, the winner may remain unproven; there is nothing left to find either.
        !playouts.is_multiple_of(PROOF_INTERVAL)
            || self.tree.nodes[root.children()].iter().any(|node| node.proof.is_none())
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.tree.analysis(&self.root, &self.limits)
    }

    fn into_memory(self) -> MctsTree<G> {
        self.tree
    }
}
