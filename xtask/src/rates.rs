//! Measures how many moves a second one, two and three servers on one PostgreSQL carry, all on this machine, and what each
//! move costs: the table of docs/scaling.md.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use cluster::Cluster;
use serde_json::Value;

use crate::step::{Failed, cargo, run, target_dir};

/// The rates that are tried, in moves a second.
const RATES: [u32; 12] = [500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000];

/// A rate is carried if 99 of 100 moves reach the opponent within so many milliseconds, and nearly all are made.
const MAX_P99: f64 = 50.0;
const MIN_MADE: f64 = 0.98;

/// How many games are played at a time.
const GAMES: &str = "400";

/// What one run measured.
struct Run {
    made: f64,
    p99: f64,
    cpu: f64,
    notifications: f64,
    /// Processor time of PostgreSQL per move in milliseconds, the making of the games included.
    db_cpu: f64,
}

/// Builds the release, and measures each number of servers for so many seconds per rate.
pub(crate) fn measure(seconds: u32) -> Result<(), Failed> {
    run(&mut cargo(["build", "--release", "--package", "trois-cli"]))?;
    let trois = target_dir().join("release").join(format!("trois{}", env::consts::EXE_SUFFIX));
    println!(
        "| servers | moves a second | p99 | processor time of the servers per move | of PostgreSQL | notifications per move |"
    );
    println!("|---|---|---|---|---|---|");
    for count in 1..=3 {
        let (rate, best) = highest_rate(&trois, count, seconds)?;
        let Run { p99, cpu, notifications, db_cpu, .. } = best;
        println!("| {count} | {rate} | {p99:.1} ms | {cpu:.3} ms | {db_cpu:.3} ms | {notifications:.2} |");
    }
    Ok(())
}

/// The highest rate that so many servers carry. Each rate has two attempts; the first that fails both ends the search.
fn highest_rate(trois: &Path, count: usize, seconds: u32) -> Result<(u32, Run), Failed> {
    let mut best = None;
    for rate in RATES {
        let mut passed = None;
        for _ in 0..2 {
            let run = one_run(trois, count, rate, seconds)?;
            let is_carried = run.p99 <= MAX_P99 && run.made >= MIN_MADE * f64::from(rate);
            eprintln!(
                "  {count} servers, {rate}/s: {:.0}/s made, p99 {:.1} ms{}",
                run.made,
                run.p99,
                if is_carried { "" } else { ": too slow" }
            );
            if is_carried {
                passed = Some(run);
                break;
            }
        }
        match passed {
            Some(run) => best = Some((rate, run)),
            None => break,
        }
    }
    best.ok_or_else(|| Failed(format!("{count} servers do not carry {} moves a second", RATES[0])))
}

/// Plays at so many new servers on a new database.
fn one_run(trois: &Path, count: usize, rate: u32, seconds: u32) -> Result<Run, Failed> {
    let cluster = Cluster::start();
    let url = cluster.database();
    let folder = target_dir().join("rates");
    let servers = (0..count).map(|_| Server::start(trois, &url, &folder)).collect::<Result<Vec<_>, _>>()?;
    let mut load = Command::new(trois);
    load.arg("load").args(servers.iter().map(|server| &server.address));
    for server in &servers {
        load.args(["--metrics", &server.metrics]);
    }
    load.args([
        "--games",
        GAMES,
        "--idle",
        "0",
        "--rate",
        &rate.to_string(),
        "--seconds",
        &seconds.to_string(),
        "--json",
    ]);
    let output =
        load.stderr(Stdio::null()).output().map_err(|error| Failed(format!("trois load: {error}")))?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| Failed(format!("trois load failed: {}", String::from_utf8_lossy(&output.stdout))))?;
    let figure = |pointer: &str| report.pointer(pointer).and_then(Value::as_f64).unwrap_or(f64::NAN);
    Ok(Run {
        made: figure("/moves_per_second"),
        p99: figure("/heard_ms/p99"),
        cpu: figure("/cpu_ms_per_move"),
        notifications: figure("/notifications_per_move"),
        db_cpu: cluster.cpu_seconds() * 1000.0 / figure("/moves"),
    })
}

/// A running server.
struct Server {
    child: Child,
    address: String,
    metrics: String,
}

impl Server {
    fn start(trois: &Path, url: &str, folder: &PathBuf) -> Result<Server, Failed> {
        std::fs::create_dir_all(folder).map_err(|error| Failed(format!("{}: {error}", folder.display())))?;
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
        serve.args(["--database", url, "--cookie-key-file"]).arg(folder.join("cookie.key"));
        let mut child =
            serve.stdout(Stdio::piped()).spawn().map_err(|error| Failed(format!("trois serve: {error}")))?;
        let mut said = String::new();
        if let Some(out) = child.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut said);
        }
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or_else(|| Failed(format!("trois serve did not start: {said}")))?.to_owned();
        Ok(Server { child, address, metrics })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address of this machine on which nothing listens.
fn free_address() -> Result<String, Failed> {
    let failed = |error: std::io::Error| Failed(format!("no free port: {error}"));
    Ok(TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(failed)?
        .to_string())
}
