//! The task that notifies other servers. It collects notifications and sends them in one statement, apart from the
//! appends: PostgreSQL takes one lock for all transactions that notify, and holds it until they are on disk.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use table::TableId;
use tokio::sync::Notify;

use super::connection::{Connection, back_off};
use crate::store::StoreError;

/// The channel on which all servers listen, for heartbeats and changes of the lobby.
pub(super) const COMMON_CHANNEL: &str = "trois";

/// The settings of the connection that notifies: what it sends need not survive a crash of the database, after which all
/// servers read everything again.
pub(super) const NOTIFIER_OPTIONS: &str = "-c synchronous_commit=off";

/// The longest payload that is sent, in bytes. PostgreSQL refuses 8000.
const MAX_PAYLOAD: usize = 7500;

const NOTIFY: &str =
    "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS sent (channel, payload)";

/// The channel on which a server hears of the tables that it watches.
pub(super) fn channel_of(server: i64) -> String {
    format!("{COMMON_CHANNEL}_{server}")
}

/// A handle to the task.
#[derive(Clone, Debug)]
pub(super) struct Notifier(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    server: i64,
    pending: Mutex<Pending>,
    is_pending: Notify,
    sent: AtomicU64,
}

/// The notifications that have not been sent yet. Their number is bounded by the number of tables.
#[derive(Debug, Default)]
struct Pending {
    /// For each server, the tables that it watches and that were appended to.
    tables: HashMap<i64, BTreeSet<String>>,
    is_lobby_changed: bool,
    has_heartbeat: bool,
}

/// A notifier, and the task that has to run for it. `server` is the number of this server.
pub(super) fn notifier(connection: Connection, server: i64) -> (Notifier, impl Future<Output = ()> + Send) {
    let shared =
        Shared { server, pending: Mutex::default(), is_pending: Notify::new(), sent: AtomicU64::new(0) };
    let notifier = Notifier(Arc::new(shared));
    (notifier.clone(), run(notifier, connection))
}

impl Notifier {
    /// Notifies the other servers that watch a table of an append.
    pub(super) fn table_changed(&self, id: &TableId, watchers: &[i64]) {
        for &server in watchers.iter().filter(|&&server| server != self.0.server) {
            self.add(|pending| {
                pending.tables.entry(server).or_default().insert(id.to_string());
            });
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

    fn add(&self, change: impl FnOnce(&mut Pending)) {
        change(&mut self.0.pending.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.is_pending.notify_one();
    }

    fn take(&self) -> Pending {
        std::mem::take(&mut *self.0.pending.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts back what could not be sent.
    fn put_back(&self, unsent: Pending) {
        let mut pending = self.0.pending.lock().unwrap_or_else(PoisonError::into_inner);
        for (server, tables) in unsent.tables {
            pending.tables.entry(server).or_default().extend(tables);
        }
        pending.is_lobby_changed |= unsent.is_lobby_changed;
        pending.has_heartbeat |= unsent.has_heartbeat;
    }
}

async fn run(notifier: Notifier, connection: Connection) {
    let mut failures = 0;
    loop {
        notifier.0.is_pending.notified().await;
        let pending = notifier.take();
        let (channels, payloads) = pending.messages(notifier.0.server);
        if channels.is_empty() {
            continue;
        }
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

impl Pending {
    /// The channels and the payloads to send: for each server the ids of its tables, in as few messages as possible.
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
            for id in tables {
                if payload.len() + id.len() > MAX_PAYLOAD {
                    push(channel_of(server), std::mem::take(&mut payload));
                }
                if !payload.is_empty() {
                    payload.push(' ');
                }
                payload.push_str(id);
            }
            push(channel_of(server), payload);
        }
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_appends_make_few_messages_each_short_enough() {
        let mut pending = Pending { is_lobby_changed: true, has_heartbeat: true, ..Pending::default() };
        let ids: BTreeSet<String> = (0..1000).map(|number| format!("{number:060}")).collect();
        pending.tables.insert(7, ids.clone());
        pending.tables.insert(8, [ids.first().unwrap().clone()].into());
        let (channels, payloads) = pending.messages(3);
        assert_eq!(payloads[..2], ["3 running", "3 lobby"]);
        let of = |server| {
            let all =
                channels.iter().zip(&payloads).filter(move |(channel, _)| **channel == channel_of(server));
            all.map(|(_, payload)| payload.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(8), [ids.first().unwrap()]);
        assert_eq!(of(7).len(), 9, "61 kB in messages below 8 kB");
        assert!(payloads.iter().all(|payload| payload.len() < 8000));
        let sent: BTreeSet<String> =
            of(7).iter().flat_map(|payload| payload.split(' ')).map(str::to_owned).collect();
        assert_eq!(sent, ids);
    }
}
