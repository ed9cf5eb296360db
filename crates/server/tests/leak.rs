//! No leak over the wire: the same game of cards on two servers whose stores differ only in what a viewer has not seen.
//! Every byte that each server sends to that viewer, over sockets and HTTP, is the same, times included: both servers
//! run on clocks that the test sets. `cargo xtask leak` is the long version.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use client::ApiClient;
use common::{Folder, Running, settings};
use crowd::length;
use futures_util::{SinkExt, StreamExt};
use rules::{AnyGame, Rng, Seat, Viewer};
use server::WallClock;
use server::store::{Append, Sqlite, Store, TableStage, TableSummary};
use table::{
    Actor, Event, EventKind, GuestId, Offer, Phrase, Request, RequestKind, Secret, Table, TableId, Time,
};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const ID: &str = "AbCdEfGhIjKlMnOp";
const ANNE: GuestId = GuestId(0x00c0_ffee_00c0_ffee);
const LUC: GuestId = GuestId(0x00be_ef00_00be_ef00);
const EVE: GuestId = GuestId(0x00ab_cdef_00ab_cdef);
const KEY: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// When the table was created, and when the servers are started.
const CREATED: u64 = 1_700_000_000_000;
const STARTED: u64 = CREATED + 60_000;

/// A premove that is always accepted: whether a card is there is asked when its turn has come.
const PREMOVE: &str = "R1@b2";

/// A game of cards up to a random moment.
fn some_game(rng: &mut Rng) -> Table {
    let setup = [
        "cards numbers=9,target=5 open,open 3600+5 first",
        "cards numbers=18,target=12 open,open untimed random",
        "cards numbers=3,target=12 open,open untimed first",
    ][rng.below(3) as usize];
    let mut secret = [0; 32];
    secret.fill_with(|| rng.bits() as u8);
    let mut table = Table::new(setup.parse().unwrap(), Time(CREATED), Secret::new(secret));
    let mut number = 0;
    let mut ask = |table: &mut Table, guest: GuestId, ask: RequestKind| {
        number += 1;
        let request = Request { number, kind: ask };
        let events = table.handle(Actor::Guest(guest), &request, Time(CREATED + number));
        let is_premove = matches!(request.kind, RequestKind::Premove { .. });
        assert!(events.is_ok() || !is_premove, "{request}: {events:?}");
        for event in events.unwrap_or_default() {
            table.apply(event).unwrap();
        }
    };
    for (guest, name) in [(ANNE, "Anne"), (LUC, "Luc")] {
        let contribution = format!("{:016x}{:016x}", rng.bits(), rng.bits()).parse().unwrap();
        ask(&mut table, guest, RequestKind::Join { seat: None, name: name.to_owned(), contribution });
    }
    for _ in 0..rng.below(80) {
        let Some(seat) = table.to_move() else { break };
        let (mover, other) = (table.guest(seat).unwrap(), table.guest(seat.other()).unwrap());
        let ply = table.ply();
        let view = table.view(Viewer::Seat(seat)).position();
        let mv = view.random_move(rng).unwrap().to_string();
        match rng.below(6) {
            0 => ask(&mut table, other, RequestKind::Say(Phrase::Hello)),
            1 => ask(&mut table, other, RequestKind::Premove { ply: ply + 1, mv: PREMOVE.to_owned() }),
            2 => ask(&mut table, other, RequestKind::Offer(Offer::TakeBack)),
            _ => ask(&mut table, mover, RequestKind::Move { ply, mv }),
        }
    }
    table
}

/// The whole position and, for each event, whether it is a draw that a viewer has not seen.
fn replay(table: &Table, viewer: Viewer) -> (AnyGame, Vec<usize>) {
    let mut game = table.setup().game().clone();
    let mut hidden = Vec::new();
    for (index, event) in table.events().enumerate() {
        if let EventKind::Drawn { mv } | EventKind::Moved { mv, .. } = &event.kind {
            let mv = game.parse_move(mv).unwrap();
            if matches!(event.kind, EventKind::Drawn { .. }) && game.redact_move(mv, viewer) != mv {
                hidden.push(index);
            }
            game.play(mv).unwrap();
        }
    }
    (game, hidden)
}

