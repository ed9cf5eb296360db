//! Checks on all dependencies that need only cargo: their licences, sources and names against `deny.toml`, and the
//! oldest compiler they need against the `rust-version` of the workspace.

use std::collections::BTreeSet;
use std::fs;

use crate::metadata::{Graph, Package};
use crate::spdx;
use crate::step::{Failed, root};
use crate::web::host;

/// Checks the packages for this machine and for WebAssembly, tests and tools included.
pub(crate) fn check() -> Result<(), Failed> {
    let mut packages = Graph::read(&host()?)?.all();
    packages.extend(Graph::read("wasm32-unknown-unknown")?.all());
    let allowed = listed("\nallow = [")?;
    let banned = listed("\ndeny = [")?;
    let faults = [
        licences(&packages, &allowed),
        bans(&packages, &banned),
        sources(&packages),
        rust_versions(&packages),
    ]
    .concat();
    if faults.is_empty() {
        let oldest = own_rust_version(&packages);
        println!(
            "  {} packages: licences and sources are allowed, none is banned, none needs more than Rust {oldest}",
            packages.len()
        );
        return Ok(());
    }
    Err(Failed(faults.join("; ")))
}

/// The entries of a list in `deny.toml`, which begins with `key`.
fn listed(key: &str) -> Result<Vec<String>, Failed> {
    let text = fs::read_to_string(root().join("deny.toml"))
        .map_err(|error| Failed(format!("deny.toml: {error}")))?;
    let list = text.split(key).nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    let entries: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    if entries.is_empty() { Err(Failed(format!("deny.toml has no list{key} …]"))) } else { Ok(entries) }
}

/// Checks that no package is one that `deny.toml` bans.
fn bans(packages: &BTreeSet<Package>, banned: &[String]) -> Vec<String> {
    let is_banned = |package: &&Package| banned.contains(&package.name);
    packages.iter().filter(is_banned).map(|package| format!("deny.toml bans {}", package.name)).collect()
}

fn licences(packages: &BTreeSet<Package>, allowed: &[String]) -> Vec<String> {
    let is_allowed = |package: &&Package| {
        let license = package.license.as_deref().unwrap_or_default();
        spdx::is_satisfied(license, |id| allowed.iter().any(|allowed| allowed == id))
    };
    let refused = packages.iter().filter(|package| !is_allowed(package));
    refused
        .map(|package| {
            let license = package.license.as_deref().unwrap_or("no licence");
            format!(
                "{} {} has a licence that deny.toml does not allow: {license}",
                package.name, package.version
            )
        })
        .collect()
}

/// Checks that packages come from the registry or from this workspace, never from a Git repository.
fn sources(packages: &BTreeSet<Package>) -> Vec<String> {
    let is_foreign = |source: &String| !source.starts_with("registry+");
    let foreign = packages.iter().filter(|package| package.source.as_ref().is_some_and(is_foreign));
    foreign.map(|package| format!("{} does not come from the registry", package.name)).collect()
}

fn rust_versions(packages: &BTreeSet<Package>) -> Vec<String> {
    let own = own_rust_version(packages);
    let needs_more = |package: &&Package| {
        package.rust_version.as_deref().is_some_and(|needed| version(needed) > version(&own))
    };
    packages
        .iter()
        .filter(needs_more)
        .map(|package| {
            let needed = package.rust_version.as_deref().unwrap_or_default();
            format!("{} {} needs Rust {needed}, more than rust-version {own}", package.name, package.version)
        })
        .collect()
}

/// The `rust-version` of the workspace.
fn own_rust_version(packages: &BTreeSet<Package>) -> String {
    let own = packages.iter().find(|package| package.source.is_none() && package.name == "trois-rules");
    own.and_then(|package| package.rust_version.clone()).unwrap_or_default()
}

/// The numbers of a version, for comparing: `1.88` is `[1, 88, 0]`.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|number| number.parse().unwrap_or(0));
    [(); 3].map(|()| numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(license: &str, rust_version: &str, source: Option<&str>) -> Package {
        Package {
            name: if source.is_some() { "other" } else { "trois-rules" }.to_owned(),
            version: "1.0.0".to_owned(),
            license: Some(license.to_owned()),
            rust_version: Some(rust_version.to_owned()),
            folder: std::path::PathBuf::new(),
            source: source.map(str::to_owned),
        }
    }

    #[test]
    fn a_licence_that_is_not_allowed_is_found() {
        let packages =
            BTreeSet::from([package("MIT", "1.0", None), package("GPL-3.0-only", "1.0", Some("registry+x"))]);
        assert_eq!(licences(&packages, &["MIT".to_owned()]).len(), 1);
        assert!(licences(&packages, &["MIT".to_owned(), "GPL-3.0-only".to_owned()]).is_empty());
    }

    #[test]
    fn a_git_repository_is_found() {
        let packages = BTreeSet::from([package("MIT", "1.0", None), package("MIT", "1.0", Some("git+x"))]);
        assert_eq!(sources(&packages).len(), 1);
    }

    #[test]
    fn a_package_that_needs_a_newer_compiler_is_found() {
        let newer =
            BTreeSet::from([package("MIT", "1.88", None), package("MIT", "1.88.1", Some("registry+x"))]);
        assert_eq!(rust_versions(&newer).len(), 1);
        let older = BTreeSet::from([package("MIT", "1.88", None), package("MIT", "1.9", Some("registry+x"))]);
        assert!(rust_versions(&older).is_empty());
    }

    #[test]
    fn the_lists_of_allowed_licences_and_banned_packages_are_read() {
        for (key, entry) in [("\nallow = [", "MIT"), ("\ndeny = [", "openssl-sys")] {
            let Ok(entries) = listed(key) else { panic!("deny.toml cannot be read") };
            assert!(entries.iter().any(|known| known == entry), "{entries:?}");
        }
    }

    #[test]
    fn a_banned_package_is_found() {
        let packages =
            BTreeSet::from([package("MIT", "1.0", None), package("MIT", "1.0", Some("registry+x"))]);
        assert_eq!(bans(&packages, &["other".to_owned()]), ["deny.toml bans other"]);
        assert!(bans(&packages, &["openssl-sys".to_owned()]).is_empty());
    }
}
