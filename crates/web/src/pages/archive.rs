//! The archive: the finished games of everybody, browsed and searched.

use std::time::Duration;

use leptos::prelude::*;
use rules::{Kind, Say, Words};
use table::Listing;

use crate::language::{lang, tr};
use crate::online::api::{self, ApiError};
use crate::online::table_list::{NoServer, Tables};
use crate::route::Route;
use crate::router::Link;

/// How many games the server tells at a time.
const PAGE: usize = 50;

/// How long it takes to ask again whether the server is there.
const AGAIN: Duration = Duration::from_secs(3);

/// The archive.
#[component]
pub fn Page() -> impl IntoView {
    let (game, name, result) =
        (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(String::new()));
    let games = RwSignal::new(Vec::<Listing>::new());
    let (has_more, is_asked) = (RwSignal::new(false), RwSignal::new(false));
    let trouble = RwSignal::new(None::<ApiError>);
    // Counts how often the server was looked for again.
    let again = RwSignal::new(0u32);
    // Counts searches, so that a late answer is not shown under another question.
    let search = StoredValue::new(0u64);
    let ask = move |before: Option<u64>| {
        search.update_value(|search| *search += 1);
        let mine = search.get_value();
        let field = |name: &str, value: RwSignal<String>| {
            let value = value.get_untracked();
            if value.trim().is_empty() {
                None
            } else {
                Some(format!("{name}={}", api::encoded(value.trim())))
            }
        };
        let before_field = before.map(|before| format!("before={before}"));
        let fields: Vec<String> =
            [field("game", game), field("name", name), field("result", result), before_field]
                .into_iter()
                .flatten()
                .collect();
        leptos::task::spawn_local(async move {
            let answer = api::get(&format!("/api/archive?{}", fields.join("&"))).await;
            if search.try_get_value() != Some(mine) {
                return;
            }
            is_asked.set(true);
            match answer {
                Ok(text) => {
                    let found = api::listings(&text);
                    trouble.set(None);
                    has_more.set(found.len() >= PAGE);
                    games.update(|games| {
                        if before.is_none() {
                            games.clear();
                        }
                        games.extend(found);
                    });
                }
                Err(why) => {
                    if why == ApiError::Unreachable {
                        // The page may have been left by then.
                        set_timeout(move || _ = again.try_update(|again| *again += 1), AGAIN);
                    }
                    trouble.set(Some(why));
                }
            }
        });
    };
    Effect::new(move |_| {
        game.track();
        result.track();
        again.track();
        ask(None);
    });
    let more = move |_| ask(games.with_untracked(|games| games.last().map(|last| last.at.0)));
    let kinds = Kind::ALL.iter().map(|&kind| view! { <option value=kind.id()>{tr(kind.name())}</option> });
    let results = [
        ("draw", Words::new("Partie nulle", "Draw")),
        ("win1", Words::new("Le joueur 1 gagne", "Player 1 wins")),
        ("win2", Words::new("Le joueur 2 gagne", "Player 2 wins")),
        ("win3", Words::new("Le joueur 3 gagne", "Player 3 wins")),
        ("win4", Words::new("Le joueur 4 gagne", "Player 4 wins")),
    ];
    let results = results.map(|(id, words)| view! { <option value=id>{tr(words)}</option> });
    let any = || tr(Words::new("Tous", "All"));
    view! {
        <h1>{tr(Words::new("Archives", "Archive"))}</h1>
        <form class="search" role="search" on:submit=move |event| {
            event.prevent_default();
            ask(None);
        }>
            <label class="field">
                <span>{tr(Words::new("Jeu", "Game"))}</span>
                <select on:change=move |event| game.set(event_target_value(&event))>
                    <option value="">{any()}</option>
                    {kinds.collect_view()}
                </select>
            </label>
            <label class="field">
                <span>{tr(Words::new("Joueur", "Player"))}</span>
                <input type="search" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <label class="field">
                <span>{tr(Words::new("Résultat", "Result"))}</span>
                <select on:change=move |event| result.set(event_target_value(&event))>
                    <option value="">{any()}</option>
                    {results.into_iter().collect_view()}
                </select>
            </label>
            <button class="strong">{tr(Words::new("Chercher", "Search"))}</button>
        </form>
        {move || trouble.get().map(|trouble| match trouble {
            ApiError::Unreachable => NoServer().into_any(),
            refused => view! { <p class="refusal" role="alert">{refused.say(lang())}</p> }.into_any(),
        })}
        <Show when=move || is_asked.get() && trouble.with(Option::is_none) && games.with(Vec::is_empty)>
            <p role="status">{tr(Words::new("Aucune partie trouvée.", "No games found."))}</p>
        </Show>
        <Tables tables=games/>
        <Show when=move || has_more.get()>
            <p><button on:click=more>{tr(Words::new("Plus anciennes", "Older games"))}</button></p>
        </Show>
        <p><Link to=Route::Online>{tr(Words::new("Jouer en ligne", "Play online"))}</Link></p>
    }
}
