//! Embeds the files of `dist/` in the program, each with its ETags. Without a build of the app there are none.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
    // If the folder is missing, cargo runs this script on every build.
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut paths = Vec::new();
    walk(&dist, &mut paths)?;
    paths.sort();
    let mut code = String::from("&[\n");
    for path in &paths {
        let is_compressed = path.extension().is_some_and(|extension| extension == "br" || extension == "gz");
        let name = path.strip_prefix(&dist).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        if is_compressed || name.starts_with('.') {
            continue;
        }
        let compressed = |extension: &str| {
            let path = PathBuf::from(format!("{}.{extension}", path.display()));
            if paths.contains(&path) {
                Ok(format!("Some({})", encoded(&path)?))
            } else {
                Ok("None".to_owned())
            }
        };
        let (plain, brotli, gzip): (String, io::Result<String>, _) =
            (encoded(path)?, compressed("br"), compressed("gz"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            code,
            "File {{ path: {:?}, plain: {plain}, brotli: {}, gzip: {} }},",
            format!("/{name}"),
            brotli?,
            gzip?,
        );
    }
    code.push(']');
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("files.rs"), code)
}

/// The expression for a file's content and its ETag, a hash of the content. Another compiler may hash differently, which
/// costs browsers one download after an update.
fn encoded(path: &Path) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    hasher.write(&fs::read(path)?);
    let etag = format!("\"{:016x}\"", hasher.finish());
    Ok(format!("Encoded {{ bytes: include_bytes!({path:?}), etag: {etag:?} }}"))
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { walk(&path, paths)? } else { paths.push(path) }
    }
    Ok(())
}
