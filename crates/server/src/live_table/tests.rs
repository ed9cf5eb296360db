//! How live tables and the notification task work together.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;

use super::*;
use crate::background::handle_notifications;
use crate::store::{Append, Change};
use crate::{CookieKey, Database, ServerSettings, WallClock, random, summary};

/// How long the test waits for an expected change.
const FOREVER: Duration = Duration::from_secs(30);

/// A server with an empty folder.
async fn start(folder: &Path) -> Arc<AppState> {
    start_with(folder, WallClock::system()).await
}

async fn start_with(folder: &Path, clock: WallClock) -> Arc<AppState> {
    start_as(folder, |settings| settings.clock = clock).await
}

async fn start_as(folder: &Path, change: impl FnOnce(&mut ServerSettings)) -> Arc<AppState> {
    std::fs::create_dir_all(folder).unwrap();
    let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
    let mut settings = ServerSettings::new(Database::Folder(folder.to_owned()), key);
    change(&mut settings);
    AppState::start(settings).await.unwrap()
}

/// Two empty tables.
async fn two_tables(state: &Arc<AppState>) -> [Arc<LiveTable>; 2] {
    let open = async || {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let id = state.create_table(setup, false, GuestId(1), None).await.unwrap();
        state.live_table(&id).await.unwrap()
    };
    [open().await, open().await]
}

/// The table after a guest has joined.
async fn after_join(state: &AppState, live_table: &LiveTable) -> Table {
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    let kind = RequestKind::Join { seat: None, name: "Anne".to_owned(), contribution };
    let request = Request { number: 1, kind };
    let table = live_table.inner.lock().await.table.clone();
    table.after_request(Actor::Guest(GuestId(7)), &request, state.now()).unwrap().unwrap()
}

fn lines_since(table: &Table, version: usize) -> Vec<String> {
    table.events_since(version).map(ToString::to_string).collect()
}

/// The table after this guest has sat down.
fn joined(table: &Table, guest: u64, name: &str, now: Time) -> Table {
    let join = format!("1 join seat=- name={name} contribution=000102030405060708090a0b0c0d0e0f");
    table.after_request(Actor::Guest(GuestId(guest)), &join.parse().unwrap(), now).unwrap().unwrap()
}

/// Appends a guest's arrival to the store, as another server would: the table in memory does not know of it.
async fn join_elsewhere(state: &AppState, live_table: &LiveTable) -> usize {
    let next = after_join(state, live_table).await;
    append_elsewhere(state, live_table, &next).await.to()
}

/// Appends the events of a later version to the store, as another server would, and returns what it would notify.
async fn append_elsewhere(state: &AppState, live_table: &LiveTable, next: &Table) -> Arc<Appended> {
    let id = live_table.id.clone();
    let version = version_of(live_table).await;
    let summary = summary::summarize(&id, next, &SummaryTexts::of(next), false, GuestId(1));
    let append = Append {
        id,
        version,
        events: lines_since(next, version),
        is_compaction: false,
        summary,
        has_seats_changed: true,
        opened_from: None,
    };
    state.store.append(append).await.unwrap();
    Arc::new(Appended { from: version, lines: lines_since(next, version) })
}

async fn version_of(live_table: &LiveTable) -> usize {
    live_table.read(Table::version).await
}

