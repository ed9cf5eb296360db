//! The report of a run against its goals: a table, JSON, and a folder with charts.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::metrics::ServerUsage;
use super::plot;
use super::stats::{Counts, figures};
use crate::args::LoadArgs;
use crate::errors::Failure;
use crate::output::{FAINT, HEADING, grouped, write_json};

/// Goal: the 99th percentile of the delay to the opponent, in milliseconds.
const MAX_MILLISECONDS: f64 = 50.0;

/// Goal: the memory of an idle socket, in bytes.
const MAX_BYTES: f64 = 30_000.0;

/// Goal: the part of the requested moves that must have been made.
const MIN_MOVES: f64 = 0.98;

/// All measurements of a run.
#[derive(Debug)]
pub(super) struct LoadReport {
    /// The arguments of the run.
    arguments: Value,
    addresses: String,
    rate: u32,
    /// Games played at a time.
    pub(super) games: usize,
    /// Idle sockets.
    pub(super) idle: usize,
    /// Seconds during which moves were made.
    pub(super) seconds: f64,
    /// Numbers of idle sockets, each with the memory of the server in bytes.
    pub(super) memory: Vec<(usize, Option<u64>)>,
    /// The memory of the server at the end, in bytes.
    pub(super) memory_at_end: Option<u64>,
    /// What the servers used while moves were made.
    pub(super) spent: Option<ServerUsage>,
    /// The load average of the machine at the end.
    pub(super) load_average: Option<f64>,
    /// The counters.
    pub(super) counts: Counts,
}

/// A goal, and whether it was met.
struct LoadGoal {
    name: String,
    measured: String,
    is_met: bool,
}

impl LoadReport {
    pub(super) fn new(args: &LoadArgs, addresses: &[SocketAddr]) -> LoadReport {
        let arguments = json!({
            "games": args.games, "idle": args.idle, "rate": args.rate, "seconds": args.seconds,
            "game": args.game.to_string(), "seed": args.seed, "servers": addresses.len(),
        });
        LoadReport {
            arguments,
            addresses: addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            rate: args.rate,
            games: 0,
            idle: 0,
            seconds: 0.0,
            memory: Vec::new(),
            memory_at_end: None,
            spent: None,
            load_average: None,
            counts: Counts::default(),
        }
    }

    /// The memory of an idle socket and its table, in bytes.
    pub(super) fn per_idle_socket(&self) -> Option<f64> {
        let [(few, before), (many, after)] = self.memory[..] else { return None };
        let more = after?.saturating_sub(before?);
        (many > few).then(|| more as f64 / (many - few) as f64)
    }

    fn moves_per_second(&self) -> f64 {
        self.counts.delivered.count() as f64 / self.seconds.max(0.001)
    }

    /// What the servers used for each move, with the processor time in milliseconds.
    fn per_move(&self) -> Option<ServerUsage> {
        let moves = self.counts.delivered.count().max(1) as f64;
        self.spent.map(|spent| ServerUsage {
            cpu: spent.cpu * 1000.0 / moves,
            notifications: spent.notifications / moves,
            messages: spent.messages / moves,
            appends: spent.appends / moves,
            transactions: spent.transactions / moves,
        })
    }

    fn goals(&self) -> Vec<LoadGoal> {
        let mut goals = Vec::new();
        if let Some(p99) = self.counts.delivered.quantile(0.99) {
            goals.push(LoadGoal {
                name: format!("99 of 100 moves heard by the opponent within {MAX_MILLISECONDS} ms"),
                measured: format!("{p99:.1} ms"),
                is_met: p99 <= MAX_MILLISECONDS,
            });
        }
        let (least, made) = (f64::from(self.rate) * MIN_MOVES, self.moves_per_second());
        goals.push(LoadGoal {
            name: format!("at least {} moves a second", grouped(least)),
            measured: format!("{made:.1}"),
            is_met: made >= least,
        });
        if let Some(bytes) = self.per_idle_socket() {
            goals.push(LoadGoal {
                name: format!("at most {} KB of memory for an idle socket", MAX_BYTES / 1000.0),
                measured: format!("{:.1} KB", bytes / 1000.0),
                is_met: bytes <= MAX_BYTES,
            });
        }
        goals
    }

    /// A sentence with the goals that were missed.
    pub(super) fn missed(&self) -> Option<String> {
        let goals = self.goals();
        let missed: Vec<String> = goals
            .iter()
            .filter(|goal| !goal.is_met)
            .map(|goal| format!("{} ({})", goal.name, goal.measured))
            .collect();
        (!missed.is_empty()).then(|| format!("Goals that were missed: {}.", missed.join("; ")))
    }

