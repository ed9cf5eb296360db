//! The page of a table: before the game, during it, and after it.

use leptos::prelude::*;
use rules::{Outcome, Say, Seat, Words};
use table::{ConnectionState, Occupant, Snapshot, TableId};

use crate::board::{Board, Touch};
use crate::browser;
use crate::empty_page::{Drawing, EmptyPage};
use crate::ending;
use crate::keyboard_help::on_shortcut;
use crate::labels;
use crate::language::{in_both_languages, lang, tr};
use crate::layout::PageLayout;
use crate::online::api::ApiError;
use crate::online::confirm_move::ConfirmMove;
use crate::online::fair::{Commitment, has_draws};
use crate::online::game_over::{GameOver, ResultActions};
use crate::online::guest_profile::GuestProfile;
use crate::online::offers::Offers;
use crate::online::other_version::OtherVersion;
use crate::online::pairing::pair_again;
use crate::online::phrases::LastSaid;
use crate::online::searching::Searching;
use crate::online::table_board::PlyPosition;
use crate::online::table_list::NoServer;
use crate::online::table_session::TableSession;
use crate::online::toolbar::TableToolbar;
use crate::online::waiting_room::{self, WaitingRoom};
use crate::online::{announcements, table_labels};
use crate::panel::{
    EndedMark, ListItems, MoveList, PlayerRow, PlayersAround, ResultCard, SoundOffer, StatusLine, time_left,
};
use crate::route::Route;
use crate::router::{Link, replace_address};

/// The table in the address.
#[component]
pub fn Page() -> impl IntoView {
    if browser::is_first_picture() {
        return connecting().into_any();
    }
    let path = browser::path();
    let Ok(id) = path.trim_start_matches("/t/").trim_end_matches('/').parse::<TableId>() else {
        return crate::pages::not_found::Page().into_any();
    };
    // A key in the address is used once and removed: it must not stay where others can read it.
    let key = Some(browser::fragment().trim_start_matches('#').to_owned());
    let key = key.filter(|key| !key.is_empty());
    let query = browser::query();
    let seat_request = query.strip_prefix("?sit=");
    let is_paired = seat_request == Some("pair");
    let seat_request = seat_request.map(|seat| seat.parse::<Seat>().ok());
    if key.is_some() || seat_request.is_some() {
        replace_address(&format!("/t/{id}"));
    }
    let guest = GuestProfile::new();
    let session = TableSession::new(id, key, guest, PageLayout::wide_board());
    if is_paired {
        pair_again(session);
    }
    // A guest who opened the table, or was paired, takes a seat at once.
    let seat_request = RwSignal::new(seat_request);
    Effect::new(move |_| {
        let has_name = guest.known.with(|name| name.as_ref().is_some_and(|name| !name.is_empty()));
        let can_sit = has_name && session.with(|table| table.you.is_none()).unwrap_or(false);
        if can_sit && let Some(seat) = seat_request.get_untracked() {
            seat_request.set(None);
            waiting_room::join(session, guest, seat);
        }
    });
    let listener = on_shortcut(move |key| {
        if key == "Escape" {
            session.touch(Touch::Cancel);
        }
        session.on_key(key)
    });
    on_cleanup(move || listener.remove());
    let is_loaded = Memo::new(move |_| session.is_loaded());
    let is_closed = Memo::new(move |_| session.is_over() && !session.is_started());
    let shown = move || match (is_loaded.get(), is_closed.get()) {
        (true, true) => view! { <Closed session/> }.into_any(),
        (true, false) => view! { <Loaded session guest is_paired/> }.into_any(),
        (false, _) => view! { <Loading session/> }.into_any(),
    };
    shown.into_any()
}

/// The first picture of the page, which does not know the table yet.
fn connecting() -> impl IntoView {
    view! {
        <p role="status">{tr(Words::new("Connexion à la table…", "Connecting to the table…"))}</p>
        <p>{tr(Words::new(
            "Pas de compte à créer, rien à installer\u{a0}: dans un instant vous pourrez jouer, ou regarder la partie si toutes les places sont prises.",
            "No account to create, nothing to install: in a moment you will be able to play, or to watch if all the seats are taken.",
        ))}</p>
    }
}

/// The page until the first snapshot arrives.
#[component]
fn Loading(session: TableSession) -> impl IntoView {
    move || match session.error.get() {
        _ if session.is_other_version.get() => {
            view! { <h1>{tr(Words::new("Table", "Table"))}</h1><OtherVersion/> }.into_any()
        }
        None => connecting().into_any(),
        Some(ApiError::Unreachable) => {
            view! { <h1>{tr(Words::new("Table", "Table"))}</h1><NoServer/> }.into_any()
        }
        Some(refused) => {
            let text = in_both_languages(|lang| refused.say(lang));
            view! {
                <h1>{tr(Words::new("Table", "Table"))}</h1>
                <div role="alert">
                    <EmptyPage drawing=Drawing::Table title=Words::new("Impossible d’ouvrir cette table", "This table cannot be opened") text>
                        {other_tables()}
                    </EmptyPage>
                </div>
            }
            .into_any()
        }
    }
}

