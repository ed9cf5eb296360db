//! The open tables beyond those that the lobby's socket sends.

use leptos::prelude::*;
use rules::{Lang, Say, Words};
use table::Listing;

use super::api::{self, ApiError};
use super::table_list::Tables;
use crate::language::{lang, tr};

/// Says that the list of open tables is only its first page, and shows further pages on demand.
#[component]
pub fn MoreTables(
    /// The first page.
    first: RwSignal<Vec<Listing>>,
) -> impl IntoView {
    let further = RwSignal::new(Vec::<Listing>::new());
    let last_page = RwSignal::new(1);
    let is_complete = RwSignal::new(false);
    let is_busy = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let is_first_full = Memo::new(move |_| first.with(Vec::len) >= Listing::LOBBY_PAGE);
    // The first page changes while the others stay as they were fetched.
    let shown = Memo::new(move |_| {
        let is_new = |one: &&Listing| first.with(|first| first.iter().all(|known| known.id != one.id));
        further.with(|further| further.iter().filter(is_new).cloned().collect::<Vec<Listing>>())
    });
    let fetch = move |_| {
        is_busy.set(true);
        leptos::task::spawn_local(async move {
            let page = last_page.get_untracked() + 1;
            match api::get(&format!("/api/lobby?page={page}")).await {
                Ok(text) => {
                    let found = api::listings(&text);
                    is_complete.try_set(found.len() < Listing::LOBBY_PAGE);
                    further.try_update(|further| {
                        let known: Vec<_> = further.iter().map(|one| one.id.clone()).collect();
                        further.extend(found.into_iter().filter(|one| !known.contains(&one.id)));
                    });
                    last_page.try_set(page);
                    error.try_set(None);
                }
                Err(why) => drop(error.try_set(Some(why))),
            }
            is_busy.try_set(false);
        });
    };
    let count = move || {
        let count = first.with(Vec::len) + shown.with(Vec::len);
        match lang() {
            Lang::Fr => format!("Voici {count} tables ouvertes\u{202f}; il y en a peut-être d’autres."),
            Lang::En => format!("Showing {count} open tables; there may be more."),
        }
    };
    view! {
        <Show when=move || is_first_full.get()>
            <Tables tables=shown/>
            <Show when=move || !is_complete.get()>
                <p class="row">
                    <span>{count}</span>
                    <button disabled=move || is_busy.get() on:click=fetch>
                        {tr(Words::new("Afficher plus de tables", "Show more tables"))}
                    </button>
                </p>
            </Show>
            {move || error.get().map(|why| view! { <p class="refusal" role="alert">{move || why.say(lang())}</p> })}
        </Show>
    }
}
