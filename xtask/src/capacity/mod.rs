//! `cargo xtask capacity`: what many players need, and how long their moves take, computed from measured costs, for the
//! figures of docs/scaling.md. Each cost can be replaced on the command line: `cargo xtask capacity server_cpu_ms=0.2`.

mod simulation;

use crate::step::Failed;
use simulation::{Load, simulate};

/// The planned utilisation of a resource. The rest is a reserve for peaks.
const PLANNED: f64 = 0.6;

/// The most sockets of a server, and how many seconds are simulated.
const SOCKETS: f64 = 20_000.0;
const SIMULATED_SECONDS: f64 = 10.0;

/// The measured costs, the machines, and the assumptions about how people play. docs/scaling.md says where each comes from.
const COSTS: [(&str, f64, &str); 20] = [
    ("server_cpu_ms", 0.25, "processor time of a server for a move"),
    ("db_cpu_ms", 0.30, "processor time of PostgreSQL for an append, in a full batch"),
    ("batch_cpu_ms", 0.5, "processor time of PostgreSQL for a batch, beside its appends"),
    (
        "message_server_cpu_ms",
        0.05,
        "processor time of the servers for a move that another server must be notified of",
    ),
    ("message_db_cpu_ms", 0.10, "processor time of PostgreSQL for such a move"),
    ("fsync_ms", 2.0, "a write to the disk of the database"),
    ("syncs_per_batch", 1.0, "waits for the disk for a batch"),
    ("wal_bytes", 2000.0, "bytes of PostgreSQL's log for a move"),
    ("row_bytes", 150.0, "bytes of a move that stay in the database"),
    ("move_network_bytes", 1000.0, "bytes between a server and its clients for a move"),
    ("idle_network_bytes", 20.0, "bytes between a server and an idle socket in a second"),
    ("idle_messages", 0.2, "messages from and to an idle socket in a second"),
    ("idle_bytes", 16_000.0, "memory of a server for a socket"),
    ("idle_cpu_ms", 0.01, "processor time of a server for an idle socket in a second"),
    ("server_cores", 4.0, "cores of a server"),
    ("server_memory_mb", 8000.0, "memory of a server"),
    ("network_mbit", 1000.0, "network of a server, in megabits a second"),
    ("db_cores", 16.0, "cores of a database"),
    ("disk_mb", 200.0, "what the disk of a database writes in a second, in megabytes"),
    ("seconds_per_move", 10.0, "seconds from one move of a game to the next"),
];

/// The least number of milliseconds from one batch of a server to the next: the server's own rule
/// (`store/postgres/interval.rs`, with which a test compares it).
fn batch_interval(servers: f64) -> f64 {
    if servers > 1.0 { (3.0 * servers).min(16.0) } else { 2.0 }
}

/// The share of the connected players who are in a game; the others watch, wait or read.
const PLAYING: f64 = 0.5;

