//! What tables cost those who open, load and leave them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::tests::{lines_since, start_as, version_of};
use super::*;
use crate::store::{Append, ArchiveSearch};
use crate::{ServerSettings, WallClock, random, summary};

/// A game with more than two thousand events.
fn long_game(now: Time) -> Table {
    let mut table = Table::new("super - open,open untimed first".parse().unwrap(), now, random::secret());
    let mut numbers = [0, 0];
    let mut ask = |table: &mut Table, guest: usize, kind: RequestKind| {
        numbers[guest] += 1;
        let request = Request { number: numbers[guest], kind };
        *table = table.after_request(Actor::Guest(GuestId(guest as u64)), &request, now).unwrap().unwrap();
    };
    let contribution = table::Contribution::new([7; 16]);
    for guest in 0..2 {
        ask(&mut table, guest, RequestKind::Join { seat: None, name: "Anne".to_owned(), contribution });
    }
    let mut rng = rules::Rng::new(1);
    for ply in 0..40 {
        let Some(seat) = table.to_move() else { break };
        let mv = table.view(Viewer::Seat(seat)).position().random_move(&mut rng).unwrap().to_string();
        ask(&mut table, seat.index(), RequestKind::Move { ply, mv });
        for said in 0..if table.is_over() { 0 } else { 60 } {
            ask(&mut table, said % 2, RequestKind::Say(table::Phrase::ALL[0]));
        }
    }
    table
}

/// Writes a long game to the store, past the tables in memory.
async fn store_long_game(state: &AppState) -> (TableId, Table) {
    let (id, table) = (random::table_id(), long_game(state.now()));
    assert!(table.version() >= 2000, "{}", table.version());
    let append = Append {
        id: id.clone(),
        version: 0,
        events: lines_since(&table, 0),
        is_compaction: false,
        summary: summary::summarize(&id, &table, &SummaryTexts::of(&table), false, GuestId(1)),
        has_seats_changed: true,
        opened_from: None,
    };
    state.store.append(append).await.unwrap();
    (id, table)
}

/// The status of the answer to a request without a body.
async fn status_of(at: SocketAddr, path: &str, headers: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect(at).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = [0; 12];
    stream.read_exact(&mut bytes).await.unwrap();
    (String::from_utf8_lossy(&bytes[9..]).into_owned(), stream)
}

