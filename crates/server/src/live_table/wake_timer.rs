//! The timer of a table: it wakes the table when something happens without a request.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::{Inner, LiveTable};
use crate::app_state::AppState;

/// The longest wait, in milliseconds, that a timer in memory is set for. For later times the store's `wake_at` is enough.
const MAX_TIMER: u64 = 3_600_000;

impl LiveTable {
    /// Sets the timer for the next time at which something happens without a request. A timer that is set for an
    /// earlier time stays, and is set again when it fires: most moves only put the next time off, and leave the timer
    /// alone.
    pub(super) fn set_wake_timer(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        let now = state.now();
        let at = inner.table.wake_at().filter(|at| at.since(now) < MAX_TIMER);
        if let (Some(at), Some((set_for, timer))) = (at, &inner.wake_timer)
            && (now..=at).contains(set_for)
            && !timer.is_finished()
        {
            return;
        }
        if let Some((_, timer)) = inner.wake_timer.take() {
            timer.abort();
        }
        let Some(at) = at else { return };
        let wait = at.since(now);
        let (live_table, state): (Weak<LiveTable>, Weak<AppState>) =
            (Arc::downgrade(self), Arc::downgrade(state));
        let timer = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(wait + 1)).await;
            if let (Some(live_table), Some(state)) = (live_table.upgrade(), state.upgrade()) {
                // In a task of its own: waking sets the timer again, which aborts this task.
                tokio::spawn(async move { live_table.wake(&state).await });
            }
        });
        inner.wake_timer = Some((at, timer.abort_handle()));
    }
}
