//! What is SQLite's own: one server for one folder, and its age.

use rusqlite::Connection;
use server::store::{Fault, Sqlite};

use crate::make::{Folder, card, id, open, sqlite};

#[tokio::test]
async fn a_folder_is_for_one_server() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    open(&store, [("t", card(1))]).await;
    let Err(Fault::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("two at once") };
    assert!(why.contains("another server uses the folder"), "{why}");
    drop(store);
    assert_eq!(sqlite(&folder).events(&id("t"), 0).await.unwrap(), ["t 0"]);
}

#[test]
fn what_a_newer_version_made_is_left_alone() {
    let folder = Folder::new();
    drop(sqlite(&folder));
    let file = Connection::open(folder.path().join("trois.db")).unwrap();
    file.pragma_update(None, "user_version", 999).unwrap();
    let Err(Fault::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("opened") };
    assert!(why.contains("newer version of Trois (its schema is 999"), "{why}");
    let version: u32 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 999);
}

#[test]
fn what_is_no_database_is_refused_and_left_alone() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("trois.db");
    std::fs::write(
        &file,
        "a letter to my aunt, which is longer than a header of SQLite has to be, and no database",
    )
    .unwrap();
    let Err(Fault::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("opened") };
    assert!(why.contains("trois.db cannot be used"), "{why}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("a letter"));
}
