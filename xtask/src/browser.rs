//! What the tests in a browser need: Chromium with its driver, and axe-core.

use std::fs;
use std::process::Command;

use crate::debian::{install, is_there};
use crate::step::{Failed, quiet_step, target_dir};

/// The version of axe-core, from the registry of npm.
const AXE: &str = "4.14.0";

/// Fetches what is missing, or says how to.
pub(crate) fn run() -> Result<(), Failed> {
    chromium()?;
    axe()
}

fn chromium() -> Result<(), Failed> {
    let driver = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
    if is_there(&driver) {
        return Ok(());
    }
    const MISSING: &str = "the tests in a browser need Chromium and its driver, which are not here; on Debian or Ubuntu: \
        sudo apt-get install chromium chromium-driver (elsewhere, CHROMEDRIVER names the program chromedriver)";
    install("Chromium", &["chromium", "chromium-driver"], MISSING)
}

/// Puts axe-core into the target folder. It is licensed as MPL 2.0, used in tests, and no part of the project.
fn axe() -> Result<(), Failed> {
    let tools = target_dir().join("tools");
    let script = tools.join("axe.min.js");
    if script.exists() {
        return Ok(());
    }
    fs::create_dir_all(&tools).map_err(|error| Failed(format!("{}: {error}", tools.display())))?;
    let mut fetch = Command::new("npm");
    fetch.args(["pack", "--silent", "--pack-destination"]).arg(&tools).arg(format!("axe-core@{AXE}"));
    quiet_step("fetch axe-core", fetch).map_err(|Failed(why)| {
        Failed(format!("{why}; the tests in a browser need npm to fetch axe-core; on Debian or Ubuntu: sudo apt-get install npm"))
    })?;
    let mut unpack = Command::new("tar");
    unpack.current_dir(&tools).args(["-xz", "--strip-components=1", "-f"]);
    unpack.arg(format!("axe-core-{AXE}.tgz")).arg("package/axe.min.js");
    quiet_step("unpack axe-core", unpack)
}
