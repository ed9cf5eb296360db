//! The toolbar of a game on this device. Its buttons never change places; those that do not apply are greyed out.

use leptos::prelude::*;
use rules::Words;

use super::local_session::LocalSession;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::language::tr;
use crate::local::{LocalGame, PlayerKind};
use crate::panel::ToolButton;

/// The toolbar.
#[component]
pub fn Toolbar(
    /// The game being played.
    session: LocalSession,
    /// Opens the form for a new game.
    new_game: Callback<()>,
    /// Opens the share panel.
    share: Callback<()>,
) -> impl IntoView {
    let game = session.game;
    let resign_open = RwSignal::new(false);
    let draw_open = RwSignal::new(false);
    let is_on = Signal::derive(move || game.with(|game| game.outcome().is_none()));
    let people = move || {
        game.with(|game| game.players().iter().filter(|player| **player == PlayerKind::Person).count())
    };
    let has_begun = move || game.with(|game| !game.record().steps().is_empty());
    let open_resign = Callback::new(move |()| resign_open.set(true));
    view! {
        <div class="tools" role="toolbar" aria-label=tr(Words::new("Partie", "Game"))>
            <ToolButton icon=Icon::Undo name=Words::new("Annuler", "Undo")
                enabled=Signal::derive(move || game.with(LocalGame::can_undo))
                press=Callback::new(move |()| session.undo())/>
            <ToolButton icon=Icon::Redo name=Words::new("Refaire", "Redo")
                enabled=Signal::derive(move || game.with(LocalGame::can_redo))
                press=Callback::new(move |()| session.redo())/>
            <ToolButton icon=Icon::Hint name=Words::new("Conseil", "Hint") enabled=Signal::derive(move || session.is_live())
                press=Callback::new(move |()| session.ask_hint())/>
            <ToolButton icon=Icon::Draw name=Words::new("Nulle", "Draw")
                enabled=Signal::derive(move || is_on.get() && people() > 1 && has_begun())
                press=Callback::new(move |()| draw_open.set(true))/>
            <ToolButton icon=Icon::Flag name=Words::new("Abandonner", "Resign")
                enabled=Signal::derive(move || is_on.get() && people() > 0) press=open_resign/>
            <ToolButton icon=Icon::Swap name=Words::new("Revanche", "Rematch") enabled=Signal::derive(has_begun) press=Callback::new(move |()| session.rematch())/>
            <ToolButton icon=Icon::Plus name=Words::new("Nouvelle…", "New game…") press=new_game/>
            <ToolButton icon=Icon::Share name=Words::new("Partager…", "Share…") press=share/>
        </div>
        <Dialog open=resign_open title=Words::new("Abandonner\u{a0}?", "Resign?")>
            <p>{move || if game.with(|game| game.game().seats() > 2) {
                tr(Words::new(
                    "La partie continue\u{a0}: le moteur prend cette place.",
                    "The game goes on: the engine takes this seat.",
                ))()
            } else {
                tr(Words::new("L’autre joueur gagne la partie.", "The other player wins the game."))()
            }}</p>
            <p class="row">
                <button class="strong" on:click=move |_| {
                    resign_open.set(false);
                    session.resign();
                }>{tr(Words::new("Oui, abandonner", "Yes, resign"))}</button>
                <button on:click=move |_| resign_open.set(false)>{tr(Words::new("Non, continuer", "No, go on"))}</button>
            </p>
        </Dialog>
        <Dialog open=draw_open title=Words::new("Partie nulle\u{a0}?", "A draw?")>
            <p>{tr(Words::new("Tout le monde est d’accord\u{a0}?", "Does everybody agree?"))}</p>
            <p class="row">
                <button class="strong" on:click=move |_| {
                    draw_open.set(false);
                    session.agree_draw();
                }>{tr(Words::new("Oui, partie nulle", "Yes, a draw"))}</button>
                <button on:click=move |_| draw_open.set(false)>{tr(Words::new("Non, continuer", "No, go on"))}</button>
            </p>
        </Dialog>
    }
}
