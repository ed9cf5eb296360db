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

/// The measured costs, and the assumptions about how people play. docs/scaling.md says where each comes from.
const COSTS: [(&str, f64, &str); 12] = [
    ("server_cpu_ms", 0.25, "processor time of a server for a move"),
    ("db_cpu_ms", 0.30, "processor time of PostgreSQL for an append, in a full batch"),
    ("batch_cpu_ms", 0.5, "processor time of PostgreSQL for a batch, beside its appends"),
    (
        "message_cpu_ms",
        0.15,
        "processor time of servers and PostgreSQL for a move that another server must hear of",
    ),
    ("fsync_ms", 2.0, "a write to the disk of the database"),
    ("wal_bytes", 2000.0, "bytes of PostgreSQL's log for a move"),
    ("row_bytes", 150.0, "bytes of a move that stay in the database"),
    ("idle_bytes", 16_000.0, "memory of a server for a socket"),
    ("idle_cpu_ms", 0.01, "processor time of a server for an idle socket in a second"),
    ("server_cores", 4.0, "cores of a server"),
    ("db_cores", 16.0, "cores of a database"),
    ("seconds_per_move", 10.0, "seconds from one move of a game to the next"),
];

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
    db_cores: f64,
    saturated_first: &'static str,
}

fn plan(costs: &Costs, players: f64) -> Plan {
    let get = |name| costs.get(name);
    let moves = players * PLAYING / 2.0 / get("seconds_per_move");
    let server_cores = (moves * get("server_cpu_ms") + players * get("idle_cpu_ms")) / 1000.0;
    let by_cpu = server_cores / (get("server_cores") * PLANNED);
    let by_sockets = players / SOCKETS;
    let servers = by_cpu.max(by_sockets).ceil().max(1.0);
    // Two players behind a load balancer are at different servers, except in one of `servers` cases.
    let apart = 1.0 - 1.0 / servers;
    let db_cores = moves * (get("db_cpu_ms") + apart * get("message_cpu_ms")) / 1000.0;
    let per_database = get("db_cores") * PLANNED;
    let databases = (db_cores / per_database).ceil().max(1.0);
    let needs = [
        ("processor of one server", by_cpu),
        ("sockets of one server", by_sockets),
        ("processor of one database", db_cores / per_database),
    ];
    let most = needs.iter().max_by(|one, two| one.1.total_cmp(&two.1));
    let saturated_first = most.filter(|(_, need)| *need > 1.0).map_or("nothing", |(name, _)| name);
    Plan { moves, servers, databases, db_cores, saturated_first }
}

/// Prints what 10⁴, 10⁵ and 10⁶ players need, and the simulated delays of their moves.
pub(crate) fn run(words: &[&str]) -> Result<(), Failed> {
    let costs = Costs::parse(words)?;
    for (name, _, what) in COSTS {
        println!("{name} = {} ({what})", costs.get(name));
    }
    println!(
        "\n| players | moves a second | full first | servers | databases | cores of all databases | log of the databases | kept a day | memory of a server | p50 | p99 | p99 with one database |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for players in [1e4, 1e5, 1e6] {
        let Plan { moves, servers, databases, db_cores, saturated_first } = plan(&costs, players);
        let load = |databases: f64| Load {
            moves_per_second: moves,
            servers: servers as usize,
            server_cores: costs.get("server_cores") as usize,
            databases: databases as usize,
            db_cores: costs.get("db_cores") as usize,
            server_cpu: costs.get("server_cpu_ms") / 1000.0,
            append_cpu: (costs.get("db_cpu_ms") + (1.0 - 1.0 / servers) * costs.get("message_cpu_ms"))
                / 1000.0,
            batch_cpu: costs.get("batch_cpu_ms") / 1000.0,
            fsync: costs.get("fsync_ms") / 1000.0,
        };
        let (spread, one) =
            (simulate(&load(databases), SIMULATED_SECONDS), simulate(&load(1.0), SIMULATED_SECONDS));
        let wal = moves * costs.get("wal_bytes") / 1e6;
        let kept = moves * costs.get("row_bytes") * 86_400.0 / 1e9;
        let memory = players / servers * costs.get("idle_bytes") / 1e6;
        println!(
            "| {players} | {moves:.0} | {saturated_first} | {servers} | {databases} | {db_cores:.1} | {wal:.1} MB/s | {kept:.0} GB | {memory:.0} MB | {:.1} ms | {:.1} ms | {} |",
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
