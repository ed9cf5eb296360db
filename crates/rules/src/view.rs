//! A position as one viewer may see it: all that ever reaches an engine or a wire.

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::{Turn, Viewer};

/// A position from which everything that `viewer` may not know has been taken out.
///
/// There is no way from a view back to what was hidden, so an engine cannot cheat and a client cannot peek.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View<G> {
    position: G,
    viewer: Viewer,
}

impl<G: Game> View<G> {
    /// What `viewer` may see of `position`.
    pub fn new(position: &G, viewer: Viewer) -> View<G> {
        let mut position = position.clone();
        position.redact(viewer);
        View { position, viewer }
    }

    /// The position, redacted.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Follows the game by a move as this viewer sees it, after which `turn` is next.
    pub fn observe(&mut self, mv: G::Move, turn: Turn) {
        self.position.observe(mv, turn);
    }

    /// A whole position that this viewer could not tell from the true one.
    pub fn imagine(&self, rng: &mut Rng) -> G {
        let mut world = self.position.clone();
        world.determinize(rng);
        world
    }
}
