//! The live figures on the standard error stream: a block that is redrawn on a terminal, a line per second elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::stats::{Counts, Second, figures};
use crate::output::grouped;

/// The live figures.
pub(super) struct LiveView {
    block: Option<ProgressBar>,
}

impl LiveView {
    pub(super) fn new() -> LiveView {
        let block = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            ProgressStyle::with_template("{spinner} {msg}")
                .map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
        });
        if let Some(block) = &block {
            block.enable_steady_tick(Duration::from_millis(200));
        }
        LiveView { block }
    }

    /// Shows how many of `count` connections are open.
    pub(super) fn show_preparation(&self, what: &str, made: usize, count: usize) {
        let text = format!("{what}: {} of {}", grouped(made as f64), grouped(count as f64));
        match &self.block {
            Some(block) => block.set_message(text),
            // Without a terminal, ten lines are enough.
            None if made == count || made.is_multiple_of(count.div_ceil(10).max(1)) => write_line(&text),
            None => {}
        }
    }

    /// Prints a line.
    pub(super) fn print_line(&self, text: &str) {
        match &self.block {
            Some(block) => block.println(text),
            None => write_line(text),
        }
    }

    /// Shows the figures of the last second.
    pub(super) fn show_second(&self, counts: &Counts, seconds: u32, games: usize, sockets: usize) {
        let Some(second) = counts.seconds.last() else { return };
        match &self.block {
            Some(block) => block.set_message(table(counts, second, seconds, games, sockets)),
            None => write_line(&plain(counts, second)),
        }
    }

    pub(super) fn end(self) {
        if let Some(block) = self.block {
            block.finish_and_clear();
        }
    }
}

fn write_line(text: &str) {
    // If it cannot be written, the report is still complete.
    let _ = writeln!(anstream::stderr(), "{text}");
}

fn plain(counts: &Counts, second: &Second) -> String {
    let [p50, p90, p99, most] = second.delivered;
    format!(
        "{:>5.0} s {:>7} moves/s   to the opponent p50 {p50:.1} p90 {p90:.1} p99 {p99:.1} max {most:.1} ms   done p99 {:.1} ms   {}",
        second.at,
        grouped(second.moves),
        second.done[2],
        error_summary(counts)
    )
}

fn table(counts: &Counts, second: &Second, seconds: u32, games: usize, sockets: usize) -> String {
    let row = |name: &str, [p50, p90, p99, most]: [f64; 4]| {
        format!("  {name:<24}{p50:>9.1}{p90:>9.1}{p99:>9.1}{most:>9.1}\n")
    };
    let mut text = format!(
        "{:.0} s of {seconds}: {} games, {} sockets, {} moves a second\n",
        second.at,
        grouped(games as f64),
        grouped(sockets as f64),
        grouped(second.moves)
    );
    text += &format!("  {:<24}{:>9}{:>9}{:>9}{:>9}\n", "milliseconds", "p50", "p90", "p99", "max");
    text += &row("to the opponent, now", second.delivered);
    text += &row("to the opponent, all", figures(&counts.delivered));
    text += &row("acknowledged, now", second.done);
    text += &row("acknowledged, all", figures(&counts.done));
    text + "  " + &error_summary(counts)
}

fn error_summary(counts: &Counts) -> String {
    let sum = |counts: &std::collections::BTreeMap<String, u64>| counts.values().sum::<u64>();
    let (refused, errors) = (sum(&counts.refused), sum(&counts.errors));
    format!("{refused} refused, {} reconnects, {errors} errors", counts.reconnects)
}
