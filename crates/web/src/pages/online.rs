//! The lobby: the guest's name, quick games, open tables, and the guest's own games.

use leptos::prelude::*;
use rules::{Kind, Lang, Say, Words};
use table::{ConnectionState, Listing, Occupant, SeatSetup, Seating, Setup, TimeControl};

use crate::empty_page::{Drawing, EmptyPage};
use crate::language::{lang, tr};
use crate::online::api::{self, ApiError};
use crate::online::guest_profile::{GuestProfile, NameField};
use crate::online::more_tables::MoreTables;
use crate::online::pairing;
use crate::online::socket::{Socket, SocketEvent};
use crate::online::table_list::{NoServer, Tables};
use crate::panel::clock_name;
use crate::route::Route;
use crate::router::{Link, Router};
use crate::start_queue::Deferred;

/// The time controls of quick games.
const CLOCKS: [TimeControl; 3] = [
    TimeControl::Game { base: 180, increment: 2 },
    TimeControl::Game { base: 600, increment: 5 },
    TimeControl::Days(1),
];

/// The lobby.
#[component]
pub fn Page() -> impl IntoView {
    let guest = GuestProfile::new();
    let lobby = LobbyState::new(guest);
    let mine = Memo::new(move |_| {
        lobby.mine.with(|all| all.iter().filter(|one| one.end.is_none()).cloned().collect::<Vec<Listing>>())
    });
    let over = Memo::new(move |_| {
        lobby.mine.with(|all| all.iter().filter(|one| one.end.is_some()).cloned().collect::<Vec<Listing>>())
    });
    let here = move || lobby.presence.get().map(|(people, games)| presence_text(people, games, lang()));
    // One's own games are in a list of their own.
    let watched = Memo::new(move |_| {
        let is_own = |listing: &Listing| lobby.mine.with(|mine| mine.iter().any(|own| own.id == listing.id));
        lobby.watched.with(|all| all.iter().filter(|one| !is_own(one)).cloned().collect::<Vec<Listing>>())
    });
    // Without the server, nothing is offered that needs it.
    let is_down = Memo::new(move |_| {
        lobby.connection.get() == ConnectionState::Waiting || guest.error.get() == Some(ApiError::Unreachable)
    });
    let is_up = move || !is_down.get();
    let who = move || {
        Some(names_in_lobby(lobby)).filter(|names| !names.is_empty()).map(|names| view! {
            <p class="who"><span class="dot" aria-hidden="true"></span>
                <span>{tr(Words::new("Aux tables\u{a0}:", "At the tables:"))} " " {names.join(" · ")}</span></p>
        })
    };
    view! {
        <h1>{tr(Words::new("Jouer en ligne", "Play online"))}</h1>
        <Show when=move || is_down.get()><NoServer/></Show>
        <Show when=move || !lobby.notice.with(String::is_empty)>
            <p class="notice" role="status">{move || lobby.notice.get()}</p>
        </Show>
        <p class="facts" role="status">{here}</p>
        <Show when=is_up>
            <p class="row">
                <Link to=Route::NewTable class="button strong">{tr(Words::new("Inviter quelqu’un", "Invite someone"))}</Link>
                <Link to=Route::Archive>{tr(Words::new("Archives", "Archive"))}</Link>
            </p>
        </Show>
        <div class="lobby">
            <div class="own">
                <Show when=move || !mine.with(Vec::is_empty)>
                    <h2>{tr(Words::new("Mes parties en ligne", "My online games"))}</h2>
                    <Tables tables=mine/>
                </Show>
                <Show when=move || !over.with(Vec::is_empty)>
                    <details class="over">
                        <summary>{tr(Words::new("Mes parties terminées", "My finished games"))}</summary>
                        <Tables tables=over/>
                    </details>
                </Show>
            </div>
            <Show when=is_up>
                <div class="pairing">
                    {who}
                    <Deferred><NameField guest/></Deferred>
                    <QuickGames guest/>
                </div>
                <div class="others">
                    <h2>{tr(Words::new("Tables ouvertes", "Open tables"))}</h2>
                    <Deferred><Tables tables=lobby.open/></Deferred>
                    <MoreTables first=lobby.open/>
                    <Show when=move || lobby.is_loaded.get() && lobby.open.with(Vec::is_empty)>{no_table()}</Show>
                    <Show when=move || !watched.with(Vec::is_empty)>
                        <h2>{tr(Words::new("Parties à regarder", "Games to watch"))}</h2>
                        <Tables tables=watched/>
                    </Show>
                </div>
            </Show>
        </div>
    }
}

/// What stands in the place of the open tables while there is none.
fn no_table() -> impl IntoView {
    view! {
        <EmptyPage
            drawing=Drawing::Table
            title=Words::new("Une place vous attend", "A seat is waiting for you")
            text=Words::new(
                "Personne n’attend pour l’instant. Ouvrez une table\u{a0}: quelqu’un viendra peut-être.",
                "Nobody is waiting at the moment. Open a table, and someone may join.",
            )
        >
            <Link to=Route::NewTable class="button">{tr(Words::new("Ouvrir une table", "Open a table"))}</Link>
        </EmptyPage>
    }
}

/// The maximum number of names that are listed.
const MAX_NAMES: usize = 12;

/// How many people are online, and how many games are being played. A count of zero is left out.
fn presence_text(people: u64, games: u64, lang: Lang) -> String {
    let people = (people > 0).then(|| match lang {
        Lang::Fr => format!("{people} en ligne"),
        Lang::En => format!("{people} online"),
    });
    let games = (games > 0).then(|| match (games, lang) {
        (1, Lang::Fr) => "1 partie en cours".to_owned(),
        (_, Lang::Fr) => format!("{games} parties en cours"),
        (1, Lang::En) => "1 game in progress".to_owned(),
        (_, Lang::En) => format!("{games} games in progress"),
    });
    people.into_iter().chain(games).collect::<Vec<_>>().join(" · ")
}

