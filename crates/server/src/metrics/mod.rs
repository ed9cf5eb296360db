//! Metrics in the text format of Prometheus. They are about the server as a whole, never about one table or guest.

mod labelled;
mod listener;
mod process;

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::app_state::AppState;
pub(crate) use labelled::LabelledCounter;
pub use listener::serve_metrics;

/// A counter.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper bounds of the histogram buckets, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2000];

/// A histogram of durations.
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

/// The counters of a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Tables created.
    pub(crate) tables: Counter,
    /// Events appended that everyone may know of: the moment of a premove is private.
    pub(crate) events: Counter,
    /// Lines read from sockets.
    pub(crate) lines: Counter,
    /// Notifications of other servers, without heartbeats.
    pub(crate) notifications: Counter,
    /// Requests refused, by the code of the reason.
    pub(crate) refusals: LabelledCounter,
    /// HTTP responses, by the class of their status.
    pub(crate) responses: LabelledCounter,
    /// How long the store takes to append.
    pub(crate) appended: Durations,
    /// From reading a line to having sent its effects to all watchers.
    pub(crate) answered: Durations,
}

/// All metrics as text.
pub(crate) fn text(state: &AppState) -> String {
    let metrics = &state.metrics;
    let mut text = String::new();
    let (waiting, thinking) = state.engines.counts();
    let gauges = [
        ("trois_up", "Whether the store can be written to.", u64::from(state.heartbeat.is_store_writable())),
        ("trois_sockets", "Open sockets.", u64::from(state.sockets.count())),
        ("trois_tables_in_memory", "Tables in memory.", state.live_table_count() as u64),
        ("trois_engine_queue", "Engine moves that wait to be thought about.", waiting as u64),
        ("trois_engine_thinking", "Engine moves that are being thought about.", thinking as u64),
    ];
    for (name, help, value) in gauges {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
    }
    let (name, version) = ("trois_build_info", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "# HELP {name} The program.\n# TYPE {name} gauge");
    let _ = writeln!(text, "{name}{{version=\"{version}\",protocol=\"{}\"}} 1", table::VERSION);
    process::write(&mut text);
    let counters = [
        ("trois_tables_opened_total", "Tables created.", &metrics.tables),
        ("trois_events_total", "Public events appended.", &metrics.events),
        ("trois_lines_total", "Lines read from sockets.", &metrics.lines),
        (
            "trois_unnamed_total",
            "Requests whose client the proxy does not name.",
            state.proxy_warning.count(),
        ),
        ("trois_engine_searches_total", "Engine moves that were thought about.", state.engines.searches()),
    ];
    let sent = Counter(AtomicU64::new(state.store.notifications_sent()));
    let transactions = Counter(AtomicU64::new(state.store.append_transactions()));
    let counters = counters.into_iter().chain([
        (
            "trois_notifications_received_total",
            "Notifications of other servers, without heartbeats.",
            &metrics.notifications,
        ),
        ("trois_notifications_sent_total", "Notifications to other servers, without heartbeats.", &sent),
        (
            "trois_store_transactions_total",
            "Transactions that wrote what tables appended. Each waits for the disk once.",
            &transactions,
        ),
    ]);
    for (name, help, counter) in counters {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", counter.get());
    }
    metrics.refusals.write(&mut text, "trois_refused_total", "code", "Requests refused.");
    metrics.responses.write(&mut text, "trois_http_responses_total", "status", "HTTP responses.");
    let help = "From reading a line to having sent its effects to all watchers.";
    metrics.answered.write(&mut text, "trois_answer_seconds", help);
    let help = "From an engine's turn until it begins to think.";
    state.engines.waits().write(&mut text, "trois_engine_wait_seconds", help);
    metrics.appended.write(&mut text, "trois_store_append_seconds", "How long the store takes to append.");
    text
}