fn turns(table: &Table) -> Vec<String> {
    match table.snapshot_for(Viewer::Public).update {
        table::Update::Table(snapshot) => snapshot.moves.iter().map(|step| step.turn.to_string()).collect(),
        _ => Vec::new(),
    }
}

/// Another world in which the viewer has seen the same: the hidden cards differ, and no opponent has a premove.
fn other_world(table: &Table, viewer: Viewer, rng: &mut Rng) -> Option<Table> {
    let (game, hidden) = replay(table, viewer);
    let AnyGame::Cards(cards) = &game else { return None };
    let mut pile: Vec<String> = cards.unseen().map(|card| format!("+{card}")).collect();
    let mut events: Vec<Event> = table.events().cloned().collect();
    let (truth, mut has_changed) = (turns(table), false);
    for _ in 0..40 {
        if hidden.is_empty() || pile.is_empty() {
            return None;
        }
        let mut other = events.clone();
        let one = hidden[rng.below(hidden.len() as u32) as usize];
        let two = hidden[rng.below(hidden.len() as u32) as usize];
        let slot = rng.below(pile.len() as u32) as usize;
        let drawn = |event: &Event| match &event.kind {
            EventKind::Drawn { mv } => mv.clone(),
            _ => String::new(),
        };
        let (a, b) = (drawn(&events[one]), drawn(&events[two]));
        let is_from_pile = rng.below(2) == 0;
        other[one].kind = EventKind::Drawn { mv: if is_from_pile { pile[slot].clone() } else { b } };
        if !is_from_pile {
            other[two].kind = EventKind::Drawn { mv: a.clone() };
        }
        if Table::replay(other.clone()).is_ok_and(|other| turns(&other) == truth) {
            has_changed |= other != events;
            if is_from_pile {
                pile[slot] = a;
            }
            events = other;
        }
    }
    events.retain(|event| {
        !matches!(event.kind, EventKind::Premoved { seat, .. } | EventKind::Unpremoved { seat } if !viewer.is(seat))
    });
    Table::replay(events).ok().filter(|_| has_changed)
}

