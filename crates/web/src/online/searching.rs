//! Looking for an opponent for a quick game: how long the search has taken, how to stop it, and a way to play the
//! engine instead.

use leptos::prelude::*;
use rules::number_text::minutes_and_seconds;
use rules::{Kind, Words};
use table::RequestKind;

use super::server_clock;
use super::table_session::TableSession;
use crate::language::tr;
use crate::route::Route;
use crate::router::Router;

/// The engine is offered after this many milliseconds.
const ENGINE_OFFER_DELAY: u64 = 10_000;

/// Says that an opponent is being looked for, until the game starts.
#[component]
pub fn Searching(
    /// The table at which this guest waits.
    session: TableSession,
    /// The game.
    kind: Kind,
) -> impl IntoView {
    let router = Router::here();
    let began = server_clock::now();
    let waited = Memo::new(move |_| session.now.get().since(began) / 1000 * 1000);
    let is_long = Memo::new(move |_| waited.get() >= ENGINE_OFFER_DELAY);
    let leave = move |to: Route| {
        session.request(RequestKind::Leave);
        router.go(to);
    };
    view! {
        <section class="searching">
            <p>
                <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
                <span role="status">{tr(Words::new("Recherche d’un adversaire…", "Searching for an opponent…"))}</span>
                <span class="waited" aria-hidden="true">{move || minutes_and_seconds(waited.get() / 1000)}</span>
            </p>
            <div role="status">
                <Show when=move || is_long.get()>
                    <p>{tr(Words::new(
                        "Personne pour l’instant. Vous pouvez attendre ici, envoyer le lien ci-dessous à quelqu’un, ou jouer tout de suite.",
                        "Nobody yet. You can wait here, send someone the link below, or play right now.",
                    ))}</p>
                </Show>
            </div>
            <p class="row">
                <Show when=move || is_long.get()>
                    <button class="strong" on:click=move |_| leave(Route::Play(kind))>
                        {tr(Words::new("Jouer contre le moteur", "Play the engine"))}
                    </button>
                </Show>
                <button on:click=move |_| leave(Route::Online)>{tr(Words::new("Arrêter la recherche", "Stop searching"))}</button>
            </p>
        </section>
    }
}
