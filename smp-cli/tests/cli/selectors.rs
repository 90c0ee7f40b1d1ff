//! Options that choose the objects of the files: `--kind`, `--name`, `-l` and the like.

use std::fs;

use snapbox::str;

use crate::{Files, printed};

const MANIFESTS: &str = "\
# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web   # in front
  labels: {app: shop, tier: front}
spec: {replicas: 1}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
  namespace: data
  labels: {app: shop, tier: back}
  annotations: {owner: storage}
spec: {replicas: 1}
---
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web-2,   labels: {app: old}}
  spec: {replicas: 1}
- apiVersion: v1
  kind: Namespace
  metadata: {name: data}
";

fn files(test: &str) -> Files {
    Files::new(test, &[("all.yaml", MANIFESTS)])
}

/// The names of the objects that a patch changes with these options.
fn changed(files: &Files, options: &[&str]) -> Vec<String> {
    let patch = ["patch", "-f", "all.yaml", "-p", "metadata: {labels: {new: yes-1}}"];
    let text = printed(files.smp(&[&patch[..], options].concat()));
    assert_eq!(text.replace(", new: yes-1", "").len(), MANIFESTS.len(), "{text}");
    let (mut names, mut last) = (Vec::new(), String::new());
    for line in text.lines() {
        if let Some((_, name)) = line.split_once("name: ") {
            name.split([' ', ',', '}']).next().expect("a name").clone_into(&mut last);
        }
        if line.contains("new: yes-1") {
            names.push(last.clone());
        }
    }
    names
}

#[test]
fn each_option_chooses_objects() {
    let files = files("selectors");
    for (options, names) in [
        (&["--kind", "Deployment"][..], &["web", "web-2"][..]),
        (&["--kind", "Deployment|StatefulSet", "--name", "web|db"], &["web", "db"]),
        (&["--name", "web.+"], &["web-2"]),
        (&["-n", "data", "--kind", ".*Set"], &["db"]),
        (&["--namespace", "default", "--group", "apps"], &["web", "web-2"]),
        (&["-l", "app=shop"], &["web", "db"]),
        (&["--selector", "app,tier!=back"], &["web", "web-2"]),
        (&["--label-selector", "tier in (back, middle)"], &["db"]),
        (&["--annotation-selector", "owner=storage"], &["db"]),
        (&["--api-version", "v1", "--group", "apps"], &["web", "db", "web-2"]),
        (&["--api-version", "apps/.*", "-l", "!tier"], &["web-2"]),
    ] {
        assert_eq!(changed(&files, options), names, "{options:?}");
    }
}

#[test]
fn what_is_not_chosen_keeps_every_byte() {
    let files = files("selectors_bytes");
    let args = ["patch", "-f", "all.yaml", "-p", "spec: {replicas: 2}", "--name", "db"];
    let expected = MANIFESTS.replacen(
        "annotations: {owner: storage}\nspec: {replicas: 1}",
        "annotations: {owner: storage}\nspec: {replicas: 2}",
        1,
    );
    assert_eq!(printed(files.smp(&args)), expected);
    files.smp(&[&args[..], &["--in-place"]].concat()).assert().code(0);
    let text = fs::read_to_string(files.0.join("all.yaml")).expect("the file");
    assert_eq!(text, expected);
}

