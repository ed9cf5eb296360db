//! Preset phrases: each reads them in the own language, and whoever wants silence mutes the others.

use leptos::prelude::*;
use rules::Words;
use table::{Phrase, RequestKind};

use super::meeting::Meeting;
use super::names;
use crate::language::{lang, tr};
use crate::storage;

/// The phrases, and silence.
#[component]
pub fn Phrases(
    /// The table.
    meeting: Meeting,
    /// Called when something was said.
    done: Callback<()>,
) -> impl IntoView {
    let phrase = move |&phrase: &Phrase| {
        let say = move |_| {
            meeting.ask(RequestKind::Say(phrase));
            done.run(());
        };
        view! { <button class="choice" on:click=say>{tr(phrase.words())}</button> }
    };
    let mute = move |_| {
        meeting.muted.update(|muted| *muted = !*muted);
        if meeting.muted.get_untracked() {
            // A wish that cannot be kept holds until the page is closed.
            let _ = storage::save("muted", "yes");
            meeting.phrase.set(None);
        } else {
            storage::remove("muted");
        }
    };
    view! {
        <div class="choices">{Phrase::ALL.iter().map(phrase).collect_view()}</div>
        <p><button class="choice switch" role="switch" aria-checked=move || meeting.muted.get().to_string() on:click=mute>
            {tr(Words::new("Ne pas voir ce que les autres disent", "Do not show what others say"))}
        </button></p>
    }
}

/// What was last said.
#[component]
pub fn LastSaid(
    /// The table.
    meeting: Meeting,
) -> impl IntoView {
    let last = move || {
        let (seat, phrase) = meeting.phrase.get()?;
        let lang = lang();
        let name = meeting.with(|table| names::seat(table.kind, &table.seats, seat, lang))?;
        let words = phrase.words();
        let phrase = words.get(lang).to_owned();
        Some(view! { <p class="said"><b>{name}</b> " " <q>{phrase}</q></p> })
    };
    view! { <div aria-live="polite">{last}</div> }
}
