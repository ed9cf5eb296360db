//! What some checks need that cargo does not bring: packages of the system.

use std::process::{Command, Stdio};

use crate::step::{Failed, quiet_step};

/// Installs packages where that can be done without asking (as root, on Debian or Ubuntu), or says what is missing.
pub(crate) fn install(name: &str, packages: &[&str], missing: &str) -> Result<(), Failed> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || !is_there("apt-get") {
        return Err(Failed(missing.to_owned()));
    }
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    quiet_step(&format!("look for {name}"), apt(&["update"]))?;
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    quiet_step(&format!("install {name}"), apt(&install)).map_err(|_| Failed(missing.to_owned()))
}

/// Whether there is a program that tells its version.
pub(crate) fn is_there(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// PostgreSQL, of which the tests of the server start one of their own.
pub(crate) fn postgres() -> Result<(), Failed> {
    const MISSING: &str = "the tests of the server need PostgreSQL, which is not here; on Debian or Ubuntu: \
        sudo apt-get install postgresql";
    // Debian has its programs beside the path.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    if is_there("initdb") || versions.into_iter().any(|version| version.path().join("bin/initdb").exists()) {
        return Ok(());
    }
    install("PostgreSQL", &["postgresql"], MISSING)
}