/// The page of a table that was closed before its game began.
#[component]
fn Closed(session: TableSession) -> impl IntoView {
    let name = untrack(|| session.with(|table| table.kind.name()));
    let text =
        Words::new("Elle a été fermée avant le début de la partie.", "It was closed before the game began.");
    view! {
        <h1>{name.map(tr)}</h1>
        <EmptyPage drawing=Drawing::Table title=Words::new("Cette table est fermée", "This table is closed") text>
            {other_tables()}
        </EmptyPage>
    }
}

/// The links to other tables and games.
fn other_tables() -> impl IntoView {
    view! {
        <Link to=Route::NewTable class="button strong">{tr(Words::new("Ouvrir une table", "Open a table"))}</Link>
        <Link to=Route::Online class="button">{tr(Words::new("Voir les tables", "See the tables"))}</Link>
        <Link to=Route::Home class="button">{tr(Words::new("Jouer sur cet appareil", "Play on this device"))}</Link>
    }
}

#[component]
fn Loaded(session: TableSession, guest: GuestProfile, is_paired: bool) -> impl IntoView {
    let Some(kind) = untrack(|| session.with(|table| table.kind)) else { return ().into_any() };
    let scene = Memo::new(move |_| session.scene());
    let touch = Callback::new(move |touch: Touch| session.touch(touch));
    let is_started = Memo::new(move |_| session.is_started());
    let is_over = Memo::new(move |_| session.is_over());
    let has_premove = Memo::new(move |_| session.premove().is_some());
    let is_spectator = Memo::new(move |_| session.is_running() && session.you().is_none());
    // An earlier position that is looked at again is not dimmed.
    let ended = Memo::new(move |_| {
        session
            .with(|table| table.end)
            .flatten()
            .filter(|_| session.shown_ply.get().is_none())
            .and_then(ending::mark)
    });
    // The title of the tab says when it is the player's turn.
    let is_your_turn = Memo::new(move |_| session.is_your_turn());
    Effect::new(move |_| {
        let (lang, name) = (lang(), kind.name());
        let turn = Words::new("À vous", "Your turn");
        let title = if is_your_turn.get() {
            format!("{} · {}", turn.get(lang), name.get(lang))
        } else {
            name.say(lang)
        };
        document().set_title(&format!("{title} · Trois"));
    });
    view! {
        <div class="table" class:is-wide=PageLayout::two_columns() class:is-waiting=move || !is_started.get()>
            <TablePlayers session>
                <div class="surface" class:ahead=move || has_premove.get() class:is-ended=move || ended.get().is_some()>
                    <Board scene touch label=Signal::derive(tr(kind.name()))/>
                    <EndedMark ended/>
                </div>
            </TablePlayers>
            <div class="side online">
                <h1>{tr(kind.name())}</h1>
                <Connection session/>
                <Show when=move || is_started.get()>
                    <OptionsLine session/>
                    <Show when=move || is_spectator.get()>
                        <p class="facts">{tr(Words::new(
                            "Vous regardez cette partie.",
                            "You are watching this game.",
                        ))}</p>
                    </Show>
                    // Above everything that grows and shrinks, so that no button moves under a finger.
                    <TableToolbar session/>
                </Show>
                <Status session/>
                <ConfirmMove session/>
                <div class="calls">
                    <LastSaid session/>
                    <Offers session/>
                </div>
                <Show when=move || is_paired && !is_started.get() && !is_over.get() && session.you().is_some()>
                    <Searching session kind/>
                </Show>
                <Show when=move || !is_started.get() && !is_over.get()><WaitingRoom session guest/></Show>
                <Show when=move || is_over.get() && is_started.get()><GameOver session/></Show>
                <Show when=move || is_started.get()><Moves session/></Show>
                <SoundOffer has_moved=Signal::derive(move || session.with(|table| table.you.is_some() && table.ply() > 0).unwrap_or(false))/>
                <Show when=move || session.is_running() && has_draws(session)><Commitment session/></Show>
                <p class="facts"><small>{move || labels::credit(kind, lang())}</small></p>
                <p class="row">
                    <Link to=Route::Online>{tr(Words::new("Toutes les tables", "All tables"))}</Link>
                    <Link to=Route::Learn(kind)>{tr(Words::new("Apprendre ce jeu", "Learn this game"))}</Link>
                </p>
            </div>
        </div>
    }
    .into_any()
}

/// The state of the connection.
#[component]
fn Connection(session: TableSession) -> impl IntoView {
    let words = move || match session.connection.get() {
        ConnectionState::Open => Words::new("en ligne", "connected"),
        ConnectionState::Connecting => Words::new("connexion…", "connecting…"),
        ConnectionState::Waiting => Words::new("hors ligne\u{a0}: nouvel essai…", "offline: retrying…"),
    };
    let class = move || match session.connection.get() {
        ConnectionState::Open => "connection up",
        ConnectionState::Connecting | ConnectionState::Waiting => "connection",
    };
    move || {
        if session.is_other_version.get() {
            view! { <OtherVersion/> }.into_any()
        } else {
            view! { <p class=class role="status">{move || words().say(lang())}</p> }.into_any()
        }
    }
}

