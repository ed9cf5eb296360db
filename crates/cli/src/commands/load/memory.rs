//! The memory of the server, from its metrics, and the load of the machine.

use std::time::Duration;

use client::ApiClient;

/// The most samples that are taken until memory settles.
const MAX_SAMPLES: usize = 40;
const SAMPLE_INTERVAL: Duration = Duration::from_millis(250);

/// Memory has settled if it changes by at most so many bytes per sample.
const MAX_DRIFT: u64 = 64 * 1024;

/// The resident memory of the server in bytes; `None` if the server does not report it.
pub(super) async fn resident_bytes(monitor: &ApiClient) -> Option<u64> {
    let figures = monitor.get("/metrics").await.ok()?;
    let line = figures.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "))?;
    line.trim().parse().ok()
}

/// The resident memory, once it has not changed for a second.
pub(super) async fn settled_bytes(monitor: &ApiClient) -> Option<u64> {
    let mut last = resident_bytes(monitor).await?;
    let mut steady = 0;
    for _ in 0..MAX_SAMPLES {
        tokio::time::sleep(SAMPLE_INTERVAL).await;
        let bytes = resident_bytes(monitor).await?;
        steady = if bytes.abs_diff(last) <= MAX_DRIFT { steady + 1 } else { 0 };
        last = bytes;
        if steady == 4 {
            break;
        }
    }
    Some(last)
}

/// The load average of the last minute, on systems that report it.
pub(super) fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
