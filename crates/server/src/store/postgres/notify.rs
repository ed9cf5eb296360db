//! The task that notifies other servers. It collects notifications and sends them in one statement, apart from the
//! appends: PostgreSQL takes one lock for all transactions that notify, and holds it until they are on disk.
//!
//! A notification names the tables, one on each line. It includes the events where they are short, so that the other server
//! need not read them: `ID`, or `ID⇥VERSION⇥EVENT⇥EVENT…` with tabs.

use std::collections::{BTreeMap, HashMap, btree_map};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::connection::{Connection, back_off};
use super::interval::StatementInterval;
use crate::store::{Append, Appended, Change, StoreError};

/// The channel on which all servers listen, for heartbeats and changes of the lobby.
pub(super) const COMMON_CHANNEL: &str = "trois";

/// The settings of the connection that notifies: what it sends need not survive a crash of the database, after which all
/// servers read everything again.
pub(super) const NOTIFIER_OPTIONS: &str = "-c synchronous_commit=off";

/// The longest payload that is sent, in bytes. PostgreSQL refuses 8000.
const MAX_PAYLOAD: usize = 7500;

/// The most bytes of events that a notification includes for one table.
const MAX_EVENTS: usize = 2000;

const NOTIFY: &str =
    "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS sent (channel, payload)";

/// The channel on which a server is notified of the tables that it watches.
pub(super) fn channel_of(server: i64) -> String {
    format!("{COMMON_CHANNEL}_{server}")
}

/// A handle to the task.
#[derive(Clone, Debug)]
pub(super) struct Notifier(Arc<NotifierState>);

#[derive(Debug)]
struct NotifierState {
    server: i64,
    pending: Mutex<PendingNotifications>,
    is_pending: Notify,
    sent: AtomicU64,
}

/// The notifications that have not been sent yet. Their number is bounded by the number of tables.
#[derive(Debug, Default)]
struct PendingNotifications {
    /// For each server, the tables that it watches and that were appended to, by their ids.
    tables: HashMap<i64, BTreeMap<String, Option<Appended>>>,
    is_lobby_changed: bool,
    has_heartbeat: bool,
}

/// A notifier, and the task that has to run for it. `server` is the number of this server.
pub(super) fn notifier(
    connection: Connection,
    server: i64,
    interval: StatementInterval,
) -> (Notifier, impl Future<Output = ()> + Send) {
    let shared = NotifierState {
        server,
        pending: Mutex::default(),
        is_pending: Notify::new(),
        sent: AtomicU64::new(0),
    };
    let notifier = Notifier(Arc::new(shared));
    (notifier.clone(), run(notifier, connection, interval))
}

impl Notifier {
    /// Notifies the other servers that watch a table of an append.
    pub(super) fn table_changed(&self, append: &Append, watchers: &[i64]) {
        for &server in watchers.iter().filter(|&&server| server != self.0.server) {
            self.add(|pending| pending.add(server, append.id.as_str(), events_of(append)));
        }
    }

    /// Notifies all servers that the list of the lobby may have changed.
    pub(super) fn lobby_changed(&self) {
        self.add(|pending| pending.is_lobby_changed = true);
    }

    /// Tells all servers that this one is running.
    pub(super) fn heartbeat(&self) {
        self.add(|pending| pending.has_heartbeat = true);
    }

    /// How many notifications were sent, without heartbeats.
    pub(super) fn sent(&self) -> u64 {
        self.0.sent.load(Ordering::Relaxed)
    }

