//! A table on the server: before the game, during it, and after it.

use leptos::prelude::*;
use rules::{Lang, Say, Seat, Words};
use table::{Occupant, TableId};

use crate::board::{Board, Touch};
use crate::keyboard_help::on_shortcut;
use crate::labels;
use crate::language::{lang, tr};
use crate::layout::Layout;
use crate::online::after::After;
use crate::online::api::Trouble;
use crate::online::fair::Commitment;
use crate::online::guest::Guest;
use crate::online::line::State;
use crate::online::list::NoServer;
use crate::online::meeting::Meeting;
use crate::online::offers::Offers;
use crate::online::pair::pair_again;
use crate::online::phrases::LastSaid;
use crate::online::seats::{self, Waiting};
use crate::online::tools::Tools;
use crate::online::{names, react};
use crate::panel::{MoveEntry, MoveList, PlayerRow, Players, StatusLine, time_left};
use crate::route::Route;
use crate::router::{Link, replace_address};

/// The table in the address.
#[component]
pub fn Page() -> impl IntoView {
    let path = location().pathname().unwrap_or_default();
    let Ok(id) = path.trim_start_matches("/t/").trim_end_matches('/').parse::<TableId>() else {
        return crate::pages::not_found::Page().into_any();
    };
    // What the address brings is used once: a key must not stay where others can read it.
    let key = Some(location().hash().unwrap_or_default().trim_start_matches('#').to_owned());
    let key = key.filter(|key| !key.is_empty());
    let query = location().search().unwrap_or_default();
    let wish = query.strip_prefix("?sit=");
    let is_paired = wish == Some("pair");
    let wish = wish.map(|seat| seat.parse::<Seat>().ok());
    if key.is_some() || wish.is_some() {
        replace_address(&format!("/t/{id}"));
    }
    let guest = Guest::new();
    let meeting = Meeting::new(id, key, guest, Layout::wide_board());
    if is_paired {
        pair_again(meeting);
    }
    // Whoever opened the table sits down at once, where they wished to.
    let wish = RwSignal::new(wish);
    Effect::new(move |_| {
        let has_name = guest.known.with(|name| name.as_ref().is_some_and(|name| !name.is_empty()));
        let can_sit = has_name && meeting.with(|table| table.you.is_none()).unwrap_or(false);
        if can_sit && let Some(seat) = wish.get_untracked() {
            wish.set(None);
            seats::sit(meeting, guest, seat);
        }
    });
    let listener = on_shortcut(move |key| {
        if key == "Escape" {
            meeting.touch(Touch::Cancel);
        }
        meeting.walk(key)
    });
    on_cleanup(move || listener.remove());
    let is_known = Memo::new(move |_| meeting.client.with(Option::is_some));
    let shown = move || {
        if is_known.get() {
            view! { <Known meeting guest/> }.into_any()
        } else {
            view! { <Unknown meeting/> }.into_any()
        }
    };
    shown.into_any()
}

/// Before anything is known of the table.
#[component]
fn Unknown(meeting: Meeting) -> impl IntoView {
    move || match meeting.trouble.get() {
        None => view! { <p role="status">{tr(Words::new("Connexion…", "Connecting…"))}</p> }.into_any(),
        Some(Trouble::NoServer) => {
            view! { <h1>{tr(Words::new("Table", "Table"))}</h1><NoServer/> }.into_any()
        }
        Some(refused) => view! {
            <h1>{tr(Words::new("Table", "Table"))}</h1>
            <p class="refusal" role="alert">{move || refused.say(lang())}</p>
            <p><Link to=Route::Online>{tr(Words::new("Voir les tables", "See the tables"))}</Link></p>
        }
        .into_any(),
    }
}

#[component]
fn Known(meeting: Meeting, guest: Guest) -> impl IntoView {
    let Some(kind) = untrack(|| meeting.with(|table| table.kind)) else { return ().into_any() };
    let scene = Memo::new(move |_| meeting.scene());
    let touch = Callback::new(move |touch: Touch| meeting.touch(touch));
    let has_begun = Memo::new(move |_| meeting.has_begun());
    let is_over = Memo::new(move |_| meeting.is_over());
    let plays_ahead = Memo::new(move |_| meeting.premove().is_some());
    let looks_on = Memo::new(move |_| meeting.is_on() && meeting.you().is_none());
    // Whoever looks at another page of the browser sees when it is their turn.
    let waits = Memo::new(move |_| meeting.is_live());
    Effect::new(move |_| {
        let (lang, name) = (lang(), kind.name());
        let turn = Words::new("À vous", "Your turn");
        let title =
            if waits.get() { format!("{} · {}", turn.get(lang), name.get(lang)) } else { name.say(lang) };
        document().set_title(&format!("{title} · Trois"));
    });
    view! {
        <div class="table" class:is-wide=Layout::two_columns() class:is-waiting=move || !has_begun.get()>
            <div class="surface" class:ahead=move || plays_ahead.get()>
                <Board scene touch label=Signal::derive(tr(kind.name()))/>
            </div>
            <div class="side online">
                <h1>{tr(kind.name())}</h1>
                <Connection meeting/>
                <Show when=move || has_begun.get()>
                    <Facts meeting/>
                    <Occupants meeting/>
                    <Show when=move || looks_on.get()>
                        <p class="facts">{tr(Words::new(
                            "Vous regardez\u{a0}: toutes les places sont prises.",
                            "You are looking on: all seats are taken.",
                        ))}</p>
                    </Show>
                    // Above all that grows and shrinks, so that no button moves under a finger.
                    <Tools meeting/>
                </Show>
                <Status meeting/>
                <div class="calls">
                    <LastSaid meeting/>
                    <Offers meeting/>
                </div>
                <Show when=move || !has_begun.get() && !is_over.get()><Waiting meeting guest/></Show>
                <Show when=move || is_over.get() && has_begun.get()><After meeting/></Show>
                <Show when=move || has_begun.get()><Moves meeting/></Show>
                <Show when=move || meeting.is_on()><Commitment meeting/></Show>
                <p class="row">
                    <Link to=Route::Online>{tr(Words::new("Toutes les tables", "All tables"))}</Link>
                    <Link to=Route::Learn(kind)>{tr(Words::new("Apprendre ce jeu", "Learn this game"))}</Link>
                </p>
            </div>
        </div>
    }
    .into_any()
}

