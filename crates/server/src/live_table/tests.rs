//! How live tables and the notification task work together.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use tokio::sync::broadcast;

use super::*;
use crate::background::handle_notifications;
use crate::store::{Append, Change};
use crate::{CookieKey, Database, ServerSettings, summary};

/// How long the test waits for what must happen.
const FOREVER: Duration = Duration::from_secs(30);

/// Appends a guest's arrival to the store, as another server would: the table in memory does not know of it.
async fn join_elsewhere(state: &AppState, live_table: &LiveTable) -> usize {
    let table = live_table.inner.lock().await.table.clone();
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    let kind = RequestKind::Join { seat: None, name: "Anne".to_owned(), contribution };
    let request = Request { number: 1, kind };
    let next = table.after_request(Actor::Guest(GuestId(7)), &request, state.now()).unwrap().unwrap();
    let lines = next.events_since(table.version()).map(ToString::to_string).collect();
    let id = live_table.id.clone();
    let summary = summary::summarize(&id, &next, &SummaryTexts::of(&next), false, GuestId(1));
    let version = table.version();
    let append = Append {
        id,
        version,
        events: lines,
        is_compaction: false,
        summary,
        has_seats_changed: true,
        opened_from: None,
    };
    state.store.append(append).await.unwrap();
    next.version()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_busy_table_delays_no_notification_of_another_when_a_server_is_lost() {
    let folder = std::env::temp_dir().join(format!("trois-notifications-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
    let state = AppState::start(ServerSettings::new(Database::Folder(folder.clone()), key)).await.unwrap();
    let mut tables = Vec::new();
    for _ in 0..2 {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let id = state.create_table(setup, false, GuestId(1), None).await.unwrap();
        tables.push(state.live_table(&id).await.unwrap());
    }
    let (busy, other) = (&tables[0], &tables[1]);
    let written = join_elsewhere(&state, other).await;
    let guard = busy.inner.lock().await;

    let (sender, changes) = broadcast::channel(8);
    tokio::spawn(handle_notifications(Arc::clone(&state), changes));
    sender.send(Change::ServerLost).unwrap();
    sender.send(Change::Table(other.id.clone())).unwrap();
    let is_synced = async {
        while other.inner.lock().await.table.version() < written {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(FOREVER, is_synced).await.expect("the other table is read while one is busy");

    drop(guard);
    state.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}
