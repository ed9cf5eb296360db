//! Receives the notifications of other servers, and notices when one of them falls silent.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tokio_postgres::AsyncMessage;

use super::connection::{RESPONSE_TIMEOUT, back_off, unavailable};
use super::interval::StatementInterval;
use super::notify::{COMMON_CHANNEL, channel_of, read_entry};
use super::target::Target;
use crate::store::{Change, StoreError};

/// How often the last heartbeats of the other servers are checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// After how long without a heartbeat another server counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(4);

/// How often the connection itself is checked.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// Listens for as long as it is polled. Sets `is_up` once it does.
pub(super) async fn listen(
    target: Target,
    server: i64,
    changes: broadcast::Sender<Change>,
    interval: StatementInterval,
    is_up: watch::Sender<bool>,
) {
    let mut failures = 0;
    loop {
        if receive(&target, server, &changes, &interval, &is_up).await.is_ok() {
            failures = 0;
        }
        back_off(failures).await;
        failures += 1;
    }
}

/// Connects and listens until the connection is lost.
async fn receive(
    target: &Target,
    server: i64,
    changes: &broadcast::Sender<Change>,
    statement_interval: &StatementInterval,
    is_up: &watch::Sender<bool>,
) -> Result<(), StoreError> {
    let (client, mut connection) = target.connect().await?;
    let (sender, statement_interval) = (changes.clone(), statement_interval.clone());
    let (known, mut others_known) = mpsc::channel::<Vec<i64>>(1);
    let mut receiving = JoinSet::new();
    receiving.spawn(async move {
        let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
        let mut others = OtherServers::new(server);
        let mut ticks = interval(CHECK_INTERVAL);
        loop {
            let changes = tokio::select! {
                message = messages.next() => match message {
                    Some(Ok(AsyncMessage::Notification(notification))) => {
                        others.receive(notification.channel(), notification.payload(), Instant::now())
                    }
                    Some(Ok(_)) => Vec::new(),
                    Some(Err(_)) | None => return,
                },
                Some(servers) = others_known.recv() => {
                    others.expect(&servers, Instant::now());
                    Vec::new()
                }
                _ = ticks.tick() => others.remove_lost(Instant::now()),
            };
            statement_interval.set_others(others.last_heartbeats.len());
            for change in changes {
                // There may be no receiver yet.
                let _ = sender.send(change);
            }
        }
    });
    let late = |_| StoreError::Unavailable("the database did not answer in time".to_owned());
    let listen = format!("LISTEN {COMMON_CHANNEL}; LISTEN {}", channel_of(server));
    let listening = timeout(RESPONSE_TIMEOUT, client.batch_execute(&listen)).await.map_err(late)?;
    listening.map_err(|error| unavailable(&error))?;
    // Servers that have not been heard from yet are expected too, so that the loss of any of them is noticed.
    let rows =
        timeout(RESPONSE_TIMEOUT, client.query("SELECT number FROM servers", &[])).await.map_err(late)?;
    let rows = rows.map_err(|error| unavailable(&error))?;
    let _ = known.send(rows.iter().map(|row| row.get(0)).collect()).await;
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

/// When each of the other servers last sent a heartbeat.
#[derive(Debug)]
struct OtherServers {
    /// The number of this server.
    server: i64,
    last_heartbeats: HashMap<i64, Instant>,
}

impl OtherServers {
    fn new(server: i64) -> OtherServers {
        OtherServers { server, last_heartbeats: HashMap::new() }
    }

    /// Expects heartbeats of these servers from now on.
    fn expect(&mut self, servers: &[i64], now: Instant) {
        for &server in servers.iter().filter(|server| **server != self.server) {
            self.last_heartbeats.entry(server).or_insert(now);
        }
    }

    /// Reads a notification: on the channel of this server the tables that others have appended to; on the common channel
    /// `SERVER running` or `SERVER lobby`.
    fn receive(&mut self, channel: &str, payload: &str, now: Instant) -> Vec<Change> {
        if channel != COMMON_CHANNEL {
            return payload.lines().filter_map(read_entry).collect();
        }
        let Some((server, what)) = payload.split_once(' ') else { return Vec::new() };
        let Some(server) = server.parse().ok().filter(|server| *server != self.server) else {
            return Vec::new();
        };
        self.last_heartbeats.insert(server, now);
        if what == "lobby" { vec![Change::Lobby] } else { Vec::new() }
    }

    /// Reports the servers that have fallen silent, each of them once.
    fn remove_lost(&mut self, now: Instant) -> Vec<Change> {
        let before = self.last_heartbeats.len();
        self.last_heartbeats.retain(|_, last| now.saturating_duration_since(*last) < LOST_AFTER);
        if self.last_heartbeats.len() < before { vec![Change::ServerLost] } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_falls_silent_is_lost_once() {
        let mut others = OtherServers::new(1);
        let start = Instant::now();
        assert_eq!(others.receive("trois", "1 lobby", start), []);
        assert_eq!(others.receive("trois", "2 lobby", start), [Change::Lobby]);
        let tables = ["abc", "def"].map(|id| Change::Table(id.parse().unwrap(), None));
        assert_eq!(others.receive("trois_1", "abc\ndef", start), tables);
        assert_eq!(others.receive("trois", "2 running", start + CHECK_INTERVAL), []);
        assert_eq!(others.remove_lost(start + LOST_AFTER), []);
        assert_eq!(others.remove_lost(start + CHECK_INTERVAL + LOST_AFTER), [Change::ServerLost]);
        assert_eq!(others.remove_lost(start + 2 * LOST_AFTER), []);
        others.expect(&[1, 3], start);
        assert_eq!(
            others.remove_lost(start + LOST_AFTER),
            [Change::ServerLost],
            "listed, but never heard from"
        );
        assert_eq!(others.remove_lost(start + 2 * LOST_AFTER), []);
    }
}
