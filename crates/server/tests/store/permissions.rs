//! Only its owner can read the data folder.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use server::store::{Sqlite, StoreError};

use crate::make::{Folder, open, sqlite, summary};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// The modes of all files in a folder.
fn modes(folder: &Path) -> BTreeMap<String, u32> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry.path()))).collect()
}

#[tokio::test]
async fn a_new_folder_and_every_file_in_it_are_private() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    open(&store, [("t", summary(1))]).await;
    assert_eq!(mode(folder.path()), 0o700);
    let modes = modes(folder.path());
    assert!(modes.len() >= 4 && modes.values().all(|&mode| mode == 0o600), "{modes:?}");
}

#[tokio::test]
async fn the_folder_of_an_older_version_is_made_private() {
    let folder = Folder::new();
    drop(sqlite(&folder));
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    for name in ["trois.db", "cookie.key"] {
        fs::write(folder.path().join("cookie.key"), "secret").unwrap();
        fs::set_permissions(folder.path().join(name), Permissions::from_mode(0o644)).unwrap();
    }
    let _store = sqlite(&folder);
    assert_eq!(mode(folder.path()), 0o700);
    let modes = modes(folder.path());
    assert!(modes.values().all(|&mode| mode == 0o600), "{modes:?}");
}

#[test]
fn a_shared_folder_with_other_files_is_not_changed_and_the_error_says_how_to_fix_it() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    fs::write(folder.path().join("letter.txt"), "Dear aunt").unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let Err(StoreError::Unavailable(why)) = Sqlite::open(folder.path()) else { panic!("opened") };
    assert!(why.contains(&format!("run: chmod 700 {}", folder.path().display())), "{why}");
    assert_eq!(mode(folder.path()), 0o755);
    assert!(!folder.path().join("trois.db").exists());
    fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
    assert!(Sqlite::open(folder.path()).is_ok());
}
