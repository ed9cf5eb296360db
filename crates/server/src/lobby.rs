//! The lobby: the tables that can be joined, changes in a guest's own games, and how many people are connected. The list
//! of tables is computed once for all connections.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rules::Seat;
use table::{GuestId, Listing, Occupant, Setup, TableId, TimeControl};
use tokio::sync::{Notify, watch};

use crate::app_state::AppState;
use crate::store::{StoreError, TableStage};
use crate::summary::Occupancy;

/// How long changes are collected before the list is sent again.
const DEBOUNCE: Duration = Duration::from_millis(150);

/// How often the store is polled where other servers share it, for changes without a notification.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The most tables on a page of the list.
const PAGE_SIZE: u32 = 100;

/// How many of the offered tables are looked at after another server was lost.
const MAX_SCANNED: u32 = 1000;

/// How many tables with the same setup pairing looks at, in an order that is fair to addresses.
const MAX_PAIRING_CANDIDATES: u32 = 500;

/// How long moves are collected before the games to watch are sent again.
const WATCH_DEBOUNCE: Duration = Duration::from_secs(1);

/// The most games to watch in the list.
const MAX_WATCHED: u32 = 12;

/// The most games in the list of a guest's own games.
const MAX_OWN_GAMES: u32 = 50;

/// What lobby connections subscribe to.
#[derive(Debug)]
pub(crate) struct Lobby {
    /// The frame with the joinable tables.
    open: watch::Sender<Arc<str>>,
    /// The frame with the games to watch.
    watched: watch::Sender<Arc<str>>,
    is_watched_stale: Notify,
    /// How many people are connected, and how many games are being played.
    counts: watch::Sender<(u32, u32)>,
    is_stale: Notify,
    followers: Arc<Mutex<Followers>>,
}

/// Who wants to know when a guest's games change.
type Followers = HashMap<GuestId, Vec<Arc<Notify>>>;

/// A subscription to changes in a guest's games, until it is dropped.
#[derive(Debug)]
pub(crate) struct Follower {
    guest: GuestId,
    notify: Arc<Notify>,
    all: Arc<Mutex<Followers>>,
}

impl Follower {
    /// Waits for a change.
    pub(crate) async fn changed(&self) {
        self.notify.notified().await;
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut followers) = all.entry(self.guest) {
            followers.get_mut().retain(|follower| !Arc::ptr_eq(follower, &self.notify));
            if followers.get().is_empty() {
                followers.remove();
            }
        }
        if all.capacity() > 1024 && all.len() < all.capacity() / 4 {
            all.shrink_to_fit();
        }
    }
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        let lobby = Lobby {
            open: watch::Sender::new("open".into()),
            watched: watch::Sender::new("watch".into()),
            is_watched_stale: Notify::new(),
            counts: watch::Sender::new((0, 0)),
            is_stale: Notify::new(),
            followers: Arc::default(),
        };
        lobby.is_stale.notify_one();
        lobby
    }

    /// Subscribes to the frame with the joinable tables.
    pub(crate) fn open(&self) -> watch::Receiver<Arc<str>> {
        self.open.subscribe()
    }

    /// Subscribes to the frame with the games to watch.
    pub(crate) fn watched(&self) -> watch::Receiver<Arc<str>> {
        self.is_watched_stale.notify_one();
        self.watched.subscribe()
    }

    /// Subscribes to the number of people connected and of games being played.
    pub(crate) fn counts(&self) -> watch::Receiver<(u32, u32)> {
        self.counts.subscribe()
    }

    pub(crate) fn set_counts(&self, people: u32, games: u32) {
        self.counts.send_if_modified(|counts| std::mem::replace(counts, (people, games)) != (people, games));
    }

    /// Subscribes to changes in a guest's games, the first of which is reported at once.
    pub(crate) fn follow(&self, guest: GuestId) -> Follower {
        let notify = Arc::new(Notify::new());
        notify.notify_one();
        let mut all = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(guest).or_default().push(Arc::clone(&notify));
        Follower { guest, notify, all: Arc::clone(&self.followers) }
    }

    /// Notifies the subscribers that a change of a table concerns.
    pub(crate) fn table_changed(&self, is_listed: bool, before: &Occupancy, after: &Occupancy) {
        let is_open = before.stage == TableStage::Waiting || after.stage == TableStage::Waiting;
        if is_listed && is_open {
            self.mark_stale();
        }
        if is_listed && (before.stage == TableStage::Playing || after.stage == TableStage::Playing) {
            self.is_watched_stale.notify_one();
        }
        let all = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        if all.is_empty() {
            return;
        }
        for (guest, _) in before.guests.iter().chain(&after.guests) {
            all.get(guest).into_iter().flatten().for_each(|follower| follower.notify_one());
        }
    }

    /// Asks for the list of joinable tables to be computed again.
    pub(crate) fn mark_stale(&self) {
        self.is_stale.notify_one();
    }

    /// Computes the list of joinable tables whenever it may have changed, until the server shuts down.
    pub(crate) async fn run_refresh(&self, state: &AppState) {
        let mut shutdown = state.shutdown.listen();
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = self.is_stale.notified() => tokio::time::sleep(DEBOUNCE).await,
                () = tokio::time::sleep(POLL_INTERVAL), if state.is_shared() => {}
            }
            if let Ok(listings) = joinable_tables(state, 0).await {
                let frame: Arc<str> = frame("open", &listings).into();
                self.open.send_if_modified(|open| std::mem::replace(open, Arc::clone(&frame)) != frame);
            }
        }
    }
}

