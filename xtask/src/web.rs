//! The app in `dist/`: compiled to WebAssembly, bound to JavaScript, split, named by content and compressed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use crate::notices;
use crate::step::{Failed, Progress, cargo, output, root, run, target_dir};

const TARGET: &str = "wasm32-unknown-unknown";

/// How the app is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The release: small, fast and compressed. Takes minutes.
    Release,
    /// For work on the app: fast to rebuild, compressed.
    Dev,
    /// For a first look from the sources: built as fast as possible, not compressed.
    Play,
}

impl Mode {
    /// How many steps [`build`] has.
    pub(crate) fn steps(self) -> usize {
        if self == Mode::Release { 4 } else { 3 }
    }

    fn profile(self) -> &'static str {
        match self {
            Mode::Release => "wasm-release",
            Mode::Dev => "wasm-dev",
            Mode::Play => "play",
        }
    }
}

/// Builds the app into `dist/`.
pub(crate) fn run_alone(mode: Mode) -> Result<(), Failed> {
    let progress = Progress::new(mode.steps());
    build(mode, &progress)?;
    progress.finish()
}

/// Builds the app into `dist/`, as the next steps of a task.
pub(crate) fn build(mode: Mode, progress: &Progress) -> Result<(), Failed> {
    compile(mode, progress)?;
    let packer = Packer::new(mode)?;
    progress.step("compile the packer", || run(&mut packer.cargo_build()))?;
    pack(mode, progress)
}

/// Compiles the app and the engine to WebAssembly.
pub(crate) fn compile(mode: Mode, progress: &Progress) -> Result<(), Failed> {
    let compiler = Compiler::find()?;
    compiler.discard_stale_output()?;
    if mode == Mode::Release {
        progress.step("compile the app to WebAssembly", || run(&mut compiler.cargo_build(mode, &["web"])))?;
        progress.step("compile the engine to WebAssembly", || {
            let mut build = compiler.cargo_build(mode, &["web-engine"]);
            // The app is optimised for size. The engine is loaded when it is first needed, and must then be fast.
            for package in ["trois-web-engine", "trois-engine", "trois-rules"] {
                build.arg("--config").arg(format!("profile.wasm-release.package.{package}.opt-level=3"));
            }
            run(&mut build)
        })
    } else {
        progress.step("compile the app and the engine to WebAssembly", || {
            run(&mut compiler.cargo_build(mode, &["web", "web-engine"]))
        })
    }
}

/// Makes `dist/` from the compiled app, with the compiled packer.
pub(crate) fn pack(mode: Mode, progress: &Progress) -> Result<(), Failed> {
    let modules = Compiler::find()?.target.join(TARGET).join(mode.profile());
    let packer = Packer::new(mode)?;
    progress.step("pack the app (bytes, bytes as sent)", || {
        let mut pack = Command::new(packer.path());
        pack.arg(root().join("crates/web/assets"));
        pack.args([modules.join("web.wasm"), modules.join("web-engine.wasm")]);
        pack.args([notices::write()?, root().join("dist")]);
        run(&mut pack)
    })
}

/// The compiler for WebAssembly, and the folder into which it builds.
struct Compiler {
    /// Its path, if it is not the one that cargo uses by default.
    other: Option<PathBuf>,
    target: PathBuf,
}

impl Compiler {
    /// Finds a compiler for WebAssembly; `wasm-toolchain.sh` fetches one if there is none.
    fn find() -> Result<Compiler, Failed> {
        let failed = |why: &dyn std::fmt::Display| {
            Failed(format!(
                "there is no Rust compiler for WebAssembly here ({why}); this adds it: rustup target add {TARGET}"
            ))
        };
        let mut script = Command::new("bash");
        script.arg(root().join("xtask/wasm-toolchain.sh")).stderr(Stdio::inherit());
        let found = output(&mut script).map_err(|Failed(why)| failed(&why))?;
        let path = PathBuf::from(found.trim());
        if path.as_os_str().is_empty() {
            return Err(failed(&"none was found"));
        }
        let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
        let usual = Path::new(sysroot.trim()).join("bin/rustc");
        let is_usual = path.canonicalize().ok() == usual.canonicalize().ok();
        Ok(if is_usual {
            Compiler { other: None, target: target_dir() }
        } else {
            Compiler { other: Some(path), target: target_dir().join("wasm") }
        })
    }

    /// A cargo command that builds these binaries.
    fn cargo_build(&self, mode: Mode, binaries: &[&str]) -> Command {
        let mut build = cargo(["build", "--target", TARGET, "--profile", mode.profile()]);
        for binary in binaries {
            build.args(["--package", &format!("trois-{binary}"), "--bin", binary]);
        }
        build.env("CARGO_TARGET_DIR", &self.target);
        if let Some(path) = &self.other {
            build.env("RUSTC", path);
        }
        build
    }

    /// Removes the output of another version of the separate compiler: cargo does not notice if only its libraries
    /// differ.
    fn discard_stale_output(&self) -> Result<(), Failed> {
        let Some(path) = &self.other else { return Ok(()) };
        let modified = fs::metadata(path).and_then(|data| data.modified()).ok();
        let age =
            modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |age| age.as_secs());
        let mark = format!("{} {age}", path.display());
        let file = self.target.join("compiler");
        if fs::read_to_string(&file).is_ok_and(|last| last == mark) {
            return Ok(());
        }
        let renew = || {
            if self.target.exists() {
                fs::remove_dir_all(&self.target)?;
            }
            fs::create_dir_all(&self.target)?;
            fs::write(&file, &mark)
        };
        renew().map_err(|error| Failed(format!("could not renew {}: {error}", self.target.display())))
    }
}

/// The program that makes `dist/`.
struct Packer {
    mode: Mode,
    host: String,
}

impl Packer {
    fn new(mode: Mode) -> Result<Packer, Failed> {
        Ok(Packer { mode, host: host()? })
    }

    fn cargo_build(&self) -> Command {
        let mut build = cargo(["build", "--package", "pack"]);
        if self.mode == Mode::Play {
            // A browser on the same machine needs no compression and starts the app immediately.
            build.args(["--no-default-features", "--profile", "play", "--target", &self.host]);
        }
        build
    }

    fn path(&self) -> PathBuf {
        let folder = match self.mode {
            Mode::Play => target_dir().join(&self.host).join("play"),
            Mode::Release | Mode::Dev => target_dir().join("debug"),
        };
        folder.join(format!("pack{}", std::env::consts::EXE_SUFFIX))
    }
}

/// The target triple of this machine.
///
/// A build for `--target HOST` shares its macros and build scripts with a build for WebAssembly in the same profile;
/// without `--target` they would be compiled again, with the flags of `.cargo/config.toml`.
pub(crate) fn host() -> Result<String, Failed> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failed("rustc -vV names no host".to_owned()))
}
