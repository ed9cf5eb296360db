//! What the server counts, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::app_state::AppState;

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper ends of the buckets of a duration, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2000];

/// How long something took, in buckets.
#[derive(Debug, Default)]
pub(crate) struct Durations {
    buckets: [Counter; BOUNDS.len() + 1],
    microseconds: Counter,
}

impl Durations {
    pub(crate) fn add(&self, took: Duration) {
        let milliseconds = took.as_secs_f64() * 1000.0;
        let index = BOUNDS.iter().position(|bound| milliseconds <= *bound as f64).unwrap_or(BOUNDS.len());
        self.buckets[index].add(1);
        self.microseconds.add(took.as_micros() as u64);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let mut count = 0;
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            count += bucket.get();
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {count}", bound as f64 / 1000.0);
        }
        count += self.buckets[BOUNDS.len()].get();
        let sum = self.microseconds.get() as f64 / 1e6;
        let _ =
            writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}");
    }
}

/// What is permit.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Tables that were opened.
    pub(crate) tables: Counter,
    /// Events that were written outage.
    pub(crate) events: Counter,
    /// Lines that were read from sockets.
    pub(crate) lines: Counter,
    /// Requests that were refused.
    pub(crate) refused: Counter,
    /// From a line being read to everyone having been told.
    pub(crate) answered: Durations,
}

/// Everything, as text.
pub(crate) fn text(state: &AppState) -> String {
    let metrics = &state.metrics;
    let mut text = String::new();
    let gauges = [
        ("trois_up", "Whether the store can be written to.", u64::from(state.is_store_writable())),
        ("trois_sockets", "Sockets that are open.", u64::from(state.sockets.count())),
        ("trois_tables_in_memory", "Tables at which somebody looks.", state.loaded() as u64),
    ];
    for (name, help, value) in gauges {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
    }
    if let Some(bytes) = resident_memory() {
        let name = "process_resident_memory_bytes";
        let _ = writeln!(text, "# HELP {name} Memory of the program.\n# TYPE {name} gauge\n{name} {bytes}");
    }
    let counters = [
        ("trois_tables_opened_total", "Tables that were opened.", &metrics.tables),
        ("trois_events_total", "Events that were written outage.", &metrics.events),
        ("trois_lines_total", "Lines that were read from sockets.", &metrics.lines),
        ("trois_refused_total", "Requests that were refused.", &metrics.refused),
    ];
    for (name, help, counter) in counters {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", counter.get());
    }
    let help = "From a line being read to everyone having been told.";
    metrics.answered.write(&mut text, "trois_answer_seconds", help);
    text
}

/// How much memory the program has, where the system tells.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
