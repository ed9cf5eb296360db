//! How a running server follows the actions of operators.

use std::sync::Arc;

use super::admin_action::{AdminAction, AdminLogEntry};
use crate::app_state::AppState;
use crate::store_log::StoreLog;

/// Follows the entries of the admin log that are new since the last call.
pub(crate) async fn follow_admin_log(state: Arc<AppState>) {
    static LOG: StoreLog = StoreLog::new("what operators did cannot be read yet");
    match state.moderation.follow(&state).await {
        Ok(entries) => {
            for entry in entries {
                follow(&state, &entry).await;
            }
        }
        Err(error) => LOG.note(&error),
    }
}

/// Changes what this server holds in memory. The database has been changed by the operator.
async fn follow(state: &Arc<AppState>, entry: &AdminLogEntry) {
    log(entry);
    match &entry.action {
        Some(AdminAction::Hide(id) | AdminAction::Show(id)) => {
            let is_listed = matches!(entry.action, Some(AdminAction::Show(_)));
            if let Some(live_table) = state.loaded_table(id) {
                live_table.set_listed(is_listed).await;
                // An append that was under way has written what this server knew before.
                if let Err(error) = state.store.set_listed(id, is_listed).await {
                    tracing::warn!(table = id.prefix(), %error, "a table cannot be hidden or shown");
                }
            }
        }
        Some(AdminAction::Delete(id)) => {
            if let Some(live_table) = state.unload(id) {
                live_table.drop_watchers().await;
            }
        }
        // Sockets close themselves when their guest or their address is banned.
        _ => {}
    }
    state.lobby.mark_stale();
}

/// Logs the kind of action only: who did it and to whom is in the admin log, for those who may read the database.
fn log(entry: &AdminLogEntry) {
    let kind = entry.text.split(' ').next().unwrap_or_default();
    tracing::info!(number = entry.number, act = kind, "an operator has acted");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::entry;
    use crate::test_log::logged;

    #[test]
    fn the_log_has_the_kind_of_an_action_and_names_no_person() {
        for text in ["ban 192.0.2.7/32 -", "ban 00000000000000c0 1", "unban 192.0.2.7/32", "dance 192.0.2.7"]
        {
            let lines = logged(|| log(&entry(7, 1, "anne".to_owned(), text.to_owned())));
            let kind = text.split(' ').next().unwrap();
            assert!(lines.len() == 1 && lines[0].contains(&format!("act=\"{kind}\"")), "{lines:?}");
            assert!(["192", "c0", "anne"].iter().all(|word| !lines[0].contains(word)), "{lines:?}");
        }
    }
}
