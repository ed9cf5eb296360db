//! Checks the French texts in the code of all crates: the space before `; ! ?` is the narrow no-break space, U+202F.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

const SIGNS: [char; 3] = [';', '!', '?'];

/// The place of a wrong space before `; ! ?` in a line of code, or of plain text.
fn wrong_space(line: &str, is_code: bool) -> Option<usize> {
    let is_wrong = |at: &usize| {
        let before = &line[..*at];
        let Some(start) = before.strip_suffix("\\u{a0}").or_else(|| before.strip_suffix(['\u{a0}', ' ']))
        else {
            return false;
        };
        let is_in_string = !is_code || before.matches('"').count() % 2 == 1;
        // SQL has plain spaces before its parameters, after words in capitals.
        is_in_string
            && (!before.ends_with(' ')
                || start.ends_with(|last: char| last.is_lowercase() || "»)}".contains(last)))
    };
    line.match_indices(SIGNS).map(|(at, _)| at).find(is_wrong)
}

#[test]
fn a_wrong_space_is_found_in_strings_and_nowhere_else() {
    for line in [r#""Oui\u{a0}!""#, "\"Qui\u{a0}?\"", "fr: \"perdu ; nulle\",", r#"f("a", "« ah » !")"#] {
        assert!(wrong_space(line, true).is_some(), "{line}");
    }
    for line in [r#""Oui\u{202f}!""#, "let a = b ; c", r#""LIMIT ?""#, "\"Oui\u{a0}: non\"", r#"f("a") ; b"#]
    {
        assert_eq!(wrong_space(line, true), None, "{line}");
    }
    assert!(wrong_space("libre ; décidez", false).is_some());
}

#[test]
fn french_has_a_narrow_no_break_space_before_semicolons_and_marks() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    assert!(files.len() > 200, "only {} files were found", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let is_code = path.extension().is_some_and(|ending| ending == "rs");
        let text = fs::read_to_string(&path).unwrap();
        // Tests may read what people type.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in
            text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            if wrong_space(line, is_code).is_some() {
                wrong.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "the space before ; ! ? is \\u{{202f}}:\n{}", wrong.join("\n"));
}

/// The code and the French rules of all crates, without tests. Lessons are written with plain spaces, which
/// `typeset.rs` replaces; they have a test of their own.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_left_out = matches!(name, "tests" | "tests.rs" | "target" | "lessons" | "dist");
        if path.is_dir() && !is_left_out {
            collect(&path, files);
        } else if (name.ends_with(".rs") || name.ends_with(".fr.txt")) && !is_left_out {
            files.push(path);
        }
    }
}
