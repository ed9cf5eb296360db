//! The table before the game starts: its seats, joining and leaving, and the invitation link.

use leptos::prelude::*;
use rules::{Lang, Say, Seat, Words};
use table::{ConnectionState, Occupant, RequestKind, Seating, Snapshot};

use super::fair::{Commitment, has_draws};
use super::guest_profile::{GuestProfile, NameField};
use super::qr_code::qr_code;
use super::receipt;
use super::table_labels;
use super::table_session::TableSession;
use crate::export;
use crate::labels;
use crate::language::{lang, tr};
use crate::panel::{CopyField, FirstTime, clock_name, is_first_time};

/// The seats, and what can be done before the game starts.
#[component]
pub fn WaitingRoom(
    /// The table.
    session: TableSession,
    /// The guest of this browser.
    guest: GuestProfile,
) -> impl IntoView {
    let count = Memo::new(move |_| session.with(|table| table.seats.len() as u8).unwrap_or(0));
    let is_seated = Memo::new(move |_| session.you().is_some());
    // A guest who can take the last free seat leaves no seat for others to be invited to.
    let can_invite = Memo::new(move |_| {
        let is_open = |seat: &&Occupant| **seat == Occupant::Open;
        let open = session.with(|table| table.seats.iter().filter(is_open).count()).unwrap_or(0);
        open > usize::from(!is_seated.get())
    });
    let address = export::absolute_url(&format!("/t/{}", session.id.get_value()));
    let seats = move || {
        let seat = move |index| view! { <SeatRow session guest seat=Seat::from_index(index)/> };
        (0..count.get()).map(seat).collect_view()
    };
    let facts = move || {
        let lang = lang();
        session.with(|table| {
            let starts = who_starts(table, lang);
            let mut facts = table_labels::options(table.kind, &table.options, lang);
            facts.extend([clock_name(table.clock, lang), starts]);
            facts.join(" · ")
        })
    };
    let has_open_seat =
        Memo::new(move |_| session.with(|table| table.seats.contains(&Occupant::Open)).unwrap_or(false));
    view! {
        {move || match (is_seated.get(), has_open_seat.get()) {
            (true, _) => ().into_any(),
            (false, true) => view! { <InvitedGuest session guest/> }.into_any(),
            // The free seats of a rematch are reserved for those who played.
            (false, false) => view! {
                <p class="full">{tr(Words::new(
                    "Toutes les places sont prises. Restez ici pour regarder la partie.",
                    "All seats are taken. Stay here to watch the game.",
                ))}</p>
            }.into_any(),
        }}
        <p class="facts">{facts}</p>
        <ul class="waiting">{seats}</ul>
        <Show when=move || can_invite.get()><Invitation address=address.clone()/></Show>
        <Show when=move || has_draws(session)><Commitment session/></Show>
    }
}

/// Who makes the first move, by name once the seat is taken: "Anne plays first".
fn who_starts(table: &Snapshot, lang: Lang) -> String {
    let first = table.seats.first();
    let is_last_seat = table.seats.iter().filter(|seat| **seat == Occupant::Open).count() == 1
        && first.is_some_and(|first| *first == Occupant::Open);
    match (table.seating, first, lang) {
        (Seating::Random, _, Lang::Fr) => "premier joueur tiré au sort".to_owned(),
        (Seating::Random, _, Lang::En) => "first player chosen at random".to_owned(),
        (Seating::InOrder, _, Lang::Fr) if table.you == Some(Seat::ONE) => "vous commencez".to_owned(),
        (Seating::InOrder, _, Lang::En) if table.you == Some(Seat::ONE) => "you play first".to_owned(),
        (Seating::InOrder, Some(who @ (Occupant::Human { .. } | Occupant::Engine(_))), Lang::Fr) => {
            format!("{} commence", who.say(lang))
        }
        (Seating::InOrder, Some(who @ (Occupant::Human { .. } | Occupant::Engine(_))), Lang::En) => {
            format!("{} plays first", who.say(lang))
        }
        // A guest who gets the only free seat, and a player who waits for the only other one.
        (Seating::InOrder, _, Lang::Fr) if is_last_seat && table.you.is_none() => {
            "vous commencerez".to_owned()
        }
        (Seating::InOrder, _, Lang::En) if is_last_seat && table.you.is_none() => {
            "you will play first".to_owned()
        }
        (Seating::InOrder, _, Lang::Fr) if table.seats.len() == 2 && table.you.is_some() => {
            "votre adversaire commencera".to_owned()
        }
        (Seating::InOrder, _, Lang::En) if table.seats.len() == 2 && table.you.is_some() => {
            "your opponent will play first".to_owned()
        }
        (Seating::InOrder, _, Lang::Fr) => "qui prend la première place commence".to_owned(),
        (Seating::InOrder, _, Lang::En) => "whoever takes the first seat plays first".to_owned(),
    }
}

