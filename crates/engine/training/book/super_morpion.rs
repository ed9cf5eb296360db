//! The opening book of Super Morpion.

use rules::{Game, SuperMorpion};

/// The id of the game, and how its book is built.
pub(crate) const BUILDER: (&str, fn(&[String])) = (SuperMorpion::KIND.id(), crate::build::<SuperMorpion>);
