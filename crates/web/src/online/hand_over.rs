//! Handing one's seat over to another device, with a link that works once.
//!
//! The link holds a key that gives the seat to its bearer, so it is shown and drawn here, and sent nowhere.

use leptos::prelude::*;
use rules::{Say, Words};

use super::api;
use super::qr_code::qr_code;
use super::table_session::TableSession;
use crate::export;
use crate::language::{lang, tr};
use crate::panel::CopyField;

/// Makes the link for the other device, and shows it with its QR code.
#[component]
pub fn HandOver(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let link = RwSignal::new(None::<Result<String, api::ApiError>>);
    let make = move |_| {
        leptos::task::spawn_local(async move {
            let Some(id) = session.id.try_get_value() else { return };
            let key = api::post(&format!("/api/tables/{id}/hand-over"), "").await;
            link.try_set(Some(key.map(|key| format!("/t/{id}#{}", key.trim_end()))));
        });
    };
    let is_made = move || link.with(|link| matches!(link, Some(Ok(_))));
    let shown = move || {
        link.get().map(|made| match made {
            Ok(path) => {
                let address = export::absolute_url(&path);
                view! {
                    <section class="invitation">
                        {qr_code(&address)}
                        <div>
                            <CopyField name=Words::new("Lien à usage unique", "One-time link")
                                button=Words::new("Copier le lien", "Copy link") text=address/>
                        </div>
                    </section>
                }
                .into_any()
            }
            Err(error) => view! { <p class="refusal" role="alert">{error.say(lang())}</p> }.into_any(),
        })
    };
    view! {
        <p>{tr(Words::new(
            "Ouvrez ce lien sur l’autre appareil dans les dix minutes\u{a0}: vous y continuerez la partie, et cet appareil-ci ne fera plus que l’afficher.",
            "Open this link on the other device within ten minutes: you will play on there, and this device will only show the game.",
        ))}</p>
        // Once there is a link, copying it is what to do next.
        <button class:strong=move || !is_made() class:plain=is_made on:click=make>
            {move || match is_made() {
                false => tr(Words::new("Créer le lien", "Create link"))(),
                true => tr(Words::new("Nouveau lien", "New link"))(),
            }}
        </button>
        {shown}
    }
}
