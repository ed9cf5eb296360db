//! Moves a second on a server of Trois and on one of boardgame.io, on this machine, with one loader:
//! `cargo bench -p benches --bench boardgame_io`. It installs the peer from npm under `target/`, and needs Node.
//!
//! Pairs of guests play over WebSockets, at a pace that is the same for both servers. A move counts from being sent until
//! the opponent has received it. Trois plays Super Morpion with clocks and has every move on disk before it is sent;
//! boardgame.io plays on 81 cells without any rule but that a cell is free, and keeps its matches in memory.

mod peers;
mod wire;

use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use peers::{Pair, Peer};
use rules::Rng;
use tokio::task::LocalSet;
use tokio::time::Instant;

/// The rates that are tried, in moves a second.
const RATES: [u32; 27] = [
    250, 500, 1000, 1500, 2000, 2250, 2500, 2750, 3000, 4000, 6000, 8000, 12_000, 14_000, 16_000, 18_000,
    20_000, 21_000, 22_000, 23_000, 24_000, 26_000, 28_000, 32_000, 36_000, 40_000, 48_000,
];

/// A rate is carried if 99 of 100 moves are received within so many milliseconds, and nearly all are made.
const MAX_P99: f64 = 50.0;
const MIN_MADE: f64 = 0.98;

/// How many games are played at a time, and for how long.
const GAMES: usize = 400;
const SECONDS: f64 = 10.0;

fn main() {
    // One thread: the server needs the other core.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    println!(
        "| server | moves a second | p50 | p99 | processor time of the server per move | memory per connection |"
    );
    println!("|---|---|---|---|---|---|");
    let (trois, node) = (build_trois(), install_peer());
    // `cargo bench … -- trois` measures one of them.
    let wanted = env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let peers = [Peer::BoardgameIo, Peer::Trois];
    for peer in peers.into_iter().filter(|peer| format!("{peer:?}").to_lowercase().contains(&wanted)) {
        // Two attempts: one stall of the machine decides nothing.
        let attempt = |rate| {
            let mut runs = (0..2).map(|_| runtime.block_on(run(peer, &trois, &node, rate)));
            runs.find(|run| run.is_carried(rate))
        };
        let Some((rate, run)) = highest_rate(&RATES, attempt) else {
            println!("| {peer:?} | less than {} | | | | |", RATES[0]);
            continue;
        };
        println!(
            "| {peer:?} | {rate} | {:.1} ms | {:.1} ms | {:.3} ms | {:.1} KB |",
            run.quantile(0.5),
            run.quantile(0.99),
            run.cpu_per_move,
            run.bytes_per_connection / 1000.0
        );
    }
}

/// The highest of these rates that is carried, and its run. The rates are halved: below a rate that is carried all others
/// count as carried, and above one that is not as not carried.
fn highest_rate(rates: &[u32], attempt: impl Fn(u32) -> Option<Run>) -> Option<(u32, Run)> {
    let (mut best, mut left) = (None, rates);
    while let Some(&rate) = left.get(left.len() / 2) {
        let middle = left.len() / 2;
        match attempt(rate) {
            Some(run) => {
                best = Some((rate, run));
                left = &left[middle + 1..];
            }
            None => left = &left[..middle],
        }
    }
    best
}

/// What one run measured.
struct Run {
    /// The delays of all moves, sorted.
    delays: Vec<Duration>,
    cpu_per_move: f64,
    bytes_per_connection: f64,
}

impl Run {
    fn quantile(&self, part: f64) -> f64 {
        let last = self.delays.len().saturating_sub(1);
        self.delays
            .get((last as f64 * part) as usize)
            .map_or(f64::INFINITY, |delay| delay.as_secs_f64() * 1000.0)
    }

    fn is_carried(&self, rate: u32) -> bool {
        let made = self.delays.len() as f64 / SECONDS;
        let is_carried = made >= MIN_MADE * f64::from(rate) && self.quantile(0.99) <= MAX_P99;
        eprintln!(
            "  {rate}/s: {made:.0}/s made, p99 {:.1} ms, {:.3} ms of processor time",
            self.quantile(0.99),
            self.cpu_per_move
        );
        is_carried
    }
}

