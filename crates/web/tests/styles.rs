//! The rules of the look that can be checked in the style sheets.

use std::fs;
use std::path::Path;

/// The parts of a value that are separated by `separator` outside of parentheses.
fn split(value: &str, separator: char) -> Vec<&str> {
    let mut depth = 0;
    let is_separator = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0 && c == separator
    };
    value.split(is_separator).map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a shadow is blurred: its third length is not 0.
fn is_blurred(shadow: &str) -> bool {
    let parts: Vec<&str> = split(shadow, ' ').into_iter().filter(|part| *part != "inset").collect();
    parts
        .get(2)
        .is_some_and(|blur| blur.starts_with(|c: char| c.is_ascii_digit() || c == '.') && *blur != "0")
}

#[test]
fn a_shadow_is_an_edge_and_not_a_blur() {
    assert!(is_blurred("0 0 .5rem rgb(0 0 0 / .35)") && is_blurred("inset 0 1px 4px red"));
    assert!(!is_blurred("0 var(--thick) 0 color-mix(in srgb, var(--ink) 60%, var(--ground))"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/styles");
    let mut found = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let boxes = text.split("box-shadow:").skip(1).filter_map(|rest| rest.split([';', '}']).next());
        let drops = text.split("drop-shadow(").skip(1).filter_map(|rest| rest.split([';', '}']).next());
        for shadow in boxes.chain(drops).flat_map(|value| split(value, ',')) {
            assert!(!is_blurred(shadow), "{}: {shadow}", path.display());
            found += 1;
        }
    }
    assert!(found > 10, "no shadows were found");
}
