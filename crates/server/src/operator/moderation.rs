//! The decisions of operators, which every server follows: bans, a closed lobby, an announcement.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use table::{GuestId, Refusal, Time};
use tokio::sync::watch;

use super::admin_action::{AdminAction, AdminLogEntry};
use super::ban::{AddressRange, BanSubject};
use crate::app_state::AppState;
use crate::store::StoreError;

/// The decisions that are in force.
#[derive(Debug)]
pub(crate) struct Moderation {
    current: RwLock<ModerationState>,
    /// The announcement, for everyone in the lobby; empty if there is none.
    announcement: watch::Sender<Arc<str>>,
    /// Notified of each new ban.
    bans: watch::Sender<()>,
}

/// The decisions so far. A ban ends at its time, if it has one.
#[derive(Debug, Default)]
struct ModerationState {
    guests: HashMap<GuestId, Option<Time>>,
    ranges: Vec<(AddressRange, Option<Time>)>,
    closed_lobby: Option<String>,
    /// The number of the last log entry that was followed.
    last_number: u64,
}

impl Moderation {
    pub(crate) fn new() -> Moderation {
        Moderation {
            current: RwLock::default(),
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
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        if current.guests.is_empty() && current.ranges.is_empty() {
            return Ok(());
        }
        let holds = |until: &Option<Time>| until.is_none_or(|until| now < until);
        let is_banned = guest.and_then(|guest| current.guests.get(&guest)).is_some_and(holds)
            || current.ranges.iter().any(|(range, until)| holds(until) && range.contains(address));
        if is_banned { Err(Refusal::Banned) } else { Ok(()) }
    }

    /// Refuses a table for the lobby while the lobby is closed.
    pub(crate) fn check_lobby(&self) -> Result<(), Refusal> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.closed_lobby.clone().map_or(Ok(()), |why| Err(Refusal::LobbyClosed { why }))
    }

    /// Subscribes to new bans. The first change is reported at once: a ban may have come before this call.
    pub(crate) fn subscribe_to_bans(&self) -> watch::Receiver<()> {
        let mut bans = self.bans.subscribe();
        bans.mark_changed();
        bans
    }

    /// Subscribes to the announcement.
    pub(crate) fn announcement(&self) -> watch::Receiver<Arc<str>> {
        self.announcement.subscribe()
    }

    /// Follows the new entries of the admin log, in order. Returns them.
    pub(crate) async fn follow(&self, state: &AppState) -> Result<Vec<AdminLogEntry>, StoreError> {
        let last = self.current.read().unwrap_or_else(PoisonError::into_inner).last_number;
        let entries = state.store.admin_log_after(last).await?;
        for entry in &entries {
            self.apply(entry);
        }
        Ok(entries)
    }

    fn apply(&self, entry: &AdminLogEntry) {
        self.update_state(entry);
        if let Some(AdminAction::Ban(..)) = &entry.action {
            self.bans.send_replace(());
        }
    }

    fn update_state(&self, entry: &AdminLogEntry) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        current.last_number = entry.number;
        match &entry.action {
            Some(AdminAction::Ban(BanSubject::Guest(guest), until)) => {
                current.guests.insert(*guest, *until);
            }
            Some(AdminAction::Ban(BanSubject::Range(range), until)) => {
                current.ranges.retain(|(known, _)| known != range);
                current.ranges.push((*range, *until));
            }
            Some(AdminAction::Unban(BanSubject::Guest(guest))) => drop(current.guests.remove(guest)),
            Some(AdminAction::Unban(BanSubject::Range(range))) => {
                current.ranges.retain(|(known, _)| known != range);
            }
            Some(AdminAction::CloseLobby(why)) => current.closed_lobby = Some(why.clone()),
            Some(AdminAction::OpenLobby) => current.closed_lobby = None,
            Some(AdminAction::Announce(text)) => self.announce(text),
            Some(AdminAction::Unannounce) => self.announce(""),
            Some(AdminAction::Hide(_) | AdminAction::Show(_) | AdminAction::Delete(_)) | None => {}
        }
    }

    fn announce(&self, text: &str) {
        self.announcement.send_replace(text.into());
    }
}
