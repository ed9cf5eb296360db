//! SQLite alone: one server per folder, and a full disk.

use std::env;
use std::process::Command;

use rusqlite::Connection;
use server::store::{Append, ArchiveSearch, Sqlite, Store, StoreError};
use table::Time;

use crate::make::{Folder, id, next, open, open_long_games, opening, sqlite, summary};

#[tokio::test]
async fn a_folder_can_be_used_by_one_server_only() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    open(&store, [("t", summary(1))]).await;
    let Err(StoreError::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("two at once") };
    assert!(why.contains("another server uses the folder"), "{why}");
    drop(store);
    assert_eq!(sqlite(&folder).events(&id("t"), 0).await.unwrap(), ["t 0"]);
}

#[test]
fn a_file_that_is_not_a_database_is_refused_and_not_changed() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("trois.db");
    std::fs::write(&file, "A letter to my aunt. ".repeat(100)).unwrap();
    let Err(StoreError::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("opened") };
    assert!(why.contains("trois.db cannot be used"), "{why}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("A letter"));
}

/// The folder of the test below, which runs in its own process with a limit on file sizes.
const FOLDER: &str = "TROIS_FULL_FOLDER";

/// The command that removes the limit.
const ROOM: &str = "TROIS_FULL_ROOM";

#[test]
#[cfg(target_os = "linux")]
fn on_a_full_disk_nothing_is_written_in_part_and_writing_resumes_when_there_is_room() {
    let folder = Folder::new();
    let mut test = Command::new("env");
    test.args(["--ignore-signal=XFSZ", "prlimit", "--fsize=1000000:", "--"]).arg(env::current_exe().unwrap());
    test.args(["--ignored", "--exact", "--nocapture", "sqlite::a_disk_that_is_full"]);
    test.env(FOLDER, folder.path()).env(ROOM, "prlimit --pid $PPID --fsize=unlimited:");
    let output = test.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Creates tables concurrently. Returns those that were written, and the others with the reason.
async fn open_many(store: &Store, round: usize) -> (Vec<Append>, Vec<(Append, String)>) {
    let tasks = (0..20).map(|number| {
        let name = format!("t{round}-{number}");
        let events = (0..5).map(|event| format!("{name} {event} {}", "x".repeat(500))).collect();
        let append = Append { events, ..opening(&name, summary(1)) };
        let store = store.clone();
        tokio::spawn(async move { (store.append(append.clone()).await, append) })
    });
    let (mut written, mut refused) = (Vec::new(), Vec::new());
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            (Ok(()), append) => written.push(append),
            (Err(StoreError::Unavailable(why)), append) => refused.push((append, why)),
            (Err(error), append) => panic!("{error}: {append:?}"),
        }
    }
    (written, refused)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by the test above"]
async fn a_disk_that_is_full() {
    let folder = env::var_os(FOLDER).unwrap();
    let store = Store::Sqlite(Sqlite::open(folder.as_ref()).unwrap());
    let (mut written, mut refused) = (Vec::new(), Vec::new());
    for round in 0..1000 {
        let (more, why_not) = open_many(&store, round).await;
        written.extend(more);
        refused.extend(why_not);
        if refused.len() > 200 {
            break;
        }
    }
    assert!(!written.is_empty() && refused.len() > 200, "{} {}", written.len(), refused.len());
    println!("{} written, then {:?}", written.len(), refused[0].1);
    let has_all = async |store: &Store, written: &[Append]| {
        for Append { id, events, .. } in written {
            assert_eq!(store.events(id, 0).await.unwrap(), *events);
        }
        store.lobby(u32::MAX, 0).await.unwrap().len() == written.len()
    };
    assert!(has_all(&store, &written).await);
    assert!(store.heartbeat(Time(1), 0).await.is_err(), "a heartbeat must not fit where moves do not");

    let room = Command::new("sh").arg("-c").arg(env::var_os(ROOM).unwrap()).status().unwrap();
    assert!(room.success());
    for (append, _) in refused {
        store.append(append.clone()).await.unwrap();
        written.push(append);
    }
    assert!(has_all(&store, &written).await);
    drop(store);
    let again = Store::Sqlite(Sqlite::open(folder.as_ref()).unwrap());
    assert!(has_all(&again, &written).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_write_ahead_log_is_started_over_while_games_are_played() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    // Never a moment without a transaction: about 100 MB in all.
    let writers = (0..4).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            for number in 0..250 {
                let events = vec!["x".repeat(100_000)];
                let append = Append { events, ..opening(&format!("w{writer}-{number}"), summary(1)) };
                store.append(append).await.unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let log = std::fs::metadata(folder.path().join("trois.db-wal")).unwrap().len();
    assert!(log < 60_000_000, "the log has {log} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_fails_halfway_leaves_nothing_and_does_not_block_others() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    let tables: Vec<String> = (0..20).map(|number| format!("t{number}")).collect();
    for name in &tables {
        store.append(opening(name, summary(1))).await.unwrap();
    }
    // The database is damaged: one table has an event beyond its version, which the next append runs into.
    let damage = "INSERT INTO events SELECT key, 1, 'x' FROM tables WHERE id = 't7'";
    Connection::open(folder.path().join("trois.db")).unwrap().execute(damage, []).unwrap();
    let appends = tables.iter().map(|name| {
        let (store, append) = (store.clone(), next(name, 1, summary(2)));
        tokio::spawn(async move { store.append(append).await })
    });
    for (append, name) in appends.collect::<Vec<_>>().into_iter().zip(&tables) {
        let result = append.await.unwrap();
        if name == "t7" {
            assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}");
        } else {
            assert_eq!(result, Ok(()), "{name}");
        }
    }
    let lobby = store.lobby(99, 0).await.unwrap();
    let unchanged = lobby.iter().filter(|listing| *listing == "listed at 1").count();
    assert_eq!((lobby.len(), unchanged), (20, 1));
}

#[tokio::test]
async fn only_the_newest_games_with_a_frequent_name_are_compared() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    // Two old games are the only long ones.
    let games = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12100)
        INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener, opened_at, at,
            ended_at)
        SELECT 't' || i, 1, 'doh', 2, 1, '', i || ' ply=' || iif(i IN (1, 3000), 90, 9), 'marianne', 'draw', 1, i, i, i FROM n";
    Connection::open(folder.path().join("trois.db")).unwrap().execute(games, []).unwrap();
    let name = Some("marianne".to_owned());
    let search = ArchiveSearch { name, min_moves: Some(50), limit: 9, ..ArchiveSearch::default() };
    assert_eq!(store.archive(search).await.unwrap(), ["3000 ply=90"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn few_long_games_are_deleted_in_one_transaction() {
    for is_by_age in [true, false] {
        let folder = Folder::new();
        let store = sqlite(&folder);
        let games = open_long_games(&store).await;
        let before = store.append_transactions();
        if is_by_age {
            store.delete_finished(Time(50)).await.unwrap();
        } else {
            store.delete_unplayed(Time(0), Time(50)).await.unwrap();
        }
        let transactions = store.append_transactions() - before;
        assert!(transactions >= games / 2, "{games} games in {transactions} transactions");
        for number in 0..games {
            assert_eq!(store.events(&id(&format!("long{number}")), 0).await.unwrap(), [""; 0]);
        }
    }
}
