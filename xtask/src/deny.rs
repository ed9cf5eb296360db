//! cargo-deny: advisories, bans, licences and sources, as `deny.toml` says.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{Failed, cargo, root, run, succeeds, tools_dir};

/// The version that is installed if there is none.
const VERSION: &str = "0.20.2";

/// Installs cargo-deny if it is missing, and runs it.
pub(crate) fn install_and_check() -> Result<(), Failed> {
    let program = match installed() {
        Some(program) => program,
        None => install()?,
    };
    check(&program)
}

/// Runs cargo-deny if it is installed; otherwise says what was not checked.
pub(crate) fn check_if_installed() -> Result<(), Failed> {
    match installed() {
        Some(program) => check(&program),
        None => {
            println!(
                "  advisories are not checked: cargo-deny is not installed (cargo xtask deny installs it)"
            );
            Ok(())
        }
    }
}

fn check(program: &PathBuf) -> Result<(), Failed> {
    let deny = |arguments: &[&str]| {
        let mut deny = Command::new(program);
        deny.current_dir(root()).args(["--workspace", "--log-level", "warn"]).args(arguments);
        deny
    };
    run(&mut deny(&["check", "bans", "licenses", "sources"]))?;
    // The advisories are a Git repository that must be fetched.
    if !succeeds(&mut deny(&["fetch", "db"])) {
        println!("  advisories are not checked: their database cannot be fetched from here");
        return Ok(());
    }
    run(&mut deny(&["check", "advisories"]))
}

/// The path of an installed cargo-deny.
fn installed() -> Option<PathBuf> {
    let own = tools_dir().join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let works = |program: &PathBuf| succeeds(Command::new(program).arg("--version"));
    [PathBuf::from("cargo-deny"), own].into_iter().find(works)
}

/// Installs cargo-deny. It is compiled without optimisation, which takes half the time and does not change the checks.
fn install() -> Result<PathBuf, Failed> {
    let mut install = cargo(["install", "cargo-deny", "--locked", "--debug", "--version", VERSION, "--root"]);
    run(install.arg(tools_dir()))?;
    installed().ok_or_else(|| Failed("cargo-deny was installed and does not run".to_owned()))
}
