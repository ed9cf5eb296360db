//! Servers for measurements: `trois serve` and `trois load` of a release, on this machine.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::step::{Failed, cargo, run, target_dir};

/// Builds the release, and returns its path.
pub(crate) fn build() -> Result<PathBuf, Failed> {
    run(&mut cargo(["build", "--release", "--package", "trois-cli"]))?;
    Ok(target_dir().join("release").join(format!("trois{}", env::consts::EXE_SUFFIX)))
}

/// A running server without limits. It is killed when this is dropped.
pub(crate) struct LoadedServer {
    child: Child,
    address: String,
    metrics: String,
}

impl LoadedServer {
    /// Starts a server; `options` adds the arguments that say where its games are stored.
    pub(crate) fn start(trois: &Path, options: impl FnOnce(&mut Command)) -> Result<LoadedServer, Failed> {
        let metrics = free_address()?;
        let mut serve = Command::new(trois);
        serve.args([
            "serve",
            "--no-limits",
            "--listen",
            "127.0.0.1:0",
            "--log",
            "off",
            "--metrics",
            &metrics,
        ]);
        options(&mut serve);
        let mut child =
            serve.stdout(Stdio::piped()).spawn().map_err(|error| Failed(format!("trois serve: {error}")))?;
        let mut first_line = String::new();
        if let Some(out) = child.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut first_line);
        }
        let address = first_line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address =
            address.ok_or_else(|| Failed(format!("trois serve did not start: {first_line}")))?.to_owned();
        Ok(LoadedServer { child, address, metrics })
    }

    /// The id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the process has ended.
    pub(crate) fn wait(&mut self) {
        let _ = self.child.wait();
    }
}

impl Drop for LoadedServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Which of several servers the guests of a game connect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Balance {
    /// Any server: the guests of a game are often at two.
    Guests,
    /// The server of their table.
    Tables,
}

impl Balance {
    /// The name in the command line of `trois load`, and in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Balance::Guests => "guests",
            Balance::Tables => "tables",
        }
    }
}

/// Runs `trois load` against these servers, and returns its report.
pub(crate) fn play(
    trois: &Path,
    servers: &[LoadedServer],
    balance: Balance,
    games: u32,
    rate: u32,
    seconds: u32,
) -> Result<Value, Failed> {
    let numbers = [("--idle", 0), ("--games", games), ("--rate", rate), ("--seconds", seconds)];
    load(trois, servers, balance, numbers)
}

/// Keeps so many sockets of a server idle, with a single game beside them.
pub(crate) fn play_idle(
    trois: &Path,
    server: &LoadedServer,
    idle: u32,
    seconds: u32,
) -> Result<Value, Failed> {
    let numbers = [("--idle", idle), ("--games", 1), ("--rate", 1), ("--seconds", seconds)];
    load(trois, std::slice::from_ref(server), Balance::Guests, numbers)
}

fn load(
    trois: &Path,
    servers: &[LoadedServer],
    balance: Balance,
    numbers: [(&str, u32); 4],
) -> Result<Value, Failed> {
    let mut load = Command::new(trois);
    load.args(["load", "--json", "--balance", balance.name()]);
    for (name, number) in numbers {
        load.args([name, &number.to_string()]);
    }
    for server in servers {
        load.args(["--metrics", &server.metrics]);
    }
    load.args(servers.iter().map(|server| &server.address));
    let output =
        load.stderr(Stdio::null()).output().map_err(|error| Failed(format!("trois load: {error}")))?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| Failed(format!("trois load failed: {}", String::from_utf8_lossy(&output.stdout))))
}

/// A number in a report; NaN if it is missing.
pub(crate) fn figure(report: &Value, pointer: &str) -> f64 {
    report.pointer(pointer).and_then(Value::as_f64).unwrap_or(f64::NAN)
}

/// An address of this machine on which nothing listens.
fn free_address() -> Result<String, Failed> {
    let failed = |error: std::io::Error| Failed(format!("no free port: {error}"));
    Ok(TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(failed)?
        .to_string())
}