struct Costs(Vec<(&'static str, f64)>);

impl Costs {
    fn parse(words: &[&str]) -> Result<Costs, Failed> {
        let mut costs = Costs(COSTS.iter().map(|&(name, value, _)| (name, value)).collect());
        for word in words {
            let known = word.split_once('=').and_then(|(name, value)| {
                let cost = costs.0.iter_mut().find(|(known, _)| *known == name)?;
                Some((cost, value.parse::<f64>().ok().filter(|value| *value > 0.0)?))
            });
            let Some((cost, value)) = known else {
                let names: Vec<&str> = COSTS.iter().map(|(name, ..)| *name).collect();
                return Err(Failed(format!("{word} is not NAME=NUMBER with one of: {}", names.join(", "))));
            };
            cost.1 = value;
        }
        Ok(costs)
    }

    fn get(&self, name: &str) -> f64 {
        self.0.iter().find(|(known, _)| *known == name).map_or(f64::NAN, |(_, value)| *value)
    }
}

/// What a number of players needs.
#[derive(Debug, PartialEq)]
struct Plan {
    moves: f64,
    servers: f64,
    databases: f64,
    server_cores: f64,
    db_cores: f64,
    /// Batches in a second, at all databases.
    batches: f64,
    saturated_first: &'static str,
}

fn plan(costs: &Costs, players: f64) -> Plan {
    let get = |name| costs.get(name);
    let moves = players * PLAYING / 2.0 / get("seconds_per_move");
    // How many of a resource are needed if each is used as far as planned.
    let needed = |used: f64, of_one: f64| used / (of_one * PLANNED);
    let server_cpu = |apart: f64| {
        let of_move = get("server_cpu_ms") + apart * get("message_server_cpu_ms");
        (moves * of_move + players * get("idle_cpu_ms")) / 1000.0
    };
    let network = moves * get("move_network_bytes") + players * get("idle_network_bytes");
    let of_servers = [
        ("sockets of one server", players / SOCKETS),
        // As if all players were at other servers than their opponents.
        ("processor of one server", needed(server_cpu(1.0), get("server_cores"))),
        ("memory of one server", needed(players * get("idle_bytes"), get("server_memory_mb") * 1e6)),
        ("network of one server", needed(network, get("network_mbit") * 1e6 / 8.0)),
    ];
    let servers = most(&of_servers).1.ceil().max(1.0);
    // Two players behind a load balancer are at different servers, except in one of `servers` cases.
    let apart = 1.0 - 1.0 / servers;
    let batches_of = |databases: f64| moves.min(servers * databases * 1000.0 / batch_interval(servers));
    let db_cores = |databases: f64| {
        let of_move = get("db_cpu_ms") + apart * get("message_db_cpu_ms");
        (moves * of_move + batches_of(databases) * get("batch_cpu_ms")) / 1000.0
    };
    // What is kept is written twice: to the log, and later to its place.
    let written = moves * (get("wal_bytes") + get("row_bytes"));
    let of_databases = |databases: f64| {
        [
            ("processor of one database", needed(db_cores(databases), get("db_cores"))),
            ("disk of one database", needed(written, get("disk_mb") * 1e6)),
        ]
    };
    let mut databases = 1.0;
    while most(&of_databases(databases)).1 > databases && databases < 1000.0 {
        databases += 1.0;
    }
    let needs = [&of_servers[..], &of_databases(1.0)].concat();
    let (first, need) = most(&needs);
    Plan {
        moves,
        servers,
        databases,
        server_cores: server_cpu(apart),
        db_cores: db_cores(databases),
        batches: batches_of(databases),
        saturated_first: if need > 1.0 { first } else { "nothing" },
    }
}

/// The greatest of these needs.
fn most(needs: &[(&'static str, f64)]) -> (&'static str, f64) {
    needs.iter().copied().max_by(|one, two| one.1.total_cmp(&two.1)).unwrap_or(("nothing", 0.0))
}

/// Prints what 10⁴, 10⁵ and 10⁶ players need, and the simulated delays of their moves.
pub(crate) fn run(words: &[&str]) -> Result<(), Failed> {
    let costs = Costs::parse(words)?;
    for (name, _, what) in COSTS {
        println!("{name} = {} ({what})", costs.get(name));
    }
    println!(
        "\n| players | moves a second | first limit | servers | cores of all servers | memory of a server | network of a server | messages of idle sockets | databases | cores of all databases | batches | waits for a disk | log of the databases | kept a day | p50 | p99 | p99 with one database |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for players in [1e4, 1e5, 1e6] {
        let plan = plan(&costs, players);
        let Plan { moves, servers, databases, server_cores, db_cores, batches, saturated_first } = plan;
        let apart = 1.0 - 1.0 / servers;
        let load = |databases: f64| Load {
            moves_per_second: moves,
            servers: servers as usize,
            server_cores: costs.get("server_cores") as usize,
            databases: databases as usize,
            db_cores: costs.get("db_cores") as usize,
            server_cpu: (costs.get("server_cpu_ms") + apart * costs.get("message_server_cpu_ms")) / 1000.0,
            append_cpu: (costs.get("db_cpu_ms") + apart * costs.get("message_db_cpu_ms")) / 1000.0,
            batch_cpu: costs.get("batch_cpu_ms") / 1000.0,
            fsync: costs.get("fsync_ms") / 1000.0,
        };
        let (spread, one) =
            (simulate(&load(databases), SIMULATED_SECONDS), simulate(&load(1.0), SIMULATED_SECONDS));
        let wal = moves * costs.get("wal_bytes") / 1e6;
        let kept = moves * costs.get("row_bytes") * 86_400.0 / 1e9;
        let memory = players / servers * costs.get("idle_bytes") / 1e6;
        let bytes = moves * costs.get("move_network_bytes") + players * costs.get("idle_network_bytes");
        let network = bytes / servers * 8.0 / 1e6;
        let messages = players * costs.get("idle_messages");
        let syncs = batches * costs.get("syncs_per_batch");
        println!(
            "| {players} | {moves:.0} | {saturated_first} | {servers} | {server_cores:.1} | {memory:.0} MB | {network:.1} Mbit/s | {messages:.0}/s | {databases} | {db_cores:.1} | {batches:.0}/s | {syncs:.0}/s | {wal:.1} MB/s | {kept:.0} GB | {:.1} ms | {:.1} ms | {} |",
            spread.quantile(0.5),
            spread.quantile(0.99),
            one.describe(0.99),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_the_players_need_about_ten_times_the_machines() {
        let Ok(costs) = Costs::parse(&[]) else { panic!("the defaults are costs") };
        let (few, many) = (plan(&costs, 1e5), plan(&costs, 1e6));
        assert!((many.moves / few.moves - 10.0).abs() < 1e-9);
        assert!((8.0..12.0).contains(&(many.servers / few.servers)), "{few:?} {many:?}");
        assert_eq!(plan(&costs, 1000.0).saturated_first, "nothing");
    }

    #[test]
    fn the_scarcest_resource_is_saturated_first() {
        for (scarce, first) in [
            ("server_cores=0.1", "processor of one server"),
            ("server_memory_mb=100", "memory of one server"),
            ("network_mbit=1", "network of one server"),
            ("db_cores=0.1", "processor of one database"),
            ("disk_mb=0.1", "disk of one database"),
            ("server_cores=8", "sockets of one server"),
        ] {
            let Ok(costs) = Costs::parse(&[scarce]) else { panic!("{scarce}") };
            assert_eq!(plan(&costs, 1e5).saturated_first, first, "{scarce}");
        }
    }

    #[test]
    fn batches_cost_the_database_and_are_bounded_by_the_interval_of_the_servers() {
        let plan_of = |word: &str| match Costs::parse(&[word]) {
            Ok(costs) => plan(&costs, 1e5),
            Err(Failed(why)) => panic!("{why}"),
        };
        let (few, many) = (plan_of("batch_cpu_ms=0.001"), plan_of("batch_cpu_ms=1"));
        let batches = many.servers * 1000.0 / batch_interval(many.servers);
        assert!((many.batches - batches).abs() < 1.0, "{many:?}");
        assert!((many.db_cores - few.db_cores - batches / 1000.0).abs() < 0.01, "{few:?} {many:?}");
    }

    #[test]
    fn the_interval_between_batches_is_that_of_the_server() {
        const SOURCE: &str = include_str!("../../../crates/server/src/store/postgres/interval.rs");
        let milliseconds = |name: &str| {
            let line = format!("const {name}: Duration = Duration::from_millis(");
            let value = SOURCE.split_once(&line).and_then(|(_, rest)| rest.split_once(')'));
            value.and_then(|(value, _)| value.parse::<f64>().ok()).unwrap_or_else(|| panic!("{name}"))
        };
        let (one, several) = (milliseconds("SINGLE_SERVER_INTERVAL"), milliseconds("INTERVAL_PER_SERVER"));
        for (servers, expected) in
            [(1.0, one), (2.0, 2.0 * several), (3.0, 3.0 * several), (100.0, milliseconds("MAX_INTERVAL"))]
        {
            assert!((batch_interval(servers) - expected).abs() < 1e-9, "{servers} servers");
        }
    }

    #[test]
    fn an_unknown_cost_is_refused_with_the_known_ones() {
        for wrong in ["cpu=1", "fsync_ms=fast", "fsync_ms=-1", "fsync_ms"] {
            assert!(
                matches!(Costs::parse(&[wrong]), Err(Failed(why)) if why.contains("server_cpu_ms")),
                "{wrong}"
            );
        }
        let Ok(costs) = Costs::parse(&["fsync_ms=7"]) else { panic!("a known cost") };
        assert!((costs.get("fsync_ms") - 7.0).abs() < 1e-9);
    }
}