/// What a guest with the link sees: who invites them to which game, their name, and the button to play.
#[component]
fn InvitedGuest(session: TableSession, guest: GuestProfile) -> impl IntoView {
    let invitation = move || {
        let lang = lang();
        session.with(|table| {
            let host = table.seats.iter().find(|seat| matches!(seat, Occupant::Human { .. }))?.say(lang);
            let game = labels::short_name(table.kind, lang);
            // The name of a game may end with a punctuation mark.
            let stop = if game.ends_with(['!', '?', '.']) { "" } else { "." };
            Some(match lang {
                Lang::Fr => format!("{host} vous invite à une partie de {game}{stop}"),
                Lang::En => format!("{host} invites you to play {game}{stop}"),
            })
        })
    };
    let problem = Memo::new(move |_| match session.connection.get() {
        ConnectionState::Open if guest.known.with(Option::is_some) => guest.name_problem(),
        _ => Some(Words::new("Connexion au serveur en cours…", "Still connecting to the server…")),
    });
    view! {
        {move || invitation().flatten().map(|text| view! { <h2 class="invites">{text}</h2> })}
        {untrack(|| session.with(|table| table.kind)).filter(|&kind| is_first_time(kind)).map(|kind| view! { <FirstTime kind/> })}
        <NameField guest/>
        <p class="row">
            <button class="strong" disabled=move || problem.with(Option::is_some)
                on:click=move |_| join(session, guest, None)>{tr(Words::new("Jouer", "Play"))}</button>
            {move || problem.get().map(|problem| view! { <small role="status">{problem.say(lang())}</small> })}
        </p>
    }
}

#[component]
fn SeatRow(session: TableSession, guest: GuestProfile, seat: Seat) -> impl IntoView {
    let occupant = Memo::new(move |_| session.with(|table| table.seats.get(seat.index()).cloned()).flatten());
    let kind = session.with(|table| table.kind);
    let is_you = Memo::new(move |_| session.you() == Some(seat));
    let who = move || {
        let lang = lang();
        let name = occupant.get().map_or_else(String::new, |occupant| occupant.say(lang));
        table_labels::with_you(name, is_you.get(), lang)
    };
    let is_free = Memo::new(move |_| matches!(occupant.get(), Some(Occupant::Open | Occupant::Reserved)));
    // Where the seats are drawn, or only one is left, there is nothing to choose.
    let has_choice = Memo::new(move |_| {
        let open = |table: &Snapshot| table.seats.iter().filter(|seat| **seat == Occupant::Open).count();
        session.with(|table| table.seating == Seating::InOrder && open(table) > 1).unwrap_or(false)
    });
    let can_sit = move || is_free.get() && session.you().is_none() && has_choice.get();
    view! {
        <li>
            <span class=kind.map(|kind| labels::seat_class(kind, seat)) aria-hidden="true"></span>
            <span class="number">{seat.number()}</span>
            <span class="name" class:free=move || is_free.get()>{who}</span>
            <Show when=can_sit>
                <button disabled=move || !guest.has_name() on:click=move |_| join(session, guest, Some(seat))>
                    {tr(Words::new("Prendre cette place", "Take this seat"))}
                </button>
            </Show>
            <Show when=move || is_you.get()>
                <button on:click=move |_| {
                    session.request(RequestKind::Leave);
                }>{tr(Words::new("Quitter la table", "Leave the table"))}</button>
            </Show>
        </li>
    }
}

/// Asks for a seat, any if `None`, and contributes to the shuffle.
pub fn join(session: TableSession, guest: GuestProfile, seat: Option<Seat>) {
    let name = guest.name.get_untracked();
    let shown = untrack(|| session.with(|table| (table.commitment, table.setup())));
    let Some((commitment, Ok(setup))) = shown else { return };
    let contribution = match receipt::contribute(session, &name, commitment, setup) {
        Ok(contribution) => contribution,
        Err(why) => return session.refusal.set(Some(why)),
    };
    leptos::task::spawn_local(async move {
        guest.saved().await;
        if session.id.try_get_value().is_none() {
            // The page was left in the meantime.
            return;
        }
        // A visitor has become a guest by saving a name, now or when it was typed.
        session.identify();
        session.request(RequestKind::Join { seat, name, contribution });
    });
}

/// The link to send, and its QR code.
#[component]
fn Invitation(address: String) -> impl IntoView {
    let shared = address.clone();
    let share = move |_| {
        let data = web_sys::ShareData::new();
        data.set_title("Trois");
        data.set_url(&shared);
        // Cancelling is no error.
        drop(window().navigator().share_with_data(&data));
    };
    view! {
        <section class="invitation">
            {qr_code(&address)}
            <div>
                <h2>{tr(Words::new("Inviter", "Invite"))}</h2>
                <p>{tr(Words::new(
                    "Envoyez ce lien\u{a0}: il suffit de l’ouvrir pour jouer, sans compte.",
                    "Send this link: opening it is all it takes to play, no account needed.",
                ))}</p>
                <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy link") text=address/>
                {can_share().then(|| view! {
                    <button on:click=share>{tr(Words::new("Envoyer…", "Send…"))}</button>
                })}
            </div>
        </section>
    }
}

/// Whether the browser can share links.
fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}