/// The names of the other people who wait for a game or play one, as far as the lists show them.
fn names_in_lobby(lobby: LobbyState) -> Vec<String> {
    lobby.mine.with(|mine| {
        lobby.open.with(|open| lobby.watched.with(|watched| names_of_others(mine, open, watched)))
    })
}

/// The names of the people in the lists, without the reader: the list of the reader’s own games has their seats.
fn names_of_others(mine: &[Listing], open: &[Listing], watched: &[Listing]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for listing in open.iter().chain(watched) {
        let own = mine.iter().find(|own| own.id == listing.id).and_then(|own| own.you);
        for (seat, occupant) in listing.seats.iter().enumerate() {
            match occupant {
                Occupant::Human { name, gone: None, .. }
                    if own.is_none_or(|own| own.index() != seat) && !names.contains(&name.to_string()) =>
                {
                    names.push(name.to_string());
                }
                _ => {}
            }
        }
    }
    if names.len() > MAX_NAMES {
        names.truncate(MAX_NAMES);
        names.push("…".to_owned());
    }
    names
}

/// The state of the lobby, kept up to date by its socket.
#[derive(Clone, Copy)]
struct LobbyState {
    open: RwSignal<Vec<Listing>>,
    /// Whether the first list of open tables has arrived.
    is_loaded: RwSignal<bool>,
    watched: RwSignal<Vec<Listing>>,
    mine: RwSignal<Vec<Listing>>,
    /// How many people are online, and how many games are being played.
    presence: RwSignal<Option<(u64, u64)>>,
    /// The announcement of the server's operators.
    notice: RwSignal<String>,
    connection: RwSignal<ConnectionState>,
}

impl LobbyState {
    fn new(guest: GuestProfile) -> LobbyState {
        let lobby = LobbyState {
            open: RwSignal::new(Vec::new()),
            is_loaded: RwSignal::new(false),
            watched: RwSignal::new(Vec::new()),
            mine: RwSignal::new(Vec::new()),
            presence: RwSignal::new(None),
            notice: RwSignal::new(String::new()),
            connection: RwSignal::new(ConnectionState::Connecting),
        };
        let socket = StoredValue::new_local(None::<Socket>);
        on_cleanup(move || {
            socket.with_value(|socket| {
                if let Some(socket) = socket {
                    socket.close();
                }
            });
        });
        // The cookie comes first: without it, the server does not know which games are the guest's.
        let is_known = Memo::new(move |_| guest.known.with(Option::is_some));
        Effect::new(move |_| {
            if is_known.get() {
                socket
                    .set_value(Some(Socket::open("/api/lobby/socket", move |event| lobby.on_socket(event))));
            }
        });
        lobby
    }

    fn on_socket(self, event: SocketEvent) {
        match event {
            SocketEvent::State(state) => drop(self.connection.try_set(state)),
            SocketEvent::Line(frame) => {
                let (word, rest) = frame.split_once('\n').unwrap_or((&frame, ""));
                let mut words = word.split(' ');
                match words.next() {
                    Some("open") => {
                        self.open.try_set(api::listings(rest));
                        self.is_loaded.try_set(true);
                    }
                    Some("watch") => drop(self.watched.try_set(api::listings(rest))),
                    Some("mine") => drop(self.mine.try_set(api::listings(rest))),
                    Some("notice") => drop(self.notice.try_set(rest.to_owned())),
                    Some("here") => {
                        let mut number = || words.next().and_then(|number| number.parse().ok());
                        if let (Some(people), Some(games)) = (number(), number()) {
                            self.presence.try_set(Some((people, games)));
                        }
                    }
                    _ => {}
                }
            }
            SocketEvent::Opened => {}
        }
    }
}

/// The buttons that start a quick game.
#[component]
fn QuickGames(guest: GuestProfile) -> impl IntoView {
    let error = RwSignal::new(None::<ApiError>);
    let busy = RwSignal::new(false);
    let router = Router::here();
    let begin = move |kind: Kind, clock: TimeControl| {
        let Ok(setup) = Setup::new(kind, "", vec![SeatSetup::Open; 2], clock, Seating::Random) else {
            return;
        };
        busy.set(true);
        leptos::task::spawn_local(async move {
            guest.saved().await;
            if let Err(why) = pairing::pair(&setup, router).await {
                error.try_set(Some(why));
                busy.try_set(false);
            }
        });
    };
    let cell = move |kind: Kind, clock: TimeControl| {
        let name = move || format!("{}, {}", kind.name().get(lang()), clock_name(clock, lang()));
        view! {
            <td><button disabled=move || busy.get() || !guest.has_name() aria-label=name
                on:click=move |_| begin(kind, clock)>{move || clock_name(clock, lang())}</button></td>
        }
    };
    let row = move |&kind: &Kind| {
        view! {
            <Deferred><tr>
                <th scope="row">{tr(kind.name())} <small>{tr(kind.info().byline.clone())}</small></th>
                {CLOCKS.map(|clock| cell(kind, clock)).into_iter().collect_view()}
            </tr></Deferred>
        }
    };
    view! {
        <h2>{tr(Words::new("Partie rapide", "Quick game"))}</h2>
        <table class="quick"><tbody>{Kind::ALL.iter().map(row).collect_view()}</tbody></table>
        {move || error.get().map(|error| view! { <p class="refusal" role="alert">{move || error.say(lang())}</p> })}
    }
}
