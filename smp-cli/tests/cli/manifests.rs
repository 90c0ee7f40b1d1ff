//! Manifests of other projects, without false warnings of accidents.
//!
//! `cargo test -p smp-cli manifests -- --ignored` gets them as Go modules, and takes minutes. docs/manifests.md has the figures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Files, stderr};

/// The modules, each with the number of patches that are run, at least.
const MODULES: [(&str, usize); 2] =
    [("github.com/argoproj/argo-cd/v2@v2.14.0", 350), ("k8s.io/kubernetes@v1.37.2", 100)];

/// Each list of named elements loses one element, and the manifest as it was is the patch that adds it.
#[test]
#[ignore = "needs Go"]
fn elements_of_manifests_are_no_accidents() {
    for (module, least) in MODULES {
        let (mut live, mut patches) = (String::new(), String::new());
        let mut count = 0;
        for document in documents(&source(module)) {
            let mut at = Vec::new();
            lists(&document, &mut Vec::new(), &mut at);
            for path in at {
                let mut patch = document.clone();
                patch["metadata"] = serde_json::json!({ "name": format!("case-{count}") });
                let mut object = patch.clone();
                let list = path.iter().try_fold(&mut object, |value, step| match value {
                    Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
                    value => value.get_mut(step),
                });
                list.and_then(Value::as_array_mut).expect("a list").pop();
                live.push_str(&object.to_string());
                live.push('\n');
                patches.push_str("---\n");
                patches.push_str(&patch.to_string());
                patches.push('\n');
                count += 1;
            }
        }
        assert!(count >= least, "{module}: {count}");
        let files = Files::new("manifests", &[("live.json", &live), ("patches.yaml", &patches)]);
        let args = ["patch", "-f", "live.json", "--patch-file", "patches.yaml", "--report", "json"];
        let run = files.smp(&args).assert();
        let report: Value = serde_json::from_str(&stderr(&run)).expect("a report");
        let mut accidents = BTreeMap::new();
        for finding in report["findings"].as_array().expect("findings") {
            let rule = finding["rule"].as_str().expect("a rule");
            if rule.starts_with("element-") {
                accidents.entry(rule).or_insert_with(Vec::new).push(&finding["message"]);
            }
        }
        println!(
            "{module}: {count} patches, {} findings",
            report["findings"].as_array().map_or(0, Vec::len)
        );
        assert!(accidents.is_empty(), "{module}: {accidents:#?}");
    }
}

/// The directory of a Go module.
fn source(module: &str) -> PathBuf {
    let output =
        Command::new("go").args(["mod", "download", "-json", module]).output().expect("Go");
    let facts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    facts["Dir"].as_str().expect("the directory of the module").into()
}

/// The objects of the kinds that have lists with elements that a patch may add, in the files of a directory.
fn documents(directory: &Path) -> Vec<Value> {
    let kinds = [
        "Deployment",
        "DaemonSet",
        "StatefulSet",
        "ReplicaSet",
        "Job",
        "CronJob",
        "Pod",
        "Service",
    ];
    let mut found = Vec::new();
    let mut entries: Vec<_> = std::fs::read_dir(directory).expect("a directory").collect();
    entries.sort_by_key(|entry| entry.as_ref().map(std::fs::DirEntry::path).ok());
    for path in entries.into_iter().map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(documents(&path));
        }
        let is_yaml = path.extension().is_some_and(|it| it == "yaml" || it == "yml");
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if !is_yaml || text.contains("{{") {
            continue;
        }
        let read: Result<Vec<Value>, _> = serde_saphyr::from_multiple(&text);
        let is_kind = |it: &Value| it["kind"].as_str().is_some_and(|kind| kinds.contains(&kind));
        found.extend(
            read.into_iter().flatten().filter(|it| it["apiVersion"].is_string() && is_kind(it)),
        );
    }
    found
}

/// The paths of lists of several elements with names, containers and ports among them.
fn lists(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(items) => {
            if items.len() > 1 && items.iter().all(|item| item["name"].is_string()) {
                found.push(path.clone());
            }
            items.iter().enumerate().map(|(index, it)| (index.to_string(), it)).collect()
        }
        _ => return,
    };
    for (step, child) in children {
        path.push(step);
        lists(child, path, found);
        path.pop();
    }
}
