//! Fuzzing with cargo-fuzz, which is installed into the folder of tools if it is missing.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::step::{Failed, Progress, cargo, root, run, run_quietly, succeeds, target_dir, tools_dir};

/// The version that is installed if there is none.
const VERSION: &str = "0.13.2";

/// Fuzzes every target for some seconds, as a task of its own.
pub(crate) fn run_alone(seconds: u32) -> Result<(), Failed> {
    let progress = Progress::new(1);
    progress.step("fuzz", || run_all(seconds))?;
    progress.finish()
}

/// Fuzzes every target for some seconds, starting with the corpus in `fuzz/corpus`.
pub(crate) fn run_all(seconds: u32) -> Result<(), Failed> {
    let cargo_fuzz = installed()?;
    for target in targets()? {
        // New inputs go to a scratch corpus, so that a run changes nothing in the project.
        let scratch = target_dir().join("fuzz-corpus").join(&target);
        let kept = root().join("fuzz/corpus").join(&target);
        for folder in [&scratch, &kept] {
            fs::create_dir_all(folder)
                .map_err(|error| Failed(format!("could not make {}: {error}", folder.display())))?;
        }
        let mut fuzz = Command::new(&cargo_fuzz);
        // No code of ours is unsafe, so the address sanitizer, which needs a nightly compiler, has nothing to find.
        fuzz.current_dir(root()).args(["fuzz", "run", "--sanitizer", "none", "--target-dir"]);
        fuzz.arg(target_dir().join("fuzz")).arg(&target).arg(scratch).arg(kept);
        fuzz.args(["--", "-timeout=10", "-max_len=4096", "-verbosity=0"]);
        fuzz.arg(format!("-max_total_time={seconds}"));
        run_quietly(&format!("fuzz {target} for {seconds} s"), &mut fuzz)?;
    }
    Ok(())
}

/// Every target: the files in `fuzz/fuzz_targets`.
fn targets() -> Result<Vec<String>, Failed> {
    let folder = root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| Failed(format!("{}: {error}", folder.display())))?;
    let mut targets: Vec<String> = files
        .flatten()
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    targets.sort();
    Ok(targets)
}

/// The path of cargo-fuzz, which is installed if it is missing.
fn installed() -> Result<PathBuf, Failed> {
    let own = tools_dir().join("bin").join(format!("cargo-fuzz{}", std::env::consts::EXE_SUFFIX));
    for program in [PathBuf::from("cargo-fuzz"), own.clone()] {
        if succeeds(Command::new(&program).args(["fuzz", "--version"])) {
            return Ok(program);
        }
    }
    // Compiled without optimisation: it only starts other programs.
    let mut install = cargo(["install", "cargo-fuzz", "--locked", "--debug", "--version", VERSION, "--root"]);
    run(install.arg(tools_dir()))?;
    Ok(own)
}
