//! The atlas: what is proven of a solved game, or what the opening book knows of one, as pages to browse.

pub mod doh;
pub mod doh_facts;
pub mod doh_map;
mod doh_words;
pub mod fetched;
pub mod path;
pub mod picture;
pub mod super_morpion;
mod super_morpion_here;

use leptos::prelude::*;
use rules::{Kind, Words};

/// The games that have an atlas; that of the first is at the address `/atlas`.
pub const KINDS: [Kind; 2] = [doh::KIND, super_morpion::KIND];

/// The name of a game's atlas in links, if the game has one.
pub fn name(kind: Kind) -> Option<Words> {
    match kind {
        doh::KIND => Some(Words::new("Atlas", "Atlas")),
        super_morpion::KIND => Some(Words::new("Ouvertures", "Openings")),
        _ => None,
    }
}

/// The same, with what there is to see.
pub fn invitation(kind: Kind) -> Option<Words> {
    match kind {
        doh::KIND => Some(doh::INVITATION),
        super_morpion::KIND => Some(super_morpion::INVITATION),
        _ => None,
    }
}

/// The text above the contents.
pub fn introduction(kind: Kind) -> Words {
    if kind == super_morpion::KIND { super_morpion::INTRODUCTION } else { doh::INTRODUCTION }
}

/// The contents.
pub fn contents(kind: Kind) -> AnyView {
    if kind == super_morpion::KIND {
        super_morpion::Contents().into_any()
    } else {
        doh::Contents().into_any()
    }
}
