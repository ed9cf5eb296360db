//! A progress bar on the standard error stream, for long work. Shown only on a terminal.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long work runs before its bar appears: shorter work needs none.
const BAR_DELAY: Duration = Duration::from_secs(1);

/// Progress of work of a known length.
pub(crate) struct WorkProgress {
    label: String,
    length: u64,
    started: Instant,
    /// The bar appears after this time.
    delay: Duration,
    bar: Option<ProgressBar>,
}

impl WorkProgress {
    /// Starts work of this length. The bar appears after [`BAR_DELAY`].
    pub(crate) fn new(label: String, length: u64) -> WorkProgress {
        WorkProgress { label, length, started: Instant::now(), delay: BAR_DELAY, bar: None }
    }

    /// Lets the bar appear after another time.
    pub(crate) fn with_delay(mut self, delay: Duration) -> WorkProgress {
        self.delay = delay;
        self
    }

    /// Sets the text beside the bar.
    pub(crate) fn set_label(&mut self, label: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(label.clone());
        }
        self.label = label;
    }

    /// Sets how much of the work is done.
    pub(crate) fn set_done(&mut self, done: u64) {
        if self.bar.is_none() && self.started.elapsed() >= self.delay && stderr().is_terminal() {
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

/// Removes the bar, also when the work failed.
impl Drop for WorkProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
