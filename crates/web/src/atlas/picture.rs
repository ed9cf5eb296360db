//! A picture of a position.

use boards::DrawContext;
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Viewer};

use crate::board::Picture;
use crate::language::lang;
use crate::settings::SettingsStore;

/// A picture of a position.
#[component]
pub fn PositionPicture(
    /// The position.
    game: AnyGame,
    /// The move that led to it.
    last: Option<AnyMove>,
    /// The name of the picture for screen readers.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let store = SettingsStore::expect();
    let scene = Memo::new(move |_| {
        let context = DrawContext { last_move: last, look: store.get().look, ..DrawContext::plain(lang()) };
        boards::draw(&game.view(Viewer::Public).position(), &context)
    });
    view! { <Picture scene label/> }
}
