//! PostgreSQL alone: several servers, and a database that stops, stalls, loses replies and comes back.

use std::time::Duration;

use cluster::Cluster;
use server::store::{Append, ArchiveSearch, Change, Postgres, Store, StoreError, TableStage, TableSummary};
use table::{GuestId, Time};
use tokio::time::{sleep, timeout};

use crate::make::{append_until_refused, id, next, open, open_long_games, opening, postgres, summary};

/// A test that waits this long has failed: nothing takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_at_once_create_one_schema() {
    let url = Cluster::shared().database();
    let starts: Vec<_> = (0..5)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Postgres::open(&url).await })
        })
        .collect();
    for start in starts {
        Store::Postgres(start.await.unwrap().unwrap()).playing_count().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_cannot_be_written_does_not_affect_others() {
    let url = Cluster::shared().database();
    let store = postgres(&url).await;
    let tasks = (0..30).map(|number| {
        let name = format!("t{number}");
        // PostgreSQL does not store this character.
        let event = if number == 7 { "\0" } else { "fine" };
        let append = Append { events: vec![event.to_owned()], ..opening(&name, summary(1)) };
        let store = store.clone();
        tokio::spawn(async move { store.append(append).await })
    });
    for (number, task) in tasks.collect::<Vec<_>>().into_iter().enumerate() {
        let result = task.await.unwrap();
        assert_eq!(result.is_ok(), number != 7, "{number} {result:?}");
    }
    assert_eq!(store.origin(&id("t7")).await, Ok(None));
    assert_eq!(store.lobby(99, 0).await.unwrap().len(), 29);
}

#[tokio::test]
async fn an_unusable_address_is_reported_with_the_reason() {
    for (url, what) in [
        ("nonsense", "that is not the address of a PostgreSQL database"),
        ("postgresql://trois@127.0.0.1:1/trois", "refused"),
        ("postgresql://trois@%2Fnowhere/trois", "No such file"),
    ] {
        let Err(StoreError::Unavailable(why)) = Postgres::open(url).await else { panic!("{url}") };
        assert!(why.contains(what), "{why}");
    }
}

/// Checks that every kind of call is refused, within the time limits.
async fn check_all_refused(store: &Store) {
    for round in 0..2 {
        let (t, never) = (id("t"), opening(&format!("never{round}"), summary(1)));
        let calls = async {
            tokio::join!(
                store.append(never),
                async { store.events(&t, 0).await.map(drop) },
                async { store.heartbeat(Time(1), 1).await.map(drop) },
                store.set_guest_name(GuestId(1), "Anne", Time(1)),
                async { store.archive(ArchiveSearch::default()).await.map(drop) },
            )
        };
        let (append, events, heartbeat, name, archive) = timeout(TEST_TIMEOUT, calls).await.unwrap();
        // An append that was sent without a reply may have been written.
        let append = append.map_err(|error| match error {
            StoreError::OutcomeUnknown(why) => StoreError::Unavailable(why),
            other => other,
        });
        for refused in [append, events, heartbeat, name, archive] {
            let Err(StoreError::Unavailable(why)) = refused else { panic!("{refused:?}") };
            assert!(why.contains("the database"), "{why}");
        }
    }
}

/// Tries until appends work again.
async fn wait_until_usable(store: &Store, append: Append) {
    let tries = async {
        while let Err(error) = store.append(append.clone()).await {
            // The reply may have been lost, not the event.
            if error == StoreError::Conflict {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TEST_TIMEOUT, tries).await.unwrap();
    timeout(TEST_TIMEOUT, async { while store.playing_count().await.is_err() {} }).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_stops_is_reported_and_used_again_when_it_is_back() {
    let cluster = Cluster::start();
    let url = cluster.database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let mut changes = other.changes();
    open(&store, [("t", summary(1))]).await;
    assert_eq!(timeout(TEST_TIMEOUT, changes.recv()).await.unwrap(), Ok(Change::Lobby));
    // Events are appended all the time.
    let writer = append_until_refused(&store, "t");
    let some_are_written = async {
        while other.events(&id("t"), 0).await.unwrap().len() < 3 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(TEST_TIMEOUT, some_are_written).await.unwrap();
    cluster.stop();
    let written = timeout(TEST_TIMEOUT, writer).await.unwrap().unwrap();
    assert!(written > 1);
    check_all_refused(&store).await;
    assert!(Postgres::open(&url).await.is_err());
    cluster.start_again();
    wait_until_usable(&store, opening("u", summary(3))).await;
    wait_until_usable(&other, opening("v", summary(3))).await;
    let events = store.events(&id("t"), 0).await.unwrap();
    // The append whose reply was lost may have been written or not.
    assert!(events.len() == written || events.len() == written + 1, "{} {written}", events.len());
    let lost = (0..2).map(|round| id(&format!("never{round}")));
    for lost in lost {
        assert_eq!(store.origin(&lost).await, Ok(None));
    }
    let missed = async { while changes.recv().await.unwrap() != Change::Missed {} };
    timeout(TEST_TIMEOUT, missed).await.unwrap();
    store.append(opening("w", summary(4))).await.unwrap();
    let notified = async { while changes.recv().await.unwrap() != Change::Lobby {} };
    timeout(TEST_TIMEOUT, notified).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_stalls_does_not_make_callers_wait_for_long() {
    let cluster = Cluster::start();
    let store = postgres(&cluster.database()).await;
    open(&store, [("t", summary(1))]).await;
    cluster.signal("STOP");
    check_all_refused(&store).await;
    cluster.signal("CONT");
    wait_until_usable(&store, next("t", 1, summary(2))).await;
    assert_eq!(store.events(&id("t"), 0).await.unwrap(), ["t 0", "t 1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_waits_longer_for_its_database_than_a_player_does() {
    let cluster = Cluster::start();
    let url = cluster.database();
    // First while the schema is made, then while it is there: each part of a start may be the slow one.
    for _ in 0..2 {
        cluster.signal("STOP");
        let opening = tokio::spawn({
            let url = url.clone();
            async move { Postgres::open(&url).await }
        });
        sleep(Duration::from_secs(4)).await;
        cluster.signal("CONT");
        let opened = timeout(TEST_TIMEOUT, opening).await.unwrap().unwrap();
        Store::Postgres(opened.expect("the database was slow, and then came")).playing_count().await.unwrap();
    }
}

/// Part of the startup message of the connection that appends.
const APPENDER: &str = "plan_cache_mode";

#[tokio::test(flavor = "multi_thread")]
async fn an_append_is_refused_only_if_it_was_not_written_however_slow_the_database_is() {
    let url = Cluster::shared().database();
    let store = postgres(&url).await;
    open(&store, [("t", summary(1))]).await;
    let (blocker, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    // Around every time limit.
    let mut version = 1;
    for milliseconds in [300, 1300, 1700, 2300] {
        blocker.batch_execute("BEGIN; SELECT 1 FROM tables WHERE id = 't' FOR UPDATE").await.unwrap();
        let appending = tokio::spawn({
            let (store, append) = (store.clone(), next("t", version, summary(2)));
            async move { store.append(append).await }
        });
        sleep(Duration::from_millis(milliseconds)).await;
        blocker.batch_execute("COMMIT").await.unwrap();
        let result = timeout(TEST_TIMEOUT, appending).await.unwrap().unwrap();
        // Longer than any statement may take.
        sleep(Duration::from_secs(3)).await;
        let written = store.events(&id("t"), version).await.unwrap().len();
        assert_eq!(result.is_ok(), written == 1, "{milliseconds} ms: {result:?}, {written} written");
        version += written;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_whose_reply_is_lost_is_found_to_be_written() {
    let url = Cluster::shared().database();
    let proxy = Cluster::shared().proxy();
    let (store, other) = (postgres(&proxy.url(&url)).await, postgres(&url).await);
    open(&store, [("t", summary(1)), ("u", summary(1))]).await;
    proxy.withhold_replies(APPENDER);
    assert_eq!(timeout(TEST_TIMEOUT, store.append(next("t", 1, summary(2)))).await.unwrap(), Ok(()));
    assert_eq!(other.events(&id("t"), 0).await.unwrap(), ["t 0", "t 1"]);
    // What another server wrote at that version is a conflict, as ever.
    let foreign = Append { events: vec!["from another server".to_owned()], ..next("u", 1, summary(2)) };
    other.append(foreign).await.unwrap();
    proxy.withhold_replies(APPENDER);
    let result = timeout(TEST_TIMEOUT, store.append(next("u", 1, summary(3)))).await.unwrap();
    assert_eq!(result, Err(StoreError::Conflict));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_events_of_a_table_are_deleted_with_it_even_if_some_are_appended_during_the_deletion() {
    const TABLES: usize = 40;
    let cluster = Cluster::shared();
    let url = cluster.database();
    let store = postgres(&url).await;
    let names: Vec<String> = (0..TABLES).map(|number| format!("t{number}")).collect();
    open(&store, names.iter().map(|name| (name.as_str(), summary(1)))).await;
    open(&store, [("kept", summary(1))]).await;
    let (deleter, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let appending = names.iter().map(|name| {
        let (store, name) = (store.clone(), name.clone());
        tokio::spawn(async move {
            let mut version = 1;
            while store.append(next(&name, version, summary(2))).await.is_ok() {
                version += 1;
            }
        })
    });
    let appending: Vec<_> = appending.collect();
    // One at a time, and several at once.
    for some in [&names[..1], &names[1..2], &names[2..TABLES]] {
        sleep(Duration::from_millis(30)).await;
        deleter.execute("DELETE FROM tables WHERE id = ANY ($1)", &[&some]).await.unwrap();
    }
    for task in appending {
        timeout(TEST_TIMEOUT, task).await.unwrap().unwrap();
    }
    assert_eq!(cluster.sql(&url, "SELECT string_agg(line, ',') FROM events"), "kept 0");
}

#[tokio::test]
async fn only_the_newest_games_with_a_frequent_name_are_compared_and_a_long_search_is_cancelled() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    let store = postgres(&url).await;
    // Two old games are the only long ones.
    let games = "INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, opened_at, at,
            ended_at)
        SELECT 't' || i, 1, 'doh', 2, true, '', i || ' ply=' || CASE WHEN i IN (1, 3000) THEN 90 ELSE 9 END, 'marianne',
            'draw', 1, i, i, i FROM generate_series(1, 12100) AS i";
    cluster.sql(&url, games);
    let name = Some("marianne".to_owned());
    let search = ArchiveSearch { name, min_moves: Some(50), limit: 9, ..ArchiveSearch::default() };
    assert_eq!(store.archive(search.clone()).await.unwrap(), ["3000 ply=90"]);
    let (blocker, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    blocker.batch_execute("BEGIN; LOCK TABLE tables IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let Err(StoreError::Unavailable(why)) = store.archive(search).await else {
        panic!("read a locked table")
    };
    assert!(why.contains("statement timeout"), "{why}");
}

/// Moves and servers that begin to watch leave every index as it is: PostgreSQL counts such updates apart.
#[tokio::test(flavor = "multi_thread")]
async fn moves_change_no_index() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    let (store, other) = (postgres(&url).await, postgres(&url).await);
    let playing = |at: u64| TableSummary {
        stage: TableStage::Playing,
        is_joinable: false,
        wake_at: Some(Time(at + 300_000)),
        listing: (at == 1).then(|| "listing".into()),
        ..summary(at)
    };
    let tables: Vec<String> = (0..20).map(|number| format!("t{number}")).collect();
    for name in &tables {
        store.append(opening(name, playing(1))).await.unwrap();
    }
    const MOVES: usize = 50;
    for version in 1..=MOVES {
        for name in &tables {
            let moved =
                Append { has_seats_changed: false, ..next(name, version, playing(version as u64 + 1)) };
            store.append(moved).await.unwrap();
        }
        other.watch(&id(&tables[version % tables.len()])).await.unwrap();
    }
    let updates = || {
        let sql = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables'";
        let row = cluster.sql(&url, sql);
        let (all, hot) = row.trim().split_once('|').unwrap();
        (all.parse::<usize>().unwrap(), hot.parse::<usize>().unwrap())
    };
    // Each session counts for itself, and reports a little later.
    let expected = MOVES * tables.len() + MOVES;
    while updates().0 < expected {
        sleep(Duration::from_millis(100)).await;
    }
    let (all, hot) = updates();
    // Now and then a page is full before its old versions are removed: then the row moves.
    assert!(all == expected && hot * 2 > all, "{hot} of {all} updates");
}

/// A statement that deletes too much at once is cancelled after its time, and would be again and again.
#[tokio::test(flavor = "multi_thread")]
async fn few_long_games_are_deleted_in_one_statement() {
    const RECORD: &str = "
        CREATE TABLE deletions (events bigint);
        CREATE FUNCTION record_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO deletions SELECT sum(version) FROM deleted;
            RETURN NULL;
        END $$;
        CREATE TRIGGER record_deletions AFTER DELETE ON tables REFERENCING OLD TABLE AS deleted
            FOR EACH STATEMENT EXECUTE FUNCTION record_deletion()";
    let cluster = Cluster::shared();
    for is_by_age in [true, false] {
        let url = cluster.database();
        let store = postgres(&url).await;
        cluster.sql(&url, RECORD);
        let games = open_long_games(&store).await;
        if is_by_age {
            store.delete_finished(Time(50)).await.unwrap();
        } else {
            store.delete_unplayed(Time(0), Time(50)).await.unwrap();
        }
        let deleted = cluster.sql(&url, "SELECT max(events) <= 20000, sum(events) FROM deletions");
        assert_eq!(deleted, format!("t|{}", games * 9000));
        assert_eq!(cluster.sql(&url, "SELECT count(*) FROM events"), "0");
    }
}
