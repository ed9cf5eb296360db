//! What is ended or deleted after its time: tables whose game never started, abandoned games, and old games and names.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use table::{TableId, Time};

use crate::app_state::AppState;
use crate::background::{DUE_AGAIN_AFTER, for_each_table};
use crate::settings::Retention;
use crate::store::StoreError;

/// The most idle games that are ended at a time.
const MAX_IDLE: u32 = 1000;

/// Deletes expired data, closes tables whose game never started, and ends abandoned games.
pub(crate) async fn clean_up(state: Arc<AppState>) {
    let now = state.now();
    let Retention { waiting, idle, games, unplayed, names } = state.settings.retention;
    let before = |kept: Duration| Time(now.0.saturating_sub(kept.as_millis() as u64));
    match state.store.clean_up(before(waiting), now).await {
        Ok(abandoned) => for_each_table(abandoned, async |id| close(&state, &id).await).await,
        Err(error) => {
            tracing::warn!(%error, "closed tables and old keys cannot be deleted, nor tables closed that wait");
        }
    }
    if let Err(error) = end_idle_games(&state, before(idle), now).await {
        tracing::warn!(%error, "idle games cannot be found");
    }
    let mut deleted = delete_unplayed(&state, before(unplayed)).await;
    if let Some(games) = games {
        deleted = deleted.and(state.store.delete_finished(before(games)).await);
    }
    if let Some(names) = names {
        deleted = deleted.and(state.store.delete_names(before(names)).await);
    }
    if let Err(error) = deleted {
        tracing::warn!(%error, "old games and names cannot be deleted");
    }
}

async fn close(state: &Arc<AppState>, id: &TableId) {
    if let Ok(live_table) = state.live_table(id).await
        && let Err(refusal) = live_table.close(state).await
    {
        tracing::warn!(table = id.prefix(), %refusal, "an abandoned table cannot be closed");
    }
}

/// Ends all games in which no player has done anything since `before`, some at a time.
async fn end_idle_games(state: &Arc<AppState>, before: Time, now: Time) -> Result<(), StoreError> {
    // A table that was woken for nothing is put off, and has no running clock all the same.
    let soon = now.plus(2 * DUE_AGAIN_AFTER);
    let mut tried = HashSet::new();
    loop {
        let idle_games = state.store.idle_games(before, soon, MAX_IDLE).await?;
        let is_last = (idle_games.len() as u64) < u64::from(MAX_IDLE);
        // A game that cannot be ended is found again.
        let new: Vec<TableId> = idle_games.into_iter().filter(|id| tried.insert(id.clone())).collect();
        let is_done = is_last || new.is_empty();
        for_each_table(new, async |id| abandon(state, &id).await).await;
        if is_done || state.shutdown.has_begun() {
            return Ok(());
        }
    }
}

async fn abandon(state: &Arc<AppState>, id: &TableId) {
    if let Ok(live_table) = state.live_table(id).await
        && let Err(refusal) = live_table.abandon(state).await
    {
        tracing::warn!(table = id.prefix(), %refusal, "an idle game cannot be ended");
    }
}

/// Deletes the games that ended before this, are not listed and were hardly played. The first run of a server looks at all
/// games that have ended, later ones at those that have become old enough since.
async fn delete_unplayed(state: &AppState, before: Time) -> Result<(), StoreError> {
    let after = Time(state.unplayed_deleted_before.load(Ordering::Relaxed));
    state.store.delete_unplayed(after, before).await?;
    state.unplayed_deleted_before.store(before.0, Ordering::Relaxed);
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::path::{Path, PathBuf};

    use table::{Actor, Contribution, GuestId, Request, RequestKind, Table};

    use super::*;
    use crate::settings::{Database, ServerSettings};
    use crate::store::Append;
    use crate::summary::{self, SummaryTexts};
    use crate::test_log::logged;
    use crate::{CookieKey, random};

    async fn start(folder: &Path) -> Arc<AppState> {
        std::fs::create_dir_all(folder).unwrap();
        let key = CookieKey::from_file(&folder.join("cookie.key")).unwrap();
        AppState::start(ServerSettings::new(Database::Folder(folder.to_owned()), key)).await.unwrap()
    }

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("trois-{name}-{}", std::process::id()))
    }

    /// A game that began at this time, without any move.
    fn game(at: Time) -> Table {
        let mut table =
            Table::new("morpion - open,open untimed first".parse().unwrap(), at, random::secret());
        for guest in 1..=2 {
            let contribution = Contribution::new([7; 16]);
            let kind = RequestKind::Join { seat: None, name: "Anne".to_owned(), contribution };
            let request = Request { number: 1, kind };
            table = table.after_request(Actor::Guest(GuestId(guest)), &request, at).unwrap().unwrap();
        }
        table
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_run_ends_all_idle_games_however_many_there_are() {
        let folder = folder("idle-games");
        let state = start(&folder).await;
        let table = game(Time(state.now().0 - 61 * 24 * 3_600_000));
        let append = || {
            let id = random::table_id();
            let events = table.events().map(ToString::to_string).collect();
            let summary = summary::summarize(&id, &table, &SummaryTexts::of(&table), true, GuestId(1));
            Append {
                id,
                version: 0,
                events,
                is_compaction: false,
                summary,
                has_seats_changed: true,
                opened_from: None,
            }
        };
        let appends = (0..MAX_IDLE + 100).map(|_| state.store.append(append()));
        for written in futures_util::future::join_all(appends).await {
            written.unwrap();
        }
        assert_eq!(state.store.playing_count().await, Ok(MAX_IDLE + 100));
        clean_up(Arc::clone(&state)).await;
        assert_eq!(state.store.playing_count().await, Ok(0));
        state.stop();
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_store_that_fails_is_logged_in_every_run() {
        let folder = folder("failing-store");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let lines = logged(|| {
            runtime.block_on(async {
                let state = start(&folder).await;
                let other = rusqlite::Connection::open(folder.join("trois.db")).unwrap();
                other.execute_batch("ALTER TABLE tables RENAME TO moved").unwrap();
                clean_up(Arc::clone(&state)).await;
                state.stop();
            });
        });
        for what in [
            "closed tables and old keys cannot be deleted",
            "idle games cannot be found",
            "old games and names",
        ] {
            assert!(lines.iter().any(|line| line.contains(what)), "{what}: {lines:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
