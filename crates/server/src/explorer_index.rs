//! Counts finished games in the explorer's index: games that have just ended, and games that ended before the server
//! had an index.

use std::sync::Arc;

use explorer::played;
use futures_util::{StreamExt, stream};
use table::{Table, TableId};

use crate::app_state::AppState;
use crate::store::{ExploredMove, StoreError, explored_moves};
use crate::store_log::StoreLog;

/// How many games the store is asked for at a time.
const BATCH_SIZE: u32 = 200;

/// How many games are counted at the same time. Their writes share the wait for the disk.
const MAX_CONCURRENT: usize = 8;

/// Counts all finished games that are not in the index. After a failure, the next call continues.
pub(crate) async fn count_finished_games(state: Arc<AppState>) {
    static LOG: StoreLog = StoreLog::new("finished games cannot be counted for the explorer");
    loop {
        let games = LOG.unwrap_or_default(state.store.unindexed_games(BATCH_SIZE).await);
        if games.is_empty() || state.shutdown.has_begun() {
            return;
        }
        let counted = stream::iter(games).map(|id| count(&state, id)).buffer_unordered(MAX_CONCURRENT);
        let failures: Vec<StoreError> = counted.filter_map(async |done| done.err()).collect().await;
        if let Some(error) = failures.first() {
            LOG.note(error);
            return;
        }
    }
}

async fn count(state: &AppState, id: TableId) -> Result<(), StoreError> {
    let lines = state.store.events(&id, 0).await?;
    let moves = tokio::task::spawn_blocking(move || moves(&lines)).await.ok().flatten();
    if moves.is_none() {
        tracing::error!(table = id.prefix(), "a finished game cannot be read: the explorer leaves it out");
    }
    state.store.index_game(&id, moves.unwrap_or_default()).await
}

/// The moves of a finished game; none if it has no result. `None` if its events cannot be read.
fn moves(lines: &[String]) -> Option<Vec<ExploredMove>> {
    let events = lines.iter().map(|line| line.parse().ok()).collect::<Option<Vec<_>>>()?;
    let record = Table::replay(events).ok()?.record()?;
    let Some(outcome) = record.result() else { return Some(Vec::new()) };
    let steps: Vec<_> = record.steps().iter().map(rules::record::RecordedMove::mv).collect();
    Some(explored_moves(&played(record.start(), &steps, outcome)))
}