    /// Writes the report as text or as JSON.
    pub(super) fn write(&self, is_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if is_json {
            return write_json(out, &self.json());
        }
        let counts = &self.counts;
        writeln!(
            out,
            "{HEADING}{} games and {} idle sockets at {} for {:.0} s{HEADING:#}\n",
            grouped(self.games as f64),
            grouped(self.idle as f64),
            self.addresses,
            self.seconds
        )?;
        writeln!(
            out,
            "{FAINT}{:<32}{:>9}{:>9}{:>9}{:>9}{FAINT:#}",
            "milliseconds", "p50", "p90", "p99", "max"
        )?;
        for (name, histogram) in
            [("from a move to the opponent", &counts.delivered), ("from a move to its done", &counts.done)]
        {
            let [p50, p90, p99, most] = figures(histogram);
            writeln!(out, "{name:<32}{p50:>9.1}{p90:>9.1}{p99:>9.1}{most:>9.1}")?;
        }
        writeln!(
            out,
            "\n{} moves, {} games finished, {} reconnects",
            grouped(counts.delivered.count() as f64),
            grouped(counts.finished as f64),
            counts.reconnects
        )?;
        for (what, all) in [("refused", &counts.refused), ("error", &counts.errors)] {
            for (name, count) in all {
                writeln!(out, "{what}: {name}, {count} times")?;
            }
        }
        if let Some(ServerUsage { cpu, notifications, messages, appends, transactions }) = self.per_move() {
            writeln!(
                out,
                "for each move: {cpu:.3} ms of the servers' processor time, {appends:.2} appends in {transactions:.2} transactions, {notifications:.2} notifications in {messages:.2} messages"
            )?;
        }
        if let Some(load) = self.load_average {
            writeln!(out, "load average of the machine: {load}")?;
        }
        writeln!(out, "\n{FAINT}{:<58}{:>12}  met{FAINT:#}", "goal", "measured")?;
        for LoadGoal { name, measured, is_met } in self.goals() {
            writeln!(out, "{name:<58}{measured:>12}  {}", if is_met { "yes" } else { "no" })?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let counts = &self.counts;
        let figures_json =
            |[p50, p90, p99, most]: [f64; 4]| json!({"p50": p50, "p90": p90, "p99": p99, "max": most});
        let seconds: Vec<Value> = counts
            .seconds
            .iter()
            .map(|second| {
                json!({
                    "at": second.at, "moves_per_second": second.moves,
                    "heard_ms": figures_json(second.delivered), "done_ms": figures_json(second.done),
                })
            })
            .collect();
        let bars: Vec<Value> = plot::bars(&counts.delivered)
            .into_iter()
            .map(|(from, to, count)| json!({"from_ms": from, "to_ms": to, "moves": count}))
            .collect();
        let goals: Vec<Value> = self
            .goals()
            .into_iter()
            .map(|goal| json!({"goal": goal.name, "measured": goal.measured, "is_met": goal.is_met}))
            .collect();
        let count = |all: &std::collections::BTreeMap<String, u64>| {
            all.iter().map(|(name, count)| (name.clone(), json!(count))).collect::<Map<String, Value>>()
        };
        let memory: Vec<Value> = self
            .memory
            .iter()
            .map(|(idle, bytes)| json!({"idle_sockets": idle, "server_bytes": bytes}))
            .collect();
        json!({
            "asked": self.arguments,
            "games": self.games,
            "idle": self.idle,
            "seconds": self.seconds,
            "load_average": self.load_average,
            "moves": counts.delivered.count(),
            "moves_per_second": self.moves_per_second(),
            "cpu_ms_per_move": self.per_move().map(|used| used.cpu),
            "notifications_per_move": self.per_move().map(|used| used.notifications),
            "messages_per_move": self.per_move().map(|used| used.messages),
            "appends_per_move": self.per_move().map(|used| used.appends),
            "transactions_per_move": self.per_move().map(|used| used.transactions),
            "heard_ms": figures_json(figures(&counts.delivered)),
            "done_ms": figures_json(figures(&counts.done)),
            "bytes_per_idle_socket": self.per_idle_socket(),
            "memory": memory,
            "server_bytes_at_end": self.memory_at_end,
            "games_finished": counts.finished,
            "reconnects": counts.reconnects,
            "refused": count(&counts.refused),
            "errors": count(&counts.errors),
            "goals": goals,
            "per_second": seconds,
            "histogram": bars,
        })
    }

    /// Writes load.json and the charts.
    pub(super) fn save(&self, folder: &Path) -> Result<(), Failure> {
        let counts = &self.counts;
        let files = [
            ("load.json", format!("{:#}\n", self.json())),
            ("latency.svg", plot::latency(&counts.seconds, MAX_MILLISECONDS)),
            ("histogram.svg", plot::histogram(&counts.delivered)),
            ("moves.svg", plot::moves(&counts.seconds, f64::from(self.rate))),
        ];
        let unwritten =
            |error| Failure::input(format!("The report cannot be written to {}: {error}.", folder.display()));
        std::fs::create_dir_all(folder).map_err(unwritten)?;
        for (name, text) in files {
            std::fs::write(folder.join(name), text).map_err(unwritten)?;
        }
        Ok(())
    }
}
