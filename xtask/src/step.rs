//! One step of a task: a command that is announced, timed and checked.

use std::borrow::BorrowMut;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Instant;

/// What went wrong, in a sentence.
pub(crate) struct Failed(pub(crate) String);

/// The root of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Where cargo builds.
pub(crate) fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this, at the root of the project.
pub(crate) fn cargo<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// Runs a step that talks a lot: what it says is shown only if it fails.
pub(crate) fn quiet_step(name: &str, mut command: Command) -> Result<(), Failed> {
    let mut said = Vec::new();
    let done = timed(name, &mut command, |command| {
        let output = command.output()?;
        said = [output.stdout, output.stderr].concat();
        Ok(output.status)
    });
    if done.is_err() {
        eprintln!("{}", String::from_utf8_lossy(&said));
    }
    done
}

/// Runs a step and says how it went.
pub(crate) fn step(name: &str, mut command: impl BorrowMut<Command>) -> Result<(), Failed> {
    timed(name, command.borrow_mut(), Command::status)
}

fn timed(
    name: &str,
    command: &mut Command,
    run: impl FnOnce(&mut Command) -> io::Result<ExitStatus>,
) -> Result<(), Failed> {
    println!("▶ {name}");
    let begun = Instant::now();
    match run(command) {
        Ok(status) if status.success() => {
            println!("✓ {name} ({:.1} s)", begun.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(status) => Err(Failed(format!("{name} failed ({status})"))),
        Err(error) => {
            let program = command.get_program().to_string_lossy().into_owned();
            Err(Failed(format!("{name}: could not start {program}: {error}")))
        }
    }
}
