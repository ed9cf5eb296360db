//! The command line of `trois serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Serve the app and the tables at which people play together.
#[derive(Debug, Args)]
#[command(after_help = "\
This program contains everything the browser needs, and once loaded the app also works without the server. Only this \
machine can reach the server unless --listen allows others. Every setting can also be given in the environment. \
docs/hosting.md explains how to run it behind TLS, and how to run several on one PostgreSQL.

Examples:
  trois serve --open
  trois serve --listen 127.0.0.1:0            any free port
  trois serve --listen 0.0.0.0:8333 --data /var/lib/trois
  trois serve --database postgresql://trois@localhost/trois --cookie-key-file /etc/trois/cookie.key")]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 is any free port
    #[arg(long, default_value = "127.0.0.1:8333", value_name = "ADDRESS:PORT", env = "TROIS_LISTEN")]
    pub(crate) listen: SocketAddr,
    /// The data folder: the SQLite database and the cookie key; created if missing
    ///
    /// The default is a folder named trois in the data folder of this user.
    #[arg(long, value_name = "FOLDER", env = "TROIS_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// Store the games in a PostgreSQL database instead, which several servers can share: postgresql://…
    ///
    /// Read as libpq reads it: sslmode=verify-full and sslrootcert=FILE (or system) encrypt the connection and check
    /// the certificate, passfile=FILE or PGPASSWORD gives the password, and several hosts (postgresql://one,two/trois)
    /// are tried in turn until one can be written to.
    #[arg(long, value_name = "URL", env = "TROIS_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// The file with the key that signs cookies, 64 hexadecimal digits, which no other user may be able to read; created
    /// if missing. Servers that share a database must share it [default: cookie.key in the data folder]
    #[arg(long, value_name = "FILE", env = "TROIS_COOKIE_KEY_FILE")]
    pub(crate) cookie_key_file: Option<PathBuf>,
    /// The address at which people reach the server, if it differs: `https://trois.example`
    #[arg(long, value_name = "URL", env = "TROIS_PUBLIC_URL")]
    pub(crate) public_url: Option<String>,
    /// Trust X-Forwarded-For from a reverse proxy
    #[arg(long, env = "TROIS_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// Number of engines that think at the same time [default: the number of cores minus one]
    #[arg(long, value_name = "N", env = "TROIS_ENGINES")]
    pub(crate) engines: Option<usize>,
    /// Maximum number of sockets
    #[arg(long, value_name = "N", default_value_t = 20_000, env = "TROIS_SOCKETS")]
    pub(crate) sockets: usize,
    /// Maximum number of sockets per address
    #[arg(long, value_name = "N", default_value_t = 200, env = "TROIS_SOCKETS_PER_ADDRESS")]
    pub(crate) sockets_per_address: usize,
    /// Maximum number of connections per address, not counting its sockets; behind a proxy, of requests at a time
    #[arg(long, value_name = "N", default_value_t = 300, env = "TROIS_CONNECTIONS_PER_ADDRESS")]
    pub(crate) connections_per_address: usize,
    /// Maximum number of unfinished games per guest
    #[arg(long, value_name = "N", default_value_t = 50, env = "TROIS_GAMES_PER_GUEST")]
    pub(crate) games_per_guest: u32,
    /// Maximum number of tables opened from one address that wait for their game to start
    #[arg(long, value_name = "N", default_value_t = 500, env = "TROIS_WAITING_TABLES_PER_ADDRESS")]
    pub(crate) waiting_tables_per_address: u32,
    /// Maximum number of tables opened from one address that have not ended: those that wait, and those whose game is being
    /// played
    #[arg(long, value_name = "N", default_value_t = 2000, env = "TROIS_UNFINISHED_TABLES_PER_ADDRESS")]
    pub(crate) unfinished_tables_per_address: u32,
    /// Maximum number of lines per second on one socket, in the long run
    #[arg(long, value_name = "N", default_value_t = 20, env = "TROIS_LINES_PER_SECOND")]
    pub(crate) lines_per_second: u32,
    /// Maximum number of writes per minute by one guest, and ten times as many by one address. An event (a move, a seat
    /// taken) is a write, and so is each kilobyte; a new table or a new guest counts as twenty
    #[arg(long, value_name = "N", default_value_t = 300, env = "TROIS_WRITES_PER_MINUTE")]
    pub(crate) writes_per_minute: u32,
    /// Maximum number of reads per minute by one address: tables, games, pictures and lists, but not the files of the
    /// app; a socket counts as five
    #[arg(long, value_name = "N", default_value_t = 3000, env = "TROIS_READS_PER_MINUTE")]
    pub(crate) reads_per_minute: u32,
    /// Maximum number of requests per minute by one address, the files of the app and refused requests included; twice as
    /// many at once
    #[arg(long, value_name = "N", default_value_t = 6000, env = "TROIS_REQUESTS_PER_MINUTE")]
    pub(crate) requests_per_minute: u32,
    /// Disable all limits per guest and per address, to measure the server with `trois load`. The server must then
    /// listen on an address that other machines cannot reach, such as 127.0.0.1
    #[arg(long, env = "TROIS_NO_LIMITS")]
    pub(crate) no_limits: bool,
    /// Serve metrics for Prometheus at /metrics on this address [default: off]
    ///
    /// An address that other machines can reach needs --metrics-token-file.
    #[arg(long, value_name = "ADDRESS:PORT", env = "TROIS_METRICS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// A file, which no other user may be able to read, with the token that requests for metrics must carry
    /// (Authorization: Bearer TOKEN)
    #[arg(long, value_name = "FILE", env = "TROIS_METRICS_TOKEN_FILE")]
    pub(crate) metrics_token_file: Option<PathBuf>,
    /// Log the kind, status and duration of every request, but not who made it
    #[arg(long, env = "TROIS_ACCESS_LOG")]
    pub(crate) access_log: bool,
    #[command(flatten)]
    pub(crate) retention: RetentionArgs,
    /// The format of the log, which goes to the standard error stream
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "TROIS_LOG_FORMAT")]
    pub(crate) log: LogFormat,
    /// The log level: error, warn, info, debug or trace
    ///
    /// Different levels for parts of the program: warn,server=debug
    #[arg(long, value_name = "LEVEL", default_value = "info", env = "TROIS_LOG")]
    pub(crate) log_level: String,
    /// Open the browser, if there is a desktop
    #[arg(long)]
    pub(crate) open: bool,
}

