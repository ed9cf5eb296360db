//! Handing one's seat over to another device, by a link that works once.
//!
//! The link holds a key: whoever has it can take the seat. It is shown and drawn here, and sent nowhere.

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
    let shown = move || {
        link.get().map(|made| match made {
            Ok(path) => {
                let address = export::absolute_url(&path);
                view! {
                    <section class="invitation">
                        {qr_code(&address)}
                        <div>
                            <CopyField name=Words::new("Lien, à ouvrir une seule fois", "Link, to be opened once")
                                button=Words::new("Copier le lien", "Copy the link") text=address/>
                        </div>
                    </section>
                }
                .into_any()
            }
            Err(trouble) => view! { <p class="refusal" role="alert">{trouble.say(lang())}</p> }.into_any(),
        })
    };
    view! {
        <p>{tr(Words::new(
            "Ouvrez ce lien sur l’autre appareil, dans les dix minutes\u{a0}: votre place y passe, et cet appareil ne fait plus que regarder.",
            "Open this link on the other device within ten minutes: your seat goes there, and this device only looks on.",
        ))}</p>
        <button class="strong" on:click=make>{tr(Words::new("Préparer le lien", "Make the link"))}</button>
        {shown}
    }
}
