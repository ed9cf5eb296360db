//! All automation of the project. `cargo xtask help` lists it.

mod browser;
mod capacity;
mod costs;
mod debian;
mod deny;
mod dependencies;
mod fonts;
mod fuzz;
mod latency;
mod lighthouse;
mod loaded_server;
mod metadata;
mod notices;
mod play;
mod plots;
mod python;
mod rates;
mod reliability;
mod spdx;
mod step;
mod test;
mod web;

use std::env;
use std::process::{Command, ExitCode};

use step::{Failed, Progress, cargo, run, target_dir};

const HELP: &str = "\
cargo xtask play    builds the app and trois as fast as possible, serves the app here and opens it in the browser
cargo xtask test    sets up and runs every check: format, dependencies, lints, tests (some in a browser), docs, fuzzing
cargo xtask web     builds the app that people get into dist/   [--dev: for work on the app]
cargo xtask deny    checks all dependencies with cargo-deny, which is installed if missing (it compiles for minutes)
cargo xtask fonts   fetches the fonts of the app and cuts them down (needs npm and Python; the result is in the repository)
cargo xtask fuzz    fuzzes every parser and random play   [seconds per target, default 60]
cargo xtask browser installs what the tests in a browser need: Chromium, Firefox, WebKit, axe-core
cargo xtask measure measures the size and the speed of the app in a browser: the figures of docs/performance.md
cargo xtask lighthouse audits every page with Lighthouse, as on a phone with a slow network: the table of docs/performance.md
                    [address of a running server, and pages; default: the app is built as for a release and served, all pages]
cargo xtask screenshots takes pictures of every page, in both languages, light and dark, at four widths
cargo xtask plots   draws the charts of docs/strength.md from the results in docs/strength
cargo xtask crash   kills the server again and again under load: the figures of docs/reliability.md
cargo xtask faults  plays thousands of games over a bad network, and through outages of it
cargo xtask leak    plays the same games in worlds that differ in what is hidden, and compares every byte that is sent
cargo xtask attack  lets one client attack a server at its default limits, and prints what the others notice of it
cargo xtask servers plays on several servers with one PostgreSQL: servers are killed, the database is stopped, the disk is full
cargo xtask rates   measures how many moves a second 1, 2 and 3 servers on one PostgreSQL carry   [seconds per rate, default 10]
cargo xtask latency measures ten times the delay of a move at one server on SQLite   [moves a second, default 4000]
cargo xtask costs   measures what a move and an idle socket cost, on SQLite and on PostgreSQL, for cargo xtask capacity
cargo xtask capacity computes what 10⁴ to 10⁶ players need from measured costs, and simulates the delays of their moves   [NAME=NUMBER …]
cargo xtask python  builds the Python module and tests it in a fresh virtual environment   [--long, and words for pytest]
cargo xtask help    this page

`cargo xtask play` passes what follows on to `trois serve`: cargo xtask play --listen 127.0.0.1:9000
To play in the terminal: cargo run --release play
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["play", rest @ ..] => play::play(rest),
        ["browser"] => browser::install_all_tools(),
        ["test"] => test::test(),
        ["web"] => web::run_alone(web::Mode::Release),
        ["web", "--dev"] => web::run_alone(web::Mode::Dev),
        ["deny"] => deny::install_and_check(),
        ["fonts"] => fonts::fetch(),
        ["fuzz"] => fuzz::run_alone(60),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => fuzz::run_alone(seconds.parse().unwrap_or(60)),
        ["screenshots"] => screenshots(),
        ["measure"] => measure(),
        ["python", rest @ ..] => python::run_alone(rest),
        ["lighthouse"] => lighthouse::build_and_audit(),
        ["lighthouse", address, pages @ ..] => lighthouse::audit_pages(address, pages),
        ["plots"] => plots::run(),
        ["attack"] => reliability::attack(),
        ["crash"] => reliability::run_long(reliability::CRASH),
        ["faults"] => reliability::run_long(reliability::FAULTS),
        ["leak"] => reliability::run_long(reliability::LEAK),
        ["servers"] => debian::postgres().and_then(|()| reliability::run_long(reliability::SERVERS)),
        ["rates"] => debian::postgres().and_then(|()| rates::measure(10)),
        ["rates", seconds] if seconds.parse::<u32>().is_ok() => {
            debian::postgres().and_then(|()| rates::measure(seconds.parse().unwrap_or(10)))
        }
        ["latency"] => latency::measure(4000),
        ["latency", rate] if rate.parse::<u32>().is_ok() => latency::measure(rate.parse().unwrap_or(4000)),
        ["costs"] => debian::postgres().and_then(|()| costs::measure()),
        ["capacity", costs @ ..] => capacity::run(costs),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("That is not one of the tasks.\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(what)) => {
            eprintln!("\n✗ {what}");
            ExitCode::FAILURE
        }
    }
}

/// The command that runs an ignored browser test: measurements and screenshots are not run as tests.
fn in_browser(name: &str) -> Command {
    let mut command = cargo(["test", "--package", "browser", "--test", "browser", "--", "--ignored"]);
    command.arg(name);
    command
}

/// Measures the release build of the app and of the program.
fn measure() -> Result<(), Failed> {
    browser::install_tools()?;
    let progress = Progress::new(web::Mode::Release.steps() + 2);
    web::build(web::Mode::Release, &progress)?;
    progress.step("compile trois", || run(&mut cargo(["build", "--release", "--package", "trois-cli"])))?;
    let trois = target_dir().join("release").join(format!("trois{}", env::consts::EXE_SUFFIX));
    progress.step("measure the app", || {
        run(in_browser("measure::").args(["--nocapture", "--test-threads=1"]).env("TROIS", trois))
    })?;
    progress.finish()
}

/// Takes screenshots of the release build of the app.
fn screenshots() -> Result<(), Failed> {
    browser::install_tools()?;
    let progress = Progress::new(web::Mode::Release.steps() + 1);
    web::build(web::Mode::Release, &progress)?;
    progress.step("take pictures", || run(&mut in_browser("screenshot")))?;
    progress.finish()?;
    println!("The pictures are in {}", target_dir().join("screenshots").display());
    Ok(())
}
