//! The settings of a server.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::guests::CookieKey;
use crate::wall_clock::WallClock;

/// Where the games are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// SQLite in this folder.
    Folder(PathBuf),
    /// PostgreSQL at this address, `postgresql://…`, which several servers can share.
    Postgres(String),
}

/// For logs: the address of a database is left out, since it may contain a password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Folder(folder) => write!(f, "sqlite in {}", folder.display()),
            Database::Postgres(_) => f.write_str("postgresql"),
        }
    }
}

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where the games are stored.
    pub database: Database,
    /// The key that signs cookies.
    pub cookie_key: CookieKey,
    /// The public address of the server, such as `https://trois.example`. Without it, the address of each request is
    /// used.
    pub public_url: Option<String>,
    /// Whether the server is behind a proxy that sets `X-Forwarded-For` to the client's address.
    pub is_behind_proxy: bool,
    /// The most engines that think at a time.
    pub engines: usize,
    /// The most open sockets.
    pub sockets: usize,
    /// The most open sockets of one address. All addresses of an IPv6 /64 count as one, here and below.
    pub sockets_per_address: usize,
    /// The most open connections of one address, beside its sockets. Behind a proxy, whose connections serve many
    /// addresses: the most requests of one address that are being answered.
    pub connections_per_address: usize,
    /// The most unfinished games of one guest.
    pub games_per_guest: u32,
    /// The most tables opened from one address that wait for their game to start.
    pub waiting_tables_per_address: u32,
    /// The most tables opened from one address that have not ended: those that wait and those whose game is being played.
    pub unfinished_tables_per_address: u32,
    /// The most frames per second on one socket, of any kind. Short bursts may be three times as fast.
    pub lines_per_second: u32,
    /// How often the server sends each table socket a keepalive.
    pub keepalive: Duration,
    /// How long a client may take to send a request, and to receive what is sent to it.
    pub client_timeout: Duration,
    /// The most writes per minute of one guest. An event is a write, and so is each kilobyte; a table or a guest costs
    /// twenty. One address may write ten times as much.
    pub writes_per_minute: u32,
    /// The most reads per minute of one address: tables, games, pictures and lists, but not the files of the app. A
    /// socket costs five.
    pub reads_per_minute: u32,
    /// The most requests per minute of one address, of any kind: also the files of the app, and requests that are refused.
    /// Twice as many may be sent at once. A connection counts as a request, except behind a proxy.
    pub requests_per_minute: u32,
    /// Lifts all limits per guest and per address: for measurements and tests on this machine, never in production.
    pub is_unlimited: bool,
    /// The token that a request for metrics must have.
    pub metrics_token: Option<String>,
    /// Whether every request is logged.
    pub access_log: bool,
    /// How long things are kept.
    pub retention: Retention,
    /// The wall clock. Tests replace it.
    pub clock: WallClock,
}

/// How long things are kept.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// How long a table may wait for its game to start before it is closed.
    pub waiting: Duration,
    /// How long a game without a running clock may be idle before it ends without a result.
    pub idle: Duration,
    /// How long a finished game is kept; for ever if `None`.
    pub games: Option<Duration>,
    /// How long a finished game is kept that is not listed and was hardly played: it has few moves or lasted only seconds.
    pub unplayed: Duration,
    /// How long the name of a guest without games is kept; for ever if `None`.
    pub names: Option<Duration>,
}

const DAY: Duration = Duration::from_secs(24 * 3600);

impl Default for Retention {
    fn default() -> Retention {
        Retention {
            waiting: 3 * DAY,
            idle: 60 * DAY,
            games: None,
            unplayed: 30 * DAY,
            names: Some(400 * DAY),
        }
    }
}

impl ServerSettings {
    /// Whether people reach the server over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
    }

    /// The defaults, which suit a club.
    pub fn new(database: Database, cookie_key: CookieKey) -> ServerSettings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerSettings {
            database,
            cookie_key,
            public_url: None,
            is_behind_proxy: false,
            engines: cores.saturating_sub(1).max(1),
            sockets: 20_000,
            sockets_per_address: 200,
            connections_per_address: 300,
            games_per_guest: 50,
            waiting_tables_per_address: 500,
            // Ten for each socket: a club or a school behind one address leaves many games for another day.
            unfinished_tables_per_address: 2000,
            lines_per_second: 20,
            keepalive: Duration::from_secs(15),
            client_timeout: Duration::from_secs(15),
            writes_per_minute: 300,
            reads_per_minute: 3000,
            requests_per_minute: 6000,
            is_unlimited: false,
            metrics_token: None,
            access_log: false,
            retention: Retention::default(),
            clock: WallClock::system(),
        }
    }
}
