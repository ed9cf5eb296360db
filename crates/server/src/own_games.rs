//! A guest's own games, for the guest's connections to the lobby. However many connections a guest has, the list is read
//! and written once for each change.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rules::Seat;
use table::{GuestId, Listing};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::app_state::AppState;
use crate::lobby::{POLL_INTERVAL, frame};
use crate::store::StoreError;

/// How long changes are collected before the list is sent again.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// Minimum time between two readings of the list for one connection.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

/// The most games in the list of a guest's own games.
const MAX_OWN_GAMES: u32 = 50;

/// The guests who are in the lobby.
#[derive(Debug, Default)]
pub(crate) struct OwnGames(Arc<Mutex<Guests>>);

type Guests = HashMap<GuestId, Arc<GuestGames>>;

/// The games of one guest.
#[derive(Debug)]
struct GuestGames {
    guest: GuestId,
    /// How many followers there are. It changes only while the map is locked.
    followers: AtomicUsize,
    /// How many changes there were.
    changes: watch::Sender<u64>,
    /// The last list. Locked while it is read from the store, so that the other connections wait for it.
    latest: tokio::sync::Mutex<Option<OwnGamesFrame>>,
}

#[derive(Debug)]
struct OwnGamesFrame {
    /// The number of changes before it was read.
    changes: u64,
    read_at: Instant,
    text: Utf8Bytes,
}

impl OwnGames {
    fn lock(&self) -> MutexGuard<'_, Guests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to a guest's games.
    pub(crate) fn follow(&self, guest: GuestId) -> OwnGamesFollower {
        let mut guests = self.lock();
        let games = guests.entry(guest).or_insert_with(|| {
            let (changes, latest) = (watch::Sender::new(0), tokio::sync::Mutex::default());
            Arc::new(GuestGames { guest, followers: AtomicUsize::new(0), changes, latest })
        });
        games.followers.fetch_add(1, Ordering::Relaxed);
        OwnGamesFollower {
            games: Arc::clone(games),
            changes: games.changes.subscribe(),
            sent: Utf8Bytes::default(),
            read_at: None,
            due: None,
            all: Arc::clone(&self.0),
        }
    }

    /// Notes a change in the games of these guests.
    pub(crate) fn note_change(&self, guests: impl Iterator<Item = GuestId>) {
        let all = self.lock();
        if all.is_empty() {
            return;
        }
        for games in guests.filter_map(|guest| all.get(&guest)) {
            games.changes.send_modify(|changes| *changes += 1);
        }
    }

    /// The capacity of the map of guests, and its length.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        let guests = self.lock();
        (guests.capacity(), guests.len())
    }
}

impl GuestGames {
    /// The list after all changes so far, which is read if no other connection has done so. `max_age` is how old it may be
    /// even without a change.
    async fn frame(
        &self,
        max_age: Duration,
        read: impl AsyncFnOnce() -> Option<Vec<String>>,
    ) -> Option<Utf8Bytes> {
        let mut latest = self.latest.lock().await;
        let changes = *self.changes.borrow();
        if let Some(known) = &*latest
            && known.changes == changes
            && known.read_at.elapsed() < max_age
        {
            return Some(known.text.clone());
        }
        let read_at = Instant::now();
        let text: Utf8Bytes = frame("mine", &read().await?).into();
        *latest = Some(OwnGamesFrame { changes, read_at, text: text.clone() });
        Some(text)
    }
}

/// A subscription to a guest's games, until it is dropped.
#[derive(Debug)]
pub(crate) struct OwnGamesFollower {
    games: Arc<GuestGames>,
    changes: watch::Receiver<u64>,
    /// The last list that was sent.
    sent: Utf8Bytes,
    /// When the list was last read; `None` before the first time.
    read_at: Option<Instant>,
    /// When it is to be read again, once it may have changed.
    due: Option<Instant>,
    all: Arc<Mutex<Guests>>,
}

