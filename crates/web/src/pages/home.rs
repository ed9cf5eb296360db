//! Home: the gallery of games, and the games that wait for a move.

use leptos::prelude::*;
use rules::{Kind, Lang, Words};

use crate::gallery::Gallery;
use crate::icon::Icon;
use crate::language::{lang, tr};
use crate::online::api;
use crate::route::Route;
use crate::router::Link;
use crate::{atlas, labels, saved_games, storage};

/// The gallery of games.
#[component]
pub fn Page() -> impl IntoView {
    let waiting: Vec<Kind> = saved_games::unfinished().map(|(_, game)| game.kind()).collect();
    let more = move |kind: Kind| {
        view! {
            <p class="facts">{move || labels::facts(kind, lang())}</p>
            <p class="row">
                <Link to=Route::Play(kind) class="button strong">{tr(Words::new("Jouer", "Play"))}</Link>
                <Link to=Route::Learn(kind) class="button">{tr(Words::new("Apprendre", "Learn"))}</Link>
            </p>
            <p class="row links">
                <Link to=Route::Study(Some(kind))>{tr(Words::new("Étudier", "Study"))}</Link>
                <Link to=Route::Puzzles(Some(kind))>{tr(Words::new("Énigmes", "Puzzles"))}</Link>
                {atlas::of(kind).map(|atlas| view! { <Link to=Route::Atlas(kind)>{tr(atlas.name.clone())}</Link> })}
            </p>
            {waiting.contains(&kind).then(|| view! {
                <p><Link to=Route::Play(kind) class="waits">{tr(Words::new("Une partie en cours", "A game in progress"))}</Link></p>
            })}
        }
    };
    view! {
        <h1 class="hello">{tr(Words::new("À quoi joue-t-on\u{202f}?", "What shall we play?"))}</h1>
        <OnlineGames/>
        <Gallery to=Route::Play more>
            <li class="friends">
                {Icon::Online.view()}
                <p>{tr(Words::new(
                    "Vos amis sont loin\u{202f}? Ouvrez une table et envoyez-leur le lien.",
                    "Playing with someone far away? Open a table and send them the link.",
                ))}</p>
                <Link to=Route::NewTable class="button strong">
                    {tr(Words::new("Ouvrir une table", "Open a table"))}
                </Link>
            </li>
        </Gallery>
    }
}

/// How many online games wait for a move of this guest. The server is asked only if it knows this guest.
#[component]
fn OnlineGames() -> impl IntoView {
    let waiting = RwSignal::new(0);
    if storage::load("online").is_some() {
        leptos::task::spawn_local(async move {
            // Offline, nothing is shown.
            if let Ok(list) = api::get("/api/mine").await {
                waiting.try_set(api::count_waiting_games(&list));
            }
        });
    }
    let text = move || match (waiting.get(), lang()) {
        (1, Lang::Fr) => "Une partie en ligne vous attend.".to_owned(),
        (1, Lang::En) => "An online game is waiting for you.".to_owned(),
        (count, Lang::Fr) => format!("{count} parties en ligne vous attendent."),
        (count, Lang::En) => format!("{count} online games are waiting for you."),
    };
    view! {
        <Show when=move || waiting.get() != 0>
            <p class="online-waits"><Link to=Route::Online class="waits">{text}</Link></p>
        </Show>
    }
}
