//! What the tests in a browser need: Chromium with its driver, and axe-core.

use std::fs;
use std::process::{Command, Stdio};

use crate::step::{Failed, quiet_step, root, step, target_dir};

/// The version of axe-core, from the registry of npm.
const AXE: &str = "4.11.0";

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
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || !is_there("apt-get") {
        return Err(Failed(MISSING.to_owned()));
    }
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    quiet_step("look for Chromium", apt(&["update"]))?;
    let install = ["install", "--yes", "--no-install-recommends", "chromium", "chromium-driver"];
    quiet_step("install Chromium", apt(&install)).map_err(|_| Failed(MISSING.to_owned()))
}

fn is_there(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Puts axe-core into the target folder. It is licensed as MPL 2.0, used in tests, and no part of the project.
fn axe() -> Result<(), Failed> {
    let tools = target_dir().join("tools");
    let script = tools.join("axe.min.js");
    if script.exists() {
        return Ok(());
    }
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", tools.display()));
    fs::create_dir_all(&tools).map_err(failed)?;
    let mut fetch = Command::new("bash");
    fetch.arg(root().join("xtask/fetch-axe.sh")).arg(AXE).arg(&script);
    step("fetch axe-core", fetch)
}
