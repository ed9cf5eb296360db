//! Files of a game: its text, JSON, pictures of the position shown, and an animated GIF of the whole game.

use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Record, Viewer, Words};

use super::picture_files::{PictureFiles, SharedPicture};
use crate::export::{self, file_name};
use crate::language::tr;
use crate::settings::Settings;

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

    fn picture(self, settings: &Settings) -> SharedPicture {
        SharedPicture {
            film: Some((self.record.clone(), Viewer::Public)),
            ..export::picture(file_name(&self.record), &self.position, self.last_move, settings)
        }
    }
}

/// Buttons that download the files of a game.
#[component]
pub fn ShareFiles(
    /// Returns the game when a button is pressed; `None` if there is none to share.
    #[prop(into)]
    game: Callback<(), Option<SharedGame>>,
) -> impl IntoView {
    let text = move |ending: &'static str, kind: &'static str, write: fn(&Record) -> String| {
        move |_| {
            if let Some(SharedGame { record, .. }) = game.run(()) {
                let name = format!("{}.{ending}", file_name(&record));
                export::download(&name, kind, write(&record).as_bytes());
            }
        }
    };
    let picture = move |settings: Settings| game.run(()).map(|game| game.picture(&settings));
    let json = view! {
        <button on:click=text("json", "application/json", Record::to_json)>"JSON"</button>
    };
    view! {
        <PictureFiles picture has_film=true rare=json.into_any()>
            <button on:click=text("txt", "text/plain", Record::to_string)>{tr(Words::new("Texte", "Text"))}</button>
        </PictureFiles>
    }
}
