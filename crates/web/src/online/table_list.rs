//! Lists of tables: the lobby, the guest's own games, the archive.

use leptos::prelude::*;
use rules::{Lang, Say, Words};
use table::{Listing, Occupant};

use super::{server_clock, table_labels};
use crate::ending;
use crate::export;
use crate::language::{lang, tr};
use crate::router::AddressLink;
use crate::settings::SettingsStore;

/// A list of links to tables.
#[component]
pub fn Tables(
    /// The tables.
    #[prop(into)]
    tables: Signal<Vec<Listing>>,
) -> impl IntoView {
    let row = |listing: Listing| {
        let (to, name) = (format!("/t/{}", listing.id), tr(listing.kind.name()));
        let waits = listing.you.is_some() && listing.you == listing.turn && listing.end.is_none();
        // The last position.
        let end = listing.end.map(|_| format!("/games/{}.svg", listing.id));
        let (players, state) = (listing.clone(), listing);
        view! {
            <li class:waits-for-you=waits>
                {end.map(|picture| {
                    let picture = move || format!("{picture}{}", export::picture_query(&SettingsStore::expect().get()));
                    view! { <img class="thumbnail" src=picture alt="" loading="lazy"/> }
                })}
                <AddressLink to>{name}</AddressLink>
                <span>{move || sitters(&players, lang())}</span>
                <span class="facts">{move || state_of(&state, lang())}</span>
            </li>
        }
    };
    view! { <ul class="tables">{move || tables.get().into_iter().map(row).collect_view()}</ul> }
}

/// The players, and how many seats are free.
fn sitters(listing: &Listing, lang: Lang) -> String {
    let is_there = |sitter: &&Occupant| matches!(sitter, Occupant::Human { .. } | Occupant::Engine(_));
    let mut names: Vec<String> =
        listing.seats.iter().filter(is_there).map(|sitter| sitter.say(lang)).collect();
    let free = listing.seats.len() - names.len();
    if free > 0 {
        names.push(match (free, lang) {
            (1, Lang::Fr) => "1 place libre".to_owned(),
            (1, Lang::En) => "1 free seat".to_owned(),
            (_, Lang::Fr) => format!("{free} places libres"),
            (_, Lang::En) => format!("{free} free seats"),
        });
    }
    names.join(" · ")
}

/// The state of a table: how the game ended, or whose turn it is, and the settings.
fn state_of(listing: &Listing, lang: Lang) -> String {
    let Listing { kind, seats, .. } = listing;
    if let Some(end) = listing.end {
        let ago = server_clock::ago(server_clock::now().since(listing.at), lang);
        let names = table_labels::names_of(*kind, seats, listing.you);
        return format!("{} · {ago}", ending::result(end, &names, lang));
    }
    let names = table_labels::names_of(*kind, seats, listing.you);
    let turn = listing.turn.map_or_else(String::new, |seat| names.turn(seat, lang));
    let mut facts = table_labels::options(*kind, &listing.options, lang);
    facts.push(table_labels::clock(listing.clock, lang));
    if !turn.is_empty() {
        facts.insert(0, turn);
    }
    facts.join(" · ")
}

/// Says that the server cannot be reached, with a link to what works without it.
#[component]
pub fn NoServer() -> impl IntoView {
    view! {
        <p class="refusal" role="alert">{tr(Words::new(
            "Le serveur ne répond pas. Dès qu’il sera de retour, cette page se reconnectera toute seule.",
            "The server is not responding. As soon as it is back, this page will reconnect on its own.",
        ))}</p>
        <p><crate::router::Link to=crate::route::Route::Home>
            {tr(Words::new("Jouer sur cet appareil", "Play on this device"))}
        </crate::router::Link></p>
    }
}
