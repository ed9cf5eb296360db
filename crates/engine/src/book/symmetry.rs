//! Canonical forms of positions, up to the symmetries of the square.

use std::hash::Hash;

use rules::{Game, Symmetry};

/// A game with an opening book, whose board has the symmetries of the square.
pub trait Symmetric: Game {
    /// Everything that the value of a position depends on, in one of its symmetric forms.
    type Key: Clone + Eq + Hash + Ord;

    /// The canonical form of the position, and a symmetry that leads to it. Symmetric positions have the same form.
    fn canonical(&self) -> (Self::Key, Symmetry);

    /// The move that corresponds to `mv` after a symmetry.
    fn transform(mv: Self::Move, symmetry: Symmetry) -> Self::Move;
}
