//! The output of `cargo metadata`, as far as it is used here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;

use super::Result;

#[derive(Deserialize)]
pub(super) struct Workspace {
    packages: Vec<Package>,
    #[serde(rename = "workspace_members")]
    members: BTreeSet<String>,
    resolve: Resolve,
    pub(super) target_directory: PathBuf,
}

#[derive(Deserialize)]
pub(super) struct Package {
    id: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) rust_version: Option<String>,
    /// The registries that accept the package; `None` means all of them.
    publish: Option<Vec<String>>,
    pub(super) manifest_path: PathBuf,
    pub(super) description: Option<String>,
    pub(super) license: Option<String>,
    pub(super) documentation: Option<String>,
    pub(super) repository: Option<String>,
    pub(super) keywords: Vec<String>,
    pub(super) categories: Vec<String>,
    pub(super) dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) req: String,
    /// `dev`, `build`, or `None` for a normal dependency.
    pub(super) kind: Option<String>,
    pub(super) path: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize)]
struct EdgeKind {
    kind: Option<String>,
}

impl Workspace {
    /// Reads what `cargo metadata --format-version 1` prints.
    pub(super) fn of(text: &str) -> Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// The members that are published.
    pub(super) fn published(&self) -> Vec<&Package> {
        let members = self.packages.iter().filter(|it| self.members.contains(&it.id));
        members.filter(|package| package.publish.is_none()).collect()
    }

    /// The published members and everything that they need, except for tests.
    pub(super) fn needed_by_published(&self) -> Vec<&Package> {
        let nodes: BTreeMap<_, _> =
            self.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
        let mut open: Vec<_> = self.published().iter().map(|it| it.id.as_str()).collect();
        let mut needed = BTreeSet::new();
        while let Some(id) = open.pop() {
            if needed.insert(id) {
                let edges = nodes.get(id).into_iter().flat_map(|node| &node.deps);
                let kept = edges.filter(|edge| {
                    edge.dep_kinds.iter().any(|it| it.kind.as_deref() != Some("dev"))
                });
                open.extend(kept.map(|edge| edge.pkg.as_str()));
            }
        }
        self.packages.iter().filter(|package| needed.contains(package.id.as_str())).collect()
    }
}

impl Package {
    /// Major, minor and patch version of the oldest Rust that builds it.
    pub(super) fn oldest_rust(&self) -> Option<(u32, u32, u32)> {
        let mut parts = self.rust_version.as_deref()?.split('.').map(str::parse);
        let mut next = || parts.next().and_then(std::result::Result::ok);
        Some((next()?, next()?, next().unwrap_or(0)))
    }
}
