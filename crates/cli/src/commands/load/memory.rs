//! How much memory the server has, by its own word; and how busy the machine is.

use std::time::Duration;

use client::Visitor;

/// How often memory is looked at until it stays as it is.
const LOOKS: usize = 40;
const PAUSE: Duration = Duration::from_millis(250);

/// By how little memory that stays as it is may change.
const STEADY: u64 = 64 * 1024;

/// The bytes that the server has; `None` if it does not say.
pub(super) async fn now(looker: &Visitor) -> Option<u64> {
    let figures = looker.get("/metrics").await.ok()?;
    let line = figures.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "))?;
    line.trim().parse().ok()
}

/// The same, once it has stayed the same for a second.
pub(super) async fn settled(looker: &Visitor) -> Option<u64> {
    let mut last = now(looker).await?;
    let mut steady = 0;
    for _ in 0..LOOKS {
        tokio::time::sleep(PAUSE).await;
        let bytes = now(looker).await?;
        steady = if bytes.abs_diff(last) <= STEADY { steady + 1 } else { 0 };
        last = bytes;
        if steady == 4 {
            break;
        }
    }
    Some(last)
}

/// How many programs wanted a processor in the last minute, where the system tells.
pub(super) fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
