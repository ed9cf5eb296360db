//! Engines that play at a table.

use std::sync::Arc;

use rules::{AnyMove, Seat, Viewer};
use table::{Actor, Request, RequestKind};

use super::{Inner, LiveTable};
use crate::app_state::AppState;

impl LiveTable {
    /// Starts an engine if it is an engine's turn and none is thinking here.
    pub(super) fn start_engine(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        if inner.is_engine_running {
            return;
        }
        let Some((seat, level, ply)) = inner.table.engine_to_move() else { return };
        inner.is_engine_running = true;
        let view = inner.table.view(Viewer::Seat(seat));
        let (live_table, state) = (Arc::clone(self), Arc::clone(state));
        tokio::spawn(async move {
            let mv = state.engines.choose(view, level).await;
            live_table.play_engine_move(&state, seat, ply, mv).await;
        });
    }

    /// Plays the move that an engine chose, if the game still waits for it.
    async fn play_engine_move(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        seat: Seat,
        ply: u32,
        mv: Option<AnyMove>,
    ) {
        let mut inner = self.lock_current(state).await;
        inner.is_engine_running = false;
        let is_awaited =
            inner.table.engine_to_move().is_some_and(|(to_move, _, at)| (to_move, at) == (seat, ply));
        let Some(mv) = mv.filter(|_| is_awaited) else {
            // After a takeback it may be an engine's turn in another position.
            self.start_engine(state, &mut inner);
            return;
        };
        let request = Request { number: 1, kind: RequestKind::Move { ply, mv: mv.to_string() } };
        if let Err(refusal) = self.commit_request(state, &mut inner, Actor::Engine(seat), &request).await {
            tracing::warn!(table = %self.id, %refusal, "an engine's move was refused");
        }
    }
}
