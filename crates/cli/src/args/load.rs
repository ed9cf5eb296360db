//! The command line of `trois load`.

use std::fmt;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, value_parser};
use rules::Kind;

use super::JsonArgs;

/// The maximum number of sockets.
pub(crate) const MAX_SOCKETS: u32 = 20_000;

/// Play many games at once on a server of this machine, and measure the server.
#[derive(Debug, Args)]
#[command(after_help = "\
Real clients connect through real sockets. First, guests wait alone, each at a table of their own, to measure the \
memory of an idle socket. Then pairs of guests play random legal moves, spread evenly over time; a game that ends is \
followed by another. For each move, two delays are measured: until the opponent receives it, and until the mover \
receives the acknowledgement that it is on disk. Ctrl-C stops early and reports what was measured.

Only servers of this machine can be loaded, with at most 20 000 sockets for at most an hour. The tables stay in the \
server's data: give it a folder of its own.

Examples:
  trois serve --no-limits --listen 127.0.0.1:8444 --metrics 127.0.0.1:9444 --data load-data --log off
  trois load 127.0.0.1:8444 --metrics 127.0.0.1:9444
  trois load 127.0.0.1:8444 --games 500 --rate 4000 --game morpion
  trois load 127.0.0.1:8444 --seconds 120 --report load-report --check")]
pub(crate) struct LoadArgs {
    /// The address of the server: 127.0.0.1:8333, localhost:8333; several addresses of servers that share a database
    #[arg(required = true, value_name = "ADDRESS")]
    pub(crate) addresses: Vec<String>,
    /// Which of several servers a guest connects to, as behind a load balancer
    #[arg(long, value_enum, default_value_t)]
    pub(crate) balance: Balance,
    /// The address of a server's metrics, given by `trois serve --metrics`; once for each server
    ///
    /// They give its memory, its processor time and the notifications between servers.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) metrics: Vec<String>,
    /// Number of games at the same time, by two guests each
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) games: u32,
    /// Number of idle sockets
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(0..=20_000))]
    pub(crate) idle: u32,
    /// Moves per second, in all games together
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..=20_000))]
    pub(crate) rate: u32,
    /// Duration in seconds
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u32).range(1..=3600))]
    pub(crate) seconds: u32,
    /// The game
    #[arg(long, default_value = Kind::default().id(), value_parser = loaded_game())]
    pub(crate) game: LoadedGame,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// Write load.json and plots to this folder; created if missing
    #[arg(long, value_name = "FOLDER")]
    pub(crate) report: Option<PathBuf>,
    /// Exit with status 1 if a goal is missed
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// How a load balancer chooses the server of a guest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Balance {
    /// Any server, whatever the table: the guests of a game are often at two servers
    #[default]
    Guests,
    /// By the address of the table: the guests of a game are at one server
    Tables,
}

impl Balance {
    /// The indices of the servers of both guests of this game, among `count` servers.
    pub(crate) fn servers(self, game: usize, count: usize) -> [usize; 2] {
        match self {
            // Goes through every pair of servers.
            Balance::Guests => [game % count, game / count % count],
            Balance::Tables => [game % count; 2],
        }
    }
}

/// The game or games that the pairs of guests play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadedGame {
    One(Kind),
    /// All games, in turn.
    Mixed,
}

fn loaded_game() -> impl TypedValueParser<Value = LoadedGame> {
    let games = Kind::ALL.iter().map(|kind| PossibleValue::new(kind.id()));
    let mixed = PossibleValue::new("mixed").help("All of them, in turn");
    PossibleValuesParser::new(games.chain([mixed]))
        .try_map(|id| if id == "mixed" { Ok(LoadedGame::Mixed) } else { id.parse().map(LoadedGame::One) })
}

impl LoadedGame {
    /// The setup of the game with this number: two guests, with a clock, since clocks are work too. Engines take the
    /// other seats of a game that two cannot play.
    pub(crate) fn setup(self, number: usize) -> String {
        let kind = match self {
            LoadedGame::One(kind) => kind,
            LoadedGame::Mixed => Kind::ALL[number % Kind::ALL.len()],
        };
        let engines = ",engine:1".repeat(usize::from(kind.players().min).saturating_sub(2));
        let options = if kind.info().quick.is_empty() { "-" } else { kind.info().quick };
        format!("{kind} {options} open,open{engines} 600+5 random")
    }
}

impl fmt::Display for LoadedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadedGame::One(kind) => kind.fmt(f),
            LoadedGame::Mixed => f.write_str("mixed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_are_spread_over_all_pairs_of_servers_and_tables_over_all_servers() {
        let pairs = |balance: Balance| (0..9).map(move |game| balance.servers(game, 3)).collect::<Vec<_>>();
        let mut guests = pairs(Balance::Guests);
        guests.sort_unstable();
        guests.dedup();
        assert_eq!(guests.len(), 9);
        for server in 0..3 {
            assert_eq!(pairs(Balance::Tables).iter().filter(|pair| **pair == [server; 2]).count(), 3);
        }
    }

    #[test]
    fn every_game_can_be_loaded_and_the_mix_has_them_all() {
        for (number, &kind) in Kind::ALL.iter().enumerate() {
            let setup = LoadedGame::One(kind).setup(7);
            assert_eq!(setup.parse::<table::Setup>().unwrap().kind(), kind);
            assert_eq!(LoadedGame::Mixed.setup(number), setup);
        }
    }
}
