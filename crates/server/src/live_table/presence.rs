//! Who is connected: watchers that come and go, and players whose server was lost.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rules::{Seat, Viewer};
use table::{Answer, GuestId, Hello, Time};
use tokio::sync::mpsc;

use super::{Inner, LiveTable, Watcher};
use crate::app_state::AppState;
use crate::http::Caller;

/// How long a player may be disconnected before the others are told: long enough to reload a page.
const DISCONNECT_GRACE: Duration = Duration::from_secs(3);

impl Inner {
    /// Whether a player with a connection here counts as gone.
    pub(super) fn has_absent_watcher(&self, now: Time) -> bool {
        let players = self.watchers.iter().filter(|watcher| watcher.viewer != Viewer::Public);
        let mut guests = players.filter_map(|watcher| watcher.guest);
        guests.any(|guest| !self.table.presence(guest, true, now).is_empty())
    }
}

impl LiveTable {
    /// Adds a watcher, and sends it the answer to its hello and what it missed. Returns the number of the watcher.
    pub(crate) async fn connect(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        caller: Caller,
        hello: Hello,
        is_just_loaded: bool,
        out: mpsc::Sender<Utf8Bytes>,
    ) -> u64 {
        let Caller { guest, address } = caller;
        let mut inner = self.lock_current(state).await;
        if state.is_shared() {
            if inner.table.is_over() {
                // Loading a finished game does not watch it, but its viewers must see an offer of a rematch.
                let _ = state.store.watch_again(std::slice::from_ref(&self.id)).await;
            }
            // The client may have seen events at another server of which this one has not been notified yet; but none that are
            // later than its request, for which the table was loaded.
            if !is_just_loaded || inner.table.is_over() {
                let _ = self.catch_up(state, &mut inner).await;
            }
        }
        if let Some(guest) = guest {
            // The guest can watch even if the presence cannot be written.
            inner.payer = Some(caller);
            self.commit_presence(state, &mut inner, guest, true).await;
            inner.payer = None;
        }
        let viewer = guest.map_or(Viewer::Public, |guest| inner.table.viewer(guest));
        inner.last_watcher += 1;
        let number = inner.last_watcher;
        inner.watchers.push(Watcher { number, guest, address, viewer, out });
        let (welcome, missed) = inner.table.welcome(guest, hello);
        inner.send(number, &welcome);
        for message in missed {
            inner.send(number, &message);
        }
        number
    }

    /// Removes a watcher whose connection has ended. The table may have dropped it before.
    pub(crate) async fn disconnect(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        number: Option<u64>,
        caller: Caller,
    ) {
        let mut inner = self.inner.lock().await;
        if let Some(number) = number {
            inner.drop_watcher(number);
        }
        if let Some(guest) = caller.guest {
            self.schedule_absence(state, &inner, guest, caller);
        }
    }

    /// Drops all watchers, which closes their connections.
    pub(crate) async fn drop_watchers(&self) {
        self.inner.lock().await.watchers.clear();
    }

    /// After the grace period, records that a player is gone, unless they are connected again.
    fn schedule_absence(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &Inner,
        guest: GuestId,
        payer: Caller,
    ) {
        // A server that shuts down reports no absence: its players reconnect elsewhere, and this task would keep the store open.
        // A finished game records no absences.
        let is_player = inner.table.viewer(guest) != Viewer::Public && !inner.table.is_over();
        if !is_player || inner.is_connected(guest) || state.shutdown.has_begun() {
            return;
        }
        let (live_table, state) = (Arc::clone(self), Arc::clone(state));
        tokio::spawn(async move {
            tokio::time::sleep(DISCONNECT_GRACE).await;
            let mut inner = live_table.inner.lock().await;
            if !inner.is_connected(guest) && !state.shutdown.has_begun() {
                inner.payer = Some(payer);
                live_table.commit_presence(&state, &mut inner, guest, false).await;
                inner.payer = None;
            }
        });
    }

    /// Sends a watcher the number of the last message, so that it notices lost messages and a dead connection.
    pub(crate) async fn send_keepalive(&self, number: u64) {
        let mut inner = self.inner.lock().await;
        let Some(watcher) = inner.watchers.iter().find(|watcher| watcher.number == number) else { return };
        let still = Answer::Still { number: inner.table.number(watcher.viewer) };
        inner.send(number, &still);
    }

    /// Completes the loading of a table: marks players as gone who cannot be connected anywhere, and runs follow-ups. A
    /// player who is connected to another server is marked as present again by that server.
    pub(crate) async fn after_load(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.lock_current(state).await;
        if !state.is_shared() || inner.last_event_at() < state.last_server_loss() {
            self.mark_disconnected_absent(state, &mut inner).await;
        }
        self.run_follow_ups(state, &mut inner).await;
    }

    /// Checks the presence of all players after another server was lost, to which some may have been connected.
    pub(crate) async fn recheck_presence(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.lock_current(state).await;
        self.mark_disconnected_absent(state, &mut inner).await;
        // The lost server may have been about to open the rematch.
        self.run_follow_ups(state, &mut inner).await;
    }

    /// Marks players without a connection here as gone.
    async fn mark_disconnected_absent(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        if inner.table.is_over() {
            return;
        }
        let seats = (0..inner.table.setup().seats().len() as u8).map(Seat::from_index);
        let players = seats.filter_map(|seat| inner.table.guest(seat));
        let absent: Vec<GuestId> = players.filter(|&guest| !inner.is_connected(guest)).collect();
        for guest in absent {
            self.commit_presence(state, inner, guest, false).await;
        }
    }

    /// Marks guests with a live connection here as present.
    pub(super) async fn mark_connected_present(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
    ) {
        let connected: Vec<GuestId> = inner.watchers.iter().filter_map(|watcher| watcher.guest).collect();
        for guest in connected {
            self.commit_presence(state, inner, guest, true).await;
        }
    }

    /// Records that a player came or went, if the table does not know it yet. A failure is logged by the commit.
    pub(super) async fn commit_presence(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        guest: GuestId,
        is_connected: bool,
    ) {
        let presence = |table: &table::Table| Ok(table.presence(guest, is_connected, state.now()));
        let _ = self.commit_events(state, inner, presence).await;
    }
}
