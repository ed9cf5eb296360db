//! What cargo reports about the packages of a program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;

use crate::step::{Failed, cargo, output};

/// A package of the dependency graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The licence as an SPDX expression, if the package states one.
    pub(crate) license: Option<String>,
    /// The oldest compiler that the package promises to work with.
    pub(crate) rust_version: Option<String>,
    /// The folder with the sources.
    pub(crate) folder: PathBuf,
    /// Where the package comes from; `None` for packages of this workspace.
    pub(crate) source: Option<String>,
}

/// Which dependencies to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// Those whose code is in the program, without macros, build scripts and tests.
    Shipped,
    /// Everything that is compiled when the workspace is built and tested.
    All,
}

/// The dependency graph for one platform.
pub(crate) struct Graph {
    packages: BTreeMap<String, Value>,
    nodes: BTreeMap<String, Value>,
}

impl Graph {
    /// Reads the metadata. It asks only for packages of this platform, so that no others are downloaded.
    pub(crate) fn read(platform: &str) -> Result<Graph, Failed> {
        let text = output(&mut cargo(["metadata", "--format-version", "1", "--filter-platform", platform]))?;
        let data: Value =
            serde_json::from_str(&text).map_err(|error| Failed(format!("cargo metadata: {error}")))?;
        let by_id = |list: &Value| {
            let entries = list.as_array().into_iter().flatten();
            entries.map(|entry| (text_of(&entry["id"]), entry.clone())).collect()
        };
        Ok(Graph { packages: by_id(&data["packages"]), nodes: by_id(&data["resolve"]["nodes"]) })
    }

    /// These packages of the workspace, and the packages from other sources that they depend on.
    pub(crate) fn packages(&self, roots: &[&str], follow: Follow) -> Result<BTreeSet<Package>, Failed> {
        let mut ids: Vec<String> = Vec::new();
        for root in roots {
            let is_root = |package: &&Value| package["name"] == *root && package["source"].is_null();
            let package = self.packages.values().find(is_root);
            let package = package.ok_or_else(|| Failed(format!("the workspace has no package {root}")))?;
            ids.push(text_of(&package["id"]));
        }
        let mut seen = BTreeSet::new();
        while let Some(id) = ids.pop() {
            if seen.insert(id.clone()) {
                ids.extend(self.dependencies(&id, follow));
            }
        }
        Ok(seen.iter().filter_map(|id| self.packages.get(id)).map(package).collect())
    }

    /// All packages of the graph.
    pub(crate) fn all(&self) -> BTreeSet<Package> {
        self.nodes.keys().filter_map(|id| self.packages.get(id)).map(package).collect()
    }

    fn dependencies(&self, id: &str, follow: Follow) -> Vec<String> {
        let Some(node) = self.nodes.get(id) else { return Vec::new() };
        let dependencies = node["deps"].as_array().into_iter().flatten();
        let is_followed = |dependency: &&Value| {
            let kinds = dependency["dep_kinds"].as_array();
            let is_normal = kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()));
            follow == Follow::All || is_normal && !self.is_macro(&text_of(&dependency["pkg"]))
        };
        dependencies.filter(is_followed).map(|dependency| text_of(&dependency["pkg"])).collect()
    }

    fn is_macro(&self, id: &str) -> bool {
        let targets = self.packages.get(id).and_then(|package| package["targets"].as_array());
        targets.into_iter().flatten().any(|target| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "proc-macro"))
        })
    }
}

fn package(value: &Value) -> Package {
    let optional = |key: &str| value[key].as_str().map(str::to_owned);
    let mut folder = PathBuf::from(text_of(&value["manifest_path"]));
    folder.pop();
    Package {
        name: text_of(&value["name"]),
        version: text_of(&value["version"]),
        license: optional("license"),
        rust_version: optional("rust_version"),
        folder,
        source: optional("source"),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
