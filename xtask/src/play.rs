//! `cargo xtask play`: builds the app as fast as possible and opens it in a browser.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{Failed, Progress, cargo, run, target_dir};
use crate::web::{self, Mode, host};

/// Builds the app and the program in the profile `play`, and serves the app.
pub(crate) fn play(arguments: &[&str]) -> Result<(), Failed> {
    let progress = Progress::new(Mode::Play.steps() + 1);
    web::build(Mode::Play, &progress)?;
    let host = host()?;
    let mut build = cargo(["build", "--package", "trois-cli", "--profile", "play", "--target", &host]);
    progress.step("compile trois", || run(&mut build))?;
    progress.finish()?;
    println!(
        "This build is made to start soon. The small and fast one: cargo xtask web && cargo build --release\n"
    );
    let trois = target_dir().join(&host).join("play").join(format!("trois{}", std::env::consts::EXE_SUFFIX));
    serve(trois, arguments)
}

fn serve(trois: PathBuf, arguments: &[&str]) -> Result<(), Failed> {
    let mut serve = Command::new(trois);
    serve.args(["serve", "--open", "--data"]).arg(target_dir().join("data")).args(arguments);
    run(&mut serve)
}
