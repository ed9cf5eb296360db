//! How events are committed: decided on the table in memory, appended to the store, applied, broadcast.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use rules::Viewer;
use table::{Event, EventKind, Message, Refusal, Table};

use super::{Inner, LiveTable};
use crate::app_state::AppState;
use crate::real_play::{ArchiveCharge, PlayersFrom};
use crate::settings::ServerSettings;
use crate::store::{Append, StoreError};
use crate::store_log::StoreLog;
use crate::summary::SummaryTexts;
use crate::text_line::text_line;
use crate::{budget, summary};

/// How often a decision is retried after it lost the race against another server.
const MAX_ATTEMPTS: usize = 8;

/// When the store is read again after an append without confirmation. A statement that is still running in the database
/// has ended before the last of these times.
const RESYNC_AFTER: [Duration; 4] =
    [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(8)];

impl Inner {
    /// Counts a game that ends with this commit for the addresses of its players. `None` if the archive will not list
    /// it.
    fn admit_to_archive(&self, state: &AppState, game: &Table) -> Option<ArchiveCharge> {
        let from = PlayersFrom { addresses: &self.player_addresses(), opened_from: self.origin.opened_from };
        let ServerSettings { is_unlimited, cookie_key, .. } = &state.settings;
        if *is_unlimited {
            return Some(ArchiveCharge::default());
        }
        state.archive_limit.admit(game, from, cookie_key, Instant::now())
    }
}

