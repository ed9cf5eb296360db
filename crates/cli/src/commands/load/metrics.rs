//! The metrics of the servers, added up, and the load of the machine.

use std::net::SocketAddr;
use std::time::Duration;

use client::ApiClient;

use crate::errors::Failure;

/// The most samples that are taken until memory settles.
const MAX_SAMPLES: usize = 40;
const SAMPLE_INTERVAL: Duration = Duration::from_millis(250);

/// Memory has settled if it changes by at most this many bytes per sample.
const MAX_DRIFT: u64 = 64 * 1024;

/// Reads the metrics of all servers.
#[derive(Debug)]
pub(super) struct Monitor(Vec<ApiClient>);

/// What all servers together have used since they started.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ServerUsage {
    /// Processor time in seconds.
    pub(super) cpu: f64,
    /// Changes of tables and of the lobby that servers received from each other.
    pub(super) notifications: f64,
    /// Messages in which servers sent these changes: one message can carry changes of many tables.
    pub(super) messages: f64,
    /// Appends to the store.
    pub(super) appends: f64,
    /// Transactions of the store that these appends shared.
    pub(super) transactions: f64,
}

impl ServerUsage {
    /// The difference to earlier figures.
    pub(super) fn since(self, before: ServerUsage) -> ServerUsage {
        ServerUsage {
            cpu: self.cpu - before.cpu,
            notifications: self.notifications - before.notifications,
            messages: self.messages - before.messages,
            appends: self.appends - before.appends,
            transactions: self.transactions - before.transactions,
        }
    }
}

impl Monitor {
    pub(super) fn new(metrics: &[SocketAddr]) -> Monitor {
        Monitor(metrics.iter().map(|address| ApiClient::with_cookie(*address, "")).collect())
    }

    /// Checks that the given addresses serve metrics.
    pub(super) async fn check(&self) -> Result<(), Failure> {
        if self.0.is_empty() || self.figures().await.is_some() {
            return Ok(());
        }
        Err(Failure::input(
            "There are no metrics where --metrics says: start the server with trois serve --metrics ADDRESS:PORT.".to_owned(),
        ))
    }

    /// The sum of a figure over all servers; `None` without metrics.
    async fn sum(&self, name: &str) -> Option<f64> {
        let mut sum = None;
        for server in &self.0 {
            let text = server.get("/metrics").await.ok()?;
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
            sum = Some(sum.unwrap_or(0.0) + value.trim().parse::<f64>().ok()?);
        }
        sum
    }

    /// What the servers have used so far; `None` without metrics.
    pub(super) async fn figures(&self) -> Option<ServerUsage> {
        Some(ServerUsage {
            cpu: self.sum("process_cpu_seconds_total").await?,
            notifications: self.sum("trois_notifications_received_total").await?,
            messages: self.sum("trois_notifications_sent_total").await?,
            appends: self.sum("trois_store_append_seconds_count").await?,
            transactions: self.sum("trois_store_transactions_total").await?,
        })
    }

    /// The resident memory of the servers in bytes; `None` if they do not report it.
    pub(super) async fn resident_bytes(&self) -> Option<u64> {
        Some(self.sum("process_resident_memory_bytes").await? as u64)
    }

    /// The resident memory, once it has not changed for a second.
    pub(super) async fn settled_bytes(&self) -> Option<u64> {
        let mut last = self.resident_bytes().await?;
        let mut steady = 0;
        for _ in 0..MAX_SAMPLES {
            tokio::time::sleep(SAMPLE_INTERVAL).await;
            let bytes = self.resident_bytes().await?;
            steady = if bytes.abs_diff(last) <= MAX_DRIFT { steady + 1 } else { 0 };
            last = bytes;
            if steady == 4 {
                break;
            }
        }
        Some(last)
    }
}

/// The load average of the last minute, on systems that report it.
pub(super) fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
