//! The table after the game: what to do next, stepping through it, sharing it, checking the shuffle.

use engine::Level;
use leptos::prelude::*;
use rules::{Lang, Say, Words};
use table::{Occupant, Offer, RequestKind, SeatSetup, Seating, Setup, Snapshot};

use super::api::{self, ApiError};
use super::fair::{Verify, has_draws};
use super::table_session::TableSession;
use crate::dialog::Dialog;
use crate::export;
use crate::language::{lang, tr};
use crate::own_result::OwnResult;
use crate::panel::{CopyField, HistoryNav, PictureFiles, ShareFiles};
use crate::route::Route;
use crate::router::{AddressLink, Link, Router};
use crate::settings::Settings;

/// The buttons of the result card.
#[component]
pub fn ResultActions(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let share_open = RwSignal::new(false);
    let study = Signal::derive(move || {
        session.record().map(|record| export::review_path(&record, session.you())).unwrap_or_default()
    });
    let can_rematch = Memo::new(move |_| session.you().is_some() && session.can_rematch());
    let rematch = move |_| session.request(RequestKind::Offer(Offer::Rematch));
    let has_no_result = Memo::new(move |_| {
        session.with(|table| table.end.is_some_and(|end| end.outcome.is_none())).unwrap_or(false)
    });
    let next = move || {
        let table = session.with(|table| table.rematch.clone()).flatten()?;
        // A seat of the next game is reserved for each player of this one.
        let sit = if session.you().is_some() { "?sit=-" } else { "" };
        let to = format!("/t/{table}{sit}");
        Some(view! {
            <AddressLink to class="button strong">{tr(Words::new("Partie suivante", "Next game"))}</AddressLink>
        })
    };
    view! {
        <Show when=move || can_rematch.get()>
            <button class="strong" on:click=rematch>{tr(Words::new("Revanche", "Rematch"))}</button>
        </Show>
        {next}
        // A game without a result has no rematch.
        <Show when=move || has_no_result.get()>
            <Link to=Route::Online class="button strong">{tr(Words::new("Jouer en ligne", "Play online"))}</Link>
        </Show>
        <OtherLevels session/>
        <AddressLink to=study class="button">{tr(Words::new("Faire le bilan", "Review this game"))}</AddressLink>
        <button on:click=move |_| share_open.set(true)>{tr(Words::new("Partager…", "Share…"))}</button>
        <Dialog open=share_open title=Words::new("Partager la partie", "Share the game")><Share session/></Dialog>
    }
}

/// The buttons that open a table with the next level of the engine up or down, after a game without other guests.
#[component]
fn OtherLevels(session: TableSession) -> impl IntoView {
    let error = RwSignal::new(None::<ApiError>);
    let tables = Memo::new(move |_| session.with(next_levels).unwrap_or_default());
    let router = Router::here();
    let button = move |NextLevel { level, setup, seat }: NextLevel| {
        let name = move || match lang() {
            Lang::Fr => format!("Essayer le niveau {level}"),
            Lang::En => format!("Try level {level}"),
        };
        let open = move |_| {
            let (setup, seat) = (setup.to_string(), seat.clone());
            leptos::task::spawn_local(async move {
                match api::post("/api/tables", &setup).await {
                    Ok(id) => router.go_by(&format!("/t/{}?sit={seat}", id.trim())),
                    Err(why) => drop(error.try_set(Some(why))),
                }
            });
        };
        view! { <button on:click=open>{name}</button> }
    };
    view! {
        {move || tables.get().into_iter().map(button).collect_view()}
        {move || error.get().map(|why| view! { <span class="refusal" role="alert">{why.say(lang())}</span> })}
    }
}

/// A table to open after this one.
#[derive(Clone, Debug, PartialEq)]
struct NextLevel {
    level: Level,
    setup: Setup,
    /// The seat to ask for, or `-`.
    seat: String,
}

/// The same table with other levels of the engine, after a game of one guest against engines.
fn next_levels(table: &Snapshot) -> Vec<NextLevel> {
    let levels: Vec<Level> = table
        .seats
        .iter()
        .filter_map(|seat| if let Occupant::Engine(level) = seat { Some(*level) } else { None })
        .collect();
    let (Some(you), Some(outcome), Some(&level)) =
        (table.you, table.end.and_then(|end| end.outcome), levels.iter().max())
    else {
        return Vec::new();
    };
    if levels.len() + 1 < table.seats.len() {
        return Vec::new();
    }
    let seat = if table.seating == Seating::Random { "-".to_owned() } else { you.to_string() };
    let other = |level: Level| {
        let place = |seat: &Occupant| match seat {
            Occupant::Engine(_) => SeatSetup::Engine(level),
            _ => SeatSetup::Open,
        };
        let places = table.seats.iter().map(place).collect();
        let setup = Setup::new(table.kind, &table.options, places, table.clock, table.seating).ok()?;
        Some(NextLevel { level, setup, seat: seat.clone() })
    };
    OwnResult::of(outcome, you).next_levels(level).into_iter().filter_map(other).collect()
}

/// The link to a table; the files and the code of a finished game, or the pictures of one that goes on.
#[component]
pub fn Share(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let id = session.id.get_value();
    let is_over = Memo::new(move |_| session.is_over());
    let picture = move |settings: Settings| session.shared_picture(&settings);
    let has_film = Signal::derive(move || session.with(|table| !table.kind.hides()).unwrap_or(false));
    let embed = format!(
        "<iframe src=\"{}\" width=\"420\" height=\"520\" title=\"Trois\" loading=\"lazy\"></iframe>",
        export::absolute_url(&format!("/embed/{id}"))
    );
    view! {
        <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy link")
            text=export::absolute_url(&format!("/t/{id}"))/>
        <Show when=move || is_over.get() fallback=move || view! {
            <p><small>{tr(Words::new(
                "Avec ce lien, on suit la partie en direct.",
                "Anyone with this link can follow the game live.",
            ))}</small></p>
            <PictureFiles picture has_film/>
        }>
            <ShareFiles game=move |()| session.shared_game()/>
            <details class="embed">
                <summary>{tr(Words::new("Intégrer à une page web", "Embed"))}</summary>
                <CopyField name=Words::new("Code à coller dans la page", "Code to paste into your page")
                    button=Words::new("Copier le code", "Copy code") text=embed.clone()/>
            </details>
        </Show>
    }
}

/// Steps through a finished game, and checks its shuffle.
#[component]
pub fn GameOver(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let last = move || session.history.with(Vec::len).saturating_sub(1);
    let at = move || session.shown_ply.get().unwrap_or_else(last);
    view! {
        <HistoryNav flips=false press=Callback::new(move |key| {
                session.on_key(key);
            })
            can_back=Signal::derive(move || at() > 0)
            can_forward=Signal::derive(move || at() < last())/>
        <Show when=move || has_draws(session)><Verify session/></Show>
    }
}
