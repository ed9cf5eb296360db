//! Starts a driver, the program through which a test controls a browser.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use super::browser::Browser;
use super::marionette::Bridge;
use super::page::{PAUSE, TIMEOUT};

/// A driver that ends with the test.
pub(crate) struct Driver {
    pub(crate) browser: Browser,
    pub(crate) port: u16,
    /// The started processes, the last one first.
    _processes: Vec<Process>,
    _bridge: Option<Bridge>,
}

impl Driver {
    /// Starts it on a free port.
    pub(crate) fn start(browser: Browser) -> Driver {
        match browser {
            Browser::Chromium => chromium(),
            Browser::Firefox => firefox(),
            Browser::WebKit => webkit(),
        }
    }
}

/// A process that ends when it is dropped.
struct Process(Child);

impl Process {
    fn start(command: &mut Command, packages: &str) -> Process {
        let started = command.stderr(Stdio::null()).spawn();
        Process(started.unwrap_or_else(|error| {
            let program = command.get_program().display();
            panic!("{program} cannot be started ({error}); on Debian: apt-get install {packages}")
        }))
    }

    /// The result of `find` for the first line of the output that has one.
    fn read<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        let mut lines = BufReader::new(self.0.stdout.take()?).lines();
        let found = lines.by_ref().map_while(Result::ok).find_map(|line| find(&line));
        // Discards further output, so that the process never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        found
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn chromium() -> Driver {
    let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
    let mut command = Command::new(program);
    command.arg("--port=0").stdout(Stdio::piped());
    // It listens on one port for both versions of IP, and exits if the port it chose is free for only one of them.
    let mut start = || {
        let mut process = Process::start(&mut command, "chromium chromium-driver");
        let port = process.read(|line| {
            line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
        })?;
        Some((process, port))
    };
    let (process, port) =
        (0..5).find_map(|_| start()).expect("chromedriver says on which port it listens, once in five times");
    Driver { browser: Browser::Chromium, port, _processes: vec![process], _bridge: None }
}

/// Settings with which Firefox makes no network requests of its own and shows no prompts.
const FIREFOX: &str = r#"
user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("intl.accept_languages", "en");
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"#;

/// Firefox is its own driver, but speaks another protocol, which a [`Bridge`] translates.
fn firefox() -> Driver {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("firefox-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&profile).unwrap();
    fs::write(profile.join("user.js"), FIREFOX).unwrap();
    let program = std::env::var("FIREFOX").unwrap_or_else(|_| "firefox-esr".to_owned());
    let mut command = Command::new(program);
    command.args(["--headless", "--marionette", "--no-remote", "--profile"]).arg(&profile);
    let process = Process::start(command.stdout(Stdio::null()), "firefox-esr");
    let port_file = profile.join("MarionetteActivePort");
    let port = wait_for("Firefox says on which port it listens", || {
        fs::read_to_string(&port_file).ok()?.trim().parse().ok()
    });
    let bridge = Bridge::start(port, profile);
    Driver { browser: Browser::Firefox, port: bridge.port, _processes: vec![process], _bridge: Some(bridge) }
}

/// WebKit's browser needs a display; Xvfb draws one in memory.
fn webkit() -> Driver {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
    let mut display = Process::start(command.stdout(Stdio::piped()), "xvfb");
    let number: u32 = display.read(|line| line.trim().parse().ok()).expect("Xvfb says its display");
    // It cannot choose a port by itself. If another program takes this one before it starts, the test fails.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new("WebKitWebDriver");
    command.arg(format!("--port={port}")).env("DISPLAY", format!(":{number}")).env("LANGUAGE", "en");
    let driver = Process::start(command.stdout(Stdio::null()), "webkit2gtk-driver");
    wait_for("WebKitWebDriver listens", || TcpStream::connect(("127.0.0.1", port)).ok());
    Driver { browser: Browser::WebKit, port, _processes: vec![driver, display], _bridge: None }
}

fn wait_for<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < TIMEOUT, "in vain: {what}");
        std::thread::sleep(PAUSE);
    }
}
