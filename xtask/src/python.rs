//! The Python module: builds its wheel and tests it in a fresh virtual environment.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian;
use crate::step::{Failed, Progress, cargo, root, run, run_quietly, target_dir};

/// How many steps [`test()`] has.
pub(crate) const STEPS: usize = 2;

/// Builds the wheel and runs the tests; `arguments` are for pytest.
pub(crate) fn run_alone(arguments: &[&str]) -> Result<(), Failed> {
    debian::python()?;
    let progress = Progress::new(STEPS);
    // For the notebook that rates an agent.
    run_quietly("build trois", &mut cargo(["build", "--package", "trois-cli"]))?;
    test(&progress, arguments)?;
    progress.finish()
}

/// Builds the wheel, installs it with the packages of its tests, and runs them. `trois` must have been built.
pub(crate) fn test(progress: &Progress, arguments: &[&str]) -> Result<(), Failed> {
    let venv = folder().join("venv");
    progress.step("Python module: virtual environment and wheel", || {
        make_venv(&venv)?;
        let wheel = build_wheel(&venv)?;
        pip(&venv, "install the wheel", &["--no-deps".into(), wheel.into()])
    })?;
    progress.step("tests of the Python module", || {
        let trois = target_dir().join("debug").join(format!("trois{}", std::env::consts::EXE_SUFFIX));
        // Not in python/, where the sources would shadow the installed module.
        let mut pytest = Command::new(program(&venv, "python"));
        pytest.args(["-m", "pytest", "--quiet"]).args(arguments).arg(root().join("python/tests"));
        run(pytest.current_dir(folder()).env("TROIS", trois))
    })
}

/// The folder for everything about Python.
fn folder() -> PathBuf {
    target_dir().join("python")
}

/// A program of the virtual environment.
fn program(venv: &Path, name: &str) -> PathBuf {
    if cfg!(windows) { venv.join("Scripts").join(format!("{name}.exe")) } else { venv.join("bin").join(name) }
}

/// Creates a virtual environment with maturin and the packages of the tests, from PyPI.
fn make_venv(venv: &Path) -> Result<(), Failed> {
    if venv.exists() {
        fs::remove_dir_all(venv).map_err(|error| Failed(format!("{}: {error}", venv.display())))?;
    }
    let mut make = Command::new(debian::python_program());
    run_quietly("make a virtual environment", make.args(["-m", "venv"]).arg(venv))?;
    let requirements = root().join("python/requirements.txt");
    pip(
        venv,
        "install the packages of python/requirements.txt",
        &["--requirement".into(), requirements.into()],
    )
}

fn pip(venv: &Path, label: &str, arguments: &[OsString]) -> Result<(), Failed> {
    let mut pip = Command::new(program(venv, "python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments);
    run_quietly(label, &mut pip)
}

/// Builds the wheel and returns its path.
fn build_wheel(venv: &Path) -> Result<PathBuf, Failed> {
    let wheels = folder().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| Failed(format!("{}: {error}", wheels.display())))?;
    }
    let mut maturin = Command::new(program(venv, "maturin"));
    maturin.current_dir(root()).args(["build", "--locked", "--manifest-path", "python/Cargo.toml", "--out"]);
    run_quietly("build the wheel", maturin.arg(&wheels))?;
    let found = fs::read_dir(&wheels).into_iter().flatten().flatten().map(|entry| entry.path());
    found
        .into_iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or_else(|| Failed("maturin built no wheel".to_owned()))
}
