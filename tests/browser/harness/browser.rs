//! The browsers in which the app is tested, and how to request a session in each.

use std::path::Path;

use serde_json::json;
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
    for argument in CHROMIUM {
        capabilities.add_arg(argument).unwrap();
    }
    capabilities.add_arg(&format!("--user-data-dir={}", profile.display())).unwrap();
    // Each browser has an address of its own; the last byte of an address is from 1 to 254.
    capabilities.add_arg(&format!("--user-agent={USER_AGENT}{}", number % 254 + 1)).unwrap();
    let downloads = json!({ "download.default_directory": profile.join(DOWNLOADS) });
    capabilities.add_experimental_option("prefs", downloads).unwrap();
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
    capabilities.into()
}

/// Debian installs WebKit's own browser outside the path; WebKitWebDriver knows where.
fn webkit() -> Capabilities {
    let mut capabilities = Capabilities::new();
    capabilities.set("browserName", "MiniBrowser").unwrap();
    capabilities
}
