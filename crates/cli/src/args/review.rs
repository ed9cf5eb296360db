//! Arguments of `trois review`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use rules::Kind;

use super::{JsonArgs, LanguageArgs, duration, game};

/// Review a game: accuracy, mistakes, turning points.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints the accuracy of each player, the curve of their chances with the mistakes under it, where the lead changed, \
where the game was decided, and each mistake with the better move and the line that refutes it. docs/review.md \
defines these terms. Values are exact where the game is solved or the engine proves them; the others are estimates.

With --annotate, prints the game with every value in its comments. The app reads them, and so does this command, \
which then searches nothing unless --time or --nodes is given.

Examples:
  trois review game.txt
  trois review game.txt --time 20s --lang fr
  trois review game.txt --annotate > reviewed.txt
  echo '1.5 5.7 7.1' | trois review - --game super --json")]
pub(crate) struct ReviewArgs {
    /// The record; - for the standard input
    pub(crate) file: PathBuf,
    /// Approximate time of all searches together: 4s, 500ms [default: 4s]
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Search this many nodes per position instead; the result is then the same on every machine
    #[arg(long, value_name = "NUMBER", conflicts_with = "time")]
    pub(crate) nodes: Option<u64>,
    /// The game, if the record does not name it
    #[arg(long, value_parser = game())]
    pub(crate) game: Option<Kind>,
    /// Print the game with its values in comments
    #[arg(long, conflicts_with = "json")]
    pub(crate) annotate: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
