//! Who is there: coming, going, and those of whom only another server knew.

use std::sync::Arc;
use std::time::Duration;

use rules::{Seat, Viewer};
use table::{Answer, GuestId};
use tokio::sync::mpsc;

use super::{Inner, LiveTable, Watcher};
use crate::app_state::AppState;
use crate::now;

/// How long a connection may be lost before the others are told: long enough to load a page anew.
const DAMPING: Duration = Duration::from_secs(3);

impl LiveTable {
    /// Somebody comes to watch who has seen the messages up to this number: they are welcomed and told what they
    /// missed. The number under which they watch.
    pub(crate) async fn enter(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        guest: Option<GuestId>,
        seen: u64,
        out: mpsc::Sender<String>,
    ) -> u64 {
        let mut inner = self.lock(state).await;
        if state.is_shared() {
            // They may have seen elsewhere what has not been heard of here.
            let _ = self.catch_up(state, &mut inner).await;
        }
        if let Some(guest) = guest {
            // If it cannot be written down, they are here all the same.
            let _ = self.change(state, &mut inner, |table| Ok(table.presence(guest, true, now()))).await;
        }
        let viewer = guest.map_or(Viewer::Public, |guest| inner.table.viewer(guest));
        inner.last_watcher += 1;
        let number = inner.last_watcher;
        inner.watchers.push(Watcher { number, guest, viewer, out });
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let last_request = guest.map_or(0, |guest| inner.table.last_request(guest));
        inner.send(number, &Answer::Welcome { you, last_request });
        for message in inner.table.messages_since(viewer, seen) {
            inner.send(number, &message);
        }
        number
    }

    /// Somebody no longer watches; perhaps the live_table has let them go already.
    pub(crate) async fn leave(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        number: Option<u64>,
        guest: Option<GuestId>,
    ) {
        let mut inner = self.inner.lock().await;
        inner.watchers.retain(|watcher| Some(watcher.number) != number);
        if let Some(guest) = guest {
            self.miss(state, &inner, guest);
        }
    }

    /// After a while, tells the others that somebody is gone, if they are not back by then.
    fn miss(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &Inner, guest: GuestId) {
        // Of a server that stops nobody is told; and whoever waited here would keep its store open meanwhile.
        if inner.table.viewer(guest) == Viewer::Public || inner.is_here(guest) || state.is_stopping() {
            return;
        }
        let (live_table, state) = (Arc::clone(self), Arc::clone(state));
        tokio::spawn(async move {
            tokio::time::sleep(DAMPING).await;
            let mut inner = live_table.inner.lock().await;
            if !inner.is_here(guest) && !state.is_stopping() {
                let _ = live_table
                    .change(&state, &mut inner, |table| Ok(table.presence(guest, false, now())))
                    .await;
            }
        });
    }

    /// Tells somebody who watches that the table is still there, and how far it is.
    pub(crate) async fn send_keepalive(&self, number: u64) {
        let mut inner = self.inner.lock().await;
        let Some(watcher) = inner.watchers.iter().find(|watcher| watcher.number == number) else { return };
        let still = Answer::Still { number: inner.table.number(watcher.viewer) };
        inner.send(number, &still);
    }

    /// After the live_table has been loaded: whoever is not connected is gone, unless another server has them; that one
    /// will then say so.
    pub(crate) async fn after_load(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.lock(state).await;
        if !state.is_shared() || inner.last() < state.last_server_loss() {
            self.probe(state, &mut inner).await;
        }
        self.after(state, &mut inner).await;
    }

    /// Another server is lost: whoever is not connected here may have been connected there.
    pub(crate) async fn suspect(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let mut inner = self.lock(state).await;
        self.probe(state, &mut inner).await;
        // It may have been about to open the next table.
        self.after(state, &mut inner).await;
    }

    async fn probe(self: &Arc<LiveTable>, state: &Arc<AppState>, inner: &mut Inner) {
        if inner.table.is_over() {
            return;
        }
        let seats = (0..inner.table.setup().seats().len()).map(|index| Seat::from_index(index as u8));
        let absent: Vec<GuestId> =
            seats.filter_map(|seat| inner.table.guest(seat)).filter(|&guest| !inner.is_here(guest)).collect();
        for guest in absent {
            let _ = self.change(state, inner, |table| Ok(table.presence(guest, false, now()))).await;
        }
    }

    /// Somebody counts as gone who is connected here: they are not gone.
    pub(super) async fn mark_connected_present(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
    ) {
        let here: Vec<GuestId> = inner.watchers.iter().filter_map(|watcher| watcher.guest).collect();
        for guest in here {
            let _ = self.change(state, inner, |table| Ok(table.presence(guest, true, now()))).await;
        }
    }
}