/// The options that differ from the defaults.
#[component]
fn OptionsLine(session: TableSession) -> impl IntoView {
    let facts = Memo::new(move |_| {
        session.with(|table| table_labels::options(table.kind, &table.options, lang()).join(" · "))
    });
    move || facts.get().filter(|facts| !facts.is_empty()).map(|facts| view! { <p class="facts">{facts}</p> })
}

/// The board with the players around it, their clocks and absences, from the start of the game on.
#[component]
fn TablePlayers(session: TableSession, children: Children) -> impl IntoView {
    let players = Memo::new(move |_| {
        if !session.is_started() {
            return Vec::new();
        }
        let (lang, now, turn) = (lang(), session.now.get(), session.turn().seat());
        session
            .with(|table| {
                let (left, is_started) = (table.clocks.left(now), !table.order.is_empty());
                let player = |(index, occupant): (usize, &Occupant)| {
                    let seat = Seat::from_index(index as u8);
                    let note = match occupant {
                        Occupant::Human { stand_in: Some((level, _)), .. } => Some(level.engine_label(lang)),
                        Occupant::Human { gone: Some(since), .. } if table.end.is_none() => {
                            Some(announcements::absence_text(now.since(*since), lang))
                        }
                        _ => None,
                    };
                    PlayerRow {
                        class: labels::seat_class(table.kind, seat),
                        label: table_labels::player(table, seat, lang),
                        is_turn: is_started && table.end.is_none() && turn == Some(seat),
                        left: left.get(index).map(|&left| time_left(left, lang)),
                        note,
                    }
                };
                table.seats.iter().enumerate().map(player).collect::<Vec<PlayerRow>>()
            })
            .unwrap_or_default()
    });
    let below = Memo::new(move |_| {
        let near = session.with(|table| (table.you.map_or(0, Seat::index), table.seats.len()));
        let (near, seats) = near.unwrap_or_default();
        if session.flipped.get() && seats == 2 { 1 - near } else { near }
    });
    view! { <PlayersAround players below>{children()}</PlayersAround> }
}

/// Whose turn it is, what just happened, and why something was refused.
#[component]
fn Status(session: TableSession) -> impl IntoView {
    let turn = Signal::derive(move || {
        let lang = lang();
        let position = session.current.get();
        let waiting = Words::new(
            "La partie commence dès que tout le monde est là.",
            "The game starts as soon as everyone is here.",
        );
        session
            .with(|table| match (table.end, position) {
                (Some(end), _) => ending::result(end, &table_labels::names(table), lang),
                // An invited guest reads first who invites them.
                (None, _) if table.order.is_empty() && table.you.is_none() => String::new(),
                (None, _) if table.order.is_empty() => waiting.say(lang),
                (None, Some(PlyPosition { game, .. })) => {
                    boards::say_turn(&game, &table_labels::names(table), lang)
                }
                (None, None) => String::new(),
            })
            .unwrap_or_default()
    });
    let reason = Signal::derive(move || {
        let position = session.current.get()?;
        session
            .with(|table| ending::reason(table.end?, &position.game, &table_labels::names(table), lang()))
            .flatten()
    });
    let news = Signal::derive(move || {
        let lang = lang();
        session
            .shown_move_text(lang)
            .or_else(|| session.announcement.with(|news| news.as_ref().map(|news| news.say(lang))))
    });
    let refusal = Signal::derive(move || session.refusal_text());
    let is_over = Memo::new(move |_| session.is_over() && session.is_started());
    let is_won = Memo::new(move |_| {
        let won = |table: &Snapshot| Some(table.end?.outcome? == Outcome::Win(table.you?));
        session.with(won).flatten().unwrap_or(false)
    });
    view! {
        <ResultCard is_over is_won actions=move || view! { <ResultActions session/> }>
            <StatusLine turn is_over reason news problem=refusal/>
        </ResultCard>
    }
}

/// The list of moves. A touch on one shows the position after it, where the game can be replayed.
#[component]
fn Moves(session: TableSession) -> impl IntoView {
    let players = Memo::new(move |_| {
        let lang = lang();
        let columns = |table: &Snapshot| {
            labels::columns(table.kind, &table_labels::names(table), table.seats.len() as u8, lang)
        };
        session.with(columns).unwrap_or_default()
    });
    let items = Memo::new(move |_| session.with(ListItems::of_table).unwrap_or_default());
    let current = Memo::new(move |_| {
        let shown = session.shown_ply.get();
        session
            .history
            .with(|history| Some(history.get(shown?)?.step))
            .or_else(|| session.with(|table| table.moves.len()))
    });
    let go = Callback::new(move |step| session.show_step(step));
    let can_go = Signal::derive(move || session.history.with(|history| history.len() > 1));
    view! { <MoveList players items current go can_go/> }
}
