//! The command line of `trois verify`.

use std::path::PathBuf;

use clap::Args;

use super::{JsonArgs, LanguageArgs};

/// Check that the shuffles of a record were fair.
#[derive(Debug, Args)]
#[command(after_help = "\
Before a game, the server publishes the hash of a secret (the tag Commitment). Every draw follows from the secret and \
from the contributions that the players' own programs made and signed; after the game, the record contains all of \
them (Secret, Contribution1…). This command computes every draw again. It reports the first one that does not \
follow, with exit status 2.

The server writes the record, so the record alone cannot prove that the commitment came first. A player's receipt, \
which the app stores when the player takes a seat, can: it also shows that the setup of the table, and with it the way \
of seating, was fixed, and that the order in which the server seated the players changed no draw.

Examples:
  trois verify game.txt
  trois verify game.txt --receipt receipt.txt
  trois verify game.txt --json
  trois verify - < game.txt")]
pub(crate) struct VerifyArgs {
    /// The record; - for the standard input
    pub(crate) file: PathBuf,
    /// The receipt of a player of this game
    #[arg(long, value_name = "FILE")]
    pub(crate) receipt: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
