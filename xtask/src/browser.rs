//! Tools for the tests in a browser: Chromium, Firefox and WebKit with their drivers, and axe-core.

use std::fs;
use std::process::Command;

use crate::debian::{install, is_installed};
use crate::step::{Failed, run_quietly, succeeds, tools_dir};

/// The version of axe-core, from the registry of npm.
const AXE: &str = "4.14.0";

/// Installs Chromium and axe-core if they are missing, or fails with a sentence that says how to install them.
pub(crate) fn install_tools() -> Result<(), Failed> {
    chromium()?;
    axe()
}

/// The same, and the browsers that run only the most important tests.
pub(crate) fn install_all_tools() -> Result<(), Failed> {
    install_tools()?;
    other_browsers()
}

fn chromium() -> Result<(), Failed> {
    let driver = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
    if !is_installed(&driver) {
        const MISSING: &str = "the tests in a browser need Chromium and its driver, which are not here; on Debian or \
            Ubuntu: sudo apt-get install chromium chromium-driver (elsewhere, CHROMEDRIVER names the program chromedriver)";
        install("Chromium", &["chromium", "chromium-driver"], MISSING)?;
    }
    // With it the tests take half of the processor time. They run without it where no package has it.
    if !is_installed("chromium-headless-shell") {
        let _ = install("Chromium's headless shell", &["chromium-headless-shell"], "");
    }
    Ok(())
}

/// Firefox is its own driver; WebKit has a separate one, and needs a display.
fn other_browsers() -> Result<(), Failed> {
    let firefox = std::env::var("FIREFOX").unwrap_or_else(|_| "firefox-esr".to_owned());
    let has_display = succeeds(Command::new("Xvfb").arg("-help"));
    if is_installed(&firefox) && is_installed("WebKitWebDriver") && has_display {
        return Ok(());
    }
    const MISSING: &str = "the tests in a browser need Firefox (FIREFOX names the program), WebKit's driver and Xvfb, of \
        which something is not here; on Debian or Ubuntu: sudo apt-get install firefox-esr webkit2gtk-driver xvfb";
    install("Firefox and WebKit", &["firefox-esr", "webkit2gtk-driver", "xvfb"], MISSING)
}

/// Puts axe-core into the folder of tools. Its licence is MPL 2.0; only tests use it, and no release contains it.
fn axe() -> Result<(), Failed> {
    let tools = tools_dir();
    let script = tools.join("axe.min.js");
    if script.exists() {
        return Ok(());
    }
    fs::create_dir_all(&tools).map_err(|error| Failed(format!("{}: {error}", tools.display())))?;
    let mut fetch = Command::new("npm");
    fetch.args(["pack", "--silent", "--pack-destination"]).arg(&tools).arg(format!("axe-core@{AXE}"));
    run_quietly("fetch axe-core", &mut fetch).map_err(|Failed(why)| {
        Failed(format!("{why}; the tests in a browser need npm to fetch axe-core; on Debian or Ubuntu: sudo apt-get install npm"))
    })?;
    let mut unpack = Command::new("tar");
    unpack.current_dir(&tools).args(["-xz", "--strip-components=1", "-f"]);
    unpack.arg(format!("axe-core-{AXE}.tgz")).arg("package/axe.min.js");
    run_quietly("unpack axe-core", &mut unpack)
}
