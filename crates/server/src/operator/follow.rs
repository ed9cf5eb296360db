//! How a running server follows what operators do.

use std::sync::Arc;

use super::act::{Act, ActEntry};
use crate::app_state::AppState;

/// Follows the acts that are new since the last call.
pub(crate) async fn follow_acts(state: Arc<AppState>) {
    match state.house_rules.follow(&state).await {
        Ok(acts) => {
            for entry in acts {
                follow(&state, &entry).await;
            }
        }
        Err(error) => tracing::warn!(%error, "what operators did cannot be read yet"),
    }
}

/// Changes what this server holds in memory. The database has been changed by the operator.
async fn follow(state: &Arc<AppState>, entry: &ActEntry) {
    tracing::info!(number = entry.number, who = entry.who, act = entry.text, "an operator has acted");
    match &entry.act {
        Some(Act::Hide(id) | Act::Show(id)) => {
            let is_listed = matches!(entry.act, Some(Act::Show(_)));
            if let Some(live_table) = state.loaded_table(id) {
                live_table.set_listed(is_listed).await;
                // An append that was under way has written what this server knew before.
                if let Err(error) = state.store.set_listed(id, is_listed).await {
                    tracing::warn!(table = %id, %error, "a table cannot be hidden or shown");
                }
            }
        }
        Some(Act::Delete(id)) => {
            if let Some(live_table) = state.unload(id) {
                live_table.drop_watchers().await;
            }
        }
        // Sockets close themselves when their guest or their address is banned.
        _ => {}
    }
    state.lobby.mark_stale();
}
