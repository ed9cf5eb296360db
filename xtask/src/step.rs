//! Runs commands step by step, and reports the progress of a task.

use std::collections::VecDeque;
use std::env;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The error, as a sentence.
pub(crate) struct Failed(pub(crate) String);

/// The root of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder into which cargo builds.
pub(crate) fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The folder for tools that xtask installs.
pub(crate) fn tools_dir() -> PathBuf {
    target_dir().join("tools")
}

/// The cargo that runs xtask, at the root of the project.
pub(crate) fn cargo<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// A task with a known number of steps, some of which may run at the same time. Each step is announced with its number
/// and the time since the start of the task.
pub(crate) struct Progress {
    total: usize,
    begun_steps: AtomicUsize,
    begun: Instant,
}

impl Progress {
    /// Starts a task with this many steps.
    pub(crate) fn new(total: usize) -> Progress {
        Progress { total, begun_steps: AtomicUsize::new(0), begun: Instant::now() }
    }

    /// Announces a step, runs it and says how long it took.
    pub(crate) fn step(&self, name: &str, run: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
        let (number, total) = (self.begun_steps.fetch_add(1, Ordering::Relaxed) + 1, self.total);
        println!("▶ [{number}/{total}] {name} (after {})", minutes(self.begun.elapsed()));
        let begun = Instant::now();
        run().map_err(|Failed(why)| Failed(format!("{name}: {why}")))?;
        println!("✓ [{number}/{total}] {name}: {}", minutes(begun.elapsed()));
        Ok(())
    }

    /// Runs two series of steps at the same time. If both fail, both errors are reported.
    pub(crate) fn both(
        &self,
        first: impl FnOnce() -> Result<(), Failed>,
        second: impl FnOnce() -> Result<(), Failed> + Send,
    ) -> Result<(), Failed> {
        let (first, second) = thread::scope(|scope| {
            let second = scope.spawn(second);
            let first = first();
            (first, second.join().unwrap_or_else(|_| Err(Failed("xtask failed".to_owned()))))
        });
        match (first, second) {
            (Err(Failed(first)), Err(Failed(second))) => Err(Failed(format!("{first}\n✗ {second}"))),
            (first, second) => first.and(second),
        }
    }

    /// Says that the task is done.
    pub(crate) fn finish(self) -> Result<(), Failed> {
        let (ran, total) = (self.begun_steps.into_inner(), self.total);
        if ran != total {
            return Err(Failed(format!("xtask announced {total} steps and ran {ran}: correct the number")));
        }
        println!("✓ done in {}", minutes(self.begun.elapsed()));
        Ok(())
    }
}

/// Steps that wait for a series of steps to end.
pub(crate) struct Queue(Mutex<VecDeque<QueuedStep>>);

/// A step that announces itself.
pub(crate) type QueuedStep = fn(&Progress) -> Result<(), Failed>;

impl Queue {
    /// These steps, the first of them first.
    pub(crate) fn new(steps: &[QueuedStep]) -> Queue {
        Queue(Mutex::new(steps.iter().copied().collect()))
    }

    /// Runs one step after the other until none is left. Several threads can do so at the same time.
    pub(crate) fn run(&self, progress: &Progress) -> Result<(), Failed> {
        while let Some(step) = self.next() {
            step(progress)?;
        }
        Ok(())
    }

    fn next(&self) -> Option<QueuedStep> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

/// Minutes and seconds: `2:05`.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Runs a command that shows its own progress, such as cargo.
pub(crate) fn run(command: &mut Command) -> Result<(), Failed> {
    let status = command.status().map_err(|error| could_not_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(Failed(format!("{} ended with {status}", name(command)))) }
}

/// Runs a command in parallel with another: its output is shown only if it fails, and kept in `target/logs/LOG.txt`.
pub(crate) fn run_logged(log: &str, command: &mut Command) -> Result<(), Failed> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| could_not_start(command, &error))?;
    let folder = target_dir().join("logs");
    // The log is for people who want to know more: a failure to write it does not fail the command.
    let _ = fs::create_dir_all(&folder).and_then(|()| {
        fs::write(folder.join(format!("{log}.txt")), [&output.stdout[..], &output.stderr].concat())
    });
    succeeded(command, &output)
}

