//! `trois licenses`, with and without the app in the program.

use crate::run_with;

#[test]
fn the_notices_name_every_kind_of_dependency_or_the_program_says_how_to_get_them() {
    let licenses = run_with(&["licenses"], b"");
    if server::files::find("/licenses.txt").is_none() {
        assert_eq!(licenses.status, Some(2), "{licenses:?}");
        assert!(licenses.err.contains("cargo xtask web"), "{licenses:?}");
        return;
    }
    assert_eq!(licenses.status, Some(0));
    // One of the program, one of the app, and one whose C code is compiled in.
    for package in ["tokio", "leptos", "libsqlite3-sys"] {
        assert!(licenses.out.contains(&format!("\n{package} ")), "{package}");
    }
    assert!(licenses.out.contains("Permission is hereby granted, free of charge"));
}
