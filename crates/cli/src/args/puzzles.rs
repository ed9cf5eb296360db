//! Arguments of `trois puzzle` and `trois puzzles`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rules::Kind;

use super::{LanguageArgs, game};

/// Solve puzzles in this terminal: find the only move that wins in the number of moves given.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --number, --theme or --daily, puzzles come in order of difficulty. While solving, type a move, ? for the \
legal moves, show for the solution (which does not count as solved), next or quit.

Examples:
  trois puzzle super                     the easiest first
  trois puzzle --daily                   the puzzle of the day, the same for everyone
  trois puzzle doh --theme nest --lang fr
  trois puzzle fives --number 250")]
pub(crate) struct PuzzleArgs {
    /// The game
    #[arg(value_parser = game(), default_value_t)]
    pub(crate) game: Kind,
    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["number", "theme"])]
    pub(crate) daily: bool,
    /// The puzzle with this number, from 1; the next ones follow
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    /// Only puzzles with this theme
    #[arg(long, conflicts_with = "number")]
    pub(crate) theme: Option<String>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Generate collections of puzzles, and check them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  trois puzzles generate super > crates/puzzles/data/super.txt
  trois puzzles check crates/puzzles/data/super.txt")]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    pub(crate) command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games of the engine and write a collection; the same seed gives the same file
    Generate {
        /// The game
        #[arg(value_parser = game())]
        game: Kind,
        /// Random seed
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,
        /// For each set of options, stop after this many games of the engine, even with too few puzzles
        #[arg(long, value_name = "N")]
        games: Option<u64>,
    },
    /// Prove every puzzle of a file again, with the searches that found it: that it is won, in how many moves, and by
    /// only one move
    Check {
        /// The file; - for the standard input
        file: PathBuf,
    },
}