impl OwnGamesFollower {
    /// Waits for the next list that differs from the last one; the first comes at once. Cancel safe.
    pub(crate) async fn next_frame(&mut self, state: &AppState) -> Utf8Bytes {
        // Other servers do not notify this one of every change.
        let max_age = if state.is_shared() { POLL_INTERVAL / 2 } else { Duration::MAX };
        loop {
            let due = match self.due {
                Some(due) => due,
                None => self.wait_for_change(state.is_shared()).await,
            };
            self.due = Some(due);
            tokio::time::sleep_until(due).await;
            self.changes.mark_unchanged();
            let read = async || own_games(state, self.games.guest).await.ok();
            let frame = self.games.frame(max_age, read).await;
            self.due = None;
            self.read_at = Some(Instant::now());
            if let Some(frame) = frame
                && frame != self.sent
            {
                self.sent = frame.clone();
                return frame;
            }
        }
    }

    /// Waits until the list may have changed, and returns when to read it.
    async fn wait_for_change(&mut self, is_shared: bool) -> Instant {
        let Some(read_at) = self.read_at else { return Instant::now() };
        if is_shared {
            let _ = tokio::time::timeout_at(read_at + POLL_INTERVAL, self.changes.changed()).await;
        } else {
            let _ = self.changes.changed().await;
        }
        (Instant::now() + DEBOUNCE).max(read_at + MIN_INTERVAL)
    }
}

impl Drop for OwnGamesFollower {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        // References to the games are not counted: one that is being dropped outlives the lock.
        if self.games.followers.fetch_sub(1, Ordering::Relaxed) == 1 {
            all.remove(&self.games.guest);
        }
        if all.capacity() > 1024 && all.len() < all.capacity() / 4 {
            all.shrink_to_fit();
        }
    }
}

/// The listings of a guest's games, each with the guest's seat.
pub(crate) async fn own_games(state: &AppState, guest: GuestId) -> Result<Vec<String>, StoreError> {
    let listings = state.store.games_of(guest, MAX_OWN_GAMES).await?;
    Ok(listings.into_iter().map(|(listing, seat)| with_seat(&listing, seat)).collect())
}

fn with_seat(listing: &str, seat: u8) -> String {
    match listing.parse::<Listing>() {
        Ok(listing) => Listing { you: Some(Seat::from_index(seat.saturating_sub(1))), ..listing }.to_string(),
        Err(_) => listing.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_last_follower_removes_the_guest_although_another_one_is_still_being_dropped() {
        let own_games = OwnGames::default();
        let [one, other] = [(); 2].map(|()| own_games.follow(GuestId(7)));
        // A follower releases the lock before its reference to the games.
        let being_dropped = Arc::clone(&one.games);
        drop(one);
        assert_eq!(own_games.size().1, 1, "the other one follows");
        drop(other);
        assert_eq!(own_games.size().1, 0);
        drop(being_dropped);
    }

    #[tokio::test]
    async fn the_connections_of_a_guest_share_one_reading_for_each_change() {
        let own_games = OwnGames::default();
        let followers: Vec<_> = (0..100).map(|_| own_games.follow(GuestId(7))).collect();
        let reads = Cell::new(0);
        let read_all = async |max_age| {
            for follower in &followers {
                let read = async || {
                    reads.set(reads.get() + 1);
                    Some(vec![format!("listed {}", reads.get())])
                };
                let frame = follower.games.frame(max_age, read).await.unwrap();
                assert_eq!(frame.as_str(), format!("mine\nlisted {}", reads.get()));
            }
        };
        read_all(Duration::MAX).await;
        assert_eq!(reads.get(), 1);
        own_games.note_change([GuestId(7), GuestId(8)].into_iter());
        read_all(Duration::MAX).await;
        assert_eq!(reads.get(), 2);
        read_all(Duration::ZERO).await;
        assert_eq!(reads.get(), 102, "too old for all");
    }
}
