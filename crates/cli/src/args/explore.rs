//! Arguments of `trois explore`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rules::Kind;

use super::{JsonArgs, LanguageArgs, PositionArgs, game};

/// What was played in a position by strong engines, and how those games ended.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
A line for each move, the most played first: how many games, how many of them each player won, how many were drawn, \
and the engine's value for the player to move. Positions that are the same turned or \
mirrored count as one, and so do their moves.

Examples:
  trois explore super --moves \"5.5 5.1\"
  trois explore doh --json
  trois explore fives --file my-games.bin
  trois explore generate super --games 20000 --nodes 2000 --output super.bin")]
pub(crate) struct ExploreArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ExploreCommand>,
    #[command(flatten)]
    pub(crate) position: Option<PositionArgs>,
    /// A collection made by `trois explore generate`, in place of the one that comes with trois
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExploreCommand {
    Generate(GenerateArgs),
}

/// Play games of the engine against itself and write what was played; the same seed, the same file.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The game
    #[arg(value_parser = game())]
    pub(crate) game: Kind,
    /// Options of the game, as `trois games` lists them: key=value,key=value
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) options: String,
    /// How many games are played
    #[arg(long, value_name = "NUMBER", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// How many positions the engine looks at for a move
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Where the randomness of the games comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads play [default: one for each processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Where the file is written
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
