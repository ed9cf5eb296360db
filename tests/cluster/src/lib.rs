//! A private PostgreSQL for tests, from the packages of the system. Only this test can reach it, and it is removed when
//! the test ends for any reason.
//!
//! ```no_run
//! let cluster = cluster::Cluster::start();
//! let url = cluster.database(); // An empty one, for `trois serve --database`.
//! cluster.stop(); // The database is gone …
//! cluster.start_again(); // … and back.
//! ```

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(unix)]
mod proxy;
mod tls;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
pub use proxy::Proxy;
pub use tls::TlsCluster;

/// The error message where PostgreSQL is not installed.
const MISSING: &str =
    "these tests need PostgreSQL, which is not here; on Debian or Ubuntu: sudo apt-get install postgresql";

/// Waits until its standard input closes, which happens when the test process ends for any reason, then removes the
/// cluster.
const CLEAN_UP_SCRIPT: &str = r#"trap '' INT; read -r _; "$1" -D "$2/data" -m immediate stop; rm -rf "$2""#;

/// A PostgreSQL server that belongs to one test process.
#[derive(Debug)]
pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    user: Option<User>,
    clean_up_process: Child,
    /// Settings beyond those that every cluster has: `-c name=value`.
    settings: String,
}

/// The user that runs PostgreSQL if the tests run as root, which PostgreSQL refuses.
#[derive(Clone, Debug)]
struct User {
    user: u32,
    group: u32,
}

impl Cluster {
    /// The cluster that all tests of one process share. Each test creates its own database in it.
    pub fn shared() -> &'static Cluster {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(Cluster::start)
    }

    /// Creates a cluster and starts it.
    ///
    /// # Panics
    ///
    /// If PostgreSQL is missing or does not start.
    pub fn start() -> Cluster {
        let cluster = Cluster::prepare(String::new());
        let mut init = cluster.program("initdb");
        init.args(["--auth=trust", "--username=trois", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
        run(init.arg(cluster.data()));
        cluster.start_again();
        cluster
    }

    /// Creates the folder of a cluster, and the process that removes it at the end.
    fn prepare(settings: String) -> Cluster {
        let programs = programs().unwrap_or_else(|| panic!("{MISSING}"));
        let folder = new_folder();
        fs::create_dir(&folder).unwrap();
        let user = user();
        #[cfg(unix)]
        if let Some(User { user, group }) = user {
            std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
        }
        let mut clean_up_process = as_user(user.as_ref(), Path::new("/bin/sh"));
        clean_up_process.args(["-c", CLEAN_UP_SCRIPT, "sh"]).arg(programs.join("pg_ctl")).arg(&folder);
        let clean_up_process = quiet(&mut clean_up_process).stdin(Stdio::piped()).spawn().unwrap();
        Cluster { programs, folder, user, clean_up_process, settings }
    }

    /// Creates an empty database and returns its address.
    pub fn database(&self) -> String {
        let name = format!("trois{}", count());
        run(self.program("createdb").args(["-U", "trois", "-h"]).arg(&self.folder).arg(&name));
        self.url(&name)
    }

    /// Runs SQL in a database and returns what `psql` prints.
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

    /// Starts the cluster after it was stopped.
    pub fn start_again(&self) {
        let Cluster { folder, settings, .. } = self;
        let options = format!("-k {} -c listen_addresses='' -c fsync=on {settings}", folder.display());
        let mut start = self.program("pg_ctl");
        start.arg("-D").arg(self.data()).arg("-l").arg(self.folder.join("log"));
        start.args(["-w", "-o", &options, "start"]);
        // The server inherits the output: a pipe would never be closed.
        assert!(quiet(&mut start).status().unwrap().success(), "{}", self.log());
    }

    /// Stops the cluster without a shutdown checkpoint, as a power failure would.
    pub fn stop(&self) {
        run(self.program("pg_ctl").arg("-D").arg(self.data()).args(["-m", "immediate", "-w", "stop"]));
    }

    /// Sends a signal to every process of the cluster: `STOP` freezes it, `CONT` resumes it.
    pub fn signal(&self, signal: &str) {
        let postmaster = self.postmaster();
        run(Command::new("kill").args([&format!("-{signal}"), &postmaster]));
        // A frozen postmaster starts no more processes, so the list of its children is complete.
        while signal == "STOP" && process_state(&postmaster) != "T" {
            thread::sleep(Duration::from_millis(5));
        }
        for child in children(&postmaster) {
            // A connection may have ended in the meantime, with its process.
            let _ = quiet(Command::new("kill").args([&format!("-{signal}"), &child])).status();
        }
    }

    /// The processor time of all processes of the cluster that are running, in seconds. Linux only.
    pub fn cpu_seconds(&self) -> f64 {
        let ticks = |pid: String| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
            fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>()
        };
        // Linux counts 100 ticks a second for programs.
        self.processes().into_iter().map(ticks).sum::<f64>() / 100.0
    }

    /// The process ids of the cluster.
    fn processes(&self) -> Vec<String> {
        let postmaster = self.postmaster();
        children(&postmaster).into_iter().chain([postmaster]).collect()
    }

    /// The process id of the postmaster, the parent of all others.
    fn postmaster(&self) -> String {
        let file = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        file.lines().next().unwrap().to_owned()
    }

    /// Starts a proxy in front of the cluster that can withhold replies.
    #[cfg(unix)]
    pub fn proxy(&self) -> Proxy {
        Proxy::start(new_folder(), self.folder.clone())
    }

    /// The log of the server.
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
        drop(self.clean_up_process.stdin.take());
        let _ = self.clean_up_process.wait();
    }
}

/// A folder of this process under the system's temporary folder: the path of a socket must be short.
fn new_folder() -> PathBuf {
    std::env::temp_dir().join(format!("trois-{}-{}", std::process::id(), count()))
}

/// The next number, each used once in this process.
fn count() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// The folder with the programs of the newest PostgreSQL, where Debian installs them or on the `PATH`.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    // By length first, so that 9 sorts before 15.
    debian.sort_by_key(|folder| (folder.as_os_str().len(), folder.clone()));
    let others = std::env::split_paths(&path);
    debian.into_iter().rev().chain(others).find(|folder| folder.join("initdb").exists())
}

/// The user of the PostgreSQL package, or `nobody`, if this process is root.
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

/// The process ids of the children of a process.
fn children(parent: &str) -> Vec<String> {
    let listed = run(Command::new("ps").args(["-o", "pid=", "--ppid", parent]));
    listed.split_whitespace().map(str::to_owned).collect()
}

/// The first letter of a process's state, `T` if a signal has stopped it.
fn process_state(process: &str) -> String {
    run(Command::new("ps").args(["-o", "s=", "-p", process])).trim().to_owned()
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// Runs a program that must succeed and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
