//! A progress bar on the standard error stream, for work that takes a while. Only on a terminal.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work of a known length, part of which is done.
pub(crate) struct Progress {
    label: String,
    length: u64,
    started: Instant,
    /// How long the work must take before a bar appears.
    patience: Duration,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work of this length, which begins now and shows once it has taken as long as `patience`.
    pub(crate) fn new(label: String, length: u64, patience: Duration) -> Progress {
        Progress { label, length, started: Instant::now(), patience, bar: None }
    }

    /// What is said beside the bar from now on.
    pub(crate) fn label(&mut self, label: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(label.clone());
        }
        self.label = label;
    }

    /// So much of it is done.
    pub(crate) fn at(&mut self, done: u64) {
        if self.bar.is_none() && self.started.elapsed() >= self.patience && stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg} [{bar:40}] {percent:>3}% {elapsed}");
            let bar = ProgressBar::new(self.length)
                .with_message(self.label.clone())
                .with_elapsed(self.started.elapsed());
            self.bar = Some(match style {
                Ok(style) => bar.with_style(style.progress_chars("=> ")),
                Err(_) => bar,
            });
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }
}

/// The bar goes when the work is over, however it ended.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
