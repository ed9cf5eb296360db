//! Arguments that the packer refuses. Since this test runs the program, `cargo test` compiles it, and `cargo xtask
//! test` packs the app with it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

fn pack(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pack")).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn without_its_five_arguments_it_says_what_they_are() {
    for arguments in [&[][..], &["assets", "app.wasm"]] {
        let (code, error) = pack(arguments);
        assert_eq!(code, 2);
        assert_eq!(error, "pack <assets> <app.wasm> <engine.wasm> <licenses.txt> <dist>\n");
    }
}

#[test]
fn a_file_that_is_not_there_is_named_and_nothing_is_made() {
    let dist = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-dist");
    let (code, error) = pack(&["assets", "none.wasm", "none.wasm", "none.txt", dist.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(error.contains("assets"), "{error}");
    assert!(!dist.exists());
}
