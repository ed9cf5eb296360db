//! A Monte-Carlo tree search that can be interrupted between any two playouts.

use rules::{Game, Rng};

use super::{Guide, Settings, Tree};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::{Search, Status};

/// The search looks whether every move is proven after this many playouts each.
const PROOF_INTERVAL: u64 = 32;

/// How many playouts are enough where there is only one move.
const ENOUGH_FOR_ONE_MOVE: u64 = 1024;

/// The first progress is reported after this many playouts.
const FIRST_REPORT: u64 = 1024;

/// A search by trees whose playouts a guide plays.
pub struct TreeSearch<G: Game, P> {
    tree: Tree<G>,
    root: G,
    limits: Limits,
    settings: Settings,
    guide: P,
    rng: Rng,
    playouts: u64,
    next_report: u64,
    is_finished: bool,
    has_started: bool,
}

impl<G: Game, P: Guide<G>> TreeSearch<G, P> {
    /// Starts a search of a position without hidden information in which a seat is to move.
    pub fn new(
        root: &G,
        limits: &Limits,
        settings: &Settings,
        mut guide: P,
        mut tree: Tree<G>,
    ) -> TreeSearch<G, P> {
        let mut rng = Rng::new(limits.seed);
        let is_open = tree.plant(root, settings, &mut guide, &mut rng);
        TreeSearch {
            tree,
            root: root.clone(),
            limits: limits.clone(),
            settings: *settings,
            guide,
            rng,
            playouts: 0,
            next_report: FIRST_REPORT,
            is_finished: !is_open,
            has_started: false,
        }
    }

    /// One playout; whether another can find out more.
    fn playout(&mut self) -> bool {
        let TreeSearch { tree, root, limits, settings, guide, rng, .. } = self;
        tree.iterate(root, limits, settings, guide, rng);
        self.playouts += 1;
        let [root, ..] = &self.tree.nodes[..] else { return false };
        let has_no_choice = self.limits.lines <= 1 && root.count == 1;
        if root.proof.is_some() || has_no_choice && self.playouts >= ENOUGH_FOR_ONE_MOVE {
            return false;
        }
        // A seat that loses whatever it does proves nothing of who wins; then nothing is left to find out either.
        !self.playouts.is_multiple_of(PROOF_INTERVAL)
            || self.tree.nodes[root.children()].iter().any(|node| node.proof.is_none())
    }
}

impl<G: Game, P: Guide<G>> Search for TreeSearch<G, P> {
    type Move = G::Move;
    type Memory = Tree<G>;

    fn step(&mut self, control: &mut SearchControl<'_, G::Move>) -> Status {
        if !std::mem::replace(&mut self.has_started, true) {
            control.poll();
        }
        while !self.is_finished && self.playouts < self.settings.playouts && !control.is_stopped() {
            if control.is_pausing() {
                return Status::Running;
            }
            self.is_finished = !self.playout();
            let may_continue = control.visit() && !self.is_finished;
            if may_continue && self.playouts >= self.next_report {
                self.next_report = self.playouts + self.playouts / 4;
                control.report(&mut self.analysis());
            }
        }
        self.is_finished = true;
        control.report(&mut self.analysis());
        Status::Finished
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.tree.analysis(&self.root, &self.limits)
    }

    fn into_memory(self) -> Tree<G> {
        self.tree
    }
}
