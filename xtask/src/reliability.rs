//! The long versions of the tests of reliability, whose figures are in docs/reliability.md. Each length can be set in
//! the environment, by the name given here.

use crate::step::{Failed, cargo, step};

/// A test: its package, its name, and the lengths of the long version.
type Test = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The server is killed again and again while many play.
pub(crate) const CRASH: Test =
    ("trois-cli", "crash", &[("CRASHES", "60"), ("CRASH_GAMES", "60"), ("CRASH_PACE", "1000")]);

/// Games over a bad network, and what happens when it was down.
pub(crate) const FAULTS: Test = (
    "trois-server",
    "faults",
    &[("FAULT_GAMES", "2000"), ("FAULTS_AT_ONCE", "100"), ("OUTAGES", "12"), ("OUTAGE_GAMES", "100")],
);

/// The same game in two worlds.
pub(crate) const LEAK: Test = ("trois-server", "leak", &[("LEAK_WORLDS", "400")]);

/// Several servers on one database, killed one after the other; a database that is gone, a disk that is full.
pub(crate) const SERVERS: Test = (
    "trois-cli",
    "servers",
    &[("SERVER_GAMES", "180"), ("SERVER_KILLS", "40"), ("KILLED_GAMES", "60"), ("KILLED_PACE", "1000")],
);

/// Runs the long version of a test.
pub(crate) fn run((package, name, lengths): Test) -> Result<(), Failed> {
    let mut test = cargo(["test", "--package", package, "--test", name]);
    test.args(["--", "--nocapture", "--test-threads=1"]);
    for (length, long) in lengths {
        if std::env::var_os(length).is_none() {
            test.env(length, long);
        }
    }
    step(name, test)
}
