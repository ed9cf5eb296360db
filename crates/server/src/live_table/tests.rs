//! How live tables and the notification task work together.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;

use super::*;
use crate::background::handle_notifications;
use crate::engines;
use crate::real_play::PlayersFrom;
use crate::store::{Append, Change};
use crate::{CookieKey, Database, ServerSettings, WallClock, summary};

/// How long the test waits for an expected change.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// A server with an empty folder.
async fn start(folder: &Path) -> Arc<AppState> {
    start_with(folder, WallClock::system()).await
}

async fn start_with(folder: &Path, clock: WallClock) -> Arc<AppState> {
    start_as(folder, |settings| settings.clock = clock).await
}

pub(super) async fn start_as(folder: &Path, change: impl FnOnce(&mut ServerSettings)) -> Arc<AppState> {
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

pub(super) fn lines_since(table: &Table, version: usize) -> Vec<String> {
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

pub(super) async fn version_of(live_table: &LiveTable) -> usize {
    live_table.read(Table::version).await
}

/// Polls until a condition holds.
async fn wait_until(holds: impl Fn() -> bool) {
    let reached = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, reached).await.expect("the condition holds");
}

/// Waits until the table in memory has this version.
async fn wait_for_version(live_table: &LiveTable, version: usize) {
    let reached = async {
        while version_of(live_table).await < version {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, reached).await.expect("the table is brought up to date");
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
    let number = live_table.connect(&state, caller, table::Hello { seat: None, seen: 0 }, false, out).await;
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
    // Another task may read the table as well, so its version alone does not show that the loop went on.
    wait_until(|| state.metrics.notifications.get() == 1).await;
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
        (live_table.connect(&state, caller, hello, false, out).await, received)
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

    // The key is used up, and the seat waits for the table. Then the client goes, and the server notices it.
    let guard = live_table.inner.lock().await;
    let taking = post(&state, at, 8, &format!("{path}/take-over"), key).await;
    let store = rusqlite::Connection::open(folder.join("trois.db")).unwrap();
    let keys = || store.query_row("SELECT count(*) FROM keys", [], |row| row.get::<_, u32>(0)).unwrap();
    wait_until(|| keys() == 0).await;
    let connections = state.connections.count();
    drop(taking);
    wait_until(|| state.connections.count() < connections).await;
    drop(guard);
    let taken = async {
        while live_table.read(|table| table.viewer(GuestId(8))).await == Viewer::Public {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, taken).await.expect("the seat has changed hands");
    state.stop();
    serving.abort();
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
        let number = live_table.connect(&state, caller, hello, false, out).await;
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

/// Two engines in a row move while no player is connected, as in a game with days for each move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_the_second_of_two_engines_is_charged_to_the_address_that_opened_the_table() {
    let folder = std::env::temp_dir().join(format!("trois-engines-in-turn-{}", std::process::id()));
    let state = start(&folder).await;
    let (guest, address) = (GuestId(1), [192, 0, 2, 1].into());
    let caller = Caller { guest: Some(guest), address };
    let setup = "doh players=3 open,engine:1,engine:1 untimed first".parse().unwrap();
    let id = state.create_table(setup, false, guest, Some(caller)).await.unwrap();
    let live_table = state.live_table(&id).await.unwrap();
    let mut inner = live_table.inner.lock().await;
    let key = &state.settings.cookie_key;
    let of = |inner: &Inner| {
        let engines::Payer { address, guest } = inner.thinking_time_payer(key);
        (address, guest)
    };
    let first = of(&inner);
    assert_eq!(first, (key.number_of(address), guest));
    // While the move of the first engine is written, the second one starts.
    inner.payer = inner.engine_write_payer(&state.budget, key);
    assert_eq!(of(&inner), first);
    inner.payer = None;
    drop(inner);
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A game that ends while this server lacks an event of another one: its append is a conflict, and is tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_end_is_written_at_the_second_attempt_counts_once_for_the_archive() {
    let folder = std::env::temp_dir().join(format!("trois-listed-once-{}", std::process::id()));
    let ahead = Arc::new(AtomicU64::new(0));
    let later = Arc::clone(&ahead);
    let clock = WallClock::new(move || WallClock::system().now().plus(later.load(Ordering::Relaxed)));
    let state = start_with(&folder, clock).await;
    let setup = "super - open,open untimed first".parse().unwrap();
    let id = state.create_table(setup, true, GuestId(1), None).await.unwrap();
    let live_table = state.live_table(&id).await.unwrap();
    let mut players = Vec::new();
    for guest in [1, 2] {
        let caller = Caller { guest: Some(GuestId(guest)), address: [192, 0, 2, guest as u8].into() };
        let (out, received) = mpsc::channel(100);
        let hello = table::Hello { seat: None, seen: 0 };
        let number = live_table.connect(&state, caller, hello, false, out).await;
        let join = "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f";
        live_table.process_line(&state, number, join).await;
        players.push((number, received));
    }
    for ply in 0..4 {
        let mv = live_table.read(|table| {
            let view = table.view(Viewer::Public);
            view.position().moves()[0].to_string()
        });
        let line = format!("{} move ply={ply} move={}", ply + 2, mv.await);
        live_table.process_line(&state, players[ply % 2].0, &line).await;
    }
    assert_eq!(live_table.read(Table::ply).await, 4);
    for _ in 0..5 {
        // Without a gap in the heartbeats.
        ahead.fetch_add(2_000, Ordering::Relaxed);
        state.write_heartbeat().await;
    }
    let say = format!("20 say phrase={}", table::Phrase::ALL[0]).parse().unwrap();
    let said = live_table.read(|table| table.after_request(Actor::Guest(GuestId(2)), &say, state.now()));
    append_elsewhere(&state, &live_table, &said.await.unwrap().unwrap()).await;
    live_table.process_line(&state, players[0].0, "30 resign").await;
    assert!(live_table.read(Table::is_over).await);
    let table = live_table.read(Table::clone).await;
    let admits = |_: &u32| {
        let addresses = &[[192, 0, 2, 1].into(), [192, 0, 2, 2].into()];
        let from = PlayersFrom { addresses, opened_from: None };
        state.archive_limit.admit(&table, from, &state.settings.cookie_key, Instant::now()).is_some()
    };
    assert_eq!((0..100).take_while(admits).count(), 59, "of sixty");
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}
