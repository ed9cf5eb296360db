//! Several servers on one PostgreSQL: each is notified of what others append to the tables that it watches, and of
//! nothing else.

use std::sync::Arc;
use std::time::Duration;

use cluster::Cluster;
use server::store::{Append, Appended, Change, Store, StoreError, TableStage, TableSummary};
use table::Time;
use tokio::sync::broadcast::Receiver;
use tokio::time::{sleep, timeout};

use crate::make::{id, next, open, over, postgres, summary};

/// A test that waits this long has failed: nothing takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Longer than a notification takes.
const A_WHILE: Duration = Duration::from_millis(300);

fn playing(at: u64) -> TableSummary {
    TableSummary { stage: TableStage::Playing, is_joinable: false, ..summary(at) }
}

/// The notification of an append that [`next`] makes.
fn table_change(name: &str, version: usize) -> Change {
    let lines = next(name, version, playing(0)).events;
    Change::Table(id(name), Some(Arc::new(Appended { from: version, lines })))
}

async fn next_change(changes: &mut Receiver<Change>) -> Change {
    timeout(TEST_TIMEOUT, changes.recv()).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_notified_of_the_tables_that_it_watches_and_of_no_others() {
    let url = Cluster::shared().database();
    let (store, other, third) = (postgres(&url).await, postgres(&url).await, postgres(&url).await);
    open(&store, ["a", "b", "c"].map(|name| (name, playing(1)))).await;
    let mut changes = [store.changes(), other.changes(), third.changes()];
    for (server, watched) in [(&store, ["a", "b"]), (&other, ["b", "c"])] {
        for name in watched {
            assert!(server.watch(&id(name)).await.unwrap().is_some());
        }
    }
    assert_eq!(store.watch(&id("nowhere")).await, Ok(None));
    for name in ["a", "b", "c"] {
        store.append(next(name, 1, playing(2))).await.unwrap();
        assert_eq!(store.append(next(name, 7, playing(2))).await, Err(StoreError::Conflict));
    }
    let mut of_other = [next_change(&mut changes[1]).await, next_change(&mut changes[1]).await];
    of_other.sort_by_key(|change| format!("{change:?}"));
    assert_eq!(of_other, [table_change("b", 1), table_change("c", 1)]);
    other.unwatch(&[id("c")]).await.unwrap();
    store.append(next("c", 2, playing(3))).await.unwrap();
    third.append(next("a", 2, playing(3))).await.unwrap();
    assert_eq!(next_change(&mut changes[0]).await, table_change("a", 2));
    sleep(A_WHILE).await;
    assert!(changes.iter().all(Receiver::is_empty));
    assert_eq!(
        [&store, &other, &third].map(Store::notifications_sent),
        [2, 0, 1],
        "one for each server that watches"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_events_come_with_the_notification_unless_they_replace_others() {
    let url = Cluster::shared().database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let mut changes = other.changes();
    open(&store, [("t", playing(1))]).await;
    other.watch(&id("t")).await.unwrap();
    let events = vec!["2 move 5.5".to_owned(), "2 gone 1".to_owned()];
    let moves = Append { events: events.clone(), has_seats_changed: false, ..next("t", 1, playing(2)) };
    store.append(moves).await.unwrap();
    assert_eq!(
        next_change(&mut changes).await,
        Change::Table(id("t"), Some(Arc::new(Appended { from: 1, lines: events })))
    );
    assert_eq!(other.events(&id("t"), 1).await.unwrap().len(), 2, "what came is what was written");
    store.append(next("t", 3, over(3, "morpion", "anne", "draw"))).await.unwrap();
    assert_eq!(next_change(&mut changes).await, table_change("t", 3), "the end of a game too");
    open(&store, [("waiting", summary(4))]).await;
    other.watch(&id("waiting")).await.unwrap();
    let compaction = Append { is_compaction: true, ..next("waiting", 1, summary(5)) };
    store.append(compaction).await.unwrap();
    let of_waiting = async {
        loop {
            if let Change::Table(table, appended) = next_change(&mut changes).await {
                return (table, appended);
            }
        }
    };
    assert_eq!(timeout(TEST_TIMEOUT, of_waiting).await.unwrap(), (id("waiting"), None), "it has to be read");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_servers_are_notified_of_changes_in_the_lobby() {
    let url = Cluster::shared().database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let mut changes = other.changes();
    open(&store, [("t", summary(1))]).await;
    assert_eq!(next_change(&mut changes).await, Change::Lobby);
    store.append(next("t", 1, playing(2))).await.unwrap();
    assert_eq!(next_change(&mut changes).await, Change::Lobby, "the game has begun");
    store.append(next("t", 2, playing(3))).await.unwrap();
    open(&store, [("private", TableSummary { is_listed: false, ..summary(4) })]).await;
    sleep(A_WHILE).await;
    assert!(changes.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_begins_to_watch_misses_no_append() {
    let url = Cluster::shared().database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let mut changes = other.changes();
    for round in 0..100 {
        let name = format!("t{round}");
        open(&store, [(name.as_str(), playing(1))]).await;
        let appending = tokio::spawn({
            let (store, append) = (store.clone(), next(&name, 1, playing(2)));
            async move { store.append(append).await.unwrap() }
        });
        sleep(Duration::from_micros(round * 20)).await;
        other.watch(&id(&name)).await.unwrap();
        let is_read = other.events(&id(&name), 1).await.unwrap().len() == 1;
        appending.await.unwrap();
        if !is_read {
            let notified = async { while next_change(&mut changes).await != table_change(&name, 1) {} };
            timeout(TEST_TIMEOUT, notified).await.expect("what was not read is notified");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_server_is_forgotten_and_watches_again_if_it_comes_back() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let mut changes = other.changes();
    open(&store, [("t", playing(1))]).await;
    other.watch(&id("t")).await.unwrap();
    let watchers = || cluster.sql(&url, "SELECT cardinality(watchers) FROM tables");
    assert_eq!(watchers(), "1");
    cluster.sql(&url, "UPDATE servers SET at = at - interval '1 minute'");
    store.heartbeat(Time(1), 1000).await.unwrap();
    assert_eq!(watchers(), "0");
    other.heartbeat(Time(1), 1000).await.unwrap();
    assert_eq!(next_change(&mut changes).await, Change::Missed);
    other.watch_again(&[id("t"), id("nowhere")]).await.unwrap();
    other.watch_again(&[id("t")]).await.unwrap();
    assert_eq!(watchers(), "1");
    store.append(next("t", 1, playing(2))).await.unwrap();
    assert_eq!(next_change(&mut changes).await, table_change("t", 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_watched_only_by_servers_with_viewers_and_lost_servers_are_removed() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let mut changes = other.changes();
    let over = |at| TableSummary { stage: TableStage::Over, ..playing(at) };
    open(&store, [("t", over(1)), ("u", over(1))]).await;
    let rows = || cluster.sql(&url, "SELECT string_agg(xmin::text, ' ' ORDER BY key) FROM tables");
    let watchers = || cluster.sql(&url, "SELECT coalesce(sum(cardinality(watchers)), 0) FROM tables");
    let before = rows();
    for _ in 0..3 {
        assert_eq!(other.watch(&id("t")).await, other.origin(&id("t")).await);
    }
    assert_eq!((rows(), watchers()), (before, "0".to_owned()), "loading a finished game writes nothing");
    for _ in 0..2 {
        other.watch_again(&[id("t"), id("u")]).await.unwrap();
        store.watch_again(&[id("t")]).await.unwrap();
    }
    assert_eq!(watchers(), "3");
    store.append(next("t", 1, over(2))).await.unwrap();
    assert_eq!(next_change(&mut changes).await, table_change("t", 1), "an offer of a rematch");
    other.unwatch(&[id("t"), id("nowhere")]).await.unwrap();
    assert_eq!(watchers(), "2");
    // A server that was killed has not stopped to watch.
    cluster.sql(&url, "DELETE FROM servers WHERE number = (SELECT watchers[1] FROM tables WHERE id = 'u')");
    store.clean_up(Time(0), Time(0)).await.unwrap();
    assert_eq!(watchers(), "1", "of those, the server that runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_before_its_first_notification_is_lost_too() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    drop(postgres(&url).await);
    cluster.sql(&url, "INSERT INTO servers DEFAULT VALUES");
    let store = postgres(&url).await;
    assert_eq!(next_change(&mut store.changes()).await, Change::ServerLost);
}