/// A real server with this table in its store.
async fn host(table: &Table, clock: &Arc<AtomicU64>) -> Running {
    let folder = Folder::new();
    std::fs::write(folder.path().join("cookie.key"), KEY).unwrap();
    let id: TableId = ID.parse().unwrap();
    let listing = table.listing(id.clone(), Viewer::Public);
    let seats = [Seat::ONE, Seat::TWO];
    let summary = TableSummary {
        is_joinable: false,
        kind: "cards".to_owned(),
        stage: TableStage::Playing,
        is_listed: true,
        setup: table.setup().to_string().into(),
        wake_at: table.wake_at(),
        at: listing.at,
        acted_at: listing.at,
        names: "anne\nluc".into(),
        outcome: String::new(),
        guests: seats.map(|seat| (table.guest(seat).unwrap(), seat.index() as u8 + 1)).to_vec(),
        turn: listing.turn.map(|seat| seat.index() as u8 + 1),
        opener: ANNE,
        listing: listing.to_string(),
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

struct Seen {
    guest: Option<GuestId>,
    api: ApiClient,
    socket: WebSocketStream<TcpStream>,
    /// What came over the socket.
    bytes: Vec<String>,
    /// What came over HTTP.
    pages: Vec<String>,
}

impl Seen {
    async fn come(server: &Running, guest: Option<GuestId>) -> Seen {
        let key = server::CookieKey::parse(KEY).unwrap();
        let cookie = guest.map_or(String::new(), |guest| format!("trois={}", key.sign(guest)));
        let api = ApiClient::with_cookie(server.address, &cookie);
        let address = server.address;
        let mut request = format!("ws://{address}/api/tables/{ID}/socket").into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Seen { guest, api, socket, bytes: Vec::new(), pages: Vec::new() }
    }

    /// Sends a line, and reads until it is answered.
    async fn say(&mut self, line: &str, answers: &[String]) {
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
        self.say(&format!("{number} {line}"), &answers).await;
    }

    /// Requests everything that the HTTP API offers.
    async fn look_around(&mut self) {
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

/// What each of four clients is sent by a server with this table, while all of them send all kinds of requests. Where
/// `hides_private` is set, the players other than the viewer do not make the premoves that they make in the true world.
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
    for guest in [Some(ANNE), Some(LUC), Some(EVE), None] {
        let mut seen = Seen::come(&server, guest).await;
        // From the beginning, from somewhere, or from the future.
        let from = [0, 1 + u64::from(rng.below(20)), 100_000][rng.below(3) as usize];
        let seat = ["-", "1", "2"][rng.below(3) as usize];
        seen.say(&format!("hello version=3 seat={seat} seen={from}"), &["welcome".to_owned()]).await;
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
            if draw >= 6 && is_opponent {
                // A premove that is accepted. It is never played, since no player moves.
                let is_private = seat != viewer;
                if !(hides_private && is_private) {
                    seen.ask(number, &format!("premove ply={ply} move={PREMOVE}")).await;
                    let answer = seen.bytes.last().unwrap();
                    assert!(answer.starts_with("done"), "{answer}");
                }
                continue;
            }
            let line = match draw {
                0 => format!("say phrase={}", Phrase::Hello),
                // If both did, the game would be over.
                1 if seen.guest == Some(ANNE) => "offer what=draw".to_owned(),
                2 => "offer what=take-back".to_owned(),
                3 => "claim what=win".to_owned(),
                // Moves that are impossible: at another ply, or of cards that are not in the game.
                4 => format!("move ply={} move=R1@b2", 300 + rng.below(3)),
                5 => format!("move ply={} move=B{}@c{}", table.ply(), 90 + rng.below(9), 1 + rng.below(5)),
                _ => "dance".to_owned(),
            };
            seen.ask(number, &line).await;
            if round % 5 == 4 {
                seen.look_around().await;
            }
        }
    }
    for seen in &mut all {
        seen.ask(9_999_999, "dance").await;
        seen.look_around().await;
    }
    server.state.stop();
    all.into_iter().map(|seen| (seen.guest, [seen.bytes, seen.pages].concat())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_byte_that_is_sent_to_a_viewer_is_the_same_in_every_world_that_the_viewer_cannot_tell_apart() {
    let most = length("LEAK_WORLDS", 8_usize);
    let mut rng = Rng::new(length("SEED", 5));
    let (mut worlds, mut bytes, mut would_be_seen) = (0, 0, 0);
    while worlds < most {
        let table = some_game(&mut rng);
        if table.is_over() {
            continue;
        }
        let guest = [Some(ANNE), Some(LUC), None][rng.below(3) as usize];
        let viewer = guest.map_or(Viewer::Public, |guest| table.viewer(guest));
        let Some(other) = other_world(&table, viewer, &mut rng) else { continue };
        worlds += 1;
        let seed = rng.bits();
        let (truth, else_where) =
            tokio::join!(streams(&table, viewer, seed, false), streams(&other, viewer, seed, true));
        let Some(EventKind::Created { secret, .. }) = table.events().next().map(|event| event.kind.clone())
        else {
            panic!("the first event opens the table")
        };
        for ((who, sent), (_, sent_there)) in truth.iter().zip(&else_where) {
            let is_the_viewer = match guest {
                Some(guest) => *who == Some(guest),
                None => *who == Some(EVE) || who.is_none(),
            };
            if is_the_viewer {
                assert_eq!(sent, sent_there, "{viewer:?}");
                bytes += sent.iter().map(String::len).sum::<usize>();
            } else {
                would_be_seen += usize::from(sent != sent_there);
            }
            // No viewer receives a guest id, the secret or anything of the log.
            let all = sent.join("\n");
            for never in [
                secret.to_string(),
                ANNE.to_string(),
                LUC.to_string(),
                EVE.to_string(),
                "created ".to_owned(),
            ] {
                assert!(!all.contains(&never), "{never} in {all}");
            }
        }
    }
    println!(
        "leak: {worlds} pairs of worlds, {bytes} bytes compared: the same; {would_be_seen} streams of others differ, as they must"
    );
    assert!(would_be_seen > 0, "the other worlds are other worlds");
}
