//! No cycles between the modules of a crate, at any level: of two modules in one folder, only
//! one may use the other, directly or through a third module.
//!
//! The check reads `use` declarations and paths such as `crate::a::b` as text. Using an item of
//! a parent module (`super::Name`) is not counted; using an item of a sibling is, also through
//! a re-export in the parent (`pub use sibling::Item`).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The path of a module in its crate; empty for the root.
type Module = Vec<String>;

/// The text of a module without comments, strings of several lines and unit tests.
struct Source {
    text: String,
    /// Names that the module re-exports, with the path of each.
    exports: BTreeMap<String, Vec<String>>,
}

fn read(file: &Path) -> Source {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("\nmod tests {").next().unwrap();
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut exports = BTreeMap::new();
    for path in uses(&text) {
        let name = path.last().unwrap().clone();
        exports.insert(name, path);
    }
    Source { text, exports }
}

/// The paths that `use` declarations import, braces expanded.
fn uses(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for declaration in text.split("use ").skip(1) {
        let declaration = declaration.split(';').next().unwrap();
        expand(declaration.trim(), &[], &mut paths);
    }
    paths
}

/// `a::{b, c::d as e}` is `a::b` and `a::c::d`.
fn expand(tree: &str, prefix: &[String], paths: &mut Vec<Vec<String>>) {
    let Some((head, rest)) = tree.split_once('{') else {
        let plain = tree.split(" as ").next().unwrap();
        let steps = plain.split("::").map(|step| step.trim().to_owned());
        let path: Vec<_> = prefix.iter().cloned().chain(steps).collect();
        // Skips text that only looks like a declaration.
        if path.iter().all(|step| is_name(step)) {
            paths.push(path);
        }
        return;
    };
    let steps = head.trim().trim_end_matches("::").split("::").filter(|step| !step.is_empty());
    let prefix: Vec<_> = prefix.iter().cloned().chain(steps.map(str::to_owned)).collect();
    let (mut depth, mut start) = (0, 0);
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(inner[start..at].trim(), &prefix, paths);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner[start..].trim().is_empty() {
        expand(inner[start..].trim(), &prefix, paths);
    }
}

fn is_name(step: &str) -> bool {
    step == "*" || !step.is_empty() && step.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Paths that begin with `crate` or `super`, in declarations and elsewhere.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = uses(text);
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let path = &text[at..];
            let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            let steps = path[..end.unwrap_or(path.len())].split("::").filter(|step| is_name(step));
            found.push(steps.map(str::to_owned).collect());
        }
    }
    found
}

struct Crate {
    modules: BTreeMap<Module, Source>,
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let root = ["lib.rs", "main.rs"].map(|name| folder.join(name));
        let root = root.iter().find(|file| file.exists()).expect("a crate has a root");
        let mut modules = BTreeMap::from([(Vec::new(), read(root))]);
        let mut open = vec![(folder.to_owned(), Vec::new())];
        while let Some((folder, module)) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                let inner: Module = module.iter().cloned().chain([name.clone()]).collect();
                if path.is_dir() {
                    open.push((path, inner));
                } else if !["lib", "main", "tests"].contains(&name.as_str()) {
                    modules.insert(inner, read(&path));
                }
            }
        }
        Self { modules }
    }

    /// The innermost module of a path that `from` uses.
    fn resolve(&self, from: &Module, path: &[String]) -> Option<Module> {
        let mut steps = path.iter();
        let mut at = match steps.next()?.as_str() {
            "crate" => Vec::new(),
            "self" => from.clone(),
            "super" => from.split_last()?.1.to_vec(),
            // `use child::Item`, where `child` is a module in `from`.
            name => {
                let child: Module = from.iter().cloned().chain([name.to_owned()]).collect();
                self.modules.contains_key(&child).then_some(child)?
            }
        };
        for step in steps {
            if step == "super" {
                at.pop();
                continue;
            }
            let inner: Module = at.iter().cloned().chain([step.clone()]).collect();
            if self.modules.contains_key(&inner) {
                at = inner;
                continue;
            }
            let export = self.modules.get(&at)?.exports.get(step);
            return match export.filter(|export| export.as_slice() != path) {
                Some(export) => self.resolve(&at, export).or(Some(at)),
                None => Some(at),
            };
        }
        Some(at)
    }

    /// The siblings that each module, or a module below it, uses.
    fn edges(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, source) in &self.modules {
            for path in paths(&source.text) {
                let Some(target) = self.resolve(module, &path) else { continue };
                let shared = module.iter().zip(&target).take_while(|(one, other)| one == other);
                let depth = shared.count();
                if depth < module.len() && depth < target.len() {
                    let (one, other) = (module[..=depth].to_vec(), target[..=depth].to_vec());
                    edges.entry(one).or_default().insert(other);
                }
            }
        }
        edges
    }

    /// The folders with a cycle of modules, with one cycle each.
    fn cycles(&self) -> BTreeMap<String, Vec<String>> {
        let mut cycles = BTreeMap::new();
        let edges = self.edges();
        for start in edges.keys() {
            let folder = start.split_last().map_or_else(String::new, |(_, above)| above.join("::"));
            if !cycles.contains_key(&folder)
                && let Some(cycle) = cycle_through(start, &edges)
            {
                cycles.insert(folder, cycle);
            }
        }
        cycles
    }
}

