//! The atlas: what is proven of a solved game, or what the opening book knows of one, as pages to browse.

pub mod breadcrumbs;
pub mod doh;
pub mod doh_facts;
pub mod doh_map;
mod doh_words;
pub mod fetched;
pub mod picture;
pub mod super_morpion;
mod super_morpion_entry;

use leptos::prelude::*;
use rules::{Kind, Words};

/// The atlas of one game. Each is defined in a file of its game.
pub struct GameAtlas {
    /// The game.
    pub kind: Kind,
    /// The name of the atlas in links.
    pub name: Words,
    /// A longer text for links, which says what there is to see.
    pub invitation: Words,
    /// The text above the contents.
    pub introduction: Words,
}

/// All atlases; the first is at the address `/atlas`.
pub const ALL: &[GameAtlas] = &[doh::ATLAS, super_morpion::ATLAS];

/// The games that have an atlas.
pub fn kinds() -> impl Iterator<Item = Kind> {
    ALL.iter().map(|atlas| atlas.kind)
}

/// The atlas of a game, if it has one.
pub fn of(kind: Kind) -> Option<&'static GameAtlas> {
    ALL.iter().find(|atlas| atlas.kind == kind)
}

/// The contents of the atlas of a game, if it has one. They are not in [`GameAtlas`], so that a page with a link to an
/// atlas does not load its code.
pub fn contents(kind: Kind) -> Option<AnyView> {
    doh::contents(kind).or_else(|| super_morpion::contents(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_that_is_mapped_or_has_an_opening_book_has_an_atlas() {
        for &kind in Kind::ALL {
            let is_mapped = engine::solve::solver(kind).is_some_and(|solver| solver.atlas.is_some());
            let has_book = engine::book::text(kind).is_some();
            assert_eq!(of(kind).is_some(), is_mapped || has_book, "{kind}");
        }
    }
}
