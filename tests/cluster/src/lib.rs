//! A private PostgreSQL for tests, from the packages of the system: nobody else can reach it, and whatever happens to
//! the test, nothing is left of it.
//!
//! ```no_run
//! let cluster = cluster::Cluster::start();
//! let url = cluster.database(); // An empty one, for `trois serve --database`.
//! cluster.stop(); // The database is gone …
//! cluster.start_again(); // … and back.
//! ```

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// What is said where there is no PostgreSQL.
const MISSING: &str =
    "these tests need PostgreSQL, which is not here; on Debian or Ubuntu: sudo apt-get install postgresql";

/// Waits until its input ends, as it does when the test ends in whatever way, then clears up.
const CLEAR_UP: &str = r#"trap '' INT; read -r _; "$1" -D "$2/data" -m immediate stop; rm -rf "$2""#;

/// A database server of our own.
#[derive(Debug)]
pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    user: Option<User>,
    clearer: Child,
}

/// As whom it runs if the test runs as root, which PostgreSQL refuses.
#[derive(Clone, Debug)]
struct User {
    user: u32,
    group: u32,
}

impl Cluster {
    /// One that all tests of a program share, each with a database of its own.
    pub fn shared() -> &'static Cluster {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(Cluster::start)
    }

    /// Makes one and starts it.
    ///
    /// # Panics
    ///
    /// If that is not possible: the test has failed.
    pub fn start() -> Cluster {
        let programs = programs().unwrap_or_else(|| panic!("{MISSING}"));
        // The path of a socket must be short.
        let folder = std::env::temp_dir().join(format!("trois-{}-{}", std::process::id(), count()));
        fs::create_dir(&folder).unwrap();
        let user = user();
        #[cfg(unix)]
        if let Some(User { user, group }) = user {
            std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
        }
        let mut clearer = as_user(user.as_ref(), Path::new("/bin/sh"));
        clearer.args(["-c", CLEAR_UP, "sh"]).arg(programs.join("pg_ctl")).arg(&folder);
        let clearer = quiet(&mut clearer).stdin(Stdio::piped()).spawn().unwrap();
        let cluster = Cluster { programs, folder, user, clearer };
        let mut init = cluster.program("initdb");
        init.args(["--auth=trust", "--username=trois", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
        run(init.arg(cluster.data()));
        cluster.start_again();
        cluster
    }

    /// Makes a new, empty database: its address.
    pub fn database(&self) -> String {
        let name = format!("trois{}", count());
        run(self.program("createdb").args(["-U", "trois", "-h"]).arg(&self.folder).arg(&name));
        self.url(&name)
    }

    /// Does something with a database by SQL.
    pub fn sql(&self, url: &str, sql: &str) -> String {
        let mut psql = self.program("psql");
        psql.args([
            url,
            "--no-psqlrc",
            "--quiet",
            "--tuples-only",
            "--no-align",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            sql,
        ]);
        run(&mut psql)
    }

    /// Starts it after it was stopped.
    pub fn start_again(&self) {
        let options = format!("-k {} -c listen_addresses='' -c fsync=on", self.folder.display());
        let mut start = self.program("pg_ctl");
        start.arg("-D").arg(self.data()).arg("-l").arg(self.folder.join("log"));
        start.args(["-w", "-o", &options, "start"]);
        // What it starts would keep a pipe open.
        assert!(quiet(&mut start).status().unwrap().success(), "{}", self.log());
    }

    /// Stops it at once, as if the machine had been switched off.
    pub fn stop(&self) {
        run(self.program("pg_ctl").arg("-D").arg(self.data()).args(["-m", "immediate", "-w", "stop"]));
    }

    /// Sends a signal to every process of it: `STOP` makes it fall silent, `CONT` lets it go on.
    pub fn signal(&self, signal: &str) {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        // Its processes first: they are children of the first one.
        let children = run(Command::new("ps").args(["-o", "pid=", "--ppid", &pid]));
        run(Command::new("kill").arg(format!("-{signal}")).args(children.split_whitespace()).arg(&pid));
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgresql://trois@{folder}/{database}")
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn program(&self, name: &str) -> Command {
        as_user(self.user.as_ref(), &self.programs.join(name))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.clearer.stdin.take());
        let _ = self.clearer.wait();
    }
}

fn count() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// The folder with the programs of the newest PostgreSQL: where Debian has them, or on the path.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    // 9 comes before 15.
    debian.sort_by_key(|folder| (folder.as_os_str().len(), folder.clone()));
    let others = std::env::split_paths(&path);
    debian.into_iter().rev().chain(others).find(|folder| folder.join("initdb").exists())
}

/// Somebody who is not root, if this is root: who the package has made for it, or nobody.
fn user() -> Option<User> {
    let id = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse::<u32>().ok()
    };
    if id(&["-u"]) != Some(0) {
        return None;
    }
    let found = ["postgres", "nobody"]
        .into_iter()
        .find_map(|name| Some(User { user: id(&["-u", name])?, group: id(&["-g", name])? }));
    Some(found.unwrap_or_else(|| panic!("PostgreSQL does not run as root, and there is no other user here")))
}

fn as_user(user: Option<&User>, program: &Path) -> Command {
    let Some(User { user, group }) = user else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".to_owned()]);
    command.arg("--").arg(program).current_dir("/");
    command
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// Runs a program that must succeed: what it says.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