/// A cycle of modules that leads from `start` back to it.
fn cycle_through(
    start: &Module,
    edges: &BTreeMap<Module, BTreeSet<Module>>,
) -> Option<Vec<String>> {
    let mut reached = BTreeMap::from([(start, None)]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for next in edges.get(at).into_iter().flatten() {
            if next == start {
                let mut way = vec![start.join("::")];
                let mut step = Some(at);
                while let Some(module) = step {
                    way.push(module.join("::"));
                    step = reached[module];
                }
                way.reverse();
                return Some(way);
            }
            if !reached.contains_key(next) {
                reached.insert(next, Some(at));
                open.push(next);
            }
        }
    }
    None
}

/// Folders whose files are one unit: functions that call each other for objects in lists in
/// objects, and nodes that open into nodes.
const RECURSIVE: [(&str, &str); 2] = [("smp-core", "apply"), ("smp-core", "document")];

/// The folders of the crates, also of those that are workspaces of their own.
fn crates() -> Vec<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let lists = ["\nmembers = [", "\nexclude = ["].map(|start| {
        let (_, list) = manifest.split_once(start).expect("a list of folders");
        list.split(']').next().unwrap().split('"').skip(1).step_by(2)
    });
    lists.into_iter().flatten().map(str::to_owned).collect()
}

#[test]
fn modules_have_no_cycles() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut found, mut uses) = (Vec::new(), 0);
    let names = crates();
    for name in ["smp-core", "smp-request", "smp-wasm", "xtask", "tests/kube", "python"] {
        assert!(names.iter().any(|it| it == name), "{name} is not in {names:?}");
    }
    for name in &names {
        let source = workspace.join(name).join("src");
        // Programs and tests without modules.
        if !["lib.rs", "main.rs"].iter().any(|root| source.join(root).exists()) {
            continue;
        }
        let read = Crate::read(&source);
        let edges = read.edges().len();
        assert!(edges > 0 || read.modules.len() < 4, "{name}: no uses were found");
        uses += edges;
        for (folder, cycle) in read.cycles() {
            if !RECURSIVE.contains(&(name, &folder)) {
                found.push(((name, folder), cycle));
            }
        }
    }
    assert!(uses > 450, "{uses}");
    assert_eq!(found, [], "these modules use each other");
}

/// Files of the test server that each carry out one kind of request, or what follows from it.
const VERBS: [&str; 9] =
    ["create", "update", "patch", "delete", "read", "watch", "scale", "eviction", "garbage"];

/// They share only what is below them. A change of one verb then can't change a different one.
#[test]
fn verbs_of_the_test_server_do_not_use_each_other() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../smp-testserver/src");
    let edges = Crate::read(&source).edges();
    for verb in VERBS {
        let used = &edges[&vec![verb.to_owned()]];
        let verbs: Vec<_> =
            VERBS.iter().filter(|it| used.contains(&vec![(**it).to_owned()])).collect();
        assert!(verbs.is_empty(), "{verb} uses {verbs:?}");
    }
}

#[test]
fn a_cycle_is_found() {
    let folder = std::env::temp_dir().join(format!("smp-modules-{}", std::process::id()));
    fs::create_dir_all(folder.join("a")).unwrap();
    for (file, text) in [
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use c::Made;\n"),
        ("a.rs", "mod inner;\npub struct A;\n"),
        ("a/inner.rs", "use super::A;\nuse crate::{b::{self, B}};\n"),
        ("b.rs", "use crate::Made;\n"),
        ("c.rs", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    // a uses b, and b uses c. That the unit tests of c use a is not a cycle.
    assert!(Crate::read(&folder).cycles().is_empty());
    fs::write(folder.join("c.rs"), "fn made() -> crate::a::A {}\n").unwrap();
    let cycles = Crate::read(&folder).cycles();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(cycles[""].len(), 4, "{cycles:?}");
}
