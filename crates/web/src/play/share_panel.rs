//! Sharing a game: a link that holds the whole record, and files.

use leptos::prelude::*;
use rules::Words;

use super::local_session::LocalSession;
use crate::export::{self, file_name};
use crate::language::tr;
use crate::panel::CopyField;
use crate::settings::SettingsStore;

/// The link and the files of the session's game.
#[component]
pub fn SharePanel(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let record = session.game.with_untracked(|game| game.record().clone());
    if record.start().kind().hides() && record.result().is_none() {
        return view! {
            <p>{tr(Words::new(
                "Cette partie contient les mains des joueurs\u{a0}: vous pourrez la partager quand elle sera finie.",
                "This game contains the players’ hands: you can share it when it is over.",
            ))}</p>
        }
        .into_any();
    }
    let link = export::study_link(&record);
    let gif_progress = RwSignal::new(None::<f32>);
    let failed = RwSignal::new(false);
    let record = StoredValue::new(record);
    let as_record = move |_| {
        let text = record.with_value(ToString::to_string);
        export::download(
            &record.with_value(|record| file_name(record, "txt")),
            "text/plain",
            text.as_bytes(),
        );
    };
    let as_json = move |_| {
        let text = record.with_value(rules::Record::to_json);
        export::download(
            &record.with_value(|record| file_name(record, "json")),
            "application/json",
            text.as_bytes(),
        );
    };
    let as_svg = move |_| {
        let text = session.game.with_untracked(|game| {
            let last = game.record().steps().last().map(rules::record::RecordedMove::mv);
            export::picture(&untrack(|| session.seen()), last, &SettingsStore::expect().get_untracked())
        });
        export::download(
            &record.with_value(|record| file_name(record, "svg")),
            "image/svg+xml",
            text.as_bytes(),
        );
    };
    let as_gif = move |_| {
        let record = record.get_value();
        let name = file_name(&record, "gif");
        let settings = SettingsStore::expect().get_untracked();
        failed.set(false);
        gif_progress.set(Some(0.0));
        leptos::task::spawn_local(async move {
            match crate::gif_export::gif(&record, &settings, |part| gif_progress.set(Some(part))).await {
                Some(bytes) => export::download(&name, "image/gif", &bytes),
                None => failed.set(true),
            }
            gif_progress.set(None);
        });
    };
    view! {
        <p>{tr(Words::new(
            "Ce lien contient toute la partie\u{a0}; rien n’est envoyé à un serveur.",
            "This link contains the whole game; nothing is sent to a server.",
        ))}</p>
        <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy link") text=link/>
        <p class="row">
            <button on:click=as_record>{tr(Words::new("Texte", "Text"))}</button>
            <button on:click=as_json>"JSON"</button>
            <button on:click=as_svg>{tr(Words::new("Image SVG", "SVG picture"))}</button>
            <button on:click=as_gif disabled=move || gif_progress.get().is_some()>
                {tr(Words::new("GIF animé", "Animated GIF"))}
            </button>
        </p>
        <Show when=move || gif_progress.get().is_some()>
            <progress max="1" prop:value=move || gif_progress.get().unwrap_or(0.0)
                aria-label=tr(Words::new("Le GIF se prépare", "Making the GIF"))></progress>
        </Show>
        <Show when=move || failed.get()>
            <p class="refusal">{tr(Words::new(
                "Ce navigateur n’a pas pu créer le GIF. L’image SVG et le texte restent possibles.",
                "This browser could not make the GIF. The SVG picture and the text still work.",
            ))}</p>
        </Show>
    }
    .into_any()
}
