//! The command line of `trois verify`.

use std::path::PathBuf;

use clap::Args;

use super::{JsonArgs, LanguageArgs};

/// Check that the shuffles of a record were fair.
#[derive(Debug, Args)]
#[command(after_help = "\
Before a game the server shows the hash of a secret (the tag Commitment). What is drawn follows from the secret and \
from what each player's own program contributed and signed; after the game the record has them all (Secret, \
Contribution1…). This command works out every draw again. The first one that does not follow is named, with exit \
status 2.

The server writes the record, so the record alone cannot show that the commitment came first. A player's receipt, \
which the app keeps when the player sits down, can.

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
