//! The curtain between players who share a device in a game with hidden hands.

use leptos::prelude::*;
use rules::{Lang, Words};
use wasm_bindgen::JsCast;

use super::local_session::LocalSession;
use crate::language::{lang, tr};

/// The curtain, when it is down.
#[component]
pub fn Curtain(
    /// The game on the table.
    session: LocalSession,
) -> impl IntoView {
    let whose = move || {
        let lang = lang();
        session.game.with(|game| {
            let seat = game.game().turn().seat();
            let name = seat.map_or("", |seat| game.kind().seat(seat).name.get(lang));
            match lang {
                Lang::Fr => format!("Au tour de {name}. Passez l’appareil."),
                Lang::En => format!("It is {name}’s turn. Pass the device."),
            }
        })
    };
    let button = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = button.get() {
            // Whoever plays by keyboard finds the button at once.
            let _ = button.focus();
        }
    });
    let lift = move |_| {
        session.lift();
        let place = document().query_selector(".board [tabindex='0']").ok().flatten();
        if let Some(place) = place {
            let _ = place.unchecked_into::<web_sys::SvgElement>().focus();
        }
    };
    view! {
        <Show when=move || session.is_curtained()>
            <div class="curtain">
                <p>{whose}</p>
                <button class="strong" node_ref=button on:click=lift>
                    {tr(Words::new("Montrer ma main", "Show my hand"))}
                </button>
            </div>
        </Show>
    }
}
