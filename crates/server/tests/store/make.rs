//! Helpers: a temporary folder, stores, appends and summaries.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use server::store::{Append, Postgres, Sqlite, Store, TableOrigin, TableStage, TableSummary};
use table::{GuestId, TableId, Time};
use tokio::task::JoinHandle;

/// A new folder, deleted when this is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("store-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn sqlite(folder: &Folder) -> Store {
    Store::Sqlite(Sqlite::open(folder.path()).unwrap())
}

pub(crate) async fn postgres(url: &str) -> Store {
    Store::Postgres(Postgres::open(url).await.unwrap())
}

pub(crate) fn id(text: &str) -> TableId {
    text.parse().unwrap()
}

/// The origin of a table that was opened from an unknown address.
pub(crate) fn origin(is_listed: bool, opener: GuestId) -> TableOrigin {
    TableOrigin { is_listed, opener, opened_from: None }
}

/// The summary of a listed, waiting table whose creator has seat 1.
pub(crate) fn summary(at: u64) -> TableSummary {
    TableSummary {
        listing: Some(format!("listed at {at}").into()),
        kind: "morpion".parse().unwrap(),
        stage: TableStage::Waiting,
        is_listed: true,
        is_joinable: true,
        setup: "morpion - open,open 300+5 first".into(),
        wake_at: None,
        at: Time(at),
        acted_at: Time(at),
        names: "anne".into(),
        outcome: String::new(),
        guests: vec![(GuestId(1), 1)],
        turn: None,
        ply: 0,
        opener: GuestId(1),
    }
}

/// The append that creates a table, with one event.
pub(crate) fn opening(name: &str, summary: TableSummary) -> Append {
    Append {
        id: id(name),
        version: 0,
        events: vec![format!("{name} 0")],
        is_compaction: false,
        summary,
        has_seats_changed: true,
        opened_from: None,
    }
}

/// An append of one event.
pub(crate) fn next(name: &str, version: usize, summary: TableSummary) -> Append {
    Append {
        id: id(name),
        version,
        events: vec![format!("{name} {version}")],
        is_compaction: false,
        summary,
        has_seats_changed: true,
        opened_from: None,
    }
}

/// Appends events to a table that was just created until an append is refused. The task returns how many events there
/// are then.
pub(crate) fn append_until_refused(store: &Store, name: &'static str) -> JoinHandle<usize> {
    let store = store.clone();
    tokio::spawn(async move {
        let mut version = 1;
        while store.append(next(name, version, summary(2))).await.is_ok() {
            version += 1;
        }
        version
    })
}

/// Creates tables whose listings are their names.
pub(crate) async fn open(store: &Store, tables: impl IntoIterator<Item = (&str, TableSummary)>) {
    for (name, summary) in tables {
        let summary = TableSummary { listing: Some(name.into()), ..summary };
        store.append(opening(name, summary)).await.unwrap();
    }
}

pub(crate) fn names(ids: &[TableId]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// The summary of a finished game.
pub(crate) fn over(at: u64, kind: &str, names: &str, outcome: &str) -> TableSummary {
    let (kind, names, outcome) = (kind.parse().unwrap(), names.into(), outcome.to_owned());
    TableSummary { stage: TableStage::Over, kind, names, outcome, ..summary(at) }
}

/// Creates finished games that are not listed and were hardly played, with 9,000 events each. Returns how many.
pub(crate) async fn open_long_games(store: &Store) -> u64 {
    const GAMES: u64 = 6;
    for number in 0..GAMES {
        let name = format!("long{number}");
        let events = (0..9000).map(|event| format!("{name} {event}")).collect();
        let summary = TableSummary { is_listed: false, ..over(10 + number, "doh", "anne", "draw") };
        store.append(Append { events, ..opening(&name, summary) }).await.unwrap();
    }
    GAMES
}
