//! What whoever hosts a server can choose.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::guests::CookieKey;

/// Where the games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In this folder of the machine, by SQLite.
    Folder(PathBuf),
    /// On a PostgreSQL server, which several servers can share: `postgresql://…`.
    Postgres(String),
}

/// What may be told of it: an address may have a password in it.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Folder(folder) => write!(f, "sqlite in {}", folder.display()),
            Database::Postgres(_) => f.write_str("postgresql"),
        }
    }
}

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the games are kept.
    pub database: Database,
    /// What cookies are signed with.
    pub cookie_key: CookieKey,
    /// The address under which people reach the server, such as `https://trois.example`; without it, whatever
    /// address they used.
    pub public_url: Option<String>,
    /// Whether a proxy stands before the server and says in `X-Forwarded-For` who asks.
    pub is_behind_proxy: bool,
    /// How many engines think at a time.
    pub engines: usize,
    /// The most sockets at once.
    pub sockets: usize,
    /// The most sockets from one address; this machine's own is not permit.
    pub sockets_per_address: usize,
    /// The most unfinished games of one guest.
    pub games_per_guest: u32,
    /// The most lines a second on one socket, in the long run.
    pub lines_per_second: u32,
    /// How often each socket hears that the server is there.
    pub keepalive: Duration,
    /// How long somebody may take to say what they want, and to take what they are sent.
    pub client_timeout: Duration,
    /// The most posts a minute of one guest, and of one address ten times that.
    pub posts_per_minute: u32,
}

impl Settings {
    /// What suits a club.
    pub fn new(database: Database, cookie_key: CookieKey) -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            database,
            cookie_key,
            public_url: None,
            is_behind_proxy: false,
            engines: cores.saturating_sub(1).max(1),
            sockets: 20_000,
            sockets_per_address: 200,
            games_per_guest: 50,
            lines_per_second: 20,
            keepalive: Duration::from_secs(15),
            client_timeout: Duration::from_secs(15),
            posts_per_minute: 60,
        }
    }
}