/// A request that only reads must not make the server write, and with PostgreSQL watching a table is a write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_reads_a_table_keeps_nothing_in_memory_and_writes_nothing() {
    let folder = std::env::temp_dir().join(format!("trois-reading-{}", std::process::id()));
    let state = start_as(&folder, |settings| settings.reads_per_minute = 60).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let serving = tokio::spawn(crate::serve(listener, Arc::clone(&state), std::future::pending()));
    let (id, table) = store_long_game(&state).await;
    let written = state.store.append_transactions();
    for (path, status) in [
        (format!("/api/tables/{id}"), "200"),
        (format!("/games/{id}.svg"), "200"),
        (format!("/games/{id}.svg?ply=3"), "200"),
        (format!("/games/{id}.trois"), "409"),
        (format!("/embed/{id}"), "409"),
        ("/api/tables/none".to_owned(), "404"),
    ] {
        assert_eq!(status_of(at, &path, "").await.0, status, "{path}");
        assert_eq!(state.live_table_count(), 0, "{path}");
    }
    assert_eq!(state.store.append_transactions(), written);
    let reads =
        |address: [u8; 4]| (0..100).filter(|_| state.read_limits.read(address.into(), 1.0).is_ok()).count();
    let expected = 60 - 6 - 5 * (table.version() / 500);
    assert!(reads([127, 0, 0, 1]) <= expected + 2, "five long logs were replayed");
    state.stop();
    serving.abort();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_at_a_long_game_counts_as_several_of_its_address() {
    const UPGRADE: &str = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let folder = std::env::temp_dir().join(format!("trois-heavy-{}", std::process::id()));
    let state = start_as(&folder, |settings| settings.sockets_per_address = 11).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let serving = tokio::spawn(crate::serve(listener, Arc::clone(&state), std::future::pending()));
    let (long, table) = store_long_game(&state).await;
    let counts_as = 1 + table.version() / 500;
    let setup = "morpion - open,open untimed first".parse().unwrap();
    let short = state.create_table(setup, false, GuestId(1), None).await.unwrap();
    let mut open = Vec::new();
    let mut connect = async |id: &TableId| {
        let (status, stream) = status_of(at, &format!("/api/tables/{id}/socket"), UPGRADE).await;
        let is_open = status == "101";
        assert!(is_open || status == "429", "{status}");
        open.push(stream);
        is_open
    };
    let mut long_sockets = 0;
    while connect(&long).await {
        long_sockets += 1;
    }
    assert_eq!(long_sockets, 11 / counts_as);
    let mut short_sockets = 0;
    while connect(&short).await {
        short_sockets += 1;
    }
    assert_eq!(short_sockets, 11 - long_sockets * counts_as);
    state.stop();
    serving.abort();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_game_costs_more_reads_to_load_and_nothing_more_once_it_is_in_memory() {
    let folder = std::env::temp_dir().join(format!("trois-long-{}", std::process::id()));
    let state = start_as(&folder, |settings| settings.reads_per_minute = 60).await;
    let (id, table) = store_long_game(&state).await;
    let expected = table.version() / 500;
    let reads_left = |address| (0..100).filter(|_| state.read_limits.read(address, 1.0).is_ok()).count();
    let [first, second] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(Into::into);
    let loaded = state.live_table_for(first, &id).await.unwrap();
    // The game is not over, so its players are marked as gone.
    assert!(version_of(&loaded).await >= table.version());
    let left = reads_left(first);
    assert!((50..=60 - expected).contains(&left), "{left}");
    state.live_table_for(second, &id).await.unwrap();
    assert!(reads_left(second) >= 60);
    drop(loaded);
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A client that disconnects before the answer does not cancel the append.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_charged_after_the_client_has_disconnected() {
    let folder = std::env::temp_dir().join(format!("trois-unpaid-{}", std::process::id()));
    let state = start_as(&folder, |settings| settings.writes_per_minute = 30).await;
    let caller = Caller { guest: Some(GuestId(1)), address: [192, 0, 2, 1].into() };
    assert_eq!(state.budget.check(caller), Ok(()));
    for _ in 0..2 {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let mut creating = Box::pin(state.create_table(setup, false, GuestId(1), Some(caller)));
        // It is being written from now on.
        let _ = tokio::time::timeout(Duration::ZERO, &mut creating).await;
    }
    assert_eq!(state.budget.check(caller), Err(Refusal::TooFast));
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A client takes the seats of waiting players and leaves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_does_not_begin_is_charged_when_the_other_aborts_the_game() {
    const WRITES: u32 = 100;
    let folder = std::env::temp_dir().join(format!("trois-abort-{}", std::process::id()));
    let ahead = Arc::new(AtomicU64::new(0));
    let later = Arc::clone(&ahead);
    let clock = WallClock::new(move || WallClock::system().now().plus(later.load(Ordering::Relaxed)));
    let change = |settings: &mut ServerSettings| {
        settings.clock = clock;
        settings.writes_per_minute = WRITES;
    };
    let state = start_as(&folder, change).await;
    let setup = "morpion - open,open 300+0 first".parse().unwrap();
    let id = state.create_table(setup, true, GuestId(1), None).await.unwrap();
    let live_table = state.live_table(&id).await.unwrap();
    let callers = [1, 2]
        .map(|guest: u64| Caller { guest: Some(GuestId(guest)), address: [192, 0, 2, guest as u8].into() });
    let [eve, anne] = callers;
    let mut sockets = Vec::new();
    for caller in callers {
        let (out, lines) = mpsc::channel(100);
        let number =
            live_table.connect(&state, caller, table::Hello { seat: None, seen: 0 }, false, out).await;
        let join = "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f";
        live_table.process_line(&state, number, join).await;
        sockets.push((number, lines));
    }
    let abort = async || {
        live_table.process_line(&state, sockets[1].0, "2 claim what=abort").await;
        live_table.read(Table::is_over).await
    };
    assert!(!abort().await, "too soon");
    for _ in 0..10 {
        // Without a gap in the heartbeats.
        ahead.fetch_add(2_000, Ordering::Relaxed);
        state.write_heartbeat().await;
    }
    assert!(abort().await);
    let is_listed = live_table.inner.lock().await.origin.is_listed;
    assert!(
        is_listed
            && state
                .store
                .archive(ArchiveSearch { limit: 9, ..Default::default() })
                .await
                .unwrap()
                .is_empty()
    );
    // What the addresses have left: that of a player who takes seats as one guest after the other is charged too.
    let [left_of_eve, left_of_anne] = [eve, anne].map(|caller| {
        let address = Caller { guest: None, ..caller };
        let is_allowed = |_: &u32| {
            let is_allowed = state.budget.check(address).is_ok();
            state.budget.charge(address, 1.0);
            is_allowed
        };
        (0..10 * WRITES).take_while(is_allowed).count()
    });
    assert!(left_of_anne >= left_of_eve + 40, "{left_of_eve} {left_of_anne}");
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}
