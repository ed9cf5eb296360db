//! The files of networks and opening books are those that training/README.md describes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// All networks and books below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "net" || extension == "book") {
            files.push(path);
        }
    }
}

#[test]
fn the_readme_of_the_training_has_the_sha_256_of_every_network_and_book_and_networks_are_small() {
    let mut files = Vec::new();
    collect(&Path::new(ROOT).join("src"), &mut files);
    for network in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "net")) {
        // What a browser loads with the engine, even if nothing compressed it.
        let size = fs::metadata(network).unwrap().len();
        assert!(size <= 150_000, "{}: {size} bytes", network.display());
    }
    let hash = |path: &PathBuf| {
        let digest = Sha256::digest(fs::read(path).unwrap());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let mut hashes: Vec<String> = files.iter().map(hash).collect();
    let readme = fs::read_to_string(Path::new(ROOT).join("training/README.md")).unwrap();
    let is_hash = |text: &&str| text.len() == 64 && text.bytes().all(|letter| letter.is_ascii_hexdigit());
    let mut stated: Vec<&str> = readme.split('`').filter(is_hash).collect();
    assert!(files.len() >= 4, "only {files:?} were found");
    hashes.sort();
    stated.sort_unstable();
    assert_eq!(stated, hashes, "{files:?}");
}
