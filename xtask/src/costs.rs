//! Measures what a move and an idle socket cost, for `cargo xtask capacity`: the costs of docs/scaling.md.
//!
//! Each load runs twice, for a short and for a longer time. The difference is the cost of the additional moves, with
//! their share of the games that end and begin in that time. The cost of starting and of seating all players is not in
//! it.

use std::fs;
use std::path::Path;
use std::process::Command;

use cluster::Cluster;

use crate::loaded_server::{Balance, LoadedServer, build, figure, play, play_idle};
use crate::step::{Failed, run, target_dir};

/// For how many seconds games are played, the shorter time and the longer one.
const SECONDS: [u32; 2] = [4, 20];

/// How many games are played at a time, and the usual rate in moves a second.
const GAMES: u32 = 400;
const RATE: u32 = 2000;

/// A rate at which few moves share a transaction.
const LOW_RATE: u32 = 400;

/// How many sockets are idle, and for how many seconds.
const IDLE: u32 = 4000;
const IDLE_SECONDS: u32 = 60;

/// The cost of a load, in all or for each move.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    moves: f64,
    /// Processor time of the servers and of the database, in milliseconds.
    server_cpu: f64,
    db_cpu: f64,
    /// Transactions that wrote moves, and how often the disk was waited for.
    transactions: f64,
    syncs: f64,
    /// Messages from server to server.
    messages: f64,
    /// Bytes over the network, with all headers and acknowledgements; those of the database are not among them.
    network: f64,
    /// Bytes written, and bytes that stay.
    written: f64,
    kept: f64,
}

impl Cost {
    fn values(&mut self) -> [&mut f64; 9] {
        let Cost { moves, server_cpu, db_cpu, transactions, syncs, messages, network, written, kept } = self;
        [moves, server_cpu, db_cpu, transactions, syncs, messages, network, written, kept]
    }

    /// The cost of each move that `long` has beyond those of `short`.
    fn per_move(mut short: Cost, mut long: Cost) -> Cost {
        let moves = long.moves - short.moves;
        for (long, short) in long.values().into_iter().zip(short.values()) {
            *long = (*long - *short) / moves;
        }
        long
    }

    fn print(&self, name: &str) {
        println!(
            "| {name} | {:.3} ms | {:.3} ms | {:.2} | {:.2} | {:.2} | {:.0} | {:.0} | {:.0} |",
            self.server_cpu,
            self.db_cpu,
            self.transactions,
            self.syncs,
            self.messages,
            self.network,
            self.written,
            self.kept
        );
    }
}

