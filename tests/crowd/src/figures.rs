//! Statistics on durations for reports, and the length of a test.

use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

/// The length of a test: from the environment variable `name`, or `short`.
pub fn length<T: FromStr>(name: &str, short: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}

/// Prints a figure, and adds it to the table of `cargo xtask attack` if that runs the test.
///
/// # Panics
///
/// If the file of the table cannot be written.
pub fn report_attack(attack: &str, figure: &str) {
    println!("{attack} → {figure}");
    if let Some(path) = std::env::var_os("ATTACK_TABLE") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        writeln!(file.unwrap(), "{attack}\t{figure}").unwrap();
    }
}

/// A sample of durations.
#[derive(Clone, Debug, Default)]
pub struct DurationStats(Vec<Duration>);

impl DurationStats {
    /// Adds a duration.
    pub fn add(&mut self, duration: Duration) {
        self.0.push(duration);
    }

    /// The longest.
    pub fn max(&self) -> Duration {
        self.0.iter().max().copied().unwrap_or_default()
    }

    /// The number of durations.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
    }
}

impl FromIterator<Duration> for DurationStats {
    fn from_iter<I: IntoIterator<Item = Duration>>(durations: I) -> DurationStats {
        DurationStats(durations.into_iter().collect())
    }
}

/// `median 5 ms, 95 % 9 ms, 99 % 10 ms, longest 12 ms (of 1000)`.
impl fmt::Display for DurationStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, p95, p99] = [50, 95, 99].map(|percent| self.percentile(percent).as_millis());
        let (max, count) = (self.max().as_millis(), self.count());
        write!(f, "median {median} ms, 95 % {p95} ms, 99 % {p99} ms, longest {max} ms (of {count})")
    }
}
