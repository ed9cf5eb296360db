//! The tasks that run for as long as the server does: heartbeats, notifications from other servers, tables that are due,
//! the lobby, and cleaning up. No task waits for a single table: tables are handled concurrently.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use table::TableId;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::app_state::AppState;
use crate::clean_up::clean_up;
use crate::explorer_index;
use crate::heartbeat::{HEARTBEAT, HEARTBEAT_RETRY};
use crate::live_table::LiveTable;
use crate::lobby;
use crate::operator;
use crate::store::{Change, DueAgain};
use crate::store_log::StoreLog;

/// How often the store is asked for tables that are due.
const DUE_INTERVAL: Duration = Duration::from_secs(1);

/// The most due tables that are woken at a time.
const MAX_DUE: u32 = 1000;

/// The time, in milliseconds, after which a woken table is due again if nothing has changed there.
pub(crate) const DUE_AGAIN_AFTER: u64 = 30_000;

/// How often the server reads the admin log.
const ADMIN_LOG_INTERVAL: Duration = Duration::from_secs(1);

/// How often finished games are counted in the explorer's index.
const EXPLORE_INTERVAL: Duration = Duration::from_secs(1);

/// How often the memory that was used for clients who have left is freed.
const SHRINK_INTERVAL: Duration = Duration::from_secs(60);

/// How often expired data is deleted.
const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(3600);

/// How many tables a task handles at a time.
const MAX_CONCURRENT_TABLES: usize = 64;

/// Starts all background tasks. They end when the server shuts down.
pub(crate) fn spawn_background_tasks(state: &Arc<AppState>) {
    tokio::spawn(run_heartbeat(Arc::clone(state)));
    tokio::spawn(handle_notifications(Arc::clone(state), state.store.changes()));
    tokio::spawn(refresh_stale_tables(Arc::clone(state)));
    tokio::spawn(recheck_presence(Arc::clone(state)));
    spawn_periodic(state, DUE_INTERVAL, wake_due_tables);
    spawn_periodic(state, CLEAN_UP_INTERVAL, clean_up);
    spawn_periodic(state, EXPLORE_INTERVAL, explorer_index::count_finished_games);
    spawn_periodic(state, ADMIN_LOG_INTERVAL, operator::follow_admin_log);
    spawn_periodic(state, SHRINK_INTERVAL, shrink);
    let (joinable, watchable) = (Arc::clone(state), Arc::clone(state));
    tokio::spawn(async move { joinable.lobby.refresh_joinable_tables(&joinable).await });
    tokio::spawn(async move { watchable.lobby.refresh_games_to_watch(&watchable).await });
}

/// Calls `run` at once and then after every interval.
fn spawn_periodic<F>(
    state: &Arc<AppState>,
    interval: Duration,
    run: impl Fn(Arc<AppState>) -> F + Send + 'static,
) where
    F: Future<Output = ()> + Send,
{
    let state = Arc::clone(state);
    tokio::spawn(async move {
        let mut shutdown = state.shutdown.listen();
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                _ = ticks.tick() => run(Arc::clone(&state)).await,
            }
        }
    });
}

/// Handles tables concurrently, and returns when all are done.
pub(crate) async fn for_each_table<T, F>(tables: impl IntoIterator<Item = T>, handle: impl FnMut(T) -> F)
where
    F: Future<Output = ()>,
{
    stream::iter(tables).for_each_concurrent(MAX_CONCURRENT_TABLES, handle).await;
}