/// Runs a command whose output matters only if it fails. While it runs, its label and the elapsed time are shown: every
/// second on a terminal, every half minute elsewhere.
pub(crate) fn run_quietly(label: &str, command: &mut Command) -> Result<(), Failed> {
    command.stdin(Stdio::null());
    let (finished, is_finished) = mpsc::channel::<()>();
    let ticker = thread::spawn({
        let label = label.to_owned();
        move || tick(&label, &is_finished)
    });
    let output = command.output();
    drop(finished);
    // The ticker only prints, so its failure does not matter.
    let _ = ticker.join();
    let output = output.map_err(|error| could_not_start(command, &error))?;
    succeeded(command, &output)
}

/// Shows the output of a command that failed.
fn succeeded(command: &Command, output: &Output) -> Result<(), Failed> {
    if output.status.success() {
        return Ok(());
    }
    eprintln!("{}", String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()));
    Err(Failed(format!("{} ended with {}", name(command), output.status)))
}

/// Shows the label and the elapsed time until the other end of the channel is dropped.
fn tick(label: &str, is_finished: &mpsc::Receiver<()>) {
    let is_terminal = std::io::stdout().is_terminal();
    let every = Duration::from_secs(if is_terminal { 1 } else { 30 });
    let begun = Instant::now();
    println!("  {label}");
    while is_finished.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
        let elapsed = minutes(begun.elapsed());
        if is_terminal {
            print!("\r  {label}: {elapsed}");
            let _ = std::io::stdout().flush();
        } else {
            println!("  {label}: {elapsed}");
        }
    }
    if is_terminal {
        print!("\r\x1b[K");
    }
}

/// The output of a command that must succeed.
pub(crate) fn output(command: &mut Command) -> Result<String, Failed> {
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| could_not_start(command, &error))?;
    if !output.status.success() {
        return Err(Failed(format!("{} ended with {}", name(command), output.status)));
    }
    String::from_utf8(output.stdout).map_err(|_| Failed(format!("{} did not print text", name(command))))
}

/// Whether a command can be started and succeeds.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn could_not_start(command: &Command, error: &std::io::Error) -> Failed {
    Failed(format!("could not start {}: {error}", name(command)))
}

/// The program and its first argument: `cargo build`.
fn name(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy();
    let first = command.get_args().next().map(|argument| argument.to_string_lossy()).unwrap_or_default();
    format!("{program} {first}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(125)), "2:05");
        assert_eq!(minutes(Duration::from_millis(59_600)), "1:00");
    }

    #[test]
    fn a_wrong_number_of_steps_is_a_failure() {
        let progress = Progress::new(2);
        assert!(progress.step("one", || Ok(())).is_ok());
        assert!(progress.finish().is_err());
    }

    #[test]
    fn each_queued_step_runs_once_and_a_failure_is_returned() {
        let (progress, first): (Progress, QueuedStep) =
            (Progress::new(2), |progress| progress.step("one", || Ok(())));
        let second: QueuedStep = |progress| progress.step("two", || Err(Failed("no".to_owned())));
        let queue = Queue::new(&[first, second]);
        assert!(matches!(queue.run(&progress), Err(Failed(why)) if why == "two: no"));
        assert!(queue.run(&progress).is_ok());
        assert!(progress.finish().is_ok());
    }

    #[test]
    fn two_series_that_fail_report_both_errors() {
        let progress = Progress::new(2);
        let fail = |name: &'static str| progress.step(name, || Err(Failed("no".to_owned())));
        let failed = progress.both(|| fail("one"), || fail("two"));
        assert!(matches!(failed, Err(Failed(why)) if why == "one: no\n✗ two: no"));
        assert!(progress.both(|| Ok(()), || Err(Failed("alone".to_owned()))).is_err());
    }

    #[test]
    fn a_failed_step_names_itself() {
        let failed = Progress::new(1).step("compile", || Err(Failed("no space".to_owned())));
        assert!(matches!(failed, Err(Failed(why)) if why == "compile: no space"));
    }
}
