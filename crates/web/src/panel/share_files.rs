//! Files of a game: its text, JSON, pictures of the position shown, and an animated GIF of the whole game.

use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Record, Words};

use crate::export::{self, file_name};
use crate::language::tr;
use crate::picture_export;
use crate::settings::SettingsStore;

/// A game to share, and the position of it that pictures show.
#[derive(Clone, Debug)]
pub struct SharedGame {
    /// The game.
    pub record: Record,
    /// The position.
    pub position: AnyGame,
    /// The move that led to it.
    pub last_move: Option<AnyMove>,
}

impl SharedGame {
    /// A game with its last position.
    pub fn at_its_end(record: Record) -> SharedGame {
        let position = record.end().clone();
        let last_move =
            record.steps().iter().rfind(|step| !step.is_chance()).map(rules::record::RecordedMove::mv);
        SharedGame { record, position, last_move }
    }
}

/// The state of an export.
#[derive(Clone, Copy, PartialEq)]
enum ExportProgress {
    Idle,
    Part(f32),
    Failed,
}

/// Buttons that download the files of a game.
#[component]
pub fn ShareFiles(
    /// Returns the game when a button is pressed; `None` if there is none to share.
    #[prop(into)]
    game: Callback<(), Option<SharedGame>>,
) -> impl IntoView {
    let progress = RwSignal::new(ExportProgress::Idle);
    let is_busy = move || matches!(progress.get(), ExportProgress::Part(_));
    let text = move |ending: &'static str, kind: &'static str, write: fn(&SharedGame) -> String| {
        move |_| {
            if let Some(game) = game.run(()) {
                export::download(&file_name(&game.record, ending), kind, write(&game).as_bytes());
            }
        }
    };
    let svg = |game: &SharedGame| {
        export::picture(&game.position, game.last_move, &SettingsStore::expect().get_untracked())
    };
    let pixels = move |is_film: bool| {
        move |_| {
            let Some(game) = game.run(()) else { return };
            let settings = SettingsStore::expect().get_untracked();
            progress.set(ExportProgress::Part(0.0));
            leptos::task::spawn_local(async move {
                let (bytes, ending, kind) = if is_film {
                    // The panel may be closed by then.
                    let tell = |part| _ = progress.try_set(ExportProgress::Part(part));
                    (picture_export::gif(&game.record, &settings, tell).await, "gif", "image/gif")
                } else {
                    (picture_export::png(&game.position, game.last_move, &settings).await, "png", "image/png")
                };
                if let Some(bytes) = &bytes {
                    export::download(&file_name(&game.record, ending), kind, bytes);
                }
                progress.try_set(if bytes.is_some() { ExportProgress::Idle } else { ExportProgress::Failed });
            });
        }
    };
    view! {
        <p class="row files">
            <button on:click=text("txt", "text/plain", |game| game.record.to_string())>{tr(Words::new("Texte", "Text"))}</button>
            <button on:click=text("json", "application/json", |game| game.record.to_json())>"JSON"</button>
            <button on:click=text("svg", "image/svg+xml", svg)>{tr(Words::new("Image SVG", "SVG image"))}</button>
            <button on:click=pixels(false) disabled=is_busy>{tr(Words::new("Image PNG", "PNG image"))}</button>
            <button on:click=pixels(true) disabled=is_busy>{tr(Words::new("GIF animé", "Animated GIF"))}</button>
        </p>
        {move || match progress.get() {
            ExportProgress::Idle => ().into_any(),
            ExportProgress::Part(part) => view! {
                <progress max="1" prop:value=part
                    aria-label=tr(Words::new("Préparation de l’image…", "Preparing the image…"))></progress>
            }.into_any(),
            ExportProgress::Failed => view! {
                <p class="refusal" role="alert">{tr(Words::new(
                    "Ce navigateur n’a pas pu créer l’image. Vous pouvez encore enregistrer l’image SVG ou le texte.",
                    "This browser could not create the image. You can still save the SVG image or the text.",
                ))}</p>
            }.into_any(),
        }}
    }
}
