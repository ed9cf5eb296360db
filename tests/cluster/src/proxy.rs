//! A proxy in front of a private PostgreSQL that can withhold replies, as a network or a disk that stalls does: the
//! statement reaches the database, its answer does not reach the client.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The file name of PostgreSQL's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// Listens on a Unix socket in its own folder and forwards to the database.
#[derive(Debug)]
pub struct Proxy {
    folder: PathBuf,
    withheld: Arc<Mutex<Withheld>>,
}

/// Which replies are withheld.
#[derive(Debug, Default)]
struct Withheld {
    /// Part of the startup message of the connections to which the rule applies.
    marker: Option<String>,
    /// Whether the rule applies to connections that are opened later, too.
    includes_new: bool,
    /// How often the rule was set: connections opened under an earlier number are old.
    rule: u64,
}

impl Proxy {
    pub(crate) fn start(folder: PathBuf, database: PathBuf) -> Proxy {
        fs::create_dir(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
        let withheld: Arc<Mutex<Withheld>> = Arc::default();
        let rules = Arc::clone(&withheld);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // While the database is stopped its socket is missing: the client sees a closed connection.
                let Ok(server) = UnixStream::connect(database.join(SOCKET)) else { continue };
                let rules = Arc::clone(&rules);
                thread::spawn(move || forward(client, server, &rules));
            }
        });
        Proxy { folder, withheld }
    }

    /// The address of a database through this proxy.
    pub fn url(&self, database_url: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        let (_, name) = database_url.rsplit_once('/').unwrap();
        format!("postgresql://trois@{folder}/{name}")
    }

    /// Withholds every reply on the connections that are open now and whose startup message contains `marker`.
    pub fn withhold_replies(&self, marker: &str) {
        self.set(Some(marker), false);
    }

    /// Withholds every reply on all connections whose startup message contains `marker`, those opened later included.
    pub fn withhold_all_replies(&self, marker: &str) {
        self.set(Some(marker), true);
    }

    /// Lets all replies through again. What was withheld stays lost.
    pub fn restore(&self) {
        self.set(None, false);
    }

    fn set(&self, marker: Option<&str>, includes_new: bool) {
        let mut withheld = self.withheld.lock().unwrap_or_else(PoisonError::into_inner);
        *withheld = Withheld { marker: marker.map(str::to_owned), includes_new, rule: withheld.rule + 1 };
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Forwards both directions of a connection until one side closes it.
fn forward(mut client: UnixStream, mut server: UnixStream, withheld: &Mutex<Withheld>) {
    let rules = || withheld.lock().unwrap_or_else(PoisonError::into_inner);
    let opened_under = rules().rule;
    let mut startup = vec![0; 4096];
    let Ok(length) = client.read(&mut startup) else { return };
    startup.truncate(length);
    if server.write_all(&startup).is_err() {
        return;
    }
    let startup = String::from_utf8_lossy(&startup).into_owned();
    let is_withheld = || {
        let rules = rules();
        let applies = rules.includes_new || opened_under < rules.rule;
        applies && rules.marker.as_ref().is_some_and(|marker| startup.contains(marker))
    };
    let (mut requests, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    thread::spawn(move || {
        let _ = std::io::copy(&mut requests, &mut to_server);
        let _ = to_server.shutdown(std::net::Shutdown::Both);
    });
    let mut buffer = [0; 8192];
    while let Ok(length) = server.read(&mut buffer) {
        if length == 0 || (!is_withheld() && client.write_all(&buffer[..length]).is_err()) {
            break;
        }
    }
    let _ = client.shutdown(std::net::Shutdown::Both);
}