async fn run_heartbeat(state: Arc<AppState>) {
    static LOG: StoreLog = StoreLog::new("the games being played cannot be counted");
    let mut shutdown = state.shutdown.listen();
    loop {
        state.write_heartbeat().await;
        let playing = LOG.unwrap_or_default(state.store.playing_count().await);
        state.lobby.set_counts(state.sockets.people(), playing);
        let pause = if state.heartbeat.is_store_writable() { HEARTBEAT } else { HEARTBEAT_RETRY };
        tokio::select! {
            () = shutdown.wait() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Handles the notifications from other servers. This loop never waits: anything that needs the store, or a table that
/// is in use, runs in another task, so that one slow table does not delay the others.
pub(crate) async fn handle_notifications(state: Arc<AppState>, mut changes: broadcast::Receiver<Change>) {
    let mut shutdown = state.shutdown.listen();
    loop {
        let change = tokio::select! {
            () = shutdown.wait() => return,
            change = changes.recv() => change,
        };
        match change {
            Ok(Change::Table(id, appended)) => {
                state.metrics.notifications.add(1);
                match state.loaded_table(&id) {
                    Some(live_table) => live_table.sync(&state, appended),
                    None => {
                        let state = Arc::clone(&state);
                        tokio::spawn(async move { state.unwatch(&[id]).await });
                    }
                }
            }
            Ok(Change::Lobby) => {
                state.metrics.notifications.add(1);
                state.lobby.mark_stale();
            }
            Ok(Change::ServerLost) => {
                state.note_server_loss();
                state.presence_suspect.notify_one();
                // The lost server may have appended to tables without having told this one.
                state.lobby.mark_stale();
                state.tables_stale.notify_one();
            }
            Ok(Change::Missed) | Err(RecvError::Lagged(_)) => {
                state.lobby.mark_stale();
                state.tables_stale.notify_one();
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Brings every live table up to date when notifications were missed or clocks stood still.
async fn refresh_stale_tables(state: Arc<AppState>) {
    let mut shutdown = state.shutdown.listen();
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            () = state.tables_stale.notified() => {}
        }
        if let Err(error) = state.heartbeat.reload_outages(&state.store).await {
            tracing::warn!(%error, "the outages cannot be read");
        }
        let live_tables = state.live_tables();
        let ids: Vec<TableId> = live_tables.iter().map(|live_table| live_table.id().clone()).collect();
        if let Err(error) = state.store.watch_again(&ids).await {
            tracing::warn!(%error, "tables cannot be watched again yet");
            tokio::time::sleep(HEARTBEAT).await;
            state.tables_stale.notify_one();
        }
        let refresh = async |live_table: Arc<LiveTable>| {
            live_table.sync_with_store(&state).await;
            live_table.wake(&state).await;
        };
        for_each_table(live_tables, refresh).await;
    }
}

/// Checks who is connected at every table after another server was lost with its connections.
async fn recheck_presence(state: Arc<AppState>) {
    let mut shutdown = state.shutdown.listen();
    loop {
        tokio::select! {
            () = shutdown.wait() => return,
            () = state.presence_suspect.notified() => {}
        }
        for_each_table(state.live_tables(), async |live_table| live_table.recheck_presence(&state).await)
            .await;
        refresh_lobby(&state).await;
    }
}

/// Loads the joinable tables whose players may have been connected to a server that is gone. Loading a table marks the
/// players without a connection as absent, and the lobby stops offering it.
pub(crate) async fn refresh_lobby(state: &Arc<AppState>) {
    static LOG: StoreLog = StoreLog::new("the players of the lobby's tables cannot be checked");
    let tables = LOG.unwrap_or_default(lobby::tables_needing_presence(state).await);
    for_each_table(tables, async |id| drop(state.live_table(&id).await)).await;
}

/// Wakes the tables that are due, and unloads the tables that no connection and no task uses.
async fn wake_due_tables(state: Arc<AppState>) {
    static LOG: StoreLog = StoreLog::new("tables that are due cannot be found");
    let now = state.now();
    let due = LOG.unwrap_or_default(state.store.due(now, MAX_DUE).await);
    let woken = Mutex::new(Vec::new());
    let wake = async |id: TableId| {
        let mut again = DueAgain { id: id.clone(), version: None, at: now.plus(DUE_AGAIN_AFTER) };
        if let Ok(live_table) = state.live_table(&id).await {
            live_table.wake(&state).await;
            let (version, wake_at) = live_table.next_wake().await;
            again.version = Some(version);
            again.at = wake_at.filter(|at| *at > now).unwrap_or(again.at);
        }
        woken.lock().unwrap_or_else(PoisonError::into_inner).push(again);
    };
    for_each_table(due, wake).await;
    let woken = woken.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !woken.is_empty() && state.is_current() {
        // The wake time in the store may be earlier than the table's own. Tables that have not changed, such as those
        // whose engine still waits in the queue, must not crowd the others out of the next query.
        if let Err(error) = state.store.postpone(&woken, now).await {
            tracing::warn!(%error, "tables that were woken cannot be put off");
        }
    }
    state.unload_unused_tables().await;
}

/// Frees the memory that was used for clients who have left.
async fn shrink(state: Arc<AppState>) {
    state.shrink();
}
