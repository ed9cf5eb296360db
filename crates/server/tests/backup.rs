//! Backups of a live server: of one moment, restored whole or not at all, into either store.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use client::{ApiClient, TableClient};
use common::{Folder, Running};
use crowd::Bot;
use server::Database;
use server::backup::{BackupError, CopiedCounts, back_up, restore};
use std::time::Duration;

async fn backup_of(database: &Database) -> (String, CopiedCounts) {
    let mut bytes = Vec::new();
    let copied = back_up(database, &mut bytes).await.unwrap();
    (String::from_utf8(bytes).unwrap(), copied)
}

fn in_folder(folder: &Folder) -> Database {
    Database::Folder(folder.path().join("restored"))
}

/// Plays some games: one is over, one is being played, one has not begun.
async fn play(server: &Running) -> Vec<table::TableId> {
    let anne = ApiClient::new(server.address).await.unwrap();
    anne.post("/api/me", "Anne\\ % é").await.unwrap();
    let mut ids = Vec::new();
    for (setup, plies) in [
        ("cards numbers=9,target=5 open,engine:1 untimed random", 500),
        ("super - open,engine:1 600+5 first", 3),
        ("doh players=3 open,open,open 1d random", 0),
    ] {
        let id = anne.create_table(setup).await.unwrap();
        let client = TableClient::new(anne.clone(), id.clone());
        let mut bot = Bot::new(client, "Anne\\ % é", 1, Duration::ZERO);
        if plies > 0 {
            bot.play_until(plies).await.unwrap();
        }
        ids.push(id);
    }
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_live_server_is_restored_into_both_stores() {
    let server = Running::start().await;
    let ids = play(&server).await;
    let live = Database::Folder(server.folder().to_owned());
    let (first, copied) = backup_of(&live).await;
    assert_eq!(copied.tables, 3);
    assert!(copied.rows > 20, "{copied:?}");

    let folder = Folder::new();
    let sqlite = in_folder(&folder);
    assert_eq!(restore(&sqlite, first.as_bytes()).await.unwrap(), copied);
    assert_eq!(backup_of(&sqlite).await, (first.clone(), copied));

    let url = cluster::Cluster::shared().database();
    let postgres = Database::Postgres(url);
    assert_eq!(restore(&postgres, first.as_bytes()).await.unwrap(), copied);
    let (from_postgres, again) = backup_of(&postgres).await;
    assert_eq!(again, copied);
    let back = Folder::new();
    restore(&in_folder(&back), from_postgres.as_bytes()).await.unwrap();
    assert_eq!(backup_of(&in_folder(&back)).await.0, first, "to PostgreSQL and back, nothing has changed");

    // The games exist, and the server accepts new ones.
    let record =
        ApiClient::with_cookie(server.address, "").get(&format!("/games/{}.trois", ids[0])).await.unwrap();
    for database in [sqlite, postgres] {
        let mut settings = common::settings(server.folder());
        settings.database = database;
        let restored = Running::with(settings).await;
        let luc = ApiClient::new(restored.address).await.unwrap();
        assert_eq!(luc.get(&format!("/games/{}.trois", ids[0])).await.unwrap(), record);
        assert!(luc.get(&format!("/api/tables/{}", ids[1])).await.unwrap().contains(" started=yes "));
        luc.create_table("morpion - open,open untimed first").await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_changes_nothing_and_games_are_never_overwritten() {
    let server = Running::start().await;
    play(&server).await;
    let live = Database::Folder(server.folder().to_owned());
    let (whole, _) = backup_of(&live).await;
    let url = cluster::Cluster::shared().database();
    let folder = Folder::new();
    let moved = whole.find(" moved seat=").unwrap();
    let damaged = [
        String::new(),
        "hello".to_owned(),
        whole.replacen("schema ", "schema 9", 1),
        whole[..whole.len() / 2].to_owned(),
        whole[..whole.rfind("sha256").unwrap()].to_owned(),
        format!("{} noved{}", &whole[..moved], &whole[moved + 6..]),
        whole.replacen("table tables ", "table pg_shadow ", 1),
    ];
    for database in [in_folder(&folder), Database::Postgres(url)] {
        for text in &damaged {
            let result = restore(&database, text.as_bytes()).await;
            assert!(matches!(result, Err(BackupError::Damaged(_))), "{result:?}: {text:.80}");
        }
        restore(&database, whole.as_bytes()).await.unwrap();
        assert!(matches!(restore(&database, whole.as_bytes()).await, Err(BackupError::NotEmpty)));
    }
}
