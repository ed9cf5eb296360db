//! The lobby: the tables that can be joined, the games to watch, and how many people are connected. Each list is computed
//! and written once for all connections.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use table::{GuestId, Listing, Occupant, Setup, TableId, TimeControl};
use tokio::sync::{Notify, watch};

use crate::app_state::AppState;
use crate::own_games::OwnGames;
use crate::store::{StoreError, TableStage};
use crate::store_log::StoreLog;
use crate::summary::Occupancy;

/// How long changes are collected before a list is sent again.
const DEBOUNCE: Duration = Duration::from_millis(150);

/// Minimum time between two lists: a guest who joins and leaves over and over must not make the server send the whole list
/// to everyone each time.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

/// How often the store is polled where other servers share it, for changes without a notification.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The most tables on a page of the list.
const PAGE_SIZE: u32 = Listing::LOBBY_PAGE as u32;

/// How many of the offered tables are checked after another server was lost.
const MAX_SCANNED: u32 = 1000;

/// How many of the tables with the same setup pairing scans, in an order that is fair to addresses.
const MAX_PAIRING_CANDIDATES: u32 = 500;

/// The most games to watch in the list.
const MAX_GAMES_TO_WATCH: u32 = 12;

/// What lobby connections subscribe to.
#[derive(Debug)]
pub(crate) struct Lobby {
    /// The frame with the joinable tables.
    joinable: watch::Sender<Utf8Bytes>,
    /// The frame with the games to watch.
    games_to_watch: watch::Sender<Utf8Bytes>,
    are_games_to_watch_stale: Notify,
    /// How many people are connected, and how many games are being played.
    counts: watch::Sender<(u32, u32)>,
    is_joinable_stale: Notify,
    /// The games of the guests who are in the lobby.
    pub(crate) own_games: OwnGames,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        let lobby = Lobby {
            joinable: watch::Sender::new("open".into()),
            games_to_watch: watch::Sender::new("watch".into()),
            are_games_to_watch_stale: Notify::new(),
            counts: watch::Sender::new((0, 0)),
            is_joinable_stale: Notify::new(),
            own_games: OwnGames::default(),
        };
        lobby.is_joinable_stale.notify_one();
        lobby
    }

    /// Subscribes to the frame with the joinable tables.
    pub(crate) fn joinable(&self) -> watch::Receiver<Utf8Bytes> {
        self.joinable.subscribe()
    }

    /// Subscribes to the frame with the games to watch.
    pub(crate) fn games_to_watch(&self) -> watch::Receiver<Utf8Bytes> {
        self.are_games_to_watch_stale.notify_one();
        self.games_to_watch.subscribe()
    }

    /// Subscribes to the number of people connected and of games being played.
    pub(crate) fn counts(&self) -> watch::Receiver<(u32, u32)> {
        self.counts.subscribe()
    }

    pub(crate) fn set_counts(&self, people: u32, games: u32) {
        self.counts.send_if_modified(|counts| std::mem::replace(counts, (people, games)) != (people, games));
    }

    /// Notifies the subscribers that a change of a table concerns.
    pub(crate) fn table_changed(&self, is_listed: bool, before: &Occupancy, after: &Occupancy) {
        let concerns_joinable = before.stage == TableStage::Waiting || after.stage == TableStage::Waiting;
        if is_listed && concerns_joinable {
            self.mark_stale();
        }
        let concerns_games_to_watch =
            before.stage == TableStage::Playing || after.stage == TableStage::Playing;
        if is_listed && concerns_games_to_watch && self.games_to_watch.receiver_count() > 0 {
            self.are_games_to_watch_stale.notify_one();
        }
        let guests = before.guests.iter().chain(&after.guests);
        self.own_games.note_change(guests.map(|(guest, _)| *guest));
    }

    /// Asks for the list of joinable tables to be computed again.
    pub(crate) fn mark_stale(&self) {
        self.is_joinable_stale.notify_one();
    }

    /// Computes the list of joinable tables whenever it may have changed, until the server shuts down.
    pub(crate) async fn refresh_joinable_tables(&self, state: &AppState) {
        static LOG: StoreLog = StoreLog::new("the list of joinable tables cannot be read");
        let mut shutdown = state.shutdown.listen();
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = self.is_joinable_stale.notified() => tokio::time::sleep(DEBOUNCE).await,
                () = tokio::time::sleep(POLL_INTERVAL), if state.is_shared() => {}
            }
            match joinable_tables(state, 0).await {
                Ok(listings) => publish(&self.joinable, frame("open", &listings)),
                Err(error) => LOG.note(&error),
            }
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(MIN_INTERVAL) => {}
            }
        }
    }

    /// Computes the list of games to watch when one may have changed and the lobby has subscribers, until the server
    /// shuts down.
    pub(crate) async fn refresh_games_to_watch(&self, state: &AppState) {
        static LOG: StoreLog = StoreLog::new("the list of games to watch cannot be read");
        let mut shutdown = state.shutdown.listen();
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = self.are_games_to_watch_stale.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL), if state.is_shared() => {}
            }
            if self.games_to_watch.receiver_count() == 0 {
                continue;
            }
            match games_to_watch(state).await {
                Ok(listings) => publish(&self.games_to_watch, frame("watch", &listings)),
                Err(error) => LOG.note(&error),
            }
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(MIN_INTERVAL) => {}
            }
        }
    }
}

/// Sends a frame to all connections if it differs from the last one. They share its bytes.
fn publish(sender: &watch::Sender<Utf8Bytes>, frame: String) {
    let frame = Utf8Bytes::from(frame);
    sender.send_if_modified(|known| std::mem::replace(known, frame.clone()) != frame);
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
    if state.moderation.check_lobby().is_err() {
        return Ok(Vec::new());
    }
    state.store.lobby(PAGE_SIZE, page.saturating_mul(PAGE_SIZE)).await
}

/// The listings of the games to watch, chosen by [`Store::running`](crate::store::Store::running); those with the latest
/// moves first.
async fn games_to_watch(state: &AppState) -> Result<Vec<String>, StoreError> {
    let listings = state.store.running(MAX_GAMES_TO_WATCH).await?;
    let mut games: Vec<Listing> = listings.iter().filter_map(|listing| listing.parse().ok()).collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.at));
    Ok(games.iter().map(ToString::to_string).collect())
}

/// The joinable table with this setup at which a guest is seated: the first in the order of
/// [`Store::pairing_candidates`](crate::store::Store::pairing_candidates) where a player is waiting now, or else the
/// first in that order.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_freed_after_a_hundred_thousand_guests_left_the_lobby() {
        let lobby = Lobby::new();
        let guests = || lobby.own_games.size().1;
        let sockets = crate::concurrency_limit::ConcurrencyLimit::new(10, 10);
        for guest in 0..100_000 {
            let guest = GuestId(guest);
            let address = std::net::IpAddr::from(std::net::Ipv4Addr::from(guest.0 as u32));
            let permit = sockets.admit(address, Some(guest)).unwrap();
            let (first, second) = (lobby.own_games.follow(guest), lobby.own_games.follow(guest));
            drop(first);
            assert_eq!(guests(), 1, "the second window is still there");
            drop((second, permit));
        }
        let (capacity, guests) = lobby.own_games.size();
        assert!(guests == 0 && capacity < 5000, "{capacity}");
        assert!(sockets.capacity() < 5000);
    }
}
