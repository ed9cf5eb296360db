//! Receives the notifications of other servers, and notices when one of them falls silent.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use tokio::sync::{broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Config};

use super::connection::{RESPONSE_TIMEOUT, back_off, connect, unavailable};
use crate::store::{Change, StoreError};

/// How often the last heartbeats of the other servers are checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// After how long without a heartbeat another server counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(4);

/// How often the connection itself is checked.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// Listens for as long as it is polled. Sets `is_up` once it does.
pub(super) async fn listen(
    config: Config,
    process: String,
    changes: broadcast::Sender<Change>,
    is_up: watch::Sender<bool>,
) {
    let mut failures = 0;
    loop {
        if receive(&config, &process, &changes, &is_up).await.is_ok() {
            failures = 0;
        }
        back_off(failures).await;
        failures += 1;
    }
}

/// Connects and listens until the connection is lost.
async fn receive(
    config: &Config,
    process: &str,
    changes: &broadcast::Sender<Change>,
    is_up: &watch::Sender<bool>,
) -> Result<(), StoreError> {
    let (client, mut connection) = connect(config).await?;
    let (process, sender) = (process.to_owned(), changes.clone());
    let mut receiving = JoinSet::new();
    receiving.spawn(async move {
        let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
        let mut others = Others::default();
        let mut ticks = interval(CHECK_INTERVAL);
        loop {
            let change = tokio::select! {
                message = messages.next() => match message {
                    Some(Ok(AsyncMessage::Notification(notification))) => {
                        others.receive(notification.payload(), &process, Instant::now())
                    }
                    Some(Ok(_)) => None,
                    Some(Err(_)) | None => return,
                },
                _ = ticks.tick() => others.remove_lost(Instant::now()).then_some(Change::ServerLost),
            };
            if let Some(change) = change {
                // There may be no receiver yet.
                let _ = sender.send(change);
            }
        }
    });
    let late = |_| StoreError::Unavailable("the database did not answer in time".to_owned());
    let asked = timeout(RESPONSE_TIMEOUT, client.batch_execute("LISTEN trois")).await.map_err(late)?;
    asked.map_err(|error| unavailable(&error))?;
    if is_up.send_replace(true) {
        let _ = changes.send(Change::Missed);
    }
    loop {
        tokio::select! {
            _ = receiving.join_next() => return Ok(()),
            () = sleep(PING_INTERVAL) => {}
        }
        if !matches!(timeout(RESPONSE_TIMEOUT, client.batch_execute("")).await, Ok(Ok(()))) {
            return Ok(());
        }
    }
}

/// When each of the other servers last sent something.
#[derive(Debug, Default)]
struct Others(HashMap<String, Instant>);

impl Others {
    /// Reads a notification: `SERVER TABLE` for an append, `SERVER !` for a heartbeat.
    fn receive(&mut self, payload: &str, process: &str, now: Instant) -> Option<Change> {
        let (by, table) = payload.split_once(' ')?;
        if by == process {
            return None;
        }
        self.0.insert(by.to_owned(), now);
        table.parse().ok().map(Change::Table)
    }

    /// Whether a server has fallen silent. Each is reported once.
    fn remove_lost(&mut self, now: Instant) -> bool {
        let before = self.0.len();
        self.0.retain(|_, heard| now.saturating_duration_since(*heard) < LOST_AFTER);
        self.0.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_falls_silent_is_lost_once() {
        let mut others = Others::default();
        let start = Instant::now();
        assert_eq!(others.receive("me abc", "me", start), None);
        assert_eq!(others.receive("you abc", "me", start), Some(Change::Table("abc".parse().unwrap())));
        assert_eq!(others.receive("you !", "me", start + CHECK_INTERVAL), None);
        assert!(!others.remove_lost(start + LOST_AFTER));
        assert!(others.remove_lost(start + CHECK_INTERVAL + LOST_AFTER));
        assert!(!others.remove_lost(start + 2 * LOST_AFTER));
    }
}
