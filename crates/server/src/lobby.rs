//! The lobby: which tables have free seats, whose games have changed, how many people are here. Worked out once for
//! all who look.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use rules::Seat;
use table::{GuestId, Listing, Occupant, Setup, TableId, TimeControl};
use tokio::sync::{Notify, watch};

use crate::app_state::AppState;
use crate::store::{Stage, StoreError, TableSummary};
use crate::summary::Occupancy;

/// How long changes are gathered before all who look are told.
const PAUSE: Duration = Duration::from_millis(150);

/// With other servers around, changes that nobody told of are looked for this often.
pub(crate) const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// The most tables that are shown.
const MOST_OPEN: usize = 100;

/// Among how many of the newest waiting tables those that are shown are looked for.
const MOST_WAITING: u32 = 1000;

/// Among how many of the newest tables alike the one is looked for that somebody is paired with. Of those that invite
/// there are never many: whoever opened the next one would have been paired there.
const MOST_ALIKE: u32 = 100;

/// The most games of one guest that are shown.
pub(crate) const MOST_MINE: u32 = 50;

/// What those who look at the lobby are told.
#[derive(Debug)]
pub(crate) struct Lobby {
    open: watch::Sender<Arc<str>>,
    counts: watch::Sender<(u32, u32)>,
    is_stale: Notify,
    guests: Mutex<HashMap<GuestId, Vec<Weak<Notify>>>>,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        let lobby = Lobby {
            open: watch::Sender::new("open".into()),
            counts: watch::Sender::new((0, 0)),
            is_stale: Notify::new(),
            guests: Mutex::default(),
        };
        lobby.is_stale.notify_one();
        lobby
    }

    /// The frame with the open tables, and how it changes.
    pub(crate) fn open(&self) -> watch::Receiver<Arc<str>> {
        self.open.subscribe()
    }

    /// How many people are connected and how many games are played.
    pub(crate) fn counts(&self) -> watch::Receiver<(u32, u32)> {
        self.counts.subscribe()
    }

    pub(crate) fn count(&self, people: u32, games: u32) {
        self.counts.send_if_modified(|counts| std::mem::replace(counts, (people, games)) != (people, games));
    }

    /// Tells when a guest's games change, for as long as it is held.
    pub(crate) fn follow(&self, guest: GuestId) -> Arc<Notify> {
        let notify = Arc::new(Notify::new());
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        let followers = guests.entry(guest).or_default();
        followers.retain(|follower| follower.strong_count() > 0);
        followers.push(Arc::downgrade(&notify));
        notify
    }

    /// A table was opened.
    pub(crate) fn opened(&self, summary: &TableSummary) {
        if summary.is_listed {
            self.mark_stale();
        }
    }

    /// A table has changed.
    pub(crate) fn table_changed(&self, is_listed: bool, before: &Occupancy, after: &Occupancy) {
        let is_open = before.stage == Stage::Waiting || after.stage == Stage::Waiting;
        if is_listed && is_open {
            self.mark_stale();
        }
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        if guests.is_empty() {
            return;
        }
        for guest in before.guests.iter().chain(&after.guests) {
            let Some(followers) = guests.get_mut(guest) else { continue };
            followers.retain(|follower| follower.upgrade().map(|notify| notify.notify_one()).is_some());
            if followers.is_empty() {
                guests.remove(guest);
            }
        }
    }

    /// The open tables may have changed.
    pub(crate) fn mark_stale(&self) {
        self.is_stale.notify_one();
    }

    /// Works the open tables out anew whenever they may have changed.
    pub(crate) async fn run_refresh(&self, state: &AppState) {
        let mut stopping = state.stopping();
        loop {
            tokio::select! {
                () = stopping.wait() => return,
                () = self.is_stale.notified() => tokio::time::sleep(PAUSE).await,
                () = tokio::time::sleep(LOOK_AGAIN), if state.is_shared() => {}
            }
            if let Ok(listings) = open(state).await {
                let frame: Arc<str> = lines("open", &listings).into();
                self.open.send_if_modified(|open| std::mem::replace(open, Arc::clone(&frame)) != frame);
            }
        }
    }
}

/// A frame: a word, and then lines.
pub(crate) fn lines(word: &str, listings: &[String]) -> String {
    let mut frame = String::from(word);
    for listing in listings {
        frame.push('\n');
        frame.push_str(listing);
    }
    frame
}

/// Whether strangers are asked to sit down: somebody is there to play with. Where the clocks run at once, nobody who
/// sits there may be away; with days for each move, or without a clock, they come back in time.
fn is_joinable(listing: &Listing) -> bool {
    let is_hasty = matches!(listing.clock, TimeControl::Game { .. });
    let mut humans = listing.seats.iter().filter_map(|sitter| match sitter {
        Occupant::Human { gone, .. } => Some(gone.is_none() || !is_hasty),
        _ => None,
    });
    humans.next().is_some_and(|first| first && humans.all(|other| other))
}

/// The tables that strangers are asked to sit down at, the newest first.
pub(crate) async fn open(state: &AppState) -> Result<Vec<String>, StoreError> {
    let mut listings = state.store.lobby(MOST_WAITING).await?;
    listings.retain(|listing| listing.parse().is_ok_and(|listing| is_joinable(&listing)));
    listings.truncate(MOST_OPEN);
    Ok(listings)
}

/// A table like this at which somebody waits for a guest like this one: of several, the one that has waited longest.
pub(crate) async fn pair(
    state: &AppState,
    setup: &Setup,
    guest: GuestId,
) -> Result<Option<TableId>, StoreError> {
    let listings = state.store.pair(&setup.to_string(), guest, MOST_ALIKE).await?;
    let mut alike = listings.iter().rev().filter_map(|listing| listing.parse().ok());
    Ok(alike.find(is_joinable).map(|listing| listing.id))
}

/// Looks at the tables that invite strangers while those who sit there were connected to a server that is no more:
/// whoever is not connected here is gone until they are back.
pub(crate) async fn refresh_lobby(state: &Arc<AppState>) {
    for listing in state.store.lobby(MOST_WAITING).await.unwrap_or_default() {
        let Ok(listing) = listing.parse::<Listing>() else { continue };
        if matches!(listing.clock, TimeControl::Game { .. }) && is_joinable(&listing) {
            // A table that is brought into memory finds out who is there.
            let _ = state.live_table(&listing.id).await;
        }
    }
}

/// A guest's games, each with where the guest sits.
pub(crate) async fn mine(state: &AppState, guest: GuestId) -> Result<Vec<String>, StoreError> {
    let listings = state.store.mine(guest, MOST_MINE).await?;
    Ok(listings.into_iter().map(|(listing, seat)| seated(&listing, seat)).collect())
}

fn seated(listing: &str, seat: u8) -> String {
    match listing.parse::<Listing>() {
        Ok(listing) => Listing { you: Some(Seat::from_index(seat.saturating_sub(1))), ..listing }.to_string(),
        Err(_) => listing.to_owned(),
    }
}
