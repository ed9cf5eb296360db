//! The command line of `trois load`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};

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
  trois serve --listen 127.0.0.1:8444 --data /tmp/load --log off
  trois load 127.0.0.1:8444
  trois load 127.0.0.1:8444 --games 500 --rate 4000 --game morpion
  trois load 127.0.0.1:8444 --seconds 120 --report load-report --check")]
pub(crate) struct LoadArgs {
    /// Where the server is: 127.0.0.1:8333, localhost:8333
    pub(crate) address: String,
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
    #[arg(long, value_enum, default_value_t = Played::Super)]
    pub(crate) game: Played,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Played {
    Morpion,
    Super,
    Doh,
    Cards,
    Fives,
    /// All of them, in turn
    Mixed,
}

impl Played {
    /// The setup of the game with this number. Everybody has a clock: clocks are work too.
    pub(crate) fn setup(self, number: usize) -> &'static str {
        match self {
            Played::Morpion => "morpion - open,open 600+5 random",
            Played::Super => "super - open,open 600+5 random",
            Played::Doh => "doh players=2 open,open 600+5 random",
            Played::Cards => "cards numbers=9,target=3 open,open 600+5 random",
            Played::Fives => "fives players=2,repetition=3 open,open 600+5 random",
            Played::Mixed => {
                let all = [Played::Super, Played::Morpion, Played::Doh, Played::Cards, Played::Fives];
                all[number % all.len()].setup(number)
            }
        }
    }
}
