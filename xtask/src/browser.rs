//! Tools that the tests in a browser need: Chromium with its driver, and axe-core.

use std::fs;
use std::process::Command;

use crate::debian::{install, is_installed};
use crate::step::{Failed, run_quietly, tools_dir};

/// The version of axe-core, from the registry of npm.
const AXE: &str = "4.14.0";

/// Installs what is missing, or fails with a sentence that says how to install it.
pub(crate) fn install_tools() -> Result<(), Failed> {
    chromium()?;
    axe()
}

fn chromium() -> Result<(), Failed> {
    let driver = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
    if is_installed(&driver) {
        return Ok(());
    }
    const MISSING: &str = "the tests in a browser need Chromium and its driver, which are not here; on Debian or Ubuntu: \
        sudo apt-get install chromium chromium-driver (elsewhere, CHROMEDRIVER names the program chromedriver)";
    install("Chromium", &["chromium", "chromium-driver"], MISSING)
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
