//! No leak over the wire, in any game that hides something: the same game on two servers whose stores differ only in what
//! a viewer has not seen. Every byte that each server sends to that viewer, over sockets and HTTP, is the same, times
//! included: both servers run on clocks that the test sets. `cargo xtask leak` is the long version.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
#[path = "../../table/tests/common/worlds.rs"]
mod worlds;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use client::ApiClient;
use common::{Folder, Running, settings};
use crowd::length;
use futures_util::{SinkExt, StreamExt};
use rules::{Kind, Rng, Seat, Viewer};
use server::WallClock;
use server::store::{Append, Sqlite, Store, TableStage, TableSummary};
use table::{Actor, EventKind, GuestId, Offer, Phrase, Request, RequestKind, Secret, Table, TableId, Time};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use worlds::{hiding_games, pick, some_move, some_options};

const ID: &str = "AbCdEfGhIjKlMnOp";
const ANNE: GuestId = GuestId(0x00c0_ffee_00c0_ffee);
const LUC: GuestId = GuestId(0x00be_ef00_00be_ef00);
const MAX: GuestId = GuestId(0x00fe_ed00_00fe_ed00);
const KIM: GuestId = GuestId(0x00fa_ce00_00fa_ce00);
const EVE: GuestId = GuestId(0x00ab_cdef_00ab_cdef);

/// The players; Eve only watches.
const PLAYERS: [(GuestId, &str); 4] = [(ANNE, "Anne"), (LUC, "Luc"), (MAX, "Max"), (KIM, "Kim")];

const KEY: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// When the table was created, and when the servers are started.
const CREATED: u64 = 1_700_000_000_000;
const STARTED: u64 = CREATED + 60_000;

/// A game up to a random moment.
fn some_game(kind: Kind, rng: &mut Rng) -> Table {
    let (game, seats) = some_options(kind, rng);
    let seats = vec!["open"; seats.into()].join(",");
    let clock = ["3600+5 first", "untimed random", "untimed first"][rng.below(3) as usize];
    let setup = format!("{game} {seats} {clock}");
    let mut secret = [0; 32];
    secret.fill_with(|| rng.bits() as u8);
    let mut table = Table::new(setup.parse().unwrap(), Time(CREATED), Secret::new(secret));
    let mut number = 0;
    let mut ask = |table: &mut Table, guest: GuestId, kind: RequestKind| {
        number += 1;
        let request = Request { number, kind };
        let events = table.handle(Actor::Guest(guest), &request, Time(CREATED + number));
        let is_premove = matches!(request.kind, RequestKind::Premove { .. });
        assert!(events.is_ok() || !is_premove, "{request}: {events:?}");
        for event in events.unwrap_or_default() {
            table.apply(event).unwrap();
        }
    };
    for &(guest, name) in players(&table) {
        let contribution = format!("{:016x}{:016x}", rng.bits(), rng.bits()).parse().unwrap();
        ask(&mut table, guest, RequestKind::Join { seat: None, name: name.to_owned(), contribution });
    }
    for _ in 0..rng.below(80) {
        let Some(seat) = table.to_move() else { break };
        let mover = table.guest(seat).unwrap();
        let others: Vec<GuestId> =
            players(&table).iter().map(|(guest, _)| *guest).filter(|&guest| guest != mover).collect();
        let other = *pick(&others, rng).unwrap();
        let ply = table.ply();
        let view = table.view(Viewer::Seat(seat)).position();
        let mv = view.random_move(rng).unwrap().to_string();
        match rng.below(6) {
            0 => ask(&mut table, other, RequestKind::Say(Phrase::Hello)),
            1 => {
                let mv = some_move(table.setup().game(), rng).to_string();
                ask(&mut table, other, RequestKind::Premove { ply: ply + 1, mv });
            }
            2 => ask(&mut table, other, RequestKind::Offer(Offer::TakeBack)),
            _ => ask(&mut table, mover, RequestKind::Move { ply, mv }),
        }
    }
    table
}

/// The players of a table.
fn players(table: &Table) -> &'static [(GuestId, &'static str)] {
    &PLAYERS[..table.setup().game().seats().into()]
}

/// Another world in which the viewer has seen the same: hidden cards differ, and no opponent has a premove.
fn other_world(table: &Table, viewer: Viewer, rng: &mut Rng) -> Option<Table> {
    worlds::other_world(table, viewer, rng).filter(|world| world.has_changed).map(|world| world.table)
}

