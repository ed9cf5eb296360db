//! `cargo xtask test`: everything that must pass, as continuous integration runs it.

use crate::step::{Failed, Progress, cargo, run, run_beside};
use crate::web::{self, Mode};
use crate::{browser, debian, deny, dependencies, fuzz, python};

/// The benches compare with peers that take minutes to build, and nothing else needs them.
const ALL: [&str; 3] = ["--workspace", "--exclude", "benches"];

/// Installs what is missing and runs every check. Compiling the app and waiting for browsers leave processors idle, so
/// the checks that need neither run at the same time.
pub(crate) fn test() -> Result<(), Failed> {
    let progress = Progress::new(8 + Mode::Release.steps() + python::STEPS);
    progress.step("format", || run(&mut cargo(["fmt", "--all", "--check"])))?;
    progress.step("dependencies: licences, sources, rust-version, advisories", || {
        dependencies::check()?;
        deny::check_if_installed()
    })?;
    progress.step("tools: Chromium, axe-core, PostgreSQL, Python", || {
        browser::install_tools()?;
        debian::postgres()?;
        debian::python()
    })?;
    progress.both(|| app_and_tests(&progress), || other_checks(&progress))?;
    progress.finish()
}

/// The tests in a browser test the app that people get.
fn app_and_tests(progress: &Progress) -> Result<(), Failed> {
    web::build(Mode::Release, progress)?;
    progress.step("tests", || run(cargo(["test", "--no-fail-fast"]).args(ALL)))
}

fn other_checks(progress: &Progress) -> Result<(), Failed> {
    progress.step("lints", || {
        run_beside(cargo(["clippy"]).args(ALL).args(["--all-targets", "--", "-D", "warnings"]))
    })?;
    progress.step("lints of trois without the server", || {
        let mut clippy = cargo(["clippy", "--package", "trois-cli", "--no-default-features"]);
        run_beside(clippy.args(["--", "-D", "warnings"]))
    })?;
    python::test(progress, &[])?;
    progress.step("documentation", || {
        let mut docs = cargo(["doc", "--no-deps", "--document-private-items"]);
        run_beside(docs.args(ALL).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    progress.step("a little fuzzing", || fuzz::run_all(5))
}
