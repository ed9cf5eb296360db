//! System packages that some checks need and that cargo does not install.

use std::process::Command;

use crate::step::{Failed, run_quietly, succeeds};

/// Installs packages as root on Debian or Ubuntu; on other systems fails with this message about what is missing.
pub(crate) fn install(name: &str, packages: &[&str], missing: &str) -> Result<(), Failed> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || !is_installed("apt-get") {
        return Err(Failed(missing.to_owned()));
    }
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    run_quietly("update the list of packages", &mut apt(&["update"]))?;
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    run_quietly(&format!("install {name}"), &mut apt(&install)).map_err(|_| Failed(missing.to_owned()))
}

/// Whether a program can be started and prints its version.
pub(crate) fn is_installed(program: &str) -> bool {
    succeeds(Command::new(program).arg("--version"))
}

/// Installs PostgreSQL if it is missing: the tests of the server start a private one.
pub(crate) fn postgres() -> Result<(), Failed> {
    const MISSING: &str = "the tests of the server need PostgreSQL, which is not here; on Debian or Ubuntu: \
        sudo apt-get install postgresql";
    // Debian installs its programs outside the path.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    if is_installed("initdb")
        || versions.into_iter().any(|version| version.path().join("bin/initdb").exists())
    {
        return Ok(());
    }
    install("PostgreSQL", &["postgresql"], MISSING)
}

/// The Python that creates virtual environments: the one in `PYTHON`, or `python3`.
pub(crate) fn python_program() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Installs Python with its module `venv` if it is missing or too old: the Python module is tested in a virtual
/// environment.
pub(crate) fn python() -> Result<(), Failed> {
    const MISSING: &str = "the Python module needs Python 3.10 or newer with venv, which is not here; on Debian or \
        Ubuntu: sudo apt-get install python3-venv (elsewhere, PYTHON names the program)";
    // Debian's venv lacks ensurepip, which it needs and which has its own package.
    const CHECK: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    if succeeds(Command::new(python_program()).args(["-c", CHECK])) {
        return Ok(());
    }
    install("Python", &["python3", "python3-venv"], MISSING)
}
