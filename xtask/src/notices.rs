//! Third-party notices: the licence texts of all packages whose code is in the program or in the app.
//!
//! They become `dist/licenses.txt`, which the server embeds: the app links to it and `trois licenses` prints it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fonts;
use crate::metadata::{Follow, Graph, Package};
use crate::step::{Failed, root, target_dir};
use crate::web::host;

const HEAD: &str = "\
Third-party notices of Trois

Trois itself is licensed under MIT OR Apache-2.0, at your option; both texts come first. The program and the app
contain code of the packages listed after them, each under its own licence.
";

/// Licence and notice files begin with one of these words.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// Writes the notices of the program and the app to a file in the target folder, and returns its path.
pub(crate) fn write() -> Result<PathBuf, Failed> {
    let mut packages = Graph::read(&host()?)?.packages(&["trois-cli"], Follow::Shipped)?;
    let app = Graph::read("wasm32-unknown-unknown")?;
    packages.extend(app.packages(&["trois-web", "trois-web-engine"], Follow::Shipped)?);
    packages.retain(|package| package.source.is_some());
    let path = target_dir().join("licenses.txt");
    let failed = |error| Failed(format!("{}: {error}", path.display()));
    fs::create_dir_all(target_dir()).map_err(failed)?;
    fs::write(&path, notices(&packages)?).map_err(failed)?;
    Ok(path)
}

/// The text of all notices. Packages that share a text are listed before it.
fn notices(packages: &BTreeSet<Package>) -> Result<String, Failed> {
    let mut text = HEAD.to_owned();
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let own = root().join(file);
        let own = fs::read_to_string(&own).map_err(|error| Failed(format!("{}: {error}", own.display())))?;
        section(&mut text, "Trois", own.trim_end());
    }
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let license = package.license.as_deref().unwrap_or("see below");
        let name = format!("{} {} ({license})", package.name, package.version);
        let texts = texts_in(&package.folder)?;
        if texts.is_empty() {
            by_text.entry(without_text(license)).or_default().push(name);
        } else {
            for text in texts {
                by_text.entry(text).or_default().push(name.clone());
            }
        }
    }
    // Sorted by package, not by text.
    let mut groups: Vec<(String, String)> =
        by_text.into_iter().map(|(text, names)| (names.join("\n"), text)).collect();
    groups.sort();
    for (names, license) in groups {
        section(&mut text, &names, &license);
    }
    for (name, license) in fonts::licenses()? {
        section(&mut text, &name, license.trim_end());
    }
    Ok(text)
}

/// The text for a package without a licence file.
fn without_text(license: &str) -> String {
    format!("Licensed under {license}; the package has no file with the text of its licence.")
}

fn section(text: &mut String, names: &str, license: &str) {
    let line = "-".repeat(80);
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{line}\n{names}\n{line}\n\n{license}\n");
}

/// The licence texts of a package, without trailing white space and with normalised line ends.
fn texts_in(folder: &Path) -> Result<BTreeSet<String>, Failed> {
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", folder.display()));
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && NAMES.iter().any(|word| name.starts_with(word)) {
            let text = String::from_utf8_lossy(&fs::read(&path).map_err(failed)?).into_owned();
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            texts.insert(lines.join("\n").trim_matches('\n').to_owned());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_is_listed_before_a_text() {
        let Ok(packages) =
            host().and_then(|host| Graph::read(&host)?.packages(&["trois-cli"], Follow::Shipped))
        else {
            panic!("cargo metadata failed")
        };
        assert!(packages.iter().any(|package| package.name == "rusqlite"));
        assert!(!packages.iter().any(|package| package.name == "syn"), "macros are not in the program");
        let Ok(text) = notices(&packages) else { panic!("no notices") };
        assert!(
            text.contains("Young Serif") && text.contains("Atkinson Hyperlegible"),
            "the fonts are in the app"
        );
        for package in &packages {
            assert!(text.contains(&format!("\n{} {} (", package.name, package.version)), "{}", package.name);
        }
    }
}
