//! The long versions of the reliability tests, whose figures are in docs/reliability.md. Each size can be overridden in
//! the environment, by the name given here.

use std::ffi::OsStr;

use crate::step::{Failed, Progress, cargo, run, target_dir};

/// A test: its package, its name, and the sizes of the long version.
type Test = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Kills the server again and again under load.
pub(crate) const CRASH: Test =
    ("trois-cli", "crash", &[("CRASHES", "60"), ("CRASH_GAMES", "60"), ("CRASH_PACE", "1000")]);

/// Plays games over a bad network and through outages of it.
pub(crate) const FAULTS: Test = (
    "trois-server",
    "faults",
    &[("FAULT_GAMES", "2000"), ("FAULTS_AT_ONCE", "100"), ("OUTAGES", "12"), ("OUTAGE_GAMES", "100")],
);

/// Plays the same game in two worlds that differ only in what is hidden, and compares the bytes sent.
pub(crate) const LEAK: Test = ("trois-server", "leak", &[("LEAK_WORLDS", "400")]);

/// Kills several servers on one database one after the other; stops the database; fills the disk.
pub(crate) const SERVERS: Test = (
    "trois-cli",
    "servers",
    &[("SERVER_GAMES", "180"), ("SERVER_KILLS", "40"), ("KILLED_GAMES", "60"), ("KILLED_PACE", "1000")],
);

/// One attacker against a server with default limits.
const ATTACK: Test = (
    "trois-server",
    "attacks",
    &[
        ("ATTACK_ENGINE_TABLES", "147"),
        ("ATTACK_ENGINE_MOVES", "8"),
        ("ATTACK_SECONDS", "20"),
        ("ATTACK_GUESTS", "4000"),
        ("ATTACK_STRANGERS", "60"),
        ("ATTACK_SOCKETS", "190"),
        ("ATTACK_ARCHIVE", "100000"),
    ],
);

/// Opens and closes thousands of sockets.
const MEMORY: Test = ("trois-cli", "memory", &[("MEMORY_SOCKETS", "5000")]);

/// Runs the attacks, and prints a table of attacks and measured figures.
pub(crate) fn attack() -> Result<(), Failed> {
    let path = target_dir().join("attacks.tsv");
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", path.display()));
    std::fs::write(&path, "").map_err(failed)?;
    for test in [ATTACK, MEMORY] {
        run_long_with(test, &[("ATTACK_TABLE", path.as_os_str())])?;
    }
    let rows = std::fs::read_to_string(&path).map_err(failed)?;
    println!("\n| attack | measured |\n|---|---|");
    for row in rows.lines() {
        println!("| {} |", row.replace('\t', " | "));
    }
    Ok(())
}

/// Runs the long version of a test.
pub(crate) fn run_long(test: Test) -> Result<(), Failed> {
    run_long_with(test, &[])
}

fn run_long_with((package, name, sizes): Test, variables: &[(&str, &OsStr)]) -> Result<(), Failed> {
    let mut test = cargo(["test", "--package", package, "--test", name]);
    test.args(["--", "--nocapture", "--test-threads=1"]).envs(variables.iter().copied());
    for (size, long) in sizes {
        if std::env::var_os(size).is_none() {
            test.env(size, long);
        }
    }
    let progress = Progress::new(1);
    progress.step(name, || run(&mut test))?;
    progress.finish()
}