    fn add(&self, change: impl FnOnce(&mut PendingNotifications)) {
        change(&mut self.0.pending.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.is_pending.notify_one();
    }

    fn take(&self) -> PendingNotifications {
        std::mem::take(&mut *self.0.pending.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts back what could not be sent.
    fn put_back(&self, unsent: PendingNotifications) {
        let mut pending = self.0.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let later = std::mem::replace(&mut *pending, unsent);
        for (server, tables) in later.tables {
            tables.into_iter().for_each(|(id, appended)| pending.add(server, &id, appended));
        }
        pending.is_lobby_changed |= later.is_lobby_changed;
        pending.has_heartbeat |= later.has_heartbeat;
    }
}

async fn run(notifier: Notifier, connection: Connection, interval: StatementInterval) {
    let mut failures = 0;
    let mut next = Instant::now();
    loop {
        notifier.0.is_pending.notified().await;
        sleep_until(next).await;
        let pending = notifier.take();
        let (channels, payloads) = pending.messages(notifier.0.server);
        if channels.is_empty() {
            continue;
        }
        next = Instant::now() + interval.get();
        match connection.query(NOTIFY, &[&channels, &payloads]).await.map_err(StoreError::from) {
            Ok(_) => {
                failures = 0;
                let counted = channels.len() - usize::from(pending.has_heartbeat);
                notifier.0.sent.fetch_add(counted as u64, Ordering::Relaxed);
            }
            Err(error) => {
                if failures == 0 {
                    tracing::warn!(%error, "other servers cannot be notified yet");
                }
                notifier.put_back(pending);
                notifier.0.is_pending.notify_one();
                back_off(failures).await;
                failures += 1;
            }
        }
    }
}

/// The events included in the notification of an append: none if they are long or replace others.
fn events_of(append: &Append) -> Option<Appended> {
    let length: usize = append.events.iter().map(String::len).sum();
    let is_plain = |event: &String| !event.contains(['\t', '\n', '\r']);
    let is_included = !append.is_compaction && length <= MAX_EVENTS && append.events.iter().all(is_plain);
    is_included.then(|| Appended { from: append.version, lines: append.events.clone() })
}

/// Reads what a notification says of a table.
pub(super) fn read_entry(entry: &str) -> Option<Change> {
    let mut fields = entry.split('\t');
    let id = fields.next()?.parse().ok()?;
    let from = fields.next().and_then(|version| version.parse().ok());
    let appended = from.map(|from| Appended { from, lines: fields.map(str::to_owned).collect() });
    Some(Change::Table(id, appended.map(Arc::new)))
}

impl PendingNotifications {
    /// Adds that a table was appended to. Events are included only while none is missing and they are short.
    fn add(&mut self, server: i64, id: &str, appended: Option<Appended>) {
        match self.tables.entry(server).or_default().entry(id.to_owned()) {
            btree_map::Entry::Vacant(entry) => {
                entry.insert(appended);
            }
            btree_map::Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                let both = known.take().zip(appended).and_then(|(known, later)| known.followed_by(later));
                let is_short =
                    |both: &Appended| both.lines.iter().map(String::len).sum::<usize>() <= MAX_EVENTS;
                *known = both.filter(is_short);
            }
        }
    }

    /// The channels and the payloads to send: for each server its tables, in as few messages as possible.
    fn messages(&self, from: i64) -> (Vec<String>, Vec<String>) {
        let mut messages = (Vec::new(), Vec::new());
        let mut push = |channel: String, payload: String| {
            messages.0.push(channel);
            messages.1.push(payload);
        };
        if self.has_heartbeat {
            push(COMMON_CHANNEL.to_owned(), format!("{from} running"));
        }
        if self.is_lobby_changed {
            push(COMMON_CHANNEL.to_owned(), format!("{from} lobby"));
        }
        for (&server, tables) in &self.tables {
            let mut payload = String::new();
            for (id, appended) in tables {
                let entry = entry(id, appended.as_ref());
                if payload.len() + entry.len() > MAX_PAYLOAD {
                    push(channel_of(server), std::mem::take(&mut payload));
                }
                if !payload.is_empty() {
                    payload.push('\n');
                }
                payload.push_str(&entry);
            }
            push(channel_of(server), payload);
        }
        messages
    }
}

/// What a notification says of a table, as [`read_entry`] reads it.
fn entry(id: &str, appended: Option<&Appended>) -> String {
    match appended {
        Some(Appended { from, lines }) => format!("{id}\t{from}\t{}", lines.join("\t")),
        None => id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appended(from: usize, lines: &[&str]) -> Appended {
        Appended { from, lines: lines.iter().map(|&line| line.to_owned()).collect() }
    }

    #[test]
    fn many_appends_make_few_messages_each_short_enough() {
        let mut pending = PendingNotifications {
            is_lobby_changed: true,
            has_heartbeat: true,
            ..PendingNotifications::default()
        };
        let ids: Vec<String> = (0..1000).map(|number| format!("{number:060}")).collect();
        ids.iter().for_each(|id| pending.add(7, id, None));
        pending.add(8, &ids[0], None);
        let (channels, payloads) = pending.messages(3);
        assert_eq!(payloads[..2], ["3 running", "3 lobby"]);
        let of = |server| {
            let all =
                channels.iter().zip(&payloads).filter(move |(channel, _)| **channel == channel_of(server));
            all.map(|(_, payload)| payload.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(8), [&ids[0]]);
        assert_eq!(of(7).len(), 9, "61 kB in messages below 8 kB");
        assert!(payloads.iter().all(|payload| payload.len() < 8000));
        let sent: Vec<&str> = of(7).iter().flat_map(|payload| payload.lines()).collect();
        assert_eq!(sent, ids);
    }

    #[test]
    fn a_notification_carries_the_events_if_none_is_missing_and_they_are_short() {
        let mut pending = PendingNotifications::default();
        pending.add(7, "a", Some(appended(4, &["4 move x"])));
        pending.add(7, "a", Some(appended(5, &["5 move y", "5 gone 1"])));
        pending.add(7, "b", Some(appended(4, &["4 move x"])));
        pending.add(7, "b", Some(appended(6, &["6 move z"])));
        pending.add(7, "c", Some(appended(4, &["4 move x"])));
        pending.add(7, "c", Some(appended(5, &[&"y".repeat(MAX_EVENTS)])));
        pending.add(7, "d", Some(appended(4, &["4 move x"])));
        pending.add(7, "d", None);
        let (_, payloads) = pending.messages(3);
        let read: Vec<Change> = payloads[0].lines().filter_map(read_entry).collect();
        let all = appended(4, &["4 move x", "5 move y", "5 gone 1"]);
        let table =
            |id: &str, appended: Option<Appended>| Change::Table(id.parse().unwrap(), appended.map(Arc::new));
        assert_eq!(read, [table("a", Some(all)), table("b", None), table("c", None), table("d", None)]);
    }

    #[test]
    fn events_that_could_not_be_sent_precede_those_that_were_appended_later() {
        let shared = NotifierState {
            server: 3,
            pending: Mutex::default(),
            is_pending: Notify::new(),
            sent: AtomicU64::new(0),
        };
        let notifier = Notifier(Arc::new(shared));
        let mut unsent = PendingNotifications { is_lobby_changed: true, ..PendingNotifications::default() };
        unsent.add(7, "a", Some(appended(4, &["x"])));
        notifier.add(|pending| pending.add(7, "a", Some(appended(5, &["y"]))));
        notifier.heartbeat();
        notifier.put_back(unsent);
        let (_, payloads) = notifier.take().messages(3);
        assert_eq!(payloads, ["3 running", "3 lobby", "a\t4\tx\ty"]);
    }
}
