//! Hears what other servers have written.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use tokio::sync::{broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Config};

use super::connection::{PATIENCE, connect, pause, unavailable};
use crate::store::{Change, StoreError};

/// How often the others are looked after.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// After how long without a sign of life another server is lost.
const SILENCE: Duration = Duration::from_secs(4);

/// How often it is made sure that the connection is alive.
const BETWEEN_CHECKS: Duration = Duration::from_secs(5);

/// Listens for as long as it runs; `is_up` is told once it does.
pub(super) async fn listen(
    config: Config,
    process: String,
    changes: broadcast::Sender<Change>,
    is_up: watch::Sender<bool>,
) {
    let mut failures = 0;
    loop {
        if hear(&config, &process, &changes, &is_up).await.is_ok() {
            failures = 0;
        }
        pause(failures).await;
        failures += 1;
    }
}

/// Listens until the connection is lost; or why there was none.
async fn hear(
    config: &Config,
    process: &str,
    changes: &broadcast::Sender<Change>,
    is_up: &watch::Sender<bool>,
) -> Result<(), StoreError> {
    let (client, mut connection) = connect(config).await?;
    let (process, sender) = (process.to_owned(), changes.clone());
    let mut ears = JoinSet::new();
    ears.spawn(async move {
        let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
        let mut others = Others::default();
        let mut ticks = interval(HEARTBEAT);
        loop {
            let change = tokio::select! {
                message = messages.next() => match message {
                    Some(Ok(AsyncMessage::Notification(notification))) => {
                        others.read(notification.payload(), &process, Instant::now())
                    }
                    Some(Ok(_)) => None,
                    Some(Err(_)) | None => return,
                },
                _ = ticks.tick() => others.lost(Instant::now()).then_some(Change::ServerLost),
            };
            if let Some(change) = change {
                // Nobody may be interested yet.
                let _ = sender.send(change);
            }
        }
    });
    let late = |_| StoreError::Unavailable("the database did not answer in time".to_owned());
    let asked = timeout(PATIENCE, client.batch_execute("LISTEN trois")).await.map_err(late)?;
    asked.map_err(|error| unavailable(&error))?;
    if is_up.send_replace(true) {
        let _ = changes.send(Change::Missed);
    }
    loop {
        tokio::select! {
            _ = ears.join_next() => return Ok(()),
            () = sleep(BETWEEN_CHECKS) => {}
        }
        if !matches!(timeout(PATIENCE, client.batch_execute("")).await, Ok(Ok(()))) {
            return Ok(());
        }
    }
}

/// The other servers: when each was last heard of.
#[derive(Debug, Default)]
struct Others(HashMap<String, Instant>);

impl Others {
    /// `PROCESS TABLE`: what another server did. `PROCESS !` is a sign of life and no more.
    fn read(&mut self, payload: &str, process: &str, now: Instant) -> Option<Change> {
        let (by, table) = payload.split_once(' ')?;
        if by == process {
            return None;
        }
        self.0.insert(by.to_owned(), now);
        table.parse().ok().map(Change::Table)
    }

    /// Whether one is silent for so long that it must be gone. It is told once.
    fn lost(&mut self, now: Instant) -> bool {
        let before = self.0.len();
        self.0.retain(|_, heard| now.saturating_duration_since(*heard) < SILENCE);
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
        assert_eq!(others.read("me abc", "me", start), None);
        assert_eq!(others.read("you abc", "me", start), Some(Change::Table("abc".parse().unwrap())));
        assert_eq!(others.read("you !", "me", start + HEARTBEAT), None);
        assert!(!others.lost(start + SILENCE));
        assert!(others.lost(start + HEARTBEAT + SILENCE));
        assert!(!others.lost(start + 2 * SILENCE));
    }
}