/// Whether the server can be heard.
#[component]
fn Connection(meeting: Meeting) -> impl IntoView {
    let words = move || match meeting.state.get() {
        State::Up => Words::new("connecté", "connected"),
        State::Connecting => Words::new("connexion…", "connecting…"),
        State::Waiting => Words::new("hors ligne\u{a0}: nouvel essai…", "offline: trying again…"),
    };
    let class = move || match meeting.state.get() {
        State::Up => "connection up",
        State::Connecting | State::Waiting => "connection",
    };
    view! { <p class=class role="status">{move || words().say(lang())}</p> }
}

/// What was agreed on that is not as usual.
#[component]
fn Facts(meeting: Meeting) -> impl IntoView {
    let facts = Memo::new(move |_| {
        meeting.with(|table| names::options(table.kind, &table.options, lang()).join(" · "))
    });
    move || facts.get().filter(|facts| !facts.is_empty()).map(|facts| view! { <p class="facts">{facts}</p> })
}

/// Who plays, with clocks and who has gone.
#[component]
fn Occupants(meeting: Meeting) -> impl IntoView {
    let players = Memo::new(move |_| {
        let (lang, now, turn) = (lang(), meeting.now.get(), meeting.turn().seat());
        meeting
            .with(|table| {
                let (left, has_begun) = (table.clocks.left(now), !table.order.is_empty());
                let player = |(index, sitter): (usize, &Occupant)| {
                    let seat = Seat::from_index(index as u8);
                    let note = match sitter {
                        Occupant::Human { stand_in: Some((level, _)), .. } => Some(match lang {
                            Lang::Fr => format!("moteur {level}"),
                            Lang::En => format!("engine {level}"),
                        }),
                        Occupant::Human { gone: Some(since), .. } if table.end.is_none() => {
                            Some(react::gone(now.since(*since), lang))
                        }
                        _ => None,
                    };
                    PlayerRow {
                        class: labels::seat_class(table.kind, seat),
                        name: format!(
                            "{} · {}",
                            labels::player(table.kind, seat, &[], lang),
                            names::with_you(sitter.say(lang), table.you == Some(seat), lang)
                        ),
                        is_turn: has_begun && table.end.is_none() && turn == Some(seat),
                        left: left.get(index).map(|&left| time_left(left, lang)),
                        note,
                    }
                };
                table.seats.iter().enumerate().map(player).collect::<Vec<PlayerRow>>()
            })
            .unwrap_or_default()
    });
    view! { <Players players/> }
}

/// Whose turn it is, and what just happened.
#[component]
fn Status(meeting: Meeting) -> impl IntoView {
    let turn = Signal::derive(move || {
        let lang = lang();
        let position = meeting.position.get();
        let waiting = Words::new(
            "La partie commence quand tout le monde est assis.",
            "The game begins when everyone sits.",
        );
        meeting
            .with(|table| match (table.end, position) {
                (Some(end), _) => end.say(&table.seats, lang),
                (None, _) if table.order.is_empty() => waiting.say(lang),
                (None, Some((game, _))) => {
                    let is_yours = table.you.is_some() && game.turn().seat() == table.you;
                    let said = boards::say_turn(&game, lang);
                    match (is_yours, lang) {
                        (true, Lang::Fr) => format!("À vous. {said}"),
                        (true, Lang::En) => format!("Your turn. {said}"),
                        (false, _) => said,
                    }
                }
                (None, None) => String::new(),
            })
            .unwrap_or_default()
    });
    let news = Signal::derive(move || {
        let lang = lang();
        meeting.replayed(lang).or_else(|| meeting.news.with(|news| news.as_ref().map(|news| news.say(lang))))
    });
    let trouble = Signal::derive(move || meeting.refusal());
    let is_over = Signal::derive(move || meeting.is_over());
    view! { <StatusLine turn is_over news trouble/> }
}

#[component]
fn Moves(meeting: Meeting) -> impl IntoView {
    let moves = Memo::new(move |_| {
        let written =
            |step: &table::SeenMove| MoveEntry { text: step.mv.clone(), is_chance: step.mv.starts_with('+') };
        meeting
            .with(|table| {
                let shown = table.moves.iter().map(written);
                shown.filter(|step| !step.is_chance || table.end.is_some()).collect::<Vec<MoveEntry>>()
            })
            .unwrap_or_default()
    });
    view! { <MoveList moves/> }
}
