//! Repositories as they are: templates, files that cannot be read, ignored files.

use std::fs;

use snapbox::str;

use crate::{Files, printed, smp, stderr};

const WEB: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 1}
";

const SCALE: [&str; 2] = ["-p", "spec: {replicas: 2}"];

fn files(test: &str) -> Files {
    let api = WEB.replace("web", "api");
    let files = Files::new(
        test,
        &[
            (".gitignore", "/out\n*.bak.yaml\n"),
            (".cache/web.yaml", WEB),
            ("out/web.yaml", WEB),
            ("apps/web.yaml", WEB),
            ("apps/web.bak.yaml", WEB),
            ("apps/broken.yaml", "apiVersion: v1\nkind: [\n"),
            ("apps/partly.yaml", &format!("{api}---\n- a\nb: c\n")),
            ("chart/values.yaml", "replicas: 1\n"),
            (
                "chart/templates/web.yaml",
                "kind: Deployment\nspec:\n  {{- if .Values.x }}\n  a: 1\n",
            ),
            ("tests/web.yaml", WEB),
        ],
    );
    // `.gitignore` counts in a repository only.
    fs::create_dir_all(files.0.join(".git")).expect("a repository");
    files
}

#[test]
fn what_cannot_be_read_is_left_out() {
    let files = files("real_left_out");
    let run = files
        .smp(&[&["patch", "-R", "-f", ".", "--exclude", "tests", "--diff"][..], &SCALE].concat());
    run.assert()
        .code(0)
        .stdout_eq(str![[r#"
--- ./apps/partly.yaml
+++ ./apps/partly.yaml
@@ -1,7 +1,7 @@
 apiVersion: apps/v1
 kind: Deployment
 metadata: {name: api}
-spec: {replicas: 1}
+spec: {replicas: 2}
 ---
 - a
 b: c
--- ./apps/web.yaml
+++ ./apps/web.yaml
@@ -1,4 +1,4 @@
 apiVersion: apps/v1
 kind: Deployment
 metadata: {name: web}
-spec: {replicas: 1}
+spec: {replicas: 2}

"#]])
        .stderr_eq(str![[r#"
warning: invalid YAML: unclosed bracket '['
 --> ./apps/broken.yaml:2:7
  |
1 | apiVersion: v1
2 | kind: [
  |       ^
  |
  = note: the document is left out
warning: invalid YAML: while parsing a block collection, did not find expected '-' indicator
 --> ./apps/partly.yaml:7:1
  |
6 | - a
7 | b: c
  | ^
  |
  = note: the document is left out
./chart/templates/web.yaml: a template, left out
./chart/values.yaml: no Kubernetes object, left out
2 of 5 files would change

"#]]);
    let quiet = files.smp(&[&["-q", "patch", "-R", "-f", ".", "--diff"][..], &SCALE].concat());
    quiet.assert().code(0).stderr_eq("");
}

#[test]
fn strict_runs_have_all_errors() {
    let files = files("real_strict");
    let run = files.smp(&[&["patch", "-R", "-f", ".", "--strict", "-i"][..], &SCALE].concat());
    run.assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid YAML: unclosed bracket '['
 --> ./apps/broken.yaml:2:7
  |
1 | apiVersion: v1
2 | kind: [
  |       ^
  |
  = note: this is document 1 of ./apps/broken.yaml
  = note: no file has been changed

error: invalid YAML: while parsing a block collection, did not find expected '-' indicator
 --> ./apps/partly.yaml:7:1
  |
6 | - a
7 | b: c
  | ^
  |
  = note: this is document 2 of ./apps/partly.yaml
  = note: no file has been changed
./chart/templates/web.yaml: a template, left out
./chart/values.yaml: no Kubernetes object, left out

"#]]);
    let text = fs::read_to_string(files.0.join("apps/web.yaml")).expect("a file");
    assert_eq!(text, WEB);
}

#[test]
fn errors_of_several_files() {
    let wrong = WEB.replace("Deployment", "Deploymnt");
    let files = Files::new(
        "real_errors",
        &[("a.yaml", &wrong), ("b.yaml", WEB), ("c.yaml", "a: [\n"), ("d.yaml", &wrong)],
    );
    let args = ["patch", "-f", "a.yaml", "-f", "b.yaml", "-f", "c.yaml", "-f", "d.yaml"];
    let run = files.smp(&[&args[..], &SCALE].concat()).assert().code(2).stdout_eq("");
    run.stderr_eq(str![[r#"
error: no schema for apiVersion "apps/v1", kind "Deploymnt"
 --> a.yaml:2:7
  |
1 | apiVersion: apps/v1
2 | kind: Deploymnt
  |       ^^^^^^^^^ this kind is unknown
  |
  = help: did you mean apps/v1/Deployment?
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

error: invalid YAML: unclosed bracket '['
 --> c.yaml:1:4
  |
1 | a: [
  |    ^

error: no schema for apiVersion "apps/v1", kind "Deploymnt"
 --> d.yaml:2:7
  |
1 | apiVersion: apps/v1
2 | kind: Deploymnt
  |       ^^^^^^^^^ this kind is unknown
  |
  = help: did you mean apps/v1/Deployment?
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]]);
}

#[test]
fn the_files_of_a_run_are_counted() {
    let files = files("real_total");
    let run =
        files.smp(&[&["patch", "-f", "apps/web.yaml", "-f", "tests", "-i"][..], &SCALE].concat());
    run.assert().code(0).stderr_eq(str![[r#"
apps/web.yaml: written
tests/web.yaml: written
2 of 2 files written

"#]]);
    let again = ["-q", "patch", "-f", "apps/web.yaml", "-f", "tests", "-i"];
    files.smp(&[&again[..], &SCALE].concat()).assert().code(0).stderr_eq("");
    let shown =
        files.smp(&[&["diff", "-R", "apps", "tests", "-o", "fields"][..]].concat()).assert();
    assert!(!stderr(&shown).contains("web.bak"), "{}", stderr(&shown));
}

#[test]
fn an_overlay_alone_is_a_schema() {
    let widget = "\
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec:
  servers:
  - {name: a, port: 1}
  - {name: b, port: 2}
";
    let overlay = "\
apiVersion: example.com/v1
kind: Widget
fields:
  spec.servers: {mergeKey: name}
";
    let files = Files::new("real_overlay", &[("w.yaml", widget), ("overlay.yaml", overlay)]);
    let patch = "spec: {servers: [{name: b, port: 3}]}";
    let merged = files.smp(&["patch", "-f", "w.yaml", "--schema", "overlay.yaml", "-p", patch]);
    assert_eq!(printed(merged), widget.replace("port: 2", "port: 3"));
    // In a group of Kubernetes it is a mistake.
    let wrong = overlay.replace("example.com/v1", "apps/v1");
    let files = Files::new("real_overlay_wrong", &[("w.yaml", widget), ("overlay.yaml", &wrong)]);
    let run = files.smp(&["patch", "-f", "w.yaml", "--schema", "overlay.yaml", "-p", patch]);
    run.assert().code(2).stderr_eq(str![[r#"
error: the overlay is for an unknown kind
 --> overlay.yaml:2:7
  |
1 | apiVersion: apps/v1
2 | kind: Widget
  |       ^^^^^^
  |
  = help: correct its apiVersion and kind, or give the file that defines the kind

"#]]);
}

#[test]
fn plain_yaml_with_keys() {
    let values = "\
# Values of the chart.
web:
  extraEnv:
  - name: A   # first
    value: a
  - name: B
    value: b
";
    let files = Files::new("real_values", &[("values.yaml", values)]);
    let patch = "web: {extraEnv: [{name: B, value: c}]}";
    let key = "web.extraEnv=name";
    let merged = files.smp(&["patch", "-f", "values.yaml", "--list-key", key, "-p", patch]);
    assert_eq!(printed(merged), values.replace("value: b", "value: c"));
    let none = files.smp(&["patch", "-f", "values.yaml", "-p", patch]).assert();
    none.code(2).stderr_eq(str![[r#"
error: the object has no apiVersion and kind
 --> values.yaml:2:1
  |
1 | # Values of the chart.
2 | web:
  | ^ how it is merged depends on its kind
  |
  = help: add apiVersion and kind; or give smp patch, diff or apply --type merge, which needs no kind and replaces lists; or --list-key, which says how lists of plain YAML merge

"#]]);
    let other = ["patch", "-f", "values.yaml", "--list-key", "web.env=name", "-p", patch];
    let help = "= help: --list-key web.extraEnv=name merges it by name\n";
    assert!(crate::stderr(&files.smp(&other).assert().code(0)).contains(help));
    let wrong = files.smp(&["patch", "-f", "values.yaml", "--list-key", "web", "-p", patch]);
    wrong.assert().code(2).stderr_eq(str![[r#"
error: --list-key web: expected PATH=FIELD
 |
 = help: write it as extraEnv=name

"#]]);
}

#[test]
fn objects_without_a_schema_in_a_diff() {
    let one = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {a: 1}\n";
    let other = one.replace("a: 1", "a: 2");
    let pod = "apiVersion: v9\nkind: Pood\nmetadata: {name: p}\n";
    let files = Files::new(
        "real_diff",
        &[("a.yaml", &format!("{one}---\n{pod}")), ("b.yaml", &format!("{other}---\n{pod}"))],
    );
    let run = files.smp(&["diff", "a.yaml", "b.yaml"]).assert().code(1);
    run.stdout_eq(str![[r#"
apiVersion: example.com/v1
kind: Widget
metadata:
  name: w
spec:
  a: 2

"#]])
        .stderr_eq(str![[r#"
example.com/v1 Widget w: JSON merge patch, which clusters accept for custom resources

"#]]);
}

/// The manifests of this repository's examples, each as a patch of itself: what docs/manifests.md measures
/// with the manifests of other projects.
#[test]
fn manifests_have_no_false_warnings() {
    for file in [
        "argo-cd/app/manifests/deployment.yaml",
        "argo-cd/app/manifests/service.yaml",
        "deployment.yaml",
        "helm/rendered.yaml",
        "kustomize/base/shop.yaml",
        "order/pod.yaml",
        "patched.yaml",
        "proxy/definition.yaml",
        "shop.yaml",
        "three-way/last-applied.yaml",
        "three-way/live.yaml",
        "three-way/modified.yaml",
        "union/served.yaml",
        "values/pod.yaml",
        "volume/pod.yaml",
    ] {
        let printed = printed(smp(&["patch", "-f", file, "--patch-file", file, "--strict"]));
        assert!(!printed.is_empty(), "{file}");
    }
}