#[test]
fn a_patch_is_for_the_chosen_ones_of_its_own_objects() {
    let files = files("selectors_and_patch");
    let patch = "{apiVersion: apps/v1, kind: Deployment, spec: {replicas: 2}}";
    let args = ["patch", "-f", "all.yaml", "-p", patch, "-l", "app=shop", "--diff=fields"];
    files.smp(&args).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
apps/v1 Deployment web (all.yaml)
~ spec.replicas: 1 → 2

"#]]);
    let patch = "{kind: Deployment, metadata: {name: web}, spec: {replicas: 2}}";
    let args = ["patch", "-f", "all.yaml", "-p", patch, "--name", "db"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the patch for Deployment web matches no object
 --> <patch>:1:1
  |
1 | {kind: Deployment, metadata: {name: web}, spec: {replicas: 2}}
  | ^
  |
  = help: check its apiVersion, kind, metadata.namespace and metadata.name

"#]]);
}

#[test]
fn objects_of_unknown_kinds_that_are_not_chosen() {
    let other = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n---\n";
    let text = other.to_owned() + MANIFESTS;
    let files = Files::new("selectors_unknown", &[("all.yaml", &text)]);
    let args = ["patch", "-f", "all.yaml", "-p", "spec: {paused: true}"];
    files.smp(&args).assert().code(2);
    let chosen = printed(files.smp(&[&args[..], &["--kind", "Deployment"]].concat()));
    assert!(chosen.starts_with(other), "{chosen}");
}

#[test]
fn removal_of_chosen_objects() {
    let files = files("selectors_removal");
    let args = ["patch", "-f", "all.yaml", "-p", "$patch: delete", "-l", "app=shop"];
    let left = printed(files.smp(&args));
    assert!(!left.contains("shop") && left.contains("web-2"), "{left}");
}

#[test]
fn no_object_is_chosen() {
    let files = files("selectors_none");
    let args = ["patch", "-f", "all.yaml", "-p", "spec: {replicas: 2}", "--kind", "Deploy"];
    files.smp(&args).assert().code(0).stdout_eq(MANIFESTS).stderr_eq(str![[r#"
warning: no object is chosen: kind Deploy
 |
 = help: regular expressions have to match the whole name, as web-.* does
 = help: the kind is called Deployment

"#]]);
    let strict = [&args[..], &["-l", "app=shop", "--strict"]].concat();
    files.smp(&strict).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: no object is chosen: kind Deploy, labels app=shop
 |
 = help: regular expressions have to match the whole name, as web-.* does
 = help: the kind is called Deployment

"#]]);
}

#[test]
fn wrong_options() {
    let files = files("selectors_wrong");
    let args = ["patch", "-f", "all.yaml", "-p", "{}"];
    let with = |options: &[&str]| files.smp(&[&args[..], options].concat());
    let wrong = with(&["--name", "web-("]).assert().code(2).stdout_eq("");
    wrong.stderr_eq(str![[r#"
error: --name: invalid regular expression "web-(": unclosed group
 |
 = help: it has to match the whole name, as web-.* does; [(] stands for a bracket itself

"#]]);
    let wrong = with(&["-l", "app=shop,tier=in front"]).assert().code(2).stdout_eq("");
    wrong.stderr_eq(str![[r#"
error: --selector: invalid label selector "app=shop,tier=in front": a comma is expected before "front"
 |
 = help: label selectors are written as a=b,c!=d,e in (f,g),h,!i

"#]]);
    let wrong = with(&["--annotation-selector", "a\u{1b}[1m"]).assert().code(2).stdout_eq("");
    wrong.stderr_eq(str![[r#"
error: --annotation-selector: invalid label selector "a/u{1b}[1m": "a/u{1b}[1m" cannot be the name of a label
 |
 = help: label selectors are written as a=b,c!=d,e in (f,g),h,!i

"#]]);
}

#[test]
fn normalize() {
    let pod = "\
apiVersion: v1
kind: Pod
metadata: {name: NAME}
spec:
  volumes:
  - name: a
    emptyDir: {}
    hostPath: {path: /a}
";
    let text = pod.replace("NAME", "one") + "---\n" + &pod.replace("NAME", "two");
    let files = Files::new("selectors_normalize", &[("pods.yaml", &text)]);
    files.smp(&["normalize", "pods.yaml"]).assert().code(1);
    let args = ["normalize", "pods.yaml", "--name", "three"];
    files.smp(&args).assert().code(0).stdout_eq(text).stderr_eq(str![[r#"
warning: no object is chosen: name three
 |
 = help: regular expressions have to match the whole name, as web-.* does

"#]]);
}
