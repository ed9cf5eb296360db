//! Preset phrases. Each player reads them in their own language, and can mute the others.

use leptos::prelude::*;
use rules::Words;
use table::{Phrase, RequestKind};

use super::table_labels;
use super::table_session::TableSession;
use crate::language::{lang, tr};
use crate::storage;

/// The phrases to say, and the mute switch.
#[component]
pub fn Phrases(
    /// The table.
    session: TableSession,
    /// Called after a phrase was chosen.
    done: Callback<()>,
) -> impl IntoView {
    let phrase = move |&phrase: &Phrase| {
        let say = move |_| {
            session.request(RequestKind::Say(phrase));
            done.run(());
        };
        view! { <button class="choice" on:click=say>{tr(phrase.words())}</button> }
    };
    let mute = move |_| {
        session.muted.update(|muted| *muted = !*muted);
        if session.muted.get_untracked() {
            // Without storage, muting lasts until the page is closed.
            let _ = storage::save("muted", "yes");
            session.phrase.set(None);
        } else {
            storage::remove("muted");
        }
    };
    view! {
        <div class="choices">{Phrase::ALL.iter().map(phrase).collect_view()}</div>
        <p><button class="choice switch" role="switch" aria-checked=move || session.muted.get().to_string() on:click=mute>
            {tr(Words::new("Masquer les messages des autres joueurs", "Hide messages from other players"))}
        </button></p>
    }
}

/// What was last said.
#[component]
pub fn LastSaid(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let last = move || {
        let (seat, phrase) = session.phrase.get()?;
        let lang = lang();
        let name = session.with(|table| table_labels::seat(table.kind, &table.seats, seat, lang))?;
        let words = phrase.words();
        let phrase = words.get(lang).to_owned();
        Some(view! { <p class="said"><b>{name}</b> " " <q>{phrase}</q></p> })
    };
    view! { <div aria-live="polite">{last}</div> }
}
