//! axe-core, which checks accessibility. `cargo xtask test` downloads it; it is not part of the project.

use std::path::PathBuf;
use std::{env, fs};

/// Runs axe and returns each violated rule, its severity, and where.
pub(crate) const RUN: &str = "
    const done = arguments[arguments.length - 1];
    axe.run({ resultTypes: ['violations'] }).then(
        (found) => done(found.violations.map((rule) =>
            `${rule.impact} ${rule.id}: ${rule.help} (${rule.nodes.map((node) => node.target.join(' ')).join(', ')})`)),
        (error) => done(['axe failed: ' + error]));";

/// The source of axe-core.
pub(crate) fn script() -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let path = target.join("tools/axe.min.js");
    fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; cargo xtask browser fetches what the browser tests need", path.display())
    })
}