impl LiveTable {
    /// Commits what `decide` returns: the next state of the table, or `None` if nothing changes. If another server was
    /// faster, reads its events and decides again.
    pub(super) async fn decide_and_commit(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        mut decide: impl FnMut(&Table) -> Result<Option<Table>, Refusal>,
    ) -> Result<(), Refusal> {
        for _ in 0..MAX_ATTEMPTS {
            let Some(next) = decide(&inner.table)? else { return Ok(()) };
            match self.commit(state, inner, next).await {
                Ok(()) => return Ok(()),
                Err(StoreError::Conflict) => {
                    self.catch_up(state, inner).await.map_err(|_| Refusal::Unavailable)?;
                }
                Err(error @ (StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))) => {
                    static LOG: StoreLog = StoreLog::new("events cannot be appended");
                    LOG.note(&error);
                    return Err(Refusal::Unavailable);
                }
            }
        }
        Err(Refusal::Unavailable)
    }

    /// Commits what `decide` returns; see [`decide_and_commit`](Self::decide_and_commit).
    pub(super) async fn commit_events(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        decide: impl Fn(&Table) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let after = |table: &Table| table.after(decide(table)?).map_err(|_| Refusal::Fault);
        self.decide_and_commit(state, inner, after).await
    }

    /// Appends the new events of `next` to the store, replaces the table with it, and broadcasts the events.
    async fn commit(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        next: Table,
    ) -> Result<(), StoreError> {
        let from = inner.table.version();
        state.ensure_heartbeat().await;
        if !state.is_current() {
            return Err(StoreError::Unavailable("the store could not be written to a moment ago".to_owned()));
        }
        let first = next.events_since(from).next().map(|event| &event.kind);
        let is_credit = matches!(first, Some(EventKind::Resumed { .. }));
        if !is_credit {
            let credit = inner.table.after(outage_credit(state, &inner.table));
            if let Some(credited) = credit.map_err(|error| StoreError::Unavailable(error.to_string()))? {
                // The outage is credited first: what was decided may depend on the clocks, so it is decided again.
                Box::pin(self.commit(state, inner, credited)).await?;
                return Err(StoreError::Conflict);
            }
        }
        let mut lines: Vec<String> = next.events_since(from).map(text_line).collect();
        let compacted = next.compacted();
        lines.extend(compacted.iter().filter_map(|table| table.events().last()).map(text_line));
        let ends = next.is_over() && !inner.table.is_over();
        let is_listed = inner.origin.is_listed;
        let charge = (is_listed && ends).then(|| inner.admit_to_archive(state, &next)).flatten();
        let is_shown = is_listed && (!ends || charge.is_some());
        let texts = inner.texts.after(&next);
        let (before, after) = (Arc::clone(inner.texts.occupancy()), Arc::clone(texts.occupancy()));
        let has_seats_changed = before != after;
        let summary = summary::summarize_after(from, &self.id, &next, &texts, is_shown, inner.origin.opener);
        let append = Append {
            id: self.id.clone(),
            version: from,
            events: lines,
            is_compaction: compacted.is_some(),
            summary,
            has_seats_changed,
            opened_from: None,
        };
        let cost = budget::cost_of(&append);
        if let Err(error) = state.append(append).await {
            if matches!(error, StoreError::OutcomeUnknown(_)) {
                // The game may be listed, so it stays counted.
                inner.is_unresolved = true;
                self.schedule_resync(state);
            } else if let Some(charge) = charge {
                state.archive_limit.refund(&charge, Instant::now());
            }
            return Err(error);
        }
        if let Some(payer) = inner.payer {
            state.budget.charge(payer, cost);
        }
        inner.table.replace_with(next);
        inner.texts = texts;
        let public = inner.table.events_since(from).filter(|event| event.kind.is_public()).count();
        state.metrics.events.add(public as u64);
        self.broadcast(inner, from);
        if let Some(compacted) = compacted {
            inner.table.replace_with(compacted);
        }
        state.lobby.table_changed(inner.origin.is_listed, &before, &after);
        if is_credit {
            // After an outage all players count as gone, those who are connected here too.
            Box::pin(self.mark_connected_present(state, inner)).await;
        }
        self.run_follow_ups(state, inner).await;
        Ok(())
    }

    /// Reads, applies and broadcasts the events in the store that the table in memory lacks. If the store lacks the last
    /// event in memory, it has lost events, as after a failover to a standby that was behind: then the table is loaded
    /// again.
    pub(super) async fn catch_up(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
    ) -> Result<(), StoreError> {
        let last = inner.table.version() - 1;
        let lines = state.store.events(&self.id, last).await?;
        let was_unresolved = std::mem::take(&mut inner.is_unresolved);
        let known = inner.table.events_since(last).next();
        let is_known = |line: &String| line.parse::<Event>().ok().as_ref() == known;
        match lines.split_first() {
            Some((line, [])) if is_known(line) => return Ok(()),
            Some((line, more)) if is_known(line) => self.apply_lines(state, inner, more)?,
            _ => self.reload(state, inner).await?,
        }
        Box::pin(self.mark_connected_present(state, inner)).await;
        if was_unresolved {
            // These may be this server's own events, whose follow-ups no other server runs.
            Box::pin(self.run_follow_ups(state, inner)).await;
        }
        Ok(())
    }

    /// Reads the whole table again, since the store no longer has the events that are here. Watchers receive a snapshot; the
    /// connections of those who know more events than there are now are closed, and their clients receive one when they
    /// say hello.
    async fn reload(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
    ) -> Result<(), StoreError> {
        tracing::warn!(table = self.id.prefix(), "the store has lost events: the table is read again");
        let lines = state.store.events(&self.id, 0).await?;
        if lines.is_empty() {
            // The table is gone, and so is every reason to watch it.
            inner.watchers.clear();
            state.unload(&self.id);
            return Err(StoreError::Unavailable("the table is no longer in the store".to_owned()));
        }
        let cannot = |refusal: Refusal| StoreError::Unavailable(refusal.to_string());
        let table = state.replay(&self.id, lines).await.map_err(cannot)?.with_id(self.id.clone());
        let numbers: Vec<u64> =
            inner.watchers.iter().map(|watcher| inner.table.number(watcher.viewer)).collect();
        let before = std::mem::replace(&mut inner.texts, SummaryTexts::of(&table));
        inner.table.replace_with(table);
        let Inner { table, watchers, .. } = inner;
        let mut numbers = numbers.into_iter();
        watchers.retain_mut(|watcher| {
            let viewer = watcher.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
            let can_follow = numbers.next() <= Some(table.number(viewer)) && watcher.viewer == viewer;
            can_follow && watcher.out.try_send(text_line(&table.snapshot_for(viewer)).into()).is_ok()
        });
        state.lobby.table_changed(inner.origin.is_listed, before.occupancy(), inner.texts.occupancy());
        self.set_wake_timer(state, inner);
        inner.drop_unwanted_search();
        Ok(())
    }

    /// Applies and broadcasts the events that follow those of the table in memory. They may mark players as gone who
    /// are connected here: see [`mark_connected_present`](Self::mark_connected_present).
    pub(super) fn apply_lines(
        self: &Arc<LiveTable>,
        state: &Arc<AppState>,
        inner: &mut Inner,
        lines: &[String],
    ) -> Result<(), StoreError> {
        let from = inner.table.version();
        let event = |line: &String| {
            line.parse()
                .map_err(|error| StoreError::Unavailable(format!("an event cannot be read: {error:?}")))
        };
        let events = lines.iter().map(event).collect::<Result<Vec<Event>, StoreError>>()?;
        let next = inner.table.after(events).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let Some(next) = next else { return Ok(()) };
        let texts = inner.texts.after(&next);
        let before = std::mem::replace(&mut inner.texts, texts);
        inner.table.replace_with(next);
        self.broadcast(inner, from);
        state.lobby.table_changed(inner.origin.is_listed, before.occupancy(), inner.texts.occupancy());
        self.set_wake_timer(state, inner);
        inner.drop_unwanted_search();
        Ok(())
    }

    /// Sends every watcher what it may know of the events from this one on. The lines are written once for each viewer.
    fn broadcast(&self, inner: &mut Inner, from: usize) {
        let Inner { table, watchers, .. } = inner;
        let mut lines: Vec<(Viewer, Vec<Utf8Bytes>)> = Vec::new();
        let needs_snapshot = table.was_compacted_since(from);
        watchers.retain_mut(|watcher| {
            let viewer = watcher.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
            // Messages are numbered per viewer. Before the game starts all numbers are equal; later the connection of
            // a watcher who has become another viewer is closed, and the client says hello on a new one.
            if watcher.viewer != viewer && !needs_snapshot && !table.seating_changed_since(from) {
                return false;
            }
            watcher.viewer = viewer;
            let is_same = |known: Viewer| !needs_snapshot && table.has_same_messages(from, known, viewer);
            let known = lines.iter().position(|(known, _)| *known == viewer || is_same(*known));
            let index = known.unwrap_or_else(|| {
                let line = |message: Message| text_line(&message).into();
                let messages = if needs_snapshot {
                    vec![line(table.snapshot_for(viewer))]
                } else {
                    let messages =
                        (from..table.version()).filter_map(|index| table.message_for(index, viewer));
                    messages.map(line).collect()
                };
                lines.push((viewer, messages));
                lines.len() - 1
            });
            lines[index].1.iter().all(|line| watcher.out.try_send(line.clone()).is_ok())
        });
    }

    /// Reads the store a few times over the next seconds, to find out whether an append took effect after all.
    fn schedule_resync(self: &Arc<LiveTable>, state: &Arc<AppState>) {
        let (live_table, state): (Weak<LiveTable>, Weak<AppState>) =
            (Arc::downgrade(self), Arc::downgrade(state));
        tokio::spawn(async move {
            for pause in RESYNC_AFTER {
                tokio::time::sleep(pause).await;
                let (Some(live_table), Some(state)) = (live_table.upgrade(), state.upgrade()) else { return };
                if state.shutdown.has_begun() {
                    return;
                }
                live_table.sync_with_store(&state).await;
            }
        });
    }
}

/// The events that credit a table with the outages since its last event, if there were any. The time of the credit is at
/// least the end of the last outage, by the clock of the server that recorded it: so each outage is credited once.
pub(super) fn outage_credit(state: &AppState, table: &Table) -> Vec<Event> {
    let last = table.last_event_at();
    let outages = state.heartbeat.outages_after(last);
    let Some(end) = outages.iter().map(|outage| outage.to).max() else { return Vec::new() };
    let length = outages.iter().map(|outage| outage.to.since(outage.from.max(last))).sum();
    table.resume(length, state.now().max(end))
}
