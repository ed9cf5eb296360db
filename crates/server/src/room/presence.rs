//! Who is there: coming, going, and those of whom only another server knew.

use std::sync::Arc;
use std::time::Duration;

use rules::{Seat, Viewer};
use table::{Answer, Guest};
use tokio::sync::mpsc;

use super::{Inner, Room, Watcher};
use crate::hub::Hub;
use crate::now;

/// How long a connection may be lost before the others are told: long enough to load a page anew.
const DAMPING: Duration = Duration::from_secs(3);

impl Room {
    /// Somebody comes to watch who has seen the messages up to this number: they are welcomed and told what they
    /// missed. The number under which they watch.
    pub(crate) async fn enter(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        guest: Option<Guest>,
        seen: u64,
        out: mpsc::Sender<String>,
    ) -> u64 {
        let mut inner = self.lock(hub).await;
        if hub.is_shared() {
            // They may have seen elsewhere what has not been heard of here.
            let _ = self.catch_up(hub, &mut inner).await;
        }
        if let Some(guest) = guest {
            // If it cannot be written down, they are here all the same.
            let _ = self.change(hub, &mut inner, |table| Ok(table.presence(guest, true, now()))).await;
        }
        let viewer = guest.map_or(Viewer::Public, |guest| inner.table.viewer(guest));
        inner.last_watcher += 1;
        let number = inner.last_watcher;
        inner.watchers.push(Watcher { number, guest, viewer, out });
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let asked = guest.map_or(0, |guest| inner.table.asked(guest));
        inner.send(number, &Answer::Welcome { you, asked });
        for message in inner.table.missed(viewer, seen) {
            inner.send(number, &message);
        }
        number
    }

    /// Somebody no longer watches; perhaps the room has let them go already.
    pub(crate) async fn leave(self: &Arc<Room>, hub: &Arc<Hub>, number: Option<u64>, guest: Option<Guest>) {
        let mut inner = self.inner.lock().await;
        inner.watchers.retain(|watcher| Some(watcher.number) != number);
        if let Some(guest) = guest {
            self.miss(hub, &inner, guest);
        }
    }

    /// After a while, tells the others that somebody is gone, if they are not back by then.
    fn miss(self: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner, guest: Guest) {
        // Of a server that stops nobody is told; and whoever waited here would keep its store open meanwhile.
        if inner.table.viewer(guest) == Viewer::Public || inner.is_here(guest) || hub.is_stopping() {
            return;
        }
        let (room, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            tokio::time::sleep(DAMPING).await;
            let mut inner = room.inner.lock().await;
            if !inner.is_here(guest) && !hub.is_stopping() {
                let _ = room.change(&hub, &mut inner, |table| Ok(table.presence(guest, false, now()))).await;
            }
        });
    }

    /// Tells somebody who watches that the table is still there, and how far it is.
    pub(crate) async fn reassure(&self, number: u64) {
        let mut inner = self.inner.lock().await;
        let Some(watcher) = inner.watchers.iter().find(|watcher| watcher.number == number) else { return };
        let still = Answer::Still { number: inner.table.number(watcher.viewer) };
        inner.send(number, &still);
    }

    /// After the room has been loaded: whoever is not connected is gone, unless another server has them; that one
    /// will then say so.
    pub(crate) async fn wake_up(self: &Arc<Room>, hub: &Arc<Hub>) {
        let mut inner = self.lock(hub).await;
        if !hub.is_shared() || inner.last() < hub.suspicious_before() {
            self.probe(hub, &mut inner).await;
        }
        self.after(hub, &mut inner).await;
    }

    /// Another server is lost: whoever is not connected here may have been connected there.
    pub(crate) async fn suspect(self: &Arc<Room>, hub: &Arc<Hub>) {
        let mut inner = self.lock(hub).await;
        self.probe(hub, &mut inner).await;
        // It may have been about to open the next table.
        self.after(hub, &mut inner).await;
    }

    async fn probe(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
        if inner.table.is_over() {
            return;
        }
        let seats = (0..inner.table.setup().places().len()).map(|index| Seat::from_index(index as u8));
        let absent: Vec<Guest> =
            seats.filter_map(|seat| inner.table.guest(seat)).filter(|&guest| !inner.is_here(guest)).collect();
        for guest in absent {
            let _ = self.change(hub, inner, |table| Ok(table.presence(guest, false, now()))).await;
        }
    }

    /// Somebody counts as gone who is connected here: they are not gone.
    pub(super) async fn welcome_back(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
        let here: Vec<Guest> = inner.watchers.iter().filter_map(|watcher| watcher.guest).collect();
        for guest in here {
            let _ = self.change(hub, inner, |table| Ok(table.presence(guest, true, now()))).await;
        }
    }
}