/// Plays at a new server for a while.
async fn run(peer: Peer, trois: &Path, node: &Path, rate: u32) -> Run {
    let server = Server::start(peer, trois, node);
    let before = server.memory();
    let mut pairs = Vec::new();
    for index in 0..GAMES {
        pairs.push(Pair::open(peer, server.address, Rng::new(index as u64)).await.expect("a game"));
    }
    let bytes_per_connection = server.memory().saturating_sub(before) as f64 / (2 * GAMES) as f64;
    let delays: Rc<RefCell<Vec<Duration>>> = Rc::default();
    let (began, cpu) = (Instant::now() + Duration::from_millis(300), server.cpu());
    let end = began + Duration::from_secs_f64(SECONDS);
    let every = Duration::from_secs_f64(GAMES as f64 / f64::from(rate));
    let local = LocalSet::new();
    for (index, mut pair) in pairs.into_iter().enumerate() {
        let delays = Rc::clone(&delays);
        let due = began + every.mul_f64(index as f64 / GAMES as f64);
        local.spawn_local(async move {
            pair.play_until(due, every, end, |delay| delays.borrow_mut().push(delay)).await;
        });
    }
    local.await;
    let spent = server.cpu() - cpu;
    let mut delays = delays.take();
    delays.sort_unstable();
    Run { cpu_per_move: spent * 1000.0 / delays.len().max(1) as f64, delays, bytes_per_connection }
}

/// A server process.
struct Server {
    child: Child,
    address: SocketAddr,
    folder: PathBuf,
}

impl Server {
    fn start(peer: Peer, trois: &Path, node: &Path) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        drop(listener);
        let folder = target().join(format!("bench-{}", address.port()));
        let mut command = match peer {
            Peer::Trois => {
                let mut serve = Command::new(trois);
                serve.args([
                    "serve",
                    "--no-limits",
                    "--log",
                    "off",
                    "--listen",
                    &address.to_string(),
                    "--data",
                ]);
                serve.arg(&folder);
                serve
            }
            Peer::BoardgameIo => {
                let mut serve = Command::new("node");
                serve.arg(node.join("server.cjs")).arg(address.port().to_string());
                serve
            }
        };
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the server starts");
        let mut said = String::new();
        // boardgame.io says where it listens before it does; the line of ours comes when it is ready.
        let mut lines = BufReader::new(child.stdout.take().expect("output"));
        while !said.contains("ready") && !said.contains("Trois is at") {
            assert!(lines.read_line(&mut said).expect("output") > 0, "the server ended: {said}");
        }
        Server { child, address, folder }
    }

    /// The processor time of the process, in seconds.
    fn cpu(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks =
            |index: usize| fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(f64::NAN);
        // The clock of the kernel has 100 ticks a second for programs, on every machine.
        (ticks(11) + ticks(12)) / 100.0
    }

    /// The resident memory of the process, in bytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default() * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Builds the program that people get, unless `TROIS` names one.
fn build_trois() -> PathBuf {
    if let Some(trois) = env::var_os("TROIS") {
        return trois.into();
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "--package", "trois-cli"]).status();
    assert!(built.is_ok_and(|status| status.success()), "trois does not compile");
    target().join("release").join(format!("trois{}", env::consts::EXE_SUFFIX))
}

/// Installs the peer with npm, and returns its folder.
fn install_peer() -> PathBuf {
    let (from, folder) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("boardgame_io"), target().join("boardgame-io"));
    std::fs::create_dir_all(&folder).expect("a folder");
    for file in ["package.json", "server.cjs"] {
        std::fs::copy(from.join(file), folder.join(file)).expect("the peer's files");
    }
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&folder);
    let installed = npm.stdout(Stdio::null()).status();
    assert!(installed.is_ok_and(|status| status.success()), "npm could not install boardgame.io");
    folder
}
