//! All automation of the project. `cargo xtask help` lists it.

mod browser;
mod debian;
mod fuzz;
mod plots;
mod reliable;
mod step;
mod web;

use std::env;
use std::process::ExitCode;

use step::{Failed, cargo, step};

const HELP: &str = "\
cargo xtask play    builds the app and Trois, serves it on this machine and opens it in the browser
cargo xtask test    sets up and runs every check: format, lints, tests (some in a browser), documentation, a little fuzzing
cargo xtask web     builds the app into dist/   [--dev: faster to build, bigger, slower]
cargo xtask fuzz    fuzzes every parser and random play   [seconds per target, default 60]
cargo xtask browser fetches what the tests in a browser need: Chromium, its driver, axe-core
cargo xtask measure weighs and times the app in a browser: the figures of docs/performance.md
cargo xtask screenshots takes pictures of every page, in both languages, light and dark, at three widths
cargo xtask plots   draws the plots of docs/strength.md from the results in docs/strength
cargo xtask crash   kills the server again and again under load: the figures of docs/reliability.md
cargo xtask faults  plays thousands of games over a bad network, and through outages of it
cargo xtask leak    plays the same games in worlds that differ in what is hidden, and compares every byte that is sent
cargo xtask servers plays at several servers on one PostgreSQL that are killed, and with a store that is gone
cargo xtask help    this page

`cargo xtask play` passes what follows on to `trois serve`: cargo xtask play --listen 127.0.0.1:9000
To play in the terminal: cargo run --release play
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["play", rest @ ..] => play(rest),
        ["browser"] => browser::run(),
        ["test"] => test(),
        ["web"] => web::run(web::Mode::Release),
        ["web", "--dev"] => web::run(web::Mode::Dev),
        ["fuzz"] => fuzz::run(60),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => fuzz::run(seconds.parse().unwrap_or(60)),
        ["screenshots"] => screenshots(),
        ["measure"] => measure(),
        ["plots"] => plots::run(),
        ["crash"] => reliable::run(reliable::CRASH),
        ["faults"] => reliable::run(reliable::FAULTS),
        ["leak"] => reliable::run(reliable::LEAK),
        ["servers"] => debian::postgres().and_then(|()| reliable::run(reliable::SERVERS)),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("That is not one of the tasks.\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(what)) => {
            eprintln!("\n✗ {what}");
            ExitCode::FAILURE
        }
    }
}

/// Where `cargo build --release` puts the program.
fn trois() -> std::path::PathBuf {
    step::target_dir().join("release").join(format!("trois{}", env::consts::EXE_SUFFIX))
}

fn measure() -> Result<(), Failed> {
    browser::run()?;
    web::run(web::Mode::Release)?;
    step("build trois", cargo(["build", "--release", "--package", "trois-cli"]))?;
    let mut test =
        cargo(["test", "--package", "browser", "--", "--ignored", "--nocapture", "weight_and_speed"]);
    step("measure the app", test.env("TROIS", trois()))
}

fn play(arguments: &[&str]) -> Result<(), Failed> {
    web::run(web::Mode::Release)?;
    step("build trois", cargo(["build", "--release", "--package", "trois-cli"]))?;
    let trois = trois();
    let data = step::target_dir().join("data");
    let mut serve = std::process::Command::new(&trois);
    serve.args(["serve", "--open", "--data"]).arg(data).args(arguments);
    match serve.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failed(format!("trois serve ended with {status}"))),
        Err(error) => Err(Failed(format!("could not start {}: {error}", trois.display()))),
    }
}

/// Makes pictures of the app that people get.
fn screenshots() -> Result<(), Failed> {
    browser::run()?;
    web::run(web::Mode::Release)?;
    let make = ["test", "--package", "browser", "--", "--ignored", "screenshots::"];
    step("take pictures", cargo(make))?;
    println!("\nThe pictures are in {}", step::target_dir().join("screenshots").display());
    Ok(())
}

fn test() -> Result<(), Failed> {
    // The benches compare with peers that take minutes to build, and nothing else needs them.
    let all = ["--workspace", "--exclude", "benches"];
    step("format", cargo(["fmt", "--all", "--check"]))?;
    browser::run()?;
    debian::postgres()?;
    // The tests in a browser see the app that people get.
    web::run(web::Mode::Release)?;
    step("lints", cargo(["clippy"]).args(all).args(["--all-targets", "--", "-D", "warnings"]))?;
    step("tests", cargo(["test"]).args(all))?;
    let mut docs = cargo(["doc", "--no-deps", "--document-private-items"]);
    step("documentation", docs.args(all).env("RUSTDOCFLAGS", "-D warnings"))?;
    fuzz::run(5)?;
    println!("\n✓ all checks passed");
    Ok(())
}