/// A real server with this table in its store.
async fn host(table: &Table, clock: &Arc<AtomicU64>) -> Running {
    let folder = Folder::new();
    std::fs::write(folder.path().join("cookie.key"), KEY).unwrap();
    let id: TableId = ID.parse().unwrap();
    let listing = table.listing(id.clone(), Viewer::Public);
    let seats = (0..table.setup().game().seats()).map(Seat::from_index);
    let summary = TableSummary {
        is_joinable: false,
        kind: table.setup().kind(),
        stage: TableStage::Playing,
        is_listed: true,
        setup: table.setup().to_string().into(),
        wake_at: table.wake_at(),
        at: listing.at,
        acted_at: listing.at,
        names: players(table)
            .iter()
            .map(|(_, name)| name.to_lowercase())
            .collect::<Vec<_>>()
            .join("\n")
            .into(),
        outcome: String::new(),
        guests: seats.map(|seat| (table.guest(seat).unwrap(), seat.number())).collect(),
        turn: listing.turn.map(Seat::number),
        ply: listing.ply,
        opener: ANNE,
        listing: Some(listing.to_string().into()),
    };
    let events = table.events().map(ToString::to_string).collect();
    let store = Store::Sqlite(Sqlite::open(folder.path()).unwrap());
    store
        .append(Append {
            id,
            version: 0,
            events,
            is_compaction: false,
            summary,
            has_seats_changed: true,
            opened_from: None,
        })
        .await
        .unwrap();
    drop(store);
    let mut settings = settings(folder.path());
    settings.keepalive = Duration::from_secs(600);
    let clock = Arc::clone(clock);
    settings.clock = WallClock::new(move || Time(clock.load(Ordering::Relaxed)));
    Running::with(settings).await.keeping(folder)
}

struct ViewerClient {
    guest: Option<GuestId>,
    api: ApiClient,
    socket: WebSocketStream<TcpStream>,
    /// What came over the socket.
    bytes: Vec<String>,
    /// What came over HTTP.
    pages: Vec<String>,
}

impl ViewerClient {
    async fn connect(server: &Running, guest: Option<GuestId>) -> ViewerClient {
        let key = server::CookieKey::parse(KEY).unwrap();
        let cookie = guest.map_or(String::new(), |guest| format!("trois={}", key.sign(guest)));
        let api = ApiClient::with_cookie(server.address, &cookie);
        let address = server.address;
        let mut request = format!("ws://{address}/api/tables/{ID}/socket").into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        ViewerClient { guest, api, socket, bytes: Vec::new(), pages: Vec::new() }
    }

