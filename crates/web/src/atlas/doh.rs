//! The atlas of Tic Tac Doh!: loads the file with what is proven, and shows its parts.
//!
//! `trois solve doh --atlas` writes the file. It is fetched when the page is opened; the packer, which renders the first
//! picture of the page, has it at hand.

use std::sync::Arc;

use engine::solve::Atlas;
use leptos::prelude::*;
use rules::{Kind, Words};

use super::doh_facts::{Curiosities, Kinds, LongestWins};
use super::doh_map::MapExplorer;
use crate::browser;
use crate::language::tr;
use crate::online::api;
use crate::startup;

/// The game of this atlas.
pub const KIND: Kind = Kind::Doh;

/// The address of the file.
const ADDRESS: &str = "/atlas.txt";

/// The file as the packer has it. A browser fetches it.
#[cfg(not(target_family = "wasm"))]
const AT_HAND: Option<&str> = Some(include_str!("../../assets/atlas.txt"));
#[cfg(target_family = "wasm")]
const AT_HAND: Option<&str> = None;

/// The file could not be fetched or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NoAtlas;

fn read(text: &str) -> Result<Arc<Atlas>, NoAtlas> {
    text.parse().map(Arc::new).map_err(|_| NoAtlas)
}

/// The parts of the atlas, for the number of players that is chosen.
#[component]
pub fn Contents() -> impl IntoView {
    let atlas = RwSignal::new(AT_HAND.map(read));
    let load = move || {
        let unfinished = startup::hold();
        leptos::task::spawn_local(async move {
            let text = api::get(ADDRESS).await;
            // The page may have been left by then.
            atlas.try_set(Some(text.map_err(|_| NoAtlas).and_then(|text| read(&text))));
            drop(unfinished);
        });
    };
    if browser::IS_HERE {
        load();
    }
    let again = move |_| {
        atlas.set(None);
        load();
    };
    move || match atlas.get() {
        None => {
            view! { <p role="status">{tr(Words::new("L’atlas s’ouvre…", "The atlas is being opened…"))}</p> }
                .into_any()
        }
        Some(Err(NoAtlas)) => view! {
            <p class="refusal" role="alert">{tr(Words::new(
                "L’atlas n’a pas pu être chargé. Vérifiez la connexion, puis réessayez.",
                "The atlas could not be loaded. Check the connection, then try again.",
            ))}</p>
            <button class="strong" on:click=again>{tr(Words::new("Réessayer", "Try again"))}</button>
        }
        .into_any(),
        Some(Ok(atlas)) => view! { <Opened atlas/> }.into_any(),
    }
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
            view! {
                <MapExplorer map=map.clone()/>
                <Kinds map=map.clone()/>
                <LongestWins map/>
            }
        })
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Joueurs", "Players"))}</legend>
            {(2..=4).map(choice).collect_view()}
        </fieldset>
        {parts}
        <Curiosities/>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_at_hand_can_be_read_and_has_every_number_of_players() {
        let atlas = read(AT_HAND.unwrap_or_default()).unwrap_or_default();
        let players: Vec<u8> = atlas.maps.iter().map(|map| map.players).collect();
        assert_eq!(players, [2, 3, 4]);
        assert_eq!(read("atlas 0\n"), Err(NoAtlas));
        assert_eq!(read("<!doctype html>"), Err(NoAtlas));
    }
}
