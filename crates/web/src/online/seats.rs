//! Before the game: who sits where, session down, and the link to send.

use leptos::prelude::*;
use rules::{Lang, Say, Seat, Words};
use table::{Contribution, Occupant, RequestKind, Seating};

use super::fair::Commitment;
use super::guest::{Guest, NameField};
use super::meeting::Meeting;
use super::names;
use crate::export;
use crate::labels;
use crate::language::{lang, tr};
use crate::panel::CopyField;

/// Who sits where, and what one can do before the game begins.
#[component]
pub fn Waiting(
    /// The table.
    meeting: Meeting,
    /// Who one is.
    guest: Guest,
) -> impl IntoView {
    let count = Memo::new(move |_| meeting.with(|table| table.seats.len() as u8).unwrap_or(0));
    let has_open =
        Memo::new(move |_| meeting.with(|table| table.seats.contains(&Occupant::Open)).unwrap_or(false));
    let is_seated = Memo::new(move |_| meeting.you().is_some());
    let address = export::absolute_url(&format!("/t/{}", meeting.id.get_value()));
    let seats = move || {
        let seat = move |index| view! { <SeatLine meeting guest seat=Seat::from_index(index)/> };
        (0..count.get()).map(seat).collect_view()
    };
    let facts = move || {
        let lang = lang();
        meeting.with(|table| {
            let starts = match (table.seating, lang) {
                (Seating::InOrder, Lang::Fr) => "la première place commence",
                (Seating::InOrder, Lang::En) => "the first seat begins",
                (Seating::Random, Lang::Fr) => "le hasard dit qui commence",
                (Seating::Random, Lang::En) => "chance says who begins",
            };
            let mut facts = names::options(table.kind, &table.options, lang);
            facts.extend([names::clock(table.clock, lang), starts.to_owned()]);
            facts.join(" · ")
        })
    };
    view! {
        <p class="facts">{facts}</p>
        <Show when=move || !is_seated.get()><NameField guest/></Show>
        <ul class="waiting">{seats}</ul>
        <Show when=move || has_open.get()><Invitation address=address.clone()/></Show>
        <Commitment meeting/>
    }
}

#[component]
fn SeatLine(meeting: Meeting, guest: Guest, seat: Seat) -> impl IntoView {
    let sitter = Memo::new(move |_| meeting.with(|table| table.seats.get(seat.index()).cloned()).flatten());
    let kind = meeting.with(|table| table.kind);
    let is_you = Memo::new(move |_| meeting.you() == Some(seat));
    let who = move || {
        let lang = lang();
        let name = sitter.get().map_or_else(String::new, |sitter| sitter.say(lang));
        names::with_you(name, is_you.get(), lang)
    };
    let is_free = Memo::new(move |_| matches!(sitter.get(), Some(Occupant::Open | Occupant::Reserved)));
    let can_sit = move || is_free.get() && meeting.you().is_none();
    view! {
        <li>
            <span class=kind.map(|kind| labels::seat_class(kind, seat)) aria-hidden="true"></span>
            <span class="number">{seat.number()}</span>
            <span class="name" class:free=move || is_free.get()>{who}</span>
            <Show when=can_sit>
                <button class="strong" disabled=move || !guest.has_name()
                    on:click=move |_| sit(meeting, guest, Some(seat))>
                    {tr(Words::new("S’asseoir ici", "Sit down here"))}
                </button>
            </Show>
            <Show when=move || is_you.get()>
                <button on:click=move |_| {
                    meeting.ask(RequestKind::Leave);
                }>{tr(Words::new("Se lever", "Get up"))}</button>
            </Show>
        </li>
    }
}

/// Sits down, anywhere if it does not matter, and adds some chance of one's own to the shuffle.
pub fn sit(meeting: Meeting, guest: Guest, seat: Option<Seat>) {
    guest.save();
    let contribution = contribution();
    // It is compared with the record when the game is over; where it cannot be kept, it is not.
    let _ = crate::storage::save(&kept(meeting), &contribution.to_string());
    meeting.ask(RequestKind::Join { seat, name: guest.name.get_untracked(), contribution });
}

/// Under which name one's own contribution is kept.
pub fn kept(meeting: Meeting) -> String {
    format!("contribution.{}", meeting.id.get_value())
}

fn contribution() -> Contribution {
    let mut bytes = [0; 16];
    let is_random =
        window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes)).is_ok();
    if !is_random {
        bytes[..8].copy_from_slice(&crate::random::seed().to_le_bytes());
        bytes[8..].copy_from_slice(&crate::random::seed().to_le_bytes());
    }
    Contribution::new(bytes)
}

/// The link to send, and its picture for a telephone.
#[component]
fn Invitation(address: String) -> impl IntoView {
    let path = address.strip_prefix(&export::absolute_url("")).unwrap_or_default();
    let picture = format!("/api/qr.svg?path={}", super::api::encoded(path));
    let shared = address.clone();
    let share = move |_| {
        let data = web_sys::ShareData::new();
        data.set_title("Trois");
        data.set_url(&shared);
        // Whoever changes their mind has not failed.
        drop(window().navigator().share_with_data(&data));
    };
    view! {
        <section class="invitation">
            <img class="qr" src=picture width="160" height="160" alt=tr(Words::new("Code QR du lien", "QR code of the link"))/>
            <div>
                <h2>{tr(Words::new("Inviter", "Invite"))}</h2>
                <p>{tr(Words::new(
                    "Qui ouvre ce lien peut s’asseoir, sans compte.",
                    "Whoever opens this link can sit down, without an account.",
                ))}</p>
                <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy the link") text=address/>
                {can_share().then(|| view! {
                    <button on:click=share>{tr(Words::new("Envoyer…", "Send…"))}</button>
                })}
            </div>
        </section>
    }
}

/// Whether the browser has a way of sharing.
fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}
