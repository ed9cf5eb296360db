//! The app in `dist/`: compiled to WebAssembly, bound, named by content, compressed.

use std::fs;
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use crate::step::{Failed, cargo, root, step, target_dir};

const TARGET: &str = "wasm32-unknown-unknown";

/// How the app is built.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// Small and fast; takes minutes.
    Release,
    /// Built fast, for whoever works on it.
    Dev,
}

/// Builds the app into `dist/`.
pub(crate) fn run(mode: Mode) -> Result<(), Failed> {
    let compiler = compiler()?;
    let target = target_dir().join("wasm");
    wipe_if_changed(&target, &compiler)?;
    // The app is built to be small, the engine to be fast.
    let (small, fast) = match mode {
        Mode::Release => ("wasm-release", "wasm-engine"),
        Mode::Dev => ("wasm-dev", "wasm-dev"),
    };
    // The app is cut into parts afterwards, for which it must be known what refers to what.
    let parts = ["--", "-C", "link-arg=--emit-relocs"].as_slice();
    let modules = [("the app", "web", small, parts), ("the engine", "web-engine", fast, &[])];
    for (what, package, profile, more) in modules {
        let mut build =
            cargo(["rustc", "--target", TARGET, "--package", &format!("trois-{package}"), "--bin", package]);
        build.args(["--profile", profile]).args(more);
        step(&format!("compile {what}"), build.env("RUSTC", &compiler).env("CARGO_TARGET_DIR", &target))?;
    }
    let built = |profile: &str, module: &str| target.join(TARGET).join(profile).join(module);
    let mut pack = cargo(["run", "--quiet", "--package", "pack", "--"]);
    pack.arg(root().join("crates/web/assets"));
    pack.args([built(small, "web.wasm"), built(fast, "web-engine.wasm"), root().join("dist")]);
    step("pack the app (bytes, bytes with brotli)", pack)
}

/// The path of a compiler that knows WebAssembly; it is fetched if there is none.
fn compiler() -> Result<String, Failed> {
    let script = root().join("xtask/wasm-toolchain.sh");
    let failed = |why: &dyn std::fmt::Display| {
        Failed(format!(
            "there is no Rust compiler for WebAssembly here ({why}); this adds it: rustup target add {TARGET}"
        ))
    };
    let output = Command::new("bash").arg(script).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| failed(&error))?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && !path.is_empty() { Ok(path) } else { Err(failed(&output.status)) }
}

/// What another compiler built cannot be used, and cargo does not see it where only the libraries differ.
fn wipe_if_changed(target: &std::path::Path, compiler: &str) -> Result<(), Failed> {
    let age = fs::metadata(compiler).and_then(|data| data.modified()).ok();
    let age = age.and_then(|age| age.duration_since(UNIX_EPOCH).ok()).map_or(0, |age| age.as_secs());
    let mark = format!("{compiler} {age}");
    let file = target.join("compiler");
    if fs::read_to_string(&file).is_ok_and(|last| last == mark) {
        return Ok(());
    }
    let renew = || {
        if target.exists() {
            fs::remove_dir_all(target)?;
        }
        fs::create_dir_all(target)?;
        fs::write(&file, &mark)
    };
    renew().map_err(|error| Failed(format!("could not renew {}: {error}", target.display())))
}
