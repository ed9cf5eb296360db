//! Sharing a puzzle: a link that stays the same when puzzles are added, and a picture.

use boards::{DrawContext, Scene};
use leptos::prelude::*;
use rules::{Kind, Words};

use super::address::{PuzzleAddress, PuzzleSet};
use super::current::Current;
use super::session::PuzzleSession;
use crate::language::tr;
use crate::panel::CopyField;
use crate::settings::{Settings, SettingsStore};
use crate::{export, picture_export};

/// The link and the pictures of the current puzzle; nothing while there is none.
#[component]
pub fn SharePuzzle(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let has_failed = RwSignal::new(false);
    let id = Memo::new(move |_| session.current.with(|current| current.as_ref().map(|current| current.id)));
    let scene = move |settings: &Settings| {
        session.current.with_untracked(|current| current.as_ref().map(|current| scene(current, settings)))
    };
    let name = move |ending: &str| {
        let id = id.get_untracked().map(|id| id.to_string()).unwrap_or_default();
        format!("{}-{id}.{ending}", session.kind)
    };
    let svg = move |_| {
        let settings = SettingsStore::expect().get_untracked();
        if let Some(scene) = scene(&settings) {
            let title = title(session.kind, &settings);
            let text = scene.svg(settings.shown_theme(), &title);
            export::download(&name("svg"), "image/svg+xml", text.as_bytes());
        }
    };
    let png = move |_| {
        let settings = SettingsStore::expect().get_untracked();
        let Some(scene) = scene(&settings) else { return };
        let name = name("png");
        leptos::task::spawn_local(async move {
            let bytes = picture_export::png_of_scene(&scene, &settings).await;
            if let Some(bytes) = &bytes {
                export::download(&name, "image/png", bytes);
            }
            // The page may have been left by then.
            has_failed.try_set(bytes.is_none());
        });
    };
    move || {
        let id = id.get()?;
        // A run offers no puzzle to share.
        if matches!(session.set.get(), PuzzleSet::Run(_)) {
            return None;
        }
        let address = PuzzleAddress { set: PuzzleSet::Training(None), id: Some(id) };
        let link = export::absolute_url(&address.write(session.kind));
        Some(view! {
            <details class="share">
                <summary>{tr(Words::new("Partager cette énigme", "Share this puzzle"))}</summary>
                <CopyField name=Words::new("Lien vers cette énigme", "Link to this puzzle")
                    button=Words::new("Copier le lien", "Copy link") text=link/>
                <p class="row files">
                    <button on:click=svg>{tr(Words::new("Image SVG", "SVG image"))}</button>
                    <button on:click=png>{tr(Words::new("Image PNG", "PNG image"))}</button>
                </p>
                {move || has_failed.get().then(|| view! {
                    <p class="refusal" role="alert">{tr(Words::new(
                        "Ce navigateur n’a pas pu créer l’image. Vous pouvez encore enregistrer l’image SVG.",
                        "This browser could not create the image. You can still save the SVG image.",
                    ))}</p>
                })}
            </details>
        })
    }
}

/// The position of a puzzle as the solver sees it at the start.
fn scene(current: &Current, settings: &Settings) -> Scene {
    let viewer = PuzzleSession::viewer(current);
    let context = DrawContext { viewer, ..export::draw_context(None, settings) };
    boards::draw(&current.attempt.puzzle().start.view(viewer).position(), &context)
}

fn title(kind: Kind, settings: &Settings) -> String {
    let Words { fr, en } = kind.name();
    rules::words!(fr: "{fr}, énigme", en: "{en}, puzzle").get(settings.language()).to_owned()
}
