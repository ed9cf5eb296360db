//! A progress bar on the standard error stream, for work that takes more than a second. Only on a terminal.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long work must take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Work of a known length, part of which is done.
pub(crate) struct Progress {
    label: String,
    length: u64,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work of this length, which begins now.
    pub(crate) fn new(label: impl Into<String>, length: u64) -> Progress {
        Progress { label: label.into(), length, started: Instant::now(), bar: None }
    }

    /// So much of it is done.
    pub(crate) fn at(&mut self, done: u64) {
        if self.bar.is_none() && self.started.elapsed() > PATIENCE && stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg} [{bar:40}] {percent:>3}% {elapsed}, {eta} left");
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
