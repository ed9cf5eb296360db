//! The buttons beside the board of a table. They never change places or meaning; those that cannot be used now are
//! disabled.

use leptos::prelude::*;
use rules::Words;
use table::{Occupant, Offer, RequestKind, Snapshot};

use super::hand_over::HandOver;
use super::phrases::Phrases;
use super::table_session::TableSession;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::language::tr;
use crate::panel::ToolButton;

/// The buttons: take back, draw, resign, rematch, flip, say, hand over.
#[component]
pub fn TableToolbar(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let (resigning, saying, handing_over) =
        (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
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
                let humans = table.seats.iter().enumerate().filter(|(index, sitter)| {
                    matches!(sitter, Occupant::Human { stand_in: None, .. })
                        && you.is_none_or(|you| you.index() != *index)
                });
                humans.count() > 0
            })
            .unwrap_or(false)
    });
    // Players move in the order of the seats.
    let has_moved = Memo::new(move |_| {
        let moved = |table: &Snapshot| table.you.is_some_and(|you| table.ply() as usize > you.index());
        session.with(moved).unwrap_or(false)
    });
    // A seat that was handed over cannot be handed over again from here.
    Effect::new(move |_| {
        if !sits.get() {
            handing_over.set(false);
        }
    });
    let offer = move |offer: Offer| {
        Callback::new(move |()| {
            session.request(RequestKind::Offer(offer));
        })
    };
    let can_rematch = move || {
        let is_open = session
            .with(|table| table.end.is_some_and(|end| end.outcome.is_some()) && table.rematch.is_none());
        sits.get() && is_open.unwrap_or(false) && !stands(Offer::Rematch)
    };
    let for_two = move || session.with(|table| table.seats.len() == 2).unwrap_or(true);
    view! {
        <div class="tools" role="toolbar" aria-label=tr(Words::new("Partie", "Game"))>
            <ToolButton icon=Icon::Undo name=Words::new("Reprendre", "Take back")
                enabled=Signal::derive(move || plays.get() && has_moved.get() && !stands(Offer::TakeBack))
                press=offer(Offer::TakeBack)/>
            <ToolButton icon=Icon::Draw name=Words::new("Nulle", "Draw")
                enabled=Signal::derive(move || plays.get() && has_company.get() && !stands(Offer::Draw))
                press=offer(Offer::Draw)/>
            <ToolButton icon=Icon::Flag name=Words::new("Abandonner", "Resign")
                enabled=plays press=Callback::new(move |()| resigning.set(true))/>
            <ToolButton icon=Icon::Swap name=Words::new("Revanche", "Rematch")
                enabled=Signal::derive(can_rematch) press=offer(Offer::Rematch)/>
            <ToolButton icon=Icon::Turn name=Words::new("Tourner", "Flip")
                press=Callback::new(move |()| session.flipped.update(|flipped| *flipped = !*flipped))/>
            <ToolButton icon=Icon::Say name=Words::new("Dire…", "Say…") enabled=sits
                press=Callback::new(move |()| saying.set(true))/>
            <ToolButton icon=Icon::Device name=Words::new("Appareil…", "Device…") enabled=sits
                press=Callback::new(move |()| handing_over.set(true))/>
        </div>
        <Dialog open=resigning title=Words::new("Abandonner\u{a0}?", "Resign?")>
            <p>{move || if for_two() {
                tr(Words::new("L’autre joueur gagne la partie.", "The other player wins the game."))()
            } else {
                tr(Words::new(
                    "La partie continue\u{a0}: le moteur prend votre place, et vous pouvez la reprendre.",
                    "The game goes on: the engine takes your seat, and you can take it back.",
                ))()
            }}</p>
            <p class="row">
                <button class="strong" on:click=move |_| {
                    resigning.set(false);
                    session.request(RequestKind::Resign);
                }>{tr(Words::new("Oui, abandonner", "Yes, resign"))}</button>
                <button on:click=move |_| resigning.set(false)>{tr(Words::new("Non, continuer", "No, go on"))}</button>
            </p>
        </Dialog>
        <Dialog open=saying title=Words::new("Dire quelque chose", "Say something")>
            <Phrases session done=Callback::new(move |()| saying.set(false))/>
        </Dialog>
        <Dialog open=handing_over title=Words::new("Continuer sur un autre appareil", "Go on with another device")>
            <HandOver session/>
        </Dialog>
    }
}
