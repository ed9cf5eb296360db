//! The command lines of `trois backup`, `trois restore` and `trois admin`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use server::operator::BanSubject;
use table::TableId;

use super::JsonArgs;

/// Where a server keeps its games.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    /// The data folder of the server [default: the one of `trois serve`]
    #[arg(long, global = true, value_name = "FOLDER", env = "TROIS_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// The PostgreSQL database of the server: postgresql://…
    #[arg(long, global = true, value_name = "URL", env = "TROIS_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
}

/// Copy the games of a running server into a file.
#[derive(Debug, Args)]
#[command(after_help = "\
The copy is a snapshot of one moment. Only its owner can read it, since it holds the secrets of unfinished games. It \
does not contain the cookie key: keep a copy of that elsewhere.

Examples:
  trois backup --data /var/lib/trois games.backup
  trois backup --database postgresql://trois@localhost/trois games.backup
  trois backup --data /var/lib/trois - | zstd > games.backup.zst")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The file to write, which must not exist; - for the standard output
    pub(crate) file: PathBuf,
}

/// Restore a backup into a new data folder or an empty database.
#[derive(Debug, Args)]
#[command(after_help = "\
A backup of either store can be restored into the other. All of it is restored, or nothing. The time since the \
backup is credited to the clocks of its games.

Examples:
  trois restore --data /var/lib/trois games.backup
  trois restore --database postgresql://trois@localhost/trois games.backup")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The backup; - for the standard input
    pub(crate) file: PathBuf,
}

/// Administer a running server: list, hide and delete games, ban, close the lobby, announce.
#[derive(Debug, Args)]
#[command(after_help = "\
The server follows within a second or two, without a restart. Every action is logged with the name of the user who \
performed it: trois admin log.

Examples:
  trois admin --data /var/lib/trois list --stage over
  trois admin hide q3k7…
  trois admin ban 192.0.2.0/24 --days 7
  trois admin announce \"Tournament on Sunday at five\"")]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// List tables, the latest first, with the numbers of their guests
    List {
        /// Only tables at this stage
        #[arg(long, value_enum)]
        stage: Option<StageArg>,
        /// Only tables of players whose name contains this
        #[arg(long)]
        name: Option<String>,
        /// Maximum number of tables
        #[arg(long, default_value_t = 50)]
        limit: u32,
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Hide a table from the lobby and the archive
    Hide { table: TableId },
    /// Show a table again
    Show { table: TableId },
    /// Delete a table and its game permanently
    Delete { table: TableId },
    /// Ban a guest (16 digits, from `list`), an address, or a range of addresses such as 192.0.2.0/24
    Ban {
        who: BanSubject,
        /// Number of days [default: until `unban`]
        #[arg(long, value_parser = super::serve::days())]
        days: Option<u32>,
    },
    /// Lift a ban
    Unban { who: BanSubject },
    /// List no tables and pair no players until `open-lobby`; tables opened by a link are not affected
    CloseLobby {
        /// The reason shown to guests
        #[arg(default_value = "")]
        why: String,
    },
    /// Open the lobby again
    OpenLobby,
    /// Show a sentence to everyone in the lobby, until `unannounce`
    Announce { text: String },
    /// Remove the announcement
    Unannounce,
    /// List the actions of operators, the oldest first
    Log {
        #[command(flatten)]
        json: JsonArgs,
    },
}

/// The stage of a table.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StageArg {
    /// Seats are free
    Waiting,
    /// The game is being played
    Playing,
    /// The game has ended
    Over,
    /// Closed before a game began
    Closed,
}
