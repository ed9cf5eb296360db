//! Arguments of `trois explore`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rules::Kind;

use super::{JsonArgs, LanguageArgs, PositionArgs, game};

/// Show what strong engines played in a position, and how those games ended.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
A line for each move, the most played first: how many games, how many of them each player won, how many were drawn, \
and the engine's value for the player to move. Positions that differ by a rotation or a reflection count as one, and \
so do their moves.

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
    /// A collection made by `trois explore generate`, instead of the built-in one
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

/// Play games of the engine against itself and write a collection; the same seed gives the same file.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The game
    #[arg(value_parser = game())]
    pub(crate) game: Kind,
    /// Options of the game, as `trois games` lists them: key=value,key=value
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) options: String,
    /// Number of games
    #[arg(long, value_name = "NUMBER", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Number of positions per move
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
