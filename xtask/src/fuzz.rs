//! Fuzzing with cargo-fuzz, which is installed into the target folder if it is not there.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::step::{Failed, cargo, quiet_step, root, step, target_dir};

/// Every target, in `fuzz/fuzz_targets`.
const TARGETS: [&str; 4] = ["texts", "record", "play", "table"];

/// The version that is installed where there is none.
const VERSION: &str = "0.13.2";

/// Fuzzes every target for some seconds, beginning with the corpus that is kept in `fuzz/corpus`.
pub(crate) fn run(seconds: u32) -> Result<(), Failed> {
    let cargo_fuzz = installed()?;
    for target in TARGETS {
        // New finds go to a scratch corpus first, so that a run changes nothing in the project.
        let scratch = target_dir().join("fuzz-corpus").join(target);
        let kept = root().join("fuzz/corpus").join(target);
        for folder in [&scratch, &kept] {
            fs::create_dir_all(folder)
                .map_err(|error| Failed(format!("could not make {}: {error}", folder.display())))?;
        }
        let mut fuzz = Command::new(&cargo_fuzz);
        // No code of ours is unsafe, so the address sanitizer, which needs a nightly compiler, has nothing to find.
        fuzz.current_dir(root()).args(["fuzz", "run", "--sanitizer", "none", "--target-dir"]);
        fuzz.arg(target_dir().join("fuzz")).arg(target).arg(scratch).arg(kept);
        fuzz.args(["--", "-timeout=10", "-max_len=4096", "-verbosity=0"]);
        fuzz.arg(format!("-max_total_time={seconds}"));
        quiet_step(&format!("fuzz {target} for {seconds} s"), fuzz)?;
    }
    Ok(())
}

/// The path of cargo-fuzz, after installing it if need be.
fn installed() -> Result<PathBuf, Failed> {
    let works = |program: &PathBuf| {
        let mut version = Command::new(program);
        version.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let tools = target_dir().join("tools");
    let own = tools.join("bin").join(format!("cargo-fuzz{}", std::env::consts::EXE_SUFFIX));
    for program in [PathBuf::from("cargo-fuzz"), own.clone()] {
        if works(&program) {
            return Ok(program);
        }
    }
    let mut install = cargo(["install", "cargo-fuzz", "--locked", "--quiet", "--version", VERSION, "--root"]);
    step("install cargo-fuzz (once)", install.arg(tools))?;
    Ok(own)
}
