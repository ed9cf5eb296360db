//! `cargo xtask test`: everything that must pass, as continuous integration runs it.

use crate::step::{Failed, Progress, Queue, cargo, run, run_logged};
use crate::web::{self, Mode};
use crate::{browser, debian, deny, dependencies, fuzz, python};

/// Without the benches, which compare with peers that take minutes to build.
const ALL: [&str; 3] = ["--workspace", "--exclude", "benches"];

/// The tests in a browser, which `cargo test` runs only if they are named.
const BROWSER: [&str; 2] = ["--test", "browser"];

/// Installs what is missing and runs all checks, in two series at a time, since some of them wait for clocks, browsers
/// or the linker and leave processors idle. A series that has ended takes the next of the remaining checks.
pub(crate) fn test() -> Result<(), Failed> {
    let progress = Progress::new(13 + python::STEPS);
    progress.step("format", || run(&mut cargo(["fmt", "--all", "--check"])))?;
    progress.step("dependencies: licences, bans, sources, rust-version, advisories", || {
        dependencies::check()?;
        deny::check_if_installed()
    })?;
    progress.step("tools: browsers, axe-core, PostgreSQL, Python", || {
        browser::install_all_tools()?;
        debian::postgres()?;
        debian::python()
    })?;
    progress.both(|| web::compile(Mode::Release, &progress), || compile_libraries(&progress))?;
    web::pack(Mode::Release, &progress)?;
    let remaining = Queue::new(&[lints, lints_without_server, documentation, fuzzing]);
    progress.both(
        || browser_and_python(&progress).and_then(|()| remaining.run(&progress)),
        || tests(&progress).and_then(|()| remaining.run(&progress)),
    )?;
    progress.finish()
}

/// Compiles the packer, since a test runs it, and the tests inside the libraries. All builds of tests have the same set
/// of features, so that no library is compiled twice. The other tests must wait, since the server embeds the app.
fn compile_libraries(progress: &Progress) -> Result<(), Failed> {
    progress.step("compile the libraries and the packer", || {
        run_logged("compile", cargo(["test", "--no-run", "--lib", "--test", "packing"]).args(ALL))
    })
}

/// The tests in a browser run on the release build of the app.
fn browser_and_python(progress: &Progress) -> Result<(), Failed> {
    progress.step("tests in a browser", || run(cargo(["test"]).args(ALL).args(BROWSER)))?;
    python::test(progress, &[])
}

fn tests(progress: &Progress) -> Result<(), Failed> {
    progress.step("tests", || run_logged("tests", cargo(["test", "--no-fail-fast"]).args(ALL)))
}

fn lints(progress: &Progress) -> Result<(), Failed> {
    progress.step("lints", || {
        run_logged("lints", cargo(["clippy"]).args(ALL).args(["--all-targets", "--", "-D", "warnings"]))?;
        // The tests in a browser are no part of all targets, since `cargo test` runs them only if they are named.
        run_logged("lints-browser", cargo(["clippy"]).args(ALL).args(BROWSER).args(["--", "-D", "warnings"]))
    })
}

fn lints_without_server(progress: &Progress) -> Result<(), Failed> {
    progress.step("lints of trois without the server", || {
        let mut clippy = cargo(["clippy", "--package", "trois-cli", "--no-default-features"]);
        run_logged("lints-without-server", clippy.args(["--", "-D", "warnings"]))
    })
}

fn documentation(progress: &Progress) -> Result<(), Failed> {
    progress.step("documentation", || {
        let mut docs = cargo(["doc", "--no-deps", "--document-private-items"]);
        run_logged("documentation", docs.args(ALL).env("RUSTDOCFLAGS", "-D warnings"))
    })
}

fn fuzzing(progress: &Progress) -> Result<(), Failed> {
    progress.step("a little fuzzing", || fuzz::run_all(5))
}
