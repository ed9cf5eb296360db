//! The buttons beside the board of a table. While players play, these never change places or meaning, and those that
//! cannot be used now are disabled; after the game, and for spectators, there are only those that can be used. The
//! rematch is on the result card.

use leptos::prelude::*;
use rules::{Lang, Words};
use table::{Occupant, Offer, RequestKind, Snapshot};

use super::game_over::Share;
use super::hand_over::HandOver;
use super::phrases::Phrases;
use super::table_session::TableSession;
use crate::dialog::{Confirm, Dialog};
use crate::icon::Icon;
use crate::language::{lang, tr};
use crate::panel::{ToolButton, Tools};

/// The buttons: take back, draw, resign, say, flip, hand over, share.
#[component]
pub fn TableToolbar(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let [resigning, drawing, taking_back, saying, handing_over, sharing] =
        [(); 6].map(|()| RwSignal::new(false));
    let plays = Memo::new(move |_| session.playing_seat().is_some());
    let sits = Memo::new(move |_| session.you().is_some());
    let stands = move |offer: Offer| {
        session.with(|table| table.offers.iter().any(|standing| standing.offer == offer)).unwrap_or(false)
    };
    // Engines do not accept draws.
    let has_company = Memo::new(move |_| {
        let you = session.you();
        session
            .with(|table| {
                let humans = table.seats.iter().enumerate().filter(|(index, occupant)| {
                    matches!(occupant, Occupant::Human { stand_in: None, .. })
                        && you.is_none_or(|you| you.index() != *index)
                });
                humans.count() > 0
            })
            .unwrap_or(false)
    });
    let has_moved = Memo::new(move |_| {
        let moved = |table: &Snapshot| table.you.is_some_and(|you| table.taken_back_from(you).is_some());
        session.with(moved).unwrap_or(false)
    });
    // A seat that was handed over cannot be handed over again from here.
    Effect::new(move |_| {
        if !sits.get() {
            handing_over.set(false);
        }
    });
    let ask = move |open: RwSignal<bool>| Callback::new(move |()| open.set(true));
    let offer = move |offer: Offer| {
        Callback::new(move |()| {
            session.request(RequestKind::Offer(offer));
        })
    };
    let for_two = move || session.with(|table| table.seats.len() == 2).unwrap_or(true);
    let opponent = move || session.opponent_text(lang());
    let moves_to_take_back =
        move || session.you().map(|you| session.moves_to_take_back(you, lang())).unwrap_or_default();
    let is_one_move = move || moves_to_take_back().len() == 1;
    let taken_back = move || {
        let moves = moves_to_take_back();
        moves.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()
    };
    let flip = Callback::new(move |()| session.flipped.update(|flipped| *flipped = !*flipped));
    let for_all = move || {
        view! {
            <ToolButton icon=Icon::Turn name=Words::new("Tourner", "Flip") press=flip/>
            <ToolButton icon=Icon::Share name=Words::new("Partager…", "Share…") press=ask(sharing)/>
        }
    };
    let for_players = move || {
        let more = view! {
            <ToolButton icon=Icon::Device name=Words::new("Autre appareil…", "Other device…") press=ask(handing_over)/>
            {for_all()}
        };
        view! {
            <Tools label=Words::new("Partie", "Game") more=more.into_any()>
                <ToolButton icon=Icon::Undo name=Words::new("Reprendre le coup", "Take back")
                    enabled=Signal::derive(move || plays.get() && has_moved.get() && !stands(Offer::TakeBack))
                    press=ask(taking_back)/>
                <ToolButton icon=Icon::Draw name=Words::new("Nulle", "Draw")
                    enabled=Signal::derive(move || plays.get() && has_company.get() && !stands(Offer::Draw))
                    press=ask(drawing)/>
                <ToolButton icon=Icon::Flag name=Words::new("Abandonner", "Resign") enabled=plays press=ask(resigning)/>
                <ToolButton icon=Icon::Say name=Words::new("Message…", "Message…") press=ask(saying)/>
            </Tools>
        }
    };
    // What can be done with a finished game fits beside each other.
    let after_game = move || {
        view! {
            <div class="tools" role="toolbar" aria-label=tr(Words::new("Partie", "Game"))>
                <ToolButton icon=Icon::Say name=Words::new("Message…", "Message…") press=ask(saying)/>
                {for_all()}
                <ToolButton icon=Icon::Device name=Words::new("Autre appareil…", "Other device…") press=ask(handing_over)/>
            </div>
        }
    };
    let is_over = Memo::new(move |_| session.is_over());
    view! {
        {move || match (sits.get(), is_over.get()) {
            (true, false) => for_players().into_any(),
            (true, true) => after_game().into_any(),
            (false, _) => view! {
                <div class="tools" role="toolbar" aria-label=tr(Words::new("Partie", "Game"))>{for_all()}</div>
            }.into_any(),
        }}
        <Confirm open=resigning title=Words::new("Abandonner\u{202f}?", "Resign?") yes=Words::new("Oui, abandonner", "Yes, resign")
            confirm=Callback::new(move |()| session.request(RequestKind::Resign))>
            <p>{move || match (for_two(), lang()) {
                (true, Lang::Fr) => format!("{} gagne la partie.", opponent()),
                (true, Lang::En) => format!("{} wins the game.", opponent()),
                (false, Lang::Fr) => "La partie continue\u{a0}: un moteur prend votre place, et vous pouvez la reprendre.".to_owned(),
                (false, Lang::En) => "The game goes on: an engine takes over your seat, and you can take it back.".to_owned(),
            }}</p>
        </Confirm>
        <Confirm open=drawing title=Words::new("Proposer la nulle\u{202f}?", "Offer a draw?") yes=Words::new("Proposer la nulle", "Offer a draw")
            confirm=offer(Offer::Draw)>
            <p>{move || match (for_two(), lang()) {
                (true, Lang::Fr) => format!("{} peut accepter ou refuser.", opponent()),
                (true, Lang::En) => format!("{} can accept or decline.", opponent()),
                (false, Lang::Fr) => "La partie est nulle si tout le monde accepte.".to_owned(),
                (false, Lang::En) => "The game is a draw if everyone accepts.".to_owned(),
            }}</p>
        </Confirm>
        <Confirm open=taking_back title=Words::new("Reprendre votre coup\u{202f}?", "Take back your move?") yes=Words::new("Demander", "Ask")
            confirm=offer(Offer::TakeBack)>
            <p>{move || match (is_one_move(), lang()) {
                (true, Lang::Fr) => "Si votre demande est acceptée, ce coup sera repris\u{a0}:",
                (true, Lang::En) => "If your request is accepted, this move will be taken back:",
                (false, Lang::Fr) => "Si votre demande est acceptée, ces coups seront repris\u{a0}:",
                (false, Lang::En) => "If your request is accepted, these moves will be taken back:",
            }}</p>
            <ul class="taken-back">{taken_back}</ul>
        </Confirm>
        <Dialog open=saying title=Words::new("Dire quelque chose", "Say something")>
            <Phrases session done=Callback::new(move |()| saying.set(false))/>
        </Dialog>
        <Dialog open=handing_over title=Words::new("Continuer sur un autre appareil", "Continue on another device")>
            <HandOver session/>
        </Dialog>
        <Dialog open=sharing title=Words::new("Partager la partie", "Share the game")>
            <Share session/>
        </Dialog>
    }
}
