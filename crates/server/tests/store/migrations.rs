//! Databases of every schema version are migrated without losing anything.

use std::fs;
use std::path::Path;

use cluster::Cluster;
use rusqlite::Connection;
use server::store::{ArchiveSearch, Outage, Postgres, Sqlite, Store, StoreError};
use table::{GuestId, Time};

use crate::make::{self, Folder, id, next, origin, summary};

/// Rows that were written under the first schema.
const FIRST: &str = include_str!("first.sql");

/// The migrations of a store, in order.
fn migrations(store: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(store);
    let count = fs::read_dir(&folder).unwrap().count();
    (1..=count).map(|step| fs::read_to_string(folder.join(format!("{step:04}.sql"))).unwrap()).collect()
}

/// The SQL for a database with rows of the first schema and `age` migrations.
fn history(migrations: &[String], age: usize) -> String {
    [&migrations[..1], &[FIRST.to_owned()], &migrations[1..age]].concat().join("\n")
}

#[tokio::test]
async fn sqlite_of_every_version_is_migrated() {
    let migrations = migrations("sqlite");
    for age in 1..=migrations.len() {
        let folder = Folder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let file = folder.path().join("trois.db");
        let old = Connection::open(&file).unwrap();
        old.execute_batch(&history(&migrations, age)).unwrap();
        old.pragma_update(None, "user_version", age as u32).unwrap();
        drop(old);
        check_contents(&make::sqlite(&folder)).await;
        let now = Connection::open(&file).unwrap();
        let version: usize =
            now.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0)).unwrap() as usize;
        assert_eq!(version, migrations.len());
        let check: String = now.pragma_query_value(None, "integrity_check", |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
    }
}

#[tokio::test]
async fn postgres_of_every_version_is_migrated() {
    let migrations = migrations("postgres");
    for age in 1..=migrations.len() {
        let cluster = Cluster::shared();
        let url = cluster.database();
        let version =
            format!("CREATE TABLE schema (version bigint NOT NULL); INSERT INTO schema VALUES ({age});");
        cluster.sql(&url, &(version + &history(&migrations, age)));
        check_contents(&make::postgres(&url).await).await;
        assert_eq!(cluster.sql(&url, "SELECT version FROM schema"), migrations.len().to_string());
    }
}

async fn check_contents(store: &Store) {
    let luc = GuestId(u64::MAX);
    for (name, events) in
        [("playing", vec!["playing 0", "playing é", "playing 2"]), ("closed", vec!["closed 0"])]
    {
        assert_eq!(store.events(&id(name), 0).await.unwrap(), events);
    }
    assert_eq!(store.origin(&id("playing")).await, Ok(Some(origin(false, luc))));
    assert_eq!(store.lobby(9, 0).await.unwrap(), ["waiting listing"]);
    assert_eq!(store.pairing_candidates("a setup", luc, 9).await.unwrap(), ["waiting listing"]);
    let mine = [("playing listing".to_owned(), 2), ("over listing".to_owned(), 3)];
    assert_eq!(store.games_of(luc, 9).await.unwrap(), mine);
    assert_eq!(store.unfinished_count(GuestId(1)).await, Ok(2));
    assert_eq!(store.playing_count().await, Ok(1));
    assert_eq!(store.due(Time(5000), 9).await, Ok(vec![id("playing")]));
    let search = ArchiveSearch { name: Some("zoé".to_owned()), limit: 9, ..ArchiveSearch::default() };
    assert_eq!(store.archive(search).await.unwrap(), ["over listing"]);
    assert_eq!(store.guest_name(luc).await, Ok(Some("Luc".to_owned())));
    assert_eq!(store.take_handover_key("a key", &id("playing"), Time(9000)).await, Ok(Some(luc)));
    let outage = |from, to| Outage { from: Time(from), to: Time(to) };
    assert_eq!(store.heartbeat(Time(2000), 100).await, Ok(Some(outage(1000, 2000))));
    assert_eq!(
        store.outages(Time(0)).await,
        Ok(vec![outage(500, 600), outage(700, 800), outage(1000, 2000)])
    );
    // Appends continue.
    assert_eq!(store.append(next("playing", 2, summary(300))).await, Err(StoreError::Conflict));
    store.append(next("playing", 3, summary(300))).await.unwrap();
    assert_eq!(store.events(&id("playing"), 3).await.unwrap(), ["playing 3"]);
    assert_eq!(store.clean_up(Time(1000), Time(1000)).await, Ok(vec![id("waiting"), id("playing")]));
}

#[test]
fn sqlite_of_a_newer_version_is_left_alone() {
    let folder = Folder::new();
    drop(make::sqlite(&folder));
    let file = Connection::open(folder.path().join("trois.db")).unwrap();
    file.pragma_update(None, "user_version", 999).unwrap();
    let Err(StoreError::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("opened") };
    assert!(why.contains("newer version of Trois (its schema is 999"), "{why}");
    let version: u32 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 999);
}

#[tokio::test]
async fn postgres_of_a_newer_version_is_left_alone() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    drop(make::postgres(&url).await);
    cluster.sql(&url, "UPDATE schema SET version = 999");
    let Err(StoreError::Unavailable(why)) = Postgres::open(&url).await else { panic!("opened") };
    assert!(why.contains("newer version of Trois (its schema is 999"), "{why}");
    assert_eq!(cluster.sql(&url, "SELECT version FROM schema"), "999");
}