/// Builds the release, and measures.
pub(crate) fn measure() -> Result<(), Failed> {
    let trois = build()?;
    let folder = target_dir().join("costs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| Failed(format!("{}: {error}", folder.display())))?;
    println!(
        "| for each move | processor time of the servers | of PostgreSQL | transactions | waits for the disk | messages | bytes over the network | bytes written | bytes kept |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let twice = |cost: &dyn Fn(u32) -> Result<Cost, Failed>| {
        Ok::<_, Failed>(Cost::per_move(cost(SECONDS[0])?, cost(SECONDS[1])?))
    };
    let sqlite = twice(&|seconds| on_sqlite(&trois, &folder, seconds))?;
    sqlite.print(&format!("SQLite, {RATE} moves a second"));
    let low = twice(&|seconds| on_postgres(&trois, &folder, 1, LOW_RATE, seconds))?;
    low.print(&format!("PostgreSQL, one server, {LOW_RATE} moves a second"));
    let one = twice(&|seconds| on_postgres(&trois, &folder, 1, RATE, seconds))?;
    one.print(&format!("PostgreSQL, one server, {RATE} moves a second"));
    let two = twice(&|seconds| on_postgres(&trois, &folder, 2, RATE, seconds))?;
    two.print(&format!("PostgreSQL, two servers, {RATE} moves a second"));
    let IdleCost { cpu: idle_cpu, memory: idle_bytes, network: idle_network, messages } =
        idle(&trois, &folder)?;
    println!(
        "\nan idle socket: {idle_bytes:.0} bytes of memory; in a second {idle_cpu:.4} ms of processor time, {messages:.2} messages, {idle_network:.1} bytes over the network"
    );
    // The time of the database is that of the appends and that of the transactions they share.
    let batch = (low.db_cpu - one.db_cpu) / (low.transactions - one.transactions);
    let append = one.db_cpu - batch * one.transactions;
    let message_server = (two.server_cpu - one.server_cpu) / two.messages;
    let message_db = (two.db_cpu - append - batch * two.transactions) / two.messages;
    let syncs = one.syncs / one.transactions;
    println!(
        "\ncargo xtask capacity server_cpu_ms={:.3} db_cpu_ms={append:.3} batch_cpu_ms={batch:.2} message_server_cpu_ms={message_server:.3} message_db_cpu_ms={message_db:.3} syncs_per_batch={syncs:.2} wal_bytes={:.0} row_bytes={:.0} move_network_bytes={:.0} idle_network_bytes={idle_network:.1} idle_messages={messages:.2} idle_bytes={idle_bytes:.0} idle_cpu_ms={idle_cpu:.4}",
        one.server_cpu, one.written, one.kept, one.network
    );
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// Runs `trois load`, and returns its report with the bytes over the network.
fn measure_load(trois: &Path, servers: &[LoadedServer], rate: u32, seconds: u32) -> Result<Cost, Failed> {
    let network = network_bytes();
    let report = play(trois, servers, Balance::Guests, GAMES, rate, seconds)?;
    let moves = figure(&report, "/moves");
    let all = |name: &str| figure(&report, name) * moves;
    Ok(Cost {
        moves,
        server_cpu: all("/cpu_ms_per_move"),
        transactions: all("/transactions_per_move"),
        messages: all("/notifications_per_move"),
        network: network_bytes() - network,
        ..Cost::default()
    })
}

/// Plays at a new server with an empty folder.
fn on_sqlite(trois: &Path, folder: &Path, seconds: u32) -> Result<Cost, Failed> {
    let data = folder.join(format!("sqlite{seconds}"));
    let server = LoadedServer::start(trois, |serve| {
        serve.arg("--data").arg(&data);
    })?;
    let servers = [server];
    let cost = measure_load(trois, &servers, RATE, seconds)?;
    let [server] = servers;
    let written = server.written_bytes();
    // A server that is stopped copies its whole log into the database.
    server.stop()?;
    let kept = fs::metadata(data.join("trois.db")).map_or(f64::NAN, |file| file.len() as f64);
    Ok(Cost { syncs: cost.transactions, written, kept, ..cost })
}

/// Plays on this many new servers with a new database.
fn on_postgres(trois: &Path, folder: &Path, count: usize, rate: u32, seconds: u32) -> Result<Cost, Failed> {
    let cluster = Cluster::start();
    let url = cluster.database();
    let start = |_| {
        LoadedServer::start(trois, |serve| {
            serve.args(["--database", &url, "--cookie-key-file"]).arg(folder.join("cookie.key"));
        })
    };
    let servers = (0..count).map(start).collect::<Result<Vec<_>, _>>()?;
    let cost = measure_load(trois, &servers, rate, seconds)?;
    let db_cpu = cluster.cpu_seconds() * 1000.0;
    let number = |sql: &str| cluster.sql(&url, sql).trim().parse::<f64>().unwrap_or(f64::NAN);
    let written = number("SELECT pg_current_wal_lsn() - '0/0'");
    let syncs = number("SELECT wal_sync FROM pg_stat_wal");
    drop(servers);
    cluster.sql(&url, "VACUUM FULL");
    let kept = number("SELECT pg_database_size(current_database())");
    Ok(Cost { db_cpu, syncs, written, kept, ..cost })
}

/// The cost of an idle socket: its memory with that of its table, and in a second its processor time in milliseconds,
/// its bytes over the network with all headers and acknowledgements, and its messages.
struct IdleCost {
    cpu: f64,
    memory: f64,
    network: f64,
    messages: f64,
}

/// The messages of an idle socket: every 15 seconds a ping and its answer, and a line.
const IDLE_MESSAGES: f64 = 3.0 / 15.0;

fn idle(trois: &Path, folder: &Path) -> Result<IdleCost, Failed> {
    let server = LoadedServer::start(trois, |serve| {
        serve.arg("--data").arg(folder.join("idle"));
    })?;
    let run = |seconds| {
        let before = network_bytes();
        let report = play_idle(trois, &server, IDLE, seconds)?;
        Ok::<_, Failed>((network_bytes() - before, report))
    };
    // The shorter run opens as many sockets: the difference is what they send while they are idle.
    let ((short_bytes, short), (long_bytes, long)) = (run(IDLE_SECONDS / 4)?, run(IDLE_SECONDS)?);
    let seconds = figure(&long, "/seconds");
    // The load makes one move a second, whose cost is negligible.
    let cpu = figure(&long, "/cpu_ms_per_move") * figure(&long, "/moves");
    Ok(IdleCost {
        cpu: cpu / seconds / f64::from(IDLE),
        // In the second run the server has memory left from the first.
        memory: figure(&short, "/bytes_per_idle_socket"),
        network: (long_bytes - short_bytes) / (seconds - figure(&short, "/seconds")) / f64::from(IDLE),
        messages: IDLE_MESSAGES,
    })
}

/// The bytes that went over the network of this machine so far. Linux only.
fn network_bytes() -> f64 {
    let text = fs::read_to_string("/sys/class/net/lo/statistics/tx_bytes").unwrap_or_default();
    text.trim().parse().unwrap_or(f64::NAN)
}

impl LoadedServer {
    /// The bytes that the server has written to disk so far. Linux only.
    fn written_bytes(&self) -> f64 {
        let text = fs::read_to_string(format!("/proc/{}/io", self.id())).unwrap_or_default();
        let bytes = text.lines().find_map(|line| line.strip_prefix("write_bytes: "));
        bytes.and_then(|bytes| bytes.parse().ok()).unwrap_or(f64::NAN)
    }

    /// Asks the server to stop, and waits until it has.
    fn stop(mut self) -> Result<(), Failed> {
        run(Command::new("kill").arg(self.id().to_string()))?;
        self.wait();
        Ok(())
    }
}
