//! Tables as cards with a picture of the board: the lobby, the guest's own games, games to watch, the archive.

use boards::DrawContext;
use leptos::prelude::*;
use rules::{AnyGame, Lang, Say, Words};
use table::{Listing, Occupant};

use super::card_replay::CardReplay;
use super::{server_clock, table_labels};
use crate::board::Picture;
use crate::ending;
use crate::export;
use crate::labels;
use crate::language::{lang, tr};
use crate::own_result::OwnResult;
use crate::panel::clock_name;
use crate::router::AddressLink;
use crate::settings::SettingsStore;

/// Tables as cards that link to them.
#[component]
pub fn Tables(
    /// The tables.
    #[prop(into)]
    tables: Signal<Vec<Listing>>,
) -> impl IntoView {
    let card = |listing: Listing| {
        let (to, name) = (format!("/t/{}", listing.id), tr(listing.kind.name()));
        let waits = listing.you.is_some() && listing.you == listing.turn && listing.end.is_none();
        let result = own_result(&listing);
        let has_ended_early = listing.end.and_then(ending::mark).is_some();
        let badge = result.map(|result| view! { <span class=result.class()>{tr(result.words())}</span> });
        let (players, state) = (listing.clone(), listing.clone());
        // Of an unfinished game, not everything may be known, and it may still change.
        let replay =
            (listing.is_started && listing.end.is_some()).then(|| CardReplay::new(listing.id.clone()));
        let item = NodeRef::new();
        replay.into_iter().for_each(|replay| replay.play_in_view(item));
        let enter = move || replay.into_iter().for_each(CardReplay::start);
        let is_dimmed = move || has_ended_early && !replay.is_some_and(CardReplay::is_playing);
        let leave = move || replay.into_iter().for_each(CardReplay::stop);
        view! {
            <li node_ref=item class:waits-for-you=waits on:pointerenter=move |_| enter() on:focusin=move |_| enter()
                on:pointerleave=move |_| leave() on:focusout=move |_| leave()>
                <AddressLink to class="table-card">
                    <span class="thumbnail" class:is-ended=is_dimmed aria-hidden="true">{picture(listing, replay)}</span>
                    <span class="what">
                        <strong>{name}</strong>
                        <span>{move || player_names(&players, lang())}</span>
                        <span class="facts">{badge} " " {move || state_of(&state, lang())}</span>
                    </span>
                </AddressLink>
            </li>
        }
    };
    view! { <ul class="tables"><For each=move || tables.get() key=Clone::clone children=card/></ul> }
}

/// The result from the side of the guest who reads the list.
fn own_result(listing: &Listing) -> Option<OwnResult> {
    Some(OwnResult::of(listing.end?.outcome?, listing.you?))
}

/// The board: the start position before the game, else a picture that the server draws, in whose place a replay is shown.
fn picture(listing: Listing, replay: Option<CardReplay>) -> AnyView {
    if !listing.is_started {
        let Ok(game) = AnyGame::new(listing.kind, &listing.options) else { return ().into_any() };
        let scene = Memo::new(move |_| {
            let look = SettingsStore::expect().get().look;
            boards::draw(&game, &DrawContext { look, ..DrawContext::plain(lang()) })
        });
        return view! { <Picture scene label=""/> }.into_any();
    }
    let source = move || {
        let query = export::picture_query(&SettingsStore::expect().get());
        format!("/games/{}.svg{query}&ply={}", listing.id, listing.ply)
    };
    let is_playing = Memo::new(move |_| replay.is_some_and(CardReplay::is_playing));
    let played = move || {
        replay.map(|replay| {
            let scene = Memo::new(move |_| replay.scene());
            view! { <Picture scene label=""/> }
        })
    };
    view! {
        <img src=source alt="" loading="lazy" hidden=move || is_playing.get()/>
        <Show when=move || is_playing.get()>{played}</Show>
    }
    .into_any()
}

/// The names of the players, for the reader's own games those of the others, and the number of free seats.
fn player_names(listing: &Listing, lang: Lang) -> String {
    let is_other = |seat: &usize| listing.you.is_none_or(|you| you.index() != *seat);
    let others = listing.seats.iter().enumerate().filter(|(seat, _)| is_other(seat)).map(|(_, who)| who);
    let mut names: Vec<String> = Vec::new();
    let mut free = 0;
    for occupant in others {
        match (occupant, listing.you, lang) {
            (Occupant::Open | Occupant::Reserved, ..) => free += 1,
            (Occupant::Engine(level), Some(_), Lang::Fr) => names.push(format!("le moteur\u{a0}{level}")),
            (Occupant::Engine(level), Some(_), Lang::En) => names.push(format!("engine\u{a0}{level}")),
            _ => names.push(occupant.say(lang)),
        }
    }
    if let (Some(first), Some(_)) = (names.first_mut(), listing.you) {
        *first = match lang {
            Lang::Fr => format!("Contre {first}"),
            Lang::En => format!("Against {first}"),
        };
    }
    if free > 0 {
        // A card may be narrow: the number stays with its noun.
        names.push(match (free, lang) {
            (1, Lang::Fr) => "1\u{a0}place\u{a0}libre".to_owned(),
            (1, Lang::En) => "1\u{a0}free\u{a0}seat".to_owned(),
            (_, Lang::Fr) => format!("{free}\u{a0}places\u{a0}libres"),
            (_, Lang::En) => format!("{free}\u{a0}free\u{a0}seats"),
        });
    }
    names.join(" · ")
}

/// The state of a table: how the game ended, or whose turn it is, and the settings. The reader's own result is a badge.
fn state_of(listing: &Listing, lang: Lang) -> String {
    let Listing { kind, seats, .. } = listing;
    if let Some(end) = listing.end {
        let ago = server_clock::ago(server_clock::now().since(listing.at), lang);
        let moves = labels::moves(listing.ply as usize, lang);
        if own_result(listing).is_some() {
            return format!("{moves} · {ago}");
        }
        let names = table_labels::names_of(*kind, seats, listing.you);
        let result = ending::result(end, &names, lang);
        return format!("{} · {moves} · {ago}", result.strip_suffix('.').unwrap_or(&result));
    }
    let names = table_labels::names_of(*kind, seats, listing.you);
    let turn = listing.turn.map_or_else(String::new, |seat| names.turn(seat, lang));
    let mut facts = table_labels::options(*kind, &listing.options, lang);
    facts.push(clock_name(listing.clock, lang));
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
            "Le serveur ne répond pas. Dès qu’il sera de retour, cette page se reconnectera d’elle-même.",
            "The server is not responding. As soon as it is back, this page will reconnect on its own.",
        ))}</p>
        <p class="row"><crate::router::Link to=crate::route::Route::Home class="button strong">
            {tr(Words::new("Jouer sur cet appareil", "Play on this device"))}
        </crate::router::Link></p>
    }
}