impl Lobby {
    /// Computes the list of games to watch when one may have changed and somebody looks at the lobby, until the server
    /// shuts down.
    pub(crate) async fn run_watched(&self, state: &AppState) {
        let mut shutdown = state.shutdown.listen();
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = self.is_watched_stale.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL), if state.is_shared() => {}
            }
            if self.watched.receiver_count() == 0 {
                continue;
            }
            if let Ok(listings) = games_to_watch(state).await {
                let frame: Arc<str> = frame("watch", &listings).into();
                self.watched.send_if_modified(|known| std::mem::replace(known, Arc::clone(&frame)) != frame);
            }
            tokio::time::sleep(WATCH_DEBOUNCE).await;
        }
    }
}

/// A frame of the lobby socket: a word, then one line for each listing.
pub(crate) fn frame(word: &str, listings: &[String]) -> String {
    let mut frame = String::from(word);
    for listing in listings {
        frame.push('\n');
        frame.push_str(listing);
    }
    frame
}

/// Whether the lobby offers a table: at least one player is seated, and with a clock for the whole game all of them are
/// connected. With days per move, or without a clock, an absent player comes back in time.
pub(crate) fn is_joinable(listing: &Listing) -> bool {
    let must_be_connected = has_game_clock(listing);
    let mut humans = listing.seats.iter().filter_map(|occupant| match occupant {
        Occupant::Human { gone, .. } => Some(gone.is_none() || !must_be_connected),
        _ => None,
    });
    humans.next().is_some_and(|first| first && humans.all(|other| other))
}

fn has_game_clock(listing: &Listing) -> bool {
    matches!(listing.clock, TimeControl::Game { .. })
}

/// A page of the joinable tables, counted from 0, in the order of [`Store::lobby`](crate::store::Store::lobby).
pub(crate) async fn joinable_tables(state: &AppState, page: u32) -> Result<Vec<String>, StoreError> {
    if state.house_rules.check_lobby().is_err() {
        return Ok(Vec::new());
    }
    state.store.lobby(PAGE_SIZE, page.saturating_mul(PAGE_SIZE)).await
}

/// The listings of the games to watch, chosen by [`Store::running`](crate::store::Store::running); those with the latest
/// moves first.
async fn games_to_watch(state: &AppState) -> Result<Vec<String>, StoreError> {
    let listings = state.store.running(MAX_WATCHED).await?;
    let mut games: Vec<Listing> = listings.iter().filter_map(|listing| listing.parse().ok()).collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.at));
    Ok(games.iter().map(ToString::to_string).collect())
}

/// The joinable table with this setup at which a guest is seated: the first in the order of
/// [`Store::pairing_candidates`](crate::store::Store::pairing_candidates) where somebody is waiting now, or else the first
/// of all.
pub(crate) async fn find_pairing(
    state: &AppState,
    setup: &Setup,
    guest: GuestId,
) -> Result<Option<TableId>, StoreError> {
    let listings = state.store.pairing_candidates(&setup.to_string(), guest, MAX_PAIRING_CANDIDATES).await?;
    let listings = listings.iter().filter_map(|listing| listing.parse().ok());
    let mut joinable: Vec<Listing> = listings.filter(is_joinable).collect();
    let first = joinable.iter().position(is_attended).unwrap_or_default();
    Ok((first < joinable.len()).then(|| joinable.swap_remove(first).id))
}

/// Whether all players who have a seat are connected.
fn is_attended(listing: &Listing) -> bool {
    listing.seats.iter().all(|occupant| !matches!(occupant, Occupant::Human { gone: Some(_), .. }))
}

/// The tables that the lobby offers because their players were last seen connected.
pub(crate) async fn tables_needing_presence(state: &AppState) -> Result<Vec<TableId>, StoreError> {
    let listings = state.store.lobby(MAX_SCANNED, 0).await?;
    let listings = listings.iter().filter_map(|listing| listing.parse::<Listing>().ok());
    let offered = listings.filter(|listing| has_game_clock(listing) && is_joinable(listing));
    Ok(offered.map(|listing| listing.id).collect())
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
    use super::*;

    #[test]
    fn nothing_is_kept_of_a_hundred_thousand_guests_who_were_in_the_lobby() {
        let lobby = Lobby::new();
        let kept = || lobby.followers.lock().unwrap().len();
        let sockets = crate::sockets::Sockets::new(10, 10);
        for guest in 0..100_000 {
            let guest = GuestId(guest);
            let address = std::net::IpAddr::from(std::net::Ipv4Addr::from(guest.0 as u32));
            let permit = sockets.admit(address, Some(guest)).unwrap();
            let (first, second) = (lobby.follow(guest), lobby.follow(guest));
            drop(first);
            assert_eq!(kept(), 1, "the second window is still there");
            drop((second, permit));
        }
        assert_eq!((kept(), sockets.kept()), (0, 0));
        assert!(lobby.followers.lock().unwrap().capacity() < 5000);
    }
}