/// Retention, in days.
#[derive(Debug, Args)]
pub(crate) struct RetentionArgs {
    /// Close a table whose game has not started after this many days
    #[arg(long, value_name = "DAYS", default_value_t = 3, env = "TROIS_CLOSE_WAITING_AFTER", value_parser = days())]
    pub(crate) close_waiting_after: u32,
    /// End a game without a result if no player has moved for this many days; a running clock ends it sooner
    #[arg(long, value_name = "DAYS", default_value_t = 60, env = "TROIS_END_IDLE_AFTER", value_parser = days())]
    pub(crate) end_idle_after: u32,
    /// Delete finished games after this many days [default: never]
    #[arg(long, value_name = "DAYS", env = "TROIS_KEEP_GAMES", value_parser = days())]
    pub(crate) keep_games: Option<u32>,
    /// Delete finished games that are not listed and were hardly played (fewer than four moves, or a few seconds) after this
    /// many days
    #[arg(long, value_name = "DAYS", default_value_t = 30, env = "TROIS_KEEP_UNPLAYED", value_parser = days())]
    pub(crate) keep_unplayed: u32,
    /// Delete the names of guests without games after this many days
    #[arg(long, value_name = "DAYS", default_value_t = 400, env = "TROIS_KEEP_NAMES", value_parser = days())]
    pub(crate) keep_names: u32,
}

/// A number of days, at most a hundred years.
pub(super) fn days() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=36_500)
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
    /// No log
    Off,
}
