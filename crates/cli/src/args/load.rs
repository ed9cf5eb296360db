//! The command line of `trois load`.

use std::fmt;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use rules::Kind;

use super::JsonArgs;

/// The most sockets that are opened.
pub(crate) const MOST_SOCKETS: u32 = 20_000;

/// Play many games at once on a server of this machine, and measure it.
#[derive(Debug, Args)]
#[command(after_help = "\
Real clients through real sockets: first guests who wait alone at a table, each with a table of their own, by which \
the memory of an idle socket is measured; then games between two guests each, who play random legal moves, spread \
evenly over time. A game that is over is followed by another. For each move is measured how long it takes from \
being sent until the opponent hears of it, and until the mover knows that it is written down. Ctrl-C ends it \
early, with what was measured.

Only servers of this machine are loaded, with at most 20 000 sockets for at most an hour. The tables stay in the \
server's data: give it a folder of its own.

Examples:
  trois serve --no-limits --listen 127.0.0.1:8444 --metrics 127.0.0.1:9444 --data load-data --log off
  trois load 127.0.0.1:8444 --metrics 127.0.0.1:9444
  trois load 127.0.0.1:8444 --games 500 --rate 4000 --game morpion
  trois load 127.0.0.1:8444 --seconds 120 --report load-report --check")]
pub(crate) struct LoadArgs {
    /// Where the server is: 127.0.0.1:8333, localhost:8333. With several servers on one database, the two guests of a
    /// game connect to any two of them, as behind a load balancer
    #[arg(required = true, value_name = "ADDRESS")]
    pub(crate) addresses: Vec<String>,
    /// Where a server has its metrics, as `trois serve --metrics` says; once for each server
    ///
    /// From them come its memory, its processor time and the notifications between servers.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) metrics: Vec<String>,
    /// How many games are played at a time, by two guests each
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) games: u32,
    /// How many sockets only wait at a table
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(0..=20_000))]
    pub(crate) idle: u32,
    /// How many moves are made in a second, in all games together
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..=20_000))]
    pub(crate) rate: u32,
    /// For how many seconds moves are made
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u32).range(1..=3600))]
    pub(crate) seconds: u32,
    /// What is played
    #[arg(long, default_value = Kind::default().id(), value_parser = played())]
    pub(crate) game: LoadedGame,
    /// What the random moves come from
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// Write load.json and plots to this folder, which is made if missing
    #[arg(long, value_name = "FOLDER")]
    pub(crate) report: Option<PathBuf>,
    /// End with exit status 1 if a goal is missed
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// What is played under load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadedGame {
    One(Kind),
    /// All games, in turn.
    Mixed,
}

fn played() -> impl TypedValueParser<Value = LoadedGame> {
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
    fn every_game_can_be_loaded_and_the_mix_has_them_all() {
        for (number, &kind) in Kind::ALL.iter().enumerate() {
            let setup = LoadedGame::One(kind).setup(7);
            assert_eq!(setup.parse::<table::Setup>().unwrap().kind(), kind);
            assert_eq!(LoadedGame::Mixed.setup(number), setup);
        }
    }
}
