//! What can be done at the table besides moving. The buttons never change places; what cannot be done now is grey.

use leptos::prelude::*;
use rules::Words;

use super::local_session::LocalSession;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::language::tr;
use crate::local::{LocalGame, PlayerKind};
use crate::panel::ToolButton;

/// What can be done at the table.
#[component]
pub fn Toolbar(
    /// The game on the table.
    session: LocalSession,
    /// Opens the choice of a new game.
    renew: Callback<()>,
    /// Opens what can be shared.
    share: Callback<()>,
) -> impl IntoView {
    let game = session.game;
    let asks = RwSignal::new(false);
    let agrees = RwSignal::new(false);
    let is_on = Signal::derive(move || game.with(|game| game.outcome().is_none()));
    let people = move || {
        game.with(|game| game.players().iter().filter(|player| **player == PlayerKind::Person).count())
    };
    let has_begun = move || game.with(|game| !game.record().steps().is_empty());
    let ask = Callback::new(move |()| asks.set(true));
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
                press=Callback::new(move |()| agrees.set(true))/>
            <ToolButton icon=Icon::Flag name=Words::new("Abandonner", "Resign")
                enabled=Signal::derive(move || is_on.get() && people() > 0) press=ask/>
            <ToolButton icon=Icon::Swap name=Words::new("Revanche", "Rematch") enabled=Signal::derive(has_begun) press=Callback::new(move |()| session.rematch())/>
            <ToolButton icon=Icon::Plus name=Words::new("Nouvelle…", "New game…") press=renew/>
            <ToolButton icon=Icon::Share name=Words::new("Partager…", "Share…") press=share/>
        </div>
        <Dialog open=asks title=Words::new("Abandonner\u{a0}?", "Resign?")>
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
                    asks.set(false);
                    session.resign();
                }>{tr(Words::new("Oui, abandonner", "Yes, resign"))}</button>
                <button on:click=move |_| asks.set(false)>{tr(Words::new("Non, continuer", "No, go on"))}</button>
            </p>
        </Dialog>
        <Dialog open=agrees title=Words::new("Partie nulle\u{a0}?", "A draw?")>
            <p>{tr(Words::new("Tout le monde est d’accord\u{a0}?", "Does everybody agree?"))}</p>
            <p class="row">
                <button class="strong" on:click=move |_| {
                    agrees.set(false);
                    session.agree_draw();
                }>{tr(Words::new("Oui, partie nulle", "Yes, a draw"))}</button>
                <button on:click=move |_| agrees.set(false)>{tr(Words::new("Non, continuer", "No, go on"))}</button>
            </p>
        </Dialog>
    }
}
