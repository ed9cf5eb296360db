//! Offers sounds once: after the first move, to people who have not chosen yet.

use leptos::prelude::*;
use rules::Words;

use crate::language::tr;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};

/// The offer, until it is answered here or in the settings.
#[component]
pub fn SoundOffer(
    /// Whether a move has been played.
    #[prop(into)]
    has_moved: Signal<bool>,
) -> impl IntoView {
    let store = SettingsStore::expect();
    let is_open = Memo::new(move |_| has_moved.get() && store.get().sounds.is_none());
    let answer = move |sounds: bool| {
        store.update(|new| new.sounds = Some(sounds));
        // The first sound shows what was chosen.
        sound::play(store, Sound::Move);
    };
    view! {
        <Show when=move || is_open.get()>
            <p class="row sound-offer">
                <span>{tr(Words::new("Activer les sons\u{202f}?", "Turn sounds on?"))}</span>
                <button on:click=move |_| answer(true)>{tr(Words::new("Oui, les activer", "Turn them on"))}</button>
                <button class="plain" on:click=move |_| answer(false)>{tr(Words::new("Non, merci", "No, thanks"))}</button>
            </p>
        </Show>
    }
}
