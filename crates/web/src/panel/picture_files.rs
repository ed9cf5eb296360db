//! Files of a picture: a position as SVG or PNG, and a film of the moves as GIF.

use boards::Scene;
use leptos::prelude::*;
use rules::{Record, Viewer, Words};

use crate::export;
use crate::language::tr;
use crate::picture_export;
use crate::settings::{Settings, SettingsStore};

/// A picture to share.
#[derive(Clone, Debug)]
pub struct SharedPicture {
    /// The name of the file, without its ending.
    pub name: String,
    /// What the picture shows, in the reader's language.
    pub title: String,
    /// The picture.
    pub scene: Scene,
    /// The moves of the film, and who sees them; `None` if there is no film.
    pub film: Option<(Record, Viewer)>,
}

/// The state of an export.
#[derive(Clone, Copy, PartialEq)]
enum ExportProgress {
    Idle,
    Part(f32),
    Failed,
}

/// Buttons that download a picture.
#[component]
pub fn PictureFiles(
    /// Returns the picture when a button is pressed; `None` if there is none to share.
    #[prop(into)]
    picture: Callback<Settings, Option<SharedPicture>>,
    /// Whether there is a film.
    #[prop(into)]
    has_film: Signal<bool>,
    /// Buttons for other files, which stand before these.
    #[prop(optional)]
    children: Option<Children>,
    /// Buttons for files that few people need, which are folded.
    #[prop(optional, into)]
    rare: Option<AnyView>,
) -> impl IntoView {
    let progress = RwSignal::new(ExportProgress::Idle);
    let is_busy = move || matches!(progress.get(), ExportProgress::Part(_));
    let svg = move |_| {
        let settings = SettingsStore::expect().get_untracked();
        let theme = settings.shown_theme();
        if let Some(SharedPicture { name, title, scene, .. }) = picture.run(settings) {
            let text = scene.svg(theme, &title);
            export::download(&format!("{name}.svg"), "image/svg+xml", text.as_bytes());
        }
    };
    let pixels = move |is_film: bool| {
        move |_| {
            let settings = SettingsStore::expect().get_untracked();
            let Some(SharedPicture { name, scene, film, .. }) = picture.run(settings.clone()) else { return };
            progress.set(ExportProgress::Part(0.0));
            leptos::task::spawn_local(async move {
                let (bytes, ending, kind) = match film.filter(|_| is_film) {
                    Some((record, viewer)) => {
                        // The panel may be closed by then.
                        let tell = |part| _ = progress.try_set(ExportProgress::Part(part));
                        let bytes = picture_export::gif(&record, viewer, &settings, tell).await;
                        (bytes, "gif", "image/gif")
                    }
                    None => (picture_export::png(&scene, &settings).await, "png", "image/png"),
                };
                if let Some(bytes) = &bytes {
                    export::download(&format!("{name}.{ending}"), kind, bytes);
                }
                progress.try_set(if bytes.is_some() { ExportProgress::Idle } else { ExportProgress::Failed });
            });
        }
    };
    view! {
        <p class="row files">
            <span>{tr(Words::new("Enregistrer\u{a0}:", "Save:"))}</span>
            {children.map(|children| children())}
            <button on:click=pixels(false) disabled=is_busy>{tr(Words::new("Image PNG", "PNG image"))}</button>
            <Show when=move || has_film.get()>
                <button on:click=pixels(true) disabled=is_busy>{tr(Words::new("GIF animé", "Animated GIF"))}</button>
            </Show>
        </p>
        <details class="more-files">
            <summary>{tr(Words::new("Autres formats", "Other formats"))}</summary>
            <p class="row">
                {rare}
                <button on:click=svg>{tr(Words::new("Image SVG", "SVG image"))}</button>
            </p>
        </details>
        {move || match progress.get() {
            ExportProgress::Idle => ().into_any(),
            ExportProgress::Part(part) => view! {
                <progress max="1" prop:value=part
                    aria-label=tr(Words::new("Préparation de l’image…", "Preparing the image…"))></progress>
            }.into_any(),
            ExportProgress::Failed => view! {
                <p class="refusal" role="alert">{tr(Words::new(
                    "Ce navigateur n’a pas pu créer l’image. Vous pouvez encore enregistrer l’image SVG.",
                    "This browser could not create the image. You can still save the SVG image.",
                ))}</p>
            }.into_any(),
        }}
    }
}
