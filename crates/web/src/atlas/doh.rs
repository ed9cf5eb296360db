//! The atlas of Tic Tac Doh!: loads the file with what is proven, and shows its parts.
//!
//! `trois solve doh --atlas` writes the file. A browser fetches it when the page is opened; the packer, which renders
//! the first picture of the page, has it compiled in.

use std::sync::Arc;

use engine::solve::Atlas;
use leptos::prelude::*;
use rules::{Kind, Words};

use super::GameAtlas;
use super::doh_facts::{Curiosities, Kinds, LongestWins, Proofs};
use super::doh_map::MapExplorer;
use super::fetched::Fetched;
use crate::language::tr;
use crate::start_queue::Deferred;

/// The atlas of Tic Tac Doh!.
pub(super) const ATLAS: GameAtlas = GameAtlas {
    kind: Kind::Doh,
    name: Words::new("Atlas", "Atlas"),
    invitation: Words::new(
        "L’atlas\u{a0}: tout ce qui est prouvé sur ce jeu",
        "The atlas: everything that is proven about this game",
    ),
    introduction: Words::new(
        "Ici, tout est prouvé\u{a0}: chaque position a été calculée jusqu’à la fin de la partie. Touchez un coup pour voir ce qui peut suivre.",
        "Everything here is proven: every position was worked out to the end of the game. Tap a move to see what can follow.",
    ),
};

/// The contents, if this is the atlas of the game.
pub(super) fn contents(kind: Kind) -> Option<AnyView> {
    (kind == ATLAS.kind).then(|| Contents().into_any())
}

/// The address of the file.
const ADDRESS: &str = "/atlas.txt";

/// The file for the first picture, which the packer renders. A browser fetches it.
#[cfg(not(target_family = "wasm"))]
const BUNDLED_FILE: Option<&str> = Some(include_str!("../../assets/atlas.txt"));
#[cfg(target_family = "wasm")]
const BUNDLED_FILE: Option<&str> = None;

/// The parts of the atlas, for the number of players that is chosen.
#[component]
pub fn Contents() -> impl IntoView {
    let show = |atlas: Arc<Atlas>| view! { <Opened atlas/> }.into_any();
    view! { <Fetched address=ADDRESS bundled=BUNDLED_FILE read show/> }
}

fn read(text: &str) -> Option<Atlas> {
    text.parse().ok()
}

#[component]
fn Opened(atlas: Arc<Atlas>) -> impl IntoView {
    let players = RwSignal::new(2u8);
    let choice = |count: u8| {
        view! {
            <button class="choice" aria-pressed=move || (players.get() == count).to_string()
                on:click=move |_| players.set(count)>{count}</button>
        }
    };
    let parts = move || {
        let map = atlas.maps.iter().find(|map| map.players == players.get()).cloned().map(Arc::new);
        map.map(|map| {
            let (explored, kinds) = (map.clone(), map.clone());
            view! {
                <Deferred><MapExplorer map=explored/></Deferred>
                <Deferred><Kinds map=kinds/></Deferred>
                <Deferred><LongestWins map/></Deferred>
            }
        })
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Joueurs", "Players"))}</legend>
            {(2..=4).map(choice).collect_view()}
        </fieldset>
        {parts}
        <Deferred><Curiosities/></Deferred>
        <Deferred><Proofs/></Deferred>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_file_can_be_read_and_has_every_number_of_players() {
        let atlas = read(BUNDLED_FILE.unwrap_or_default()).unwrap_or_default();
        let players: Vec<u8> = atlas.maps.iter().map(|map| map.players).collect();
        assert_eq!(players, [2, 3, 4]);
        assert!(read("atlas 0\n").is_none());
        assert!(read("<!doctype html>").is_none());
    }
}
