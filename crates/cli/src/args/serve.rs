//! The command line of `trois serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Serve the app and the tables at which people play together.
#[derive(Debug, Args)]
#[command(after_help = "\
Everything the browser needs is in this program, and once loaded the app works without it too. Only this machine \
can reach the server unless --listen says otherwise. Every setting can be given in the environment as well. \
docs/hosting.md tells how to run it behind TLS, and how to run several on one PostgreSQL.

Examples:
  trois serve --open
  trois serve --listen 127.0.0.1:0            any free port
  trois serve --listen 0.0.0.0:8333 --data /var/lib/trois
  trois serve --database postgresql://trois@localhost/trois --cookie-key-file /etc/trois/cookie.key")]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 is any that is free
    #[arg(long, default_value = "127.0.0.1:8333", value_name = "ADDRESS:PORT", env = "TROIS_LISTEN")]
    pub(crate) listen: SocketAddr,
    /// The folder for what is kept: games (by SQLite) and the key of the cookies; made if missing
    ///
    /// Without it, a folder named trois where programs of this user keep their data.
    #[arg(long, value_name = "FOLDER", env = "TROIS_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// Keep the games on a PostgreSQL server instead, which several servers can share: postgresql://…
    ///
    /// Read as libpq reads it: sslmode=verify-full and sslrootcert=FILE (or system) encrypt the connection and check
    /// the certificate, passfile=FILE or PGPASSWORD gives the password, and several hosts (postgresql://one,two/trois)
    /// are tried in turn until one can be written to.
    #[arg(long, value_name = "URL", env = "TROIS_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// The file with the key that signs cookies, 64 hexadecimal digits; made if missing. Servers that share a
    /// database must share it. Without it, cookie.key in the data folder
    #[arg(long, value_name = "FILE", env = "TROIS_COOKIE_KEY_FILE")]
    pub(crate) cookie_key_file: Option<PathBuf>,
    /// The address at which people reach the server, if it is another: `https://trois.example`
    #[arg(long, value_name = "URL", env = "TROIS_PUBLIC_URL")]
    pub(crate) public_url: Option<String>,
    /// A proxy stands before the server: believe its X-Forwarded-For
    #[arg(long, env = "TROIS_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// How many engines think at a time [default: the cores but one]
    #[arg(long, value_name = "N", env = "TROIS_ENGINES")]
    pub(crate) engines: Option<usize>,
    /// The most sockets at once
    #[arg(long, value_name = "N", default_value_t = 20_000, env = "TROIS_SOCKETS")]
    pub(crate) sockets: usize,
    /// The most sockets from one address
    #[arg(long, value_name = "N", default_value_t = 200, env = "TROIS_SOCKETS_PER_ADDRESS")]
    pub(crate) sockets_per_address: usize,
    /// The most connections of one address beside its sockets; behind a proxy, that is for the proxy to limit
    #[arg(long, value_name = "N", default_value_t = 300, env = "TROIS_CONNECTIONS_PER_ADDRESS")]
    pub(crate) connections_per_address: usize,
    /// The most unfinished games of one guest
    #[arg(long, value_name = "N", default_value_t = 50, env = "TROIS_GAMES_PER_GUEST")]
    pub(crate) games_per_guest: u32,
    /// The most lines a second on one socket, in the long run
    #[arg(long, value_name = "N", default_value_t = 20, env = "TROIS_LINES_PER_SECOND")]
    pub(crate) lines_per_second: u32,
    /// The most writes a minute of one guest; of one address, ten times that. An event (a move, a seat taken) is a
    /// write, and so is each kilobyte; a new table or a new guest costs twenty
    #[arg(long, value_name = "N", default_value_t = 300, env = "TROIS_WRITES_PER_MINUTE")]
    pub(crate) writes_per_minute: u32,
    /// Lift all limits per guest and per address, to measure the server with `trois load`. The server must then
    /// listen on an address that other machines cannot reach, such as 127.0.0.1
    #[arg(long, env = "TROIS_NO_LIMITS")]
    pub(crate) no_limits: bool,
    /// Serve figures for Prometheus at /metrics on this address; without it there are none
    ///
    /// Another address than this machine's own needs --metrics-token-file.
    #[arg(long, value_name = "ADDRESS:PORT", env = "TROIS_METRICS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// A file with the token that requests for metrics must have (Authorization: Bearer TOKEN)
    #[arg(long, value_name = "FILE", env = "TROIS_METRICS_TOKEN_FILE")]
    pub(crate) metrics_token_file: Option<PathBuf>,
    /// Log every request: its kind, status and duration, not who made it
    #[arg(long, env = "TROIS_ACCESS_LOG")]
    pub(crate) access_log: bool,
    #[command(flatten)]
    pub(crate) retention: RetentionArgs,
    /// How to write the log, which goes to the standard error output
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "TROIS_LOG_FORMAT")]
    pub(crate) log: LogFormat,
    /// How much to write into the log: error, warn, info, debug or trace
    ///
    /// For some parts only: warn,server=debug
    #[arg(long, value_name = "LEVEL", default_value = "info", env = "TROIS_LOG")]
    pub(crate) log_level: String,
    /// Open the browser, where there is a desktop
    #[arg(long)]
    pub(crate) open: bool,
}

/// How long things are kept, in days.
#[derive(Debug, Args)]
pub(crate) struct RetentionArgs {
    /// Close a table whose game has not started after this long
    #[arg(long, value_name = "DAYS", default_value_t = 3, env = "TROIS_CLOSE_WAITING_AFTER", value_parser = days())]
    pub(crate) close_waiting_after: u32,
    /// End a game without a result if no player has moved for this long; a running clock ends it sooner
    #[arg(long, value_name = "DAYS", default_value_t = 60, env = "TROIS_END_IDLE_AFTER", value_parser = days())]
    pub(crate) end_idle_after: u32,
    /// Delete finished games after this long; without it they are kept
    #[arg(long, value_name = "DAYS", env = "TROIS_KEEP_GAMES", value_parser = days())]
    pub(crate) keep_games: Option<u32>,
    /// Delete the names of guests without games after this long
    #[arg(long, value_name = "DAYS", default_value_t = 400, env = "TROIS_KEEP_NAMES", value_parser = days())]
    pub(crate) keep_names: u32,
}

/// A number of days, a hundred years at most.
pub(super) fn days() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=36_500)
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
    /// Not at all
    Off,
}
