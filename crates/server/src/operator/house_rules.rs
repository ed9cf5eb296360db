//! What operators have decided, as every server follows it: bans, a closed lobby, an announcement.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use table::{GuestId, Refusal, Time};
use tokio::sync::watch;

use super::act::{Act, ActEntry};
use super::ban::{AddressRange, BanSubject};
use crate::app_state::AppState;
use crate::store::StoreError;

/// The decisions that hold now.
#[derive(Debug)]
pub(crate) struct HouseRules {
    decided: RwLock<Decided>,
    /// The announcement, for everyone in the lobby; empty if there is none.
    announcement: watch::Sender<Arc<str>>,
    /// Changes whenever somebody is banned.
    bans: watch::Sender<()>,
}

/// The decisions so far. A ban ends at its time, if it has one.
#[derive(Debug, Default)]
struct Decided {
    guests: HashMap<GuestId, Option<Time>>,
    ranges: Vec<(AddressRange, Option<Time>)>,
    closed_lobby: Option<String>,
    /// The number of the last act that was followed.
    last_act: u64,
}

impl HouseRules {
    pub(crate) fn new() -> HouseRules {
        HouseRules {
            decided: RwLock::default(),
            announcement: watch::Sender::new("".into()),
            bans: watch::Sender::new(()),
        }
    }

    /// Refuses a guest or an address that is banned.
    pub(crate) fn check_ban(
        &self,
        guest: Option<GuestId>,
        address: IpAddr,
        now: Time,
    ) -> Result<(), Refusal> {
        let decided = self.decided.read().unwrap_or_else(PoisonError::into_inner);
        if decided.guests.is_empty() && decided.ranges.is_empty() {
            return Ok(());
        }
        let holds = |until: &Option<Time>| until.is_none_or(|until| now < until);
        let is_banned = guest.and_then(|guest| decided.guests.get(&guest)).is_some_and(holds)
            || decided.ranges.iter().any(|(range, until)| holds(until) && range.contains(address));
        if is_banned { Err(Refusal::Banned) } else { Ok(()) }
    }

    /// Refuses a table for the lobby while the lobby is closed.
    pub(crate) fn check_lobby(&self) -> Result<(), Refusal> {
        let decided = self.decided.read().unwrap_or_else(PoisonError::into_inner);
        decided.closed_lobby.clone().map_or(Ok(()), |why| Err(Refusal::LobbyClosed { why }))
    }

    /// Waits for new bans. The first is reported at once: it may have come before this call.
    pub(crate) fn bans(&self) -> watch::Receiver<()> {
        let mut bans = self.bans.subscribe();
        bans.mark_changed();
        bans
    }

    /// Subscribes to the announcement.
    pub(crate) fn announcement(&self) -> watch::Receiver<Arc<str>> {
        self.announcement.subscribe()
    }

    /// Follows the acts since the last call, in order. Returns them.
    pub(crate) async fn follow(&self, state: &AppState) -> Result<Vec<ActEntry>, StoreError> {
        let last = self.decided.read().unwrap_or_else(PoisonError::into_inner).last_act;
        let acts = state.store.acts_after(last).await?;
        for entry in &acts {
            self.apply(entry);
        }
        Ok(acts)
    }

    fn apply(&self, entry: &ActEntry) {
        self.decide(entry);
        if let Some(Act::Ban(..)) = &entry.act {
            self.bans.send_replace(());
        }
    }

    fn decide(&self, entry: &ActEntry) {
        let mut decided = self.decided.write().unwrap_or_else(PoisonError::into_inner);
        decided.last_act = entry.number;
        match &entry.act {
            Some(Act::Ban(BanSubject::Guest(guest), until)) => drop(decided.guests.insert(*guest, *until)),
            Some(Act::Ban(BanSubject::Range(range), until)) => {
                decided.ranges.retain(|(known, _)| known != range);
                decided.ranges.push((*range, *until));
            }
            Some(Act::Unban(BanSubject::Guest(guest))) => drop(decided.guests.remove(guest)),
            Some(Act::Unban(BanSubject::Range(range))) => decided.ranges.retain(|(known, _)| known != range),
            Some(Act::CloseLobby(why)) => decided.closed_lobby = Some(why.clone()),
            Some(Act::OpenLobby) => decided.closed_lobby = None,
            Some(Act::Announce(text)) => self.announce(text),
            Some(Act::Unannounce) => self.announce(""),
            Some(Act::Hide(_) | Act::Show(_) | Act::Delete(_)) | None => {}
        }
    }

    fn announce(&self, text: &str) {
        self.announcement.send_replace(text.into());
    }
}
