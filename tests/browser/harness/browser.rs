//! The browsers in which the app is tested, and how to request a session in each.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use thirtyfour::{Capabilities, ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel};

use super::server::USER_AGENT;

/// A browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    /// Chromium, in which all tests run.
    Chromium,
    /// Firefox ESR.
    Firefox,
    /// WebKitGTK, the engine of Safari.
    WebKit,
}

/// Arguments with which Chromium runs everywhere, even as root, makes no network requests of its own, and does not
/// render the pages behind its address bar, which would double its start-up time.
const CHROMIUM: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--lang=en",
];

/// The download folder in a profile.
pub(super) const DOWNLOADS: &str = "downloads";

impl Browser {
    /// The requested capabilities. `number` tells the browsers of a test apart.
    pub(super) fn capabilities(self, profile: &Path, number: u32) -> Capabilities {
        match self {
            Browser::Chromium => chromium(profile, number),
            Browser::Firefox => Capabilities::new(),
            Browser::WebKit => webkit(),
        }
    }
}

fn chromium(profile: &Path, number: u32) -> Capabilities {
    let mut capabilities = ChromeCapabilities::new();
    if let Some(program) = headless_shell() {
        capabilities.set_binary(&program.display().to_string()).unwrap();
    }
    for argument in CHROMIUM {
        capabilities.add_arg(argument).unwrap();
    }
    capabilities.add_arg(&format!("--user-data-dir={}", profile.display())).unwrap();
    // Each browser has an address of its own; the last byte of an address is from 1 to 254.
    capabilities.add_arg(&format!("--user-agent={USER_AGENT}{}", number % 254 + 1)).unwrap();
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
    capabilities.into()
}

/// The script that starts Chromium's headless shell, if it is installed. It is Chromium without windows, tabs and
/// extensions: a test takes less than half of the processor time. The driver expects an open page, which the shell has
/// only if it is told an address.
fn headless_shell() -> Option<&'static Path> {
    static SCRIPT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let write = || {
        let mut version = Command::new("chromium-headless-shell");
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        if !version.status().is_ok_and(|status| status.success()) {
            return None;
        }
        let name = format!("headless-shell-{}.sh", std::process::id());
        let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&script, "#!/bin/sh\nexec chromium-headless-shell \"$@\" about:blank\n").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        Some(script)
    };
    SCRIPT.get_or_init(write).as_deref()
}

/// Debian installs WebKit's own browser outside the path; WebKitWebDriver knows where.
fn webkit() -> Capabilities {
    let mut capabilities = Capabilities::new();
    capabilities.set("browserName", "MiniBrowser").unwrap();
    capabilities
}
