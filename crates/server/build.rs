//! Lists the files of `dist/` to put them into the program. Where the app was not built yet, there are none.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
    // A folder that is missing would make cargo build this anew each time.
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut paths = Vec::new();
    walk(&dist, &mut paths)?;
    paths.sort();
    let mut code = String::from("&[\n");
    for path in &paths {
        let is_small = path.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        let name = path.strip_prefix(&dist).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        if is_small || name.starts_with('.') {
            continue;
        }
        let include = |path: &PathBuf| format!("include_bytes!({path:?})");
        let smaller = |ending: &str| {
            let path = PathBuf::from(format!("{}.{ending}", path.display()));
            if paths.contains(&path) { format!("Some({})", include(&path)) } else { "None".to_owned() }
        };
        // Writing into a string cannot fail.
        let _ = writeln!(
            code,
            "File {{ path: {:?}, plain: {}, brotli: {}, gzip: {} }},",
            format!("/{name}"),
            include(path),
            smaller("br"),
            smaller("gz"),
        );
    }
    code.push(']');
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("files.rs"), code)
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { walk(&path, paths)? } else { paths.push(path) }
    }
    Ok(())
}