    /// Sends a line, and reads until it is answered.
    async fn send_line(&mut self, line: &str, answers: &[String]) {
        self.socket.send(Message::text(line)).await.unwrap();
        let read = async {
            loop {
                if let Some(Ok(Message::Text(line))) = self.socket.next().await {
                    self.bytes.push(line.to_string());
                    if answers.iter().any(|answer| line.starts_with(answer)) {
                        return;
                    }
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), read).await.expect("an answer in time");
    }

    async fn ask(&mut self, number: u32, line: &str) {
        let answers = ["done", "refused"].map(|word| format!("{word} request={number}"));
        self.send_line(&format!("{number} {line}"), &answers).await;
    }

    /// Requests everything that the HTTP API offers.
    async fn request_all_pages(&mut self) {
        for path in [
            format!("/api/tables/{ID}"),
            "/api/mine".to_owned(),
            "/api/lobby".to_owned(),
            "/api/archive".to_owned(),
            "/api/me".to_owned(),
            format!("/games/{ID}.trois"),
            format!("/games/{ID}.json"),
            format!("/games/{ID}.svg"),
            format!("/embed/{ID}"),
        ] {
            let answer = match self.api.get(&path).await {
                Ok(body) => body,
                Err(wrong) => wrong.to_string(),
            };
            self.pages.push(format!("{path}: {answer}"));
        }
    }
}

/// What a server with this table sends to each player and to two spectators, while all of them send all kinds of
/// requests. Where `hides_private` is set, the players other than the viewer do not make the premoves that they make in
/// the true world.
async fn streams(
    table: &Table,
    viewer: Viewer,
    seed: u64,
    hides_private: bool,
) -> Vec<(Option<GuestId>, Vec<String>)> {
    let clock = Arc::new(AtomicU64::new(STARTED));
    let server = host(table, &clock).await;
    let mut rng = Rng::new(seed);
    let mut all = Vec::new();
    let seated = players(table).iter().map(|(guest, _)| Some(*guest));
    for guest in seated.chain([Some(EVE), None]) {
        let mut seen = ViewerClient::connect(&server, guest).await;
        // From the beginning, from somewhere, or from the future.
        let from = [0, 1 + u64::from(rng.below(20)), 100_000][rng.below(3) as usize];
        let seat = ["-", "1", "2"][rng.below(3) as usize];
        seen.send_line(&format!("hello version=5 seat={seat} seen={from}"), &["welcome".to_owned()]).await;
        all.push(seen);
    }
    let mut number = 1_000_000;
    for round in 0..10 {
        for seen in &mut all {
            number += 1;
            clock.fetch_add(u64::from(1 + rng.below(20)), Ordering::Relaxed);
            let seat = seen.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
            let is_opponent = matches!(seat, Viewer::Seat(seat) if table.to_move() != Some(seat));
            let (draw, ply) = (rng.below(9), table.ply() + 1 + rng.below(3));
            let mv = some_move(table.setup().game(), &mut rng);
            if draw >= 6 && is_opponent {
                // A premove that is accepted. It is never played, since no player moves.
                let is_private = seat != viewer;
                if !(hides_private && is_private) {
                    seen.ask(number, &RequestKind::Premove { ply, mv: mv.to_string() }.to_string()).await;
                    let answer = seen.bytes.last().unwrap();
                    assert!(answer.starts_with("done"), "{answer}");
                }
                continue;
            }
            let line = match draw {
                0 => format!("say phrase={}", Phrase::Hello),
                // If all players offered one, the game would be over.
                1 if seen.guest == Some(ANNE) => "offer what=draw".to_owned(),
                2 => "offer what=take-back".to_owned(),
                3 => "claim what=win".to_owned(),
                // Moves that are impossible: at another ply, or illegal.
                4 => RequestKind::Move { ply: 900 + rng.below(3), mv: mv.to_string() }.to_string(),
                5 if table.view(seat).position().check(mv).is_err() => {
                    RequestKind::Move { ply: table.ply(), mv: mv.to_string() }.to_string()
                }
                _ => "dance".to_owned(),
            };
            seen.ask(number, &line).await;
            if round % 5 == 4 {
                seen.request_all_pages().await;
            }
        }
    }
    for seen in &mut all {
        seen.ask(9_999_999, "dance").await;
        seen.request_all_pages().await;
    }
    server.state.stop();
    all.into_iter().map(|seen| (seen.guest, [seen.bytes, seen.pages].concat())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_viewer_is_sent_the_same_bytes_in_indistinguishable_worlds() {
    let most = length("LEAK_WORLDS", 8_usize);
    let mut rng = Rng::new(length("SEED", 5));
    let (mut worlds, mut bytes, mut differing_streams) = (0, 0, 0);
    let games = hiding_games();
    while worlds < most * games.len() {
        let table = some_game(games[worlds % games.len()], &mut rng);
        if table.is_over() {
            continue;
        }
        let mut guests: Vec<Option<GuestId>> =
            players(&table).iter().map(|(guest, _)| Some(*guest)).collect();
        guests.push(None);
        let guest = *pick(&guests, &mut rng).unwrap();
        let viewer = guest.map_or(Viewer::Public, |guest| table.viewer(guest));
        let Some(other) = other_world(&table, viewer, &mut rng) else { continue };
        worlds += 1;
        let seed = rng.bits();
        let (truth, in_other_world) =
            tokio::join!(streams(&table, viewer, seed, false), streams(&other, viewer, seed, true));
        let Some(EventKind::Created { secret, .. }) = table.events().next().map(|event| event.kind.clone())
        else {
            panic!("the first event opens the table")
        };
        for ((who, sent), (_, sent_there)) in truth.iter().zip(&in_other_world) {
            let is_the_viewer = match guest {
                Some(guest) => *who == Some(guest),
                None => *who == Some(EVE) || who.is_none(),
            };
            if is_the_viewer {
                assert_eq!(sent, sent_there, "{viewer:?}");
                bytes += sent.iter().map(String::len).sum::<usize>();
            } else {
                differing_streams += usize::from(sent != sent_there);
            }
            // No viewer receives a guest id, the secret or anything of the log.
            let all = sent.join("\n");
            let ids = PLAYERS.iter().map(|(guest, _)| guest.to_string()).chain([EVE.to_string()]);
            for never in ids.chain([secret.to_string(), "created ".to_owned()]) {
                assert!(!all.contains(&never), "{never} in {all}");
            }
        }
    }
    println!(
        "leak: {worlds} pairs of worlds, {bytes} bytes compared: the same; {differing_streams} streams of others differ, as they must"
    );
    assert!(differing_streams > 0, "the other worlds differ for other viewers");
}