/// Waits until the table in memory has this version.
async fn wait_for_version(live_table: &LiveTable, version: usize) {
    let reached = async {
        while version_of(live_table).await < version {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(FOREVER, reached).await.expect("the table is brought up to date");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_come_with_a_notification_are_applied_and_missing_ones_are_read() {
    let folder = std::env::temp_dir().join(format!("trois-appended-{}", std::process::id()));
    let state = start(&folder).await;
    let [one, other] = two_tables(&state).await;
    let (from, next) = (version_of(&one).await, after_join(&state, &one).await);
    let appended = Appended { from, lines: lines_since(&next, from) };
    one.apply_appended(&state, &appended).await;
    assert_eq!(version_of(&one).await, next.version(), "applied, although the store does not have it");
    one.apply_appended(&state, &appended).await;
    assert_eq!(version_of(&one).await, next.version(), "applied once");

    let written = join_elsewhere(&state, &other).await;
    let after_a_gap = Appended { from: written, lines: vec!["not read".to_owned()] };
    other.apply_appended(&state, &after_a_gap).await;
    assert_eq!(version_of(&other).await, written, "what is missing is read from the store");
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_table_of_a_single_server_is_in_memory_as_it_is_in_the_store() {
    let folder = std::env::temp_dir().join(format!("trois-new-{}", std::process::id()));
    let state = start(&folder).await;
    let setup = "doh players=3 open,open,engine:2 600+5 random".parse().unwrap();
    let caller = Caller { guest: Some(GuestId(1)), address: [192, 0, 2, 1].into() };
    let id = state.create_table(setup, true, GuestId(1), Some(caller)).await.unwrap();
    let of = async |live_table: Arc<LiveTable>| {
        let inner = live_table.inner.lock().await;
        (lines_since(&inner.table, 0), inner.origin)
    };
    let new = of(state.loaded_table(&id).expect("its players come now")).await;
    state.unload_unused_tables().await;
    assert!(state.loaded_table(&id).is_none(), "nobody came");
    assert_eq!(of(state.live_table(&id).await.unwrap()).await, new);
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_of_another_server_are_applied_at_once_unless_the_table_is_in_use() {
    let folder = std::env::temp_dir().join(format!("trois-at-once-{}", std::process::id()));
    let state = start(&folder).await;
    let [free, used] = two_tables(&state).await;
    let next = after_join(&state, &free).await;
    let appended = append_elsewhere(&state, &free, &next).await;
    free.sync(&state, Some(appended));
    assert_eq!(free.inner.try_lock().unwrap().table.version(), next.version());

    let next = after_join(&state, &used).await;
    let appended = append_elsewhere(&state, &used, &next).await;
    let guard = used.inner.lock().await;
    used.sync(&state, Some(appended));
    assert!(guard.table.version() < next.version());
    drop(guard);
    wait_for_version(&used, next.version()).await;
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_is_connected_here_is_marked_as_present_when_another_server_says_gone() {
    let folder = std::env::temp_dir().join(format!("trois-back-{}", std::process::id()));
    let state = start(&folder).await;
    let [live_table, _] = two_tables(&state).await;
    let anne = GuestId(7);
    let caller = Caller { guest: Some(anne), address: [192, 0, 2, 1].into() };
    let (out, _received) = mpsc::channel(100);
    let number = live_table.connect(&state, caller, table::Hello { seat: None, seen: 0 }, out).await;
    let join = "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f";
    live_table.process_line(&state, number, join).await;
    let gone = live_table.read(|table| table.after(table.presence(anne, false, state.now()))).await;
    let gone = gone.unwrap().unwrap();
    let appended = append_elsewhere(&state, &live_table, &gone).await;
    live_table.sync(&state, Some(appended));
    wait_for_version(&live_table, gone.version() + 1).await;
    let last = live_table.read(|table| table.events().last().unwrap().kind.clone()).await;
    assert!(matches!(last, table::EventKind::Back { .. }), "{last:?}");
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Anyone with the address of an unlisted table can join it, so a log must not contain it.
#[test]
fn a_log_shows_only_the_beginning_of_a_tables_address() {
    let folder = std::env::temp_dir().join(format!("trois-logged-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut address = String::new();
    let lines = crate::test_log::logged(|| {
        runtime.block_on(async {
            let state = start(&folder).await;
            let [table, _] = two_tables(&state).await;
            address = table.id.to_string();
            let from = version_of(&table).await;
            let unreadable = Appended { from, lines: vec![format!("1000 rematched table={address} what")] };
            table.apply_appended(&state, &unreadable).await;
            state.stop();
        });
    });
    let line = lines.iter().find(|line| line.contains("cannot be applied")).unwrap();
    assert!(line.contains(&format!("table={:?}", &address[..4])), "{line}");
    assert!(lines.iter().all(|line| !line.contains(&address)), "{lines:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_busy_table_delays_no_notification_of_another_when_a_server_is_lost() {
    let folder = std::env::temp_dir().join(format!("trois-notifications-{}", std::process::id()));
    let state = start(&folder).await;
    let [busy, other] = &two_tables(&state).await;
    let written = join_elsewhere(&state, other).await;
    let guard = busy.inner.lock().await;

    let (sender, changes) = broadcast::channel(8);
    tokio::spawn(handle_notifications(Arc::clone(&state), changes));
    sender.send(Change::ServerLost).unwrap();
    sender.send(Change::Table(other.id.clone(), None)).unwrap();
    wait_for_version(other, written).await;

    drop(guard);
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// After a failover to a standby that was behind, the store lacks the last events of a table in memory, or has others in
/// their place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_last_events_the_store_has_lost_is_read_again() {
    let folder = std::env::temp_dir().join(format!("trois-lost-{}", std::process::id()));
    let state = start(&folder).await;
    let watch = async |live_table: &Arc<LiveTable>, guest: Option<u64>| {
        let (out, received) = mpsc::channel(100);
        let caller = Caller { guest: guest.map(GuestId), address: [192, 0, 2, 1].into() };
        let hello = table::Hello { seat: None, seen: 0 };
        (live_table.connect(&state, caller, hello, out).await, received)
    };
    for written_instead in 0..3 {
        let setup = "doh players=3 open,open,open untimed first".parse().unwrap();
        let id = state.create_table(setup, false, GuestId(1), None).await.unwrap();
        let live_table = state.live_table(&id).await.unwrap();
        let (zoe, _hers) = watch(&live_table, Some(3)).await;
        let (_, mut spectators) = watch(&live_table, None).await;

        // The store has not heard of Anne, but of others instead.
        let (from, before) = (version_of(&live_table).await, live_table.inner.lock().await.table.clone());
        let with_anne = joined(&before, 7, "Anne", state.now());
        let mut instead = before.clone();
        for (guest, name) in [(8, "Luc"), (9, "Max")].into_iter().take(written_instead) {
            instead = joined(&instead, guest, name, state.now());
        }
        if written_instead > 0 {
            append_elsewhere(&state, &live_table, &instead).await;
        }
        let lost = Appended { from, lines: lines_since(&with_anne, from) };
        live_table.apply_appended(&state, &lost).await;
        assert_eq!(version_of(&live_table).await, with_anne.version());

        if written_instead == 1 {
            // An append would succeed. But the server reads all its tables when the database is back.
            live_table.sync_with_store(&state).await;
        }
        let join = "1 join seat=- name=Zoe contribution=000102030405060708090a0b0c0d0e0f";
        live_table.process_line(&state, zoe, join).await;
        let stored = state.store.events(&id, 0).await.unwrap();
        let here = live_table.read(|table| lines_since(table, 0)).await;
        assert_eq!(here, stored, "{written_instead}");
        assert!(!here.iter().any(|line| line.contains("Anne")), "{here:?}");
        if written_instead < 2 {
            assert!(here.last().unwrap().contains("Zoe"), "{here:?}");
        }

        // Spectators who know as many events receive a snapshot, and the others a new connection.
        let mut received = Vec::new();
        while let Ok(line) = spectators.try_recv() {
            received.push(line.to_string());
        }
        let has_snapshot =
            received.iter().skip(2).any(|line| line.contains(" table you=- ") && line.contains("Luc"));
        let is_closed = matches!(spectators.try_recv(), Err(mpsc::error::TryRecvError::Disconnected));
        assert_eq!((has_snapshot, is_closed), (written_instead > 0, written_instead == 0), "{received:?}");
    }
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

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

/// A post to the server, as a browser of this guest sends it.
async fn post(state: &AppState, at: SocketAddr, guest: u64, path: &str, body: &str) -> TcpStream {
    let cookie = state.settings.cookie_key.sign(GuestId(guest));
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nx-trois: 1\r\ncookie: trois={cookie}\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(at).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_whose_key_was_used_changes_hands_although_the_client_has_hung_up() {
    let folder = std::env::temp_dir().join(format!("trois-hung-up-{}", std::process::id()));
    let state = start(&folder).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let serving = tokio::spawn(crate::serve(listener, Arc::clone(&state), std::future::pending()));
    let [live_table, _] = two_tables(&state).await;
    let next = after_join(&state, &live_table).await;
    let appended = append_elsewhere(&state, &live_table, &next).await;
    live_table.apply_appended(&state, &appended).await;
    let path = format!("/api/tables/{}", live_table.id);
    let mut answer = post(&state, at, 7, &format!("{path}/hand-over"), "").await;
    let mut text = String::new();
    while !text.contains("\r\n\r\n") || text.ends_with("\r\n\r\n") {
        let mut bytes = [0; 1024];
        let length = answer.read(&mut bytes).await.unwrap();
        text.push_str(std::str::from_utf8(&bytes[..length]).unwrap());
    }
    let key = text.rsplit("\r\n").next().unwrap();

    // The key is used up, and the seat waits for the table. Then the client goes.
    let guard = live_table.inner.lock().await;
    let taking = post(&state, at, 8, &format!("{path}/take-over"), key).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(taking);
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(guard);
    let taken = async {
        while live_table.read(|table| table.viewer(GuestId(8))).await == Viewer::Public {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), taken).await.expect("the seat has changed hands");
    state.stop();
    serving.abort();
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
        let number = live_table.connect(&state, caller, table::Hello { seat: None, seen: 0 }, out).await;
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
                .archive(crate::store::ArchiveSearch { limit: 9, ..Default::default() })
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

/// One player closes the page, and the server is suspended before it tells the other. When it resumes, the first thing
/// it does at the table is to write that the player has left; it then detects the outage, during which all players
/// count as gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_stayed_connected_through_a_freeze_of_the_server_is_not_marked_as_gone() {
    let folder = std::env::temp_dir().join(format!("trois-freeze-{}", std::process::id()));
    let frozen_for = Arc::new(AtomicU64::new(0));
    let ahead = Arc::clone(&frozen_for);
    let clock = WallClock::new(move || WallClock::system().now().plus(ahead.load(Ordering::Relaxed)));
    let state = start_with(&folder, clock).await;
    let setup = "super - open,open 600+0 first".parse().unwrap();
    let id = state.create_table(setup, false, GuestId(1), None).await.unwrap();
    let live_table = state.live_table(&id).await.unwrap();
    let [anne, luc] = [GuestId(1), GuestId(2)];
    let mut lines = Vec::new();
    let mut numbers = Vec::new();
    for guest in [anne, luc] {
        let caller = Caller { guest: Some(guest), address: [192, 0, 2, guest.0 as u8].into() };
        let (out, received) = mpsc::channel(100);
        let hello = table::Hello { seat: None, seen: 0 };
        let number = live_table.connect(&state, caller, hello, out).await;
        let join = "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f";
        live_table.process_line(&state, number, join).await;
        lines.push(received);
        numbers.push(number);
    }
    let mut inner = live_table.inner.lock().await;
    assert!(inner.table.is_started());
    inner.drop_watcher(numbers[1]);
    frozen_for.store(4_000, Ordering::Relaxed);
    live_table.commit_presence(&state, &mut inner, luc, false).await;
    let is_resumed = |event: &table::Event| matches!(event.kind, table::EventKind::Resumed { .. });
    assert!(inner.table.events().any(is_resumed), "the outage was detected");
    let is_gone =
        |occupant: &table::Occupant| matches!(occupant, table::Occupant::Human { gone: Some(_), .. });
    let gone: Vec<bool> = inner.table.occupants().iter().map(is_gone).collect();
    assert_eq!(gone, [false, true], "Anne never lost her connection");
    drop(inner);
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}
