//! Going on with another device: a link that takes the seat over, once.

use leptos::prelude::*;
use rules::{Say, Words};

use super::api;
use super::meeting::Meeting;
use crate::export;
use crate::language::{lang, tr};
use crate::panel::CopyField;

/// The link for the other device.
#[component]
pub fn Device(
    /// The table.
    meeting: Meeting,
) -> impl IntoView {
    let link = RwSignal::new(None::<Result<String, api::Trouble>>);
    let make = move |_| {
        leptos::task::spawn_local(async move {
            let Some(id) = meeting.id.try_get_value() else { return };
            let key = api::post(&format!("/api/tables/{id}/hand-over"), "").await;
            link.try_set(Some(key.map(|key| format!("/t/{id}#{}", key.trim_end()))));
        });
    };
    let shown = move || {
        link.get().map(|made| match made {
            Ok(path) => {
                let picture = format!("/api/qr.svg?path={}", api::encoded(&path));
                view! {
                    <section class="invitation">
                        <img class="qr" src=picture width="160" height="160"
                            alt=tr(Words::new("Code QR du lien", "QR code of the link"))/>
                        <div>
                            <CopyField name=Words::new("Lien, à ouvrir une seule fois", "Link, to be opened once")
                                button=Words::new("Copier le lien", "Copy the link") text=export::absolute_url(&path)/>
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
