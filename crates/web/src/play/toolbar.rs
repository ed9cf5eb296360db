//! The toolbar of a game on this device. Its buttons never change places; those that do not apply are greyed out. On a
//! small phone those that are needed least are in a menu.

use leptos::prelude::*;
use rules::Words;

use super::local_session::LocalSession;
use crate::dialog::Confirm;
use crate::icon::Icon;
use crate::language::tr;
use crate::local::{LocalGame, PlayerKind};
use crate::panel::{ToolButton, Tools};

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
    let has_company = Memo::new(move |_| people() > 1);
    let has_begun = move || game.with(|game| !game.record().steps().is_empty());
    let open_resign = Callback::new(move |()| resign_open.set(true));
    let rematch_open = RwSignal::new(false);
    let rematch =
        Callback::new(
            move |()| {
                if is_on.get_untracked() { rematch_open.set(true) } else { session.rematch(None) }
            },
        );
    let against_engine = move || game.with(|game| game.only_person().is_some());
    let more = view! {
        // An engine agrees to no draw.
        <Show when=move || has_company.get()>
            <ToolButton icon=Icon::Draw name=Words::new("Nulle", "Draw")
                enabled=Signal::derive(move || is_on.get() && has_begun())
                press=Callback::new(move |()| draw_open.set(true))/>
        </Show>
        <ToolButton icon=Icon::Flag name=Words::new("Abandonner", "Resign")
            enabled=Signal::derive(move || is_on.get() && people() > 0) press=open_resign/>
        <ToolButton icon=Icon::Swap name=Words::new("Revanche", "Rematch") enabled=Signal::derive(has_begun) press=rematch/>
        <ToolButton icon=Icon::Share name=Words::new("Partager…", "Share…") press=share/>
    };
    view! {
        <Tools label=Words::new("Partie", "Game") more=more.into_any()>
            <ToolButton icon=Icon::Undo name=Words::new("Annuler", "Undo")
                enabled=Signal::derive(move || session.with_painted(LocalGame::can_undo))
                press=Callback::new(move |()| session.undo())/>
            <ToolButton icon=Icon::Redo name=Words::new("Refaire", "Redo")
                enabled=Signal::derive(move || session.with_painted(LocalGame::can_redo))
                press=Callback::new(move |()| session.redo())/>
            <ToolButton icon=Icon::Hint name=Words::new("Conseil", "Hint") enabled=Signal::derive(move || session.is_live())
                press=Callback::new(move |()| session.ask_hint())/>
            <ToolButton icon=Icon::Plus name=Words::new("Nouvelle…", "New game…") press=new_game/>
        </Tools>
        <Confirm open=resign_open title=Words::new("Abandonner\u{202f}?", "Resign?") yes=Words::new("Oui, abandonner", "Yes, resign")
            confirm=Callback::new(move |()| session.resign())>
            <p>{move || if game.with(|game| game.game().seats() > 2) {
                tr(Words::new(
                    "La partie continue\u{a0}: un moteur prend le relais.",
                    "The game goes on: an engine takes over.",
                ))()
            } else if against_engine() {
                tr(Words::new("Le moteur gagne la partie.", "The engine wins the game."))()
            } else {
                tr(Words::new("Votre adversaire gagne la partie.", "Your opponent wins the game."))()
            }}</p>
        </Confirm>
        <Confirm open=rematch_open title=Words::new("Recommencer\u{202f}?", "Start again?") yes=Words::new("Oui, recommencer", "Yes, start again")
            confirm=Callback::new(move |()| session.rematch(None))>
            <p>{tr(Words::new(
                "La partie en cours reste dans «\u{a0}Mes parties\u{a0}»\u{a0}: vous pourrez la reprendre.",
                "The current game stays in “My games”, where you can pick it up again.",
            ))}</p>
        </Confirm>
        <Confirm open=draw_open title=Words::new("Partie nulle\u{202f}?", "Call it a draw?") yes=Words::new("Oui, c’est une nulle", "Yes, it’s a draw")
            confirm=Callback::new(move |()| session.agree_draw())>
            <p>{tr(Words::new("Tout le monde est d’accord\u{202f}?", "Does everyone agree?"))}</p>
        </Confirm>
    }
}
