//! What can be done at a table besides moving. The buttons never change places, nor what they mean; what cannot be
//! done now is grey.

use leptos::prelude::*;
use rules::Words;
use table::{Occupant, Offer, RequestKind, Snapshot};

use super::device::Device;
use super::meeting::Meeting;
use super::phrases::Phrases;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::language::tr;
use crate::panel::ToolButton;

/// What can be done at the table.
#[component]
pub fn Tools(
    /// The table.
    meeting: Meeting,
) -> impl IntoView {
    let (asks, says, moves_away) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    let plays = Memo::new(move |_| meeting.playing().is_some());
    let sits = Memo::new(move |_| meeting.you().is_some());
    let stands = move |offer: Offer| {
        meeting.with(|table| table.offers.iter().any(|standing| standing.offer == offer)).unwrap_or(false)
    };
    // Engines agree to no draw.
    let has_company = Memo::new(move |_| {
        let you = meeting.you();
        meeting
            .with(|table| {
                let humans = table.seats.iter().enumerate().filter(|(index, sitter)| {
                    matches!(sitter, Occupant::Human { stand_in: None, .. })
                        && you.is_none_or(|you| you.index() != *index)
                });
                humans.count() > 0
            })
            .unwrap_or(false)
    });
    // Turns go round in the order of the seats.
    let has_moved = Memo::new(move |_| {
        let moved = |table: &Snapshot| table.you.is_some_and(|you| table.ply() as usize > you.index());
        meeting.with(moved).unwrap_or(false)
    });
    // A seat that has gone to another device is no longer ours to move.
    Effect::new(move |_| {
        if !sits.get() {
            moves_away.set(false);
        }
    });
    let offer = move |offer: Offer| {
        Callback::new(move |()| {
            meeting.ask(RequestKind::Offer(offer));
        })
    };
    let can_rematch = move || {
        let is_open = meeting
            .with(|table| table.end.is_some_and(|end| end.outcome.is_some()) && table.rematch.is_none());
        sits.get() && is_open.unwrap_or(false) && !stands(Offer::Rematch)
    };
    let for_two = move || meeting.with(|table| table.seats.len() == 2).unwrap_or(true);
    view! {
        <div class="tools" role="toolbar" aria-label=tr(Words::new("Partie", "Game"))>
            <ToolButton icon=Icon::Undo name=Words::new("Reprendre", "Take back")
                enabled=Signal::derive(move || plays.get() && has_moved.get() && !stands(Offer::TakeBack))
                press=offer(Offer::TakeBack)/>
            <ToolButton icon=Icon::Draw name=Words::new("Nulle", "Draw")
                enabled=Signal::derive(move || plays.get() && has_company.get() && !stands(Offer::Draw))
                press=offer(Offer::Draw)/>
            <ToolButton icon=Icon::Flag name=Words::new("Abandonner", "Resign")
                enabled=plays press=Callback::new(move |()| asks.set(true))/>
            <ToolButton icon=Icon::Swap name=Words::new("Revanche", "Rematch")
                enabled=Signal::derive(can_rematch) press=offer(Offer::Rematch)/>
            <ToolButton icon=Icon::Turn name=Words::new("Tourner", "Flip")
                press=Callback::new(move |()| meeting.flipped.update(|flipped| *flipped = !*flipped))/>
            <ToolButton icon=Icon::Say name=Words::new("Dire…", "Say…") enabled=sits
                press=Callback::new(move |()| says.set(true))/>
            <ToolButton icon=Icon::Device name=Words::new("Appareil…", "Device…") enabled=sits
                press=Callback::new(move |()| moves_away.set(true))/>
        </div>
        <Dialog open=asks title=Words::new("Abandonner\u{a0}?", "Resign?")>
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
                    asks.set(false);
                    meeting.ask(RequestKind::Resign);
                }>{tr(Words::new("Oui, abandonner", "Yes, resign"))}</button>
                <button on:click=move |_| asks.set(false)>{tr(Words::new("Non, continuer", "No, go on"))}</button>
            </p>
        </Dialog>
        <Dialog open=says title=Words::new("Dire quelque chose", "Say something")>
            <Phrases meeting done=Callback::new(move |()| says.set(false))/>
        </Dialog>
        <Dialog open=moves_away title=Words::new("Continuer sur un autre appareil", "Go on with another device")>
            <Device meeting/>
        </Dialog>
    }
}
