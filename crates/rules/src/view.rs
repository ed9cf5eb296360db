//! A position as one viewer may see it. Engines and clients receive nothing else.

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::{Turn, Viewer};

/// A position without anything that `viewer` may not know.
///
/// What was removed cannot be recovered from a view, so an engine cannot cheat and a client cannot peek.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View<G> {
    position: G,
    viewer: Viewer,
}

impl<G: Game> View<G> {
    /// Redacts `position` for `viewer`.
    pub fn new(position: &G, viewer: Viewer) -> View<G> {
        let mut position = position.clone();
        position.redact(viewer);
        View { position, viewer }
    }

    /// The position, redacted.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The viewer that this view was made for.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Updates the view with a redacted move, after which `turn` acts next.
    pub fn observe(&mut self, mv: G::Move, turn: Turn) {
        self.position.observe(mv, turn);
    }

    /// A random whole position that is consistent with this view.
    pub fn imagine(&self, rng: &mut Rng) -> G {
        let mut world = self.position.clone();
        world.determinize(rng);
        world
    }
}
