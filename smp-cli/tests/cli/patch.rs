//! `smp patch` with strategic patches.

use snapbox::{file, str};

use crate::{Files, printed, smp, stderr};

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: server
    image: server:1
  - name: proxy
    image: proxy:1
";

#[test]
fn the_examples() {
    smp(&["patch", "-f", "deployment.yaml", "--patch-file", "patch.yaml"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(file!["../../../examples/patched.yaml"].raw());
}

#[test]
fn each_object_gets_the_patches_that_name_it() {
    smp(&["patch", "-f", "shop.yaml", "--patch-file", "shop-patches.yaml"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector:
    app.kubernetes.io/name: shop
  ports:
  - name: http
    port: 80
    targetPort: http
  - name: https
    port: 443
    targetPort: https
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: shop-config
data:
  currency: EUR
  greeting: |
    Welcome to the shop.
    We are open all day.
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: shop-report
spec:
  schedule: 0 5 * * *
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
          - name: report
            image: registry.example.com/shop-report:1.28

"#]]);
}

#[test]
fn an_empty_patch_prints_the_object_as_it_is() {
    let out = printed(smp(&["patch", "-f", "shop.yaml", "-p", "{}"]));
    assert_eq!(out, include_str!("../../../examples/shop.yaml"));
}

#[test]
fn from_standard_input_with_a_patch_in_line() {
    smp(&["patch", "-f", "-", "-p", "spec: {containers: [{name: proxy, image: proxy:2}]}"])
        .stdin(POD)
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: server
    image: server:1
  - name: proxy
    image: proxy:2

"#]]);
}

#[test]
fn the_patch_from_standard_input() {
    smp(&["patch", "-f", "shop.yaml", "--patch-file", "-"])
        .stdin("kind: ConfigMap\ndata: {currency: USD}\n---\n")
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector:
    app.kubernetes.io/name: shop
  ports:
  - name: https
    port: 443
    targetPort: https
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: shop-config
data:
  currency: USD
  greeting: |
    Welcome to the shop.
    We are open all day.
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: shop-report
spec:
  schedule: 30 4 * * *
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
          - name: report
            image: registry.example.com/shop-report:1.27

"#]]);
}

#[test]
fn several_files_in_the_order_given() {
    let files = Files::new(
        "several_files",
        &[
            ("b.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n"),
            ("a.json", r#"{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}}"#),
        ],
    );
    files
        .smp(&["patch", "-f", "b.yaml", "-f", "a.json", "-p", r#"{"data":{"k":"dg=="}}"#])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
data: {k: dg==}
---
apiVersion: v1
kind: Secret
metadata:
  name: a
data:
  k: dg==

"#]]);
}

#[test]
fn the_items_of_lists_are_patched_in_place() {
    let files = Files::new(
        "items_of_lists",
        &[
            (
                "list.yaml",
                "\
apiVersion: v1
kind: List
metadata: {resourceVersion: ''}
items:
- apiVersion: v1
  kind: Service
  metadata: {name: s}
- apiVersion: v1
  kind: Pod
  metadata: {name: p}
  spec: {containers: [{name: c, image: old}]}
",
            ),
            (
                "pods.json",
                r#"{"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"old"}]}}]}"#,
            ),
        ],
    );
    let patch = "{kind: Pod, spec: {containers: [{name: c, image: new}]}}";
    files
        .smp(&["patch", "-f", "list.yaml", "-f", "pods.json", "-p", patch])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: List
metadata: {resourceVersion: ''}
items:
- apiVersion: v1
  kind: Service
  metadata: {name: s}
- apiVersion: v1
  kind: Pod
  metadata: {name: p}
  spec: {containers: [{name: c, image: new}]}
---
apiVersion: v1
kind: PodList
items:
- metadata:
    name: p
  spec:
    containers:
    - name: c
      image: new
  kind: Pod

"#]]);
}

#[test]
fn namespace_and_api_version_select_where_given() {
    let files = Files::new(
        "selection",
        &[
            (
                "in.yaml",
                "\
{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: one}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: two}}
",
            ),
            (
                "patches.yaml",
                "\
{kind: ConfigMap, metadata: {name: a}, data: {both: '1'}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: two}, data: {two: '1'}}
",
            ),
        ],
    );
    files
        .smp(&["patch", "-f", "in.yaml", "--patch-file", "patches.yaml", "-o", "json"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
{
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {
        "name": "a",
        "namespace": "one"
    },
    "data": {
        "both": "1"
    }
}
{
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {
        "name": "a",
        "namespace": "two"
    },
    "data": {
        "both": "1",
        "two": "1"
    }
}

"#]]);
}

#[test]
fn the_dialect_decides_where_the_sources_differ() {
    let patch = "spec: {containers: [{name: new, image: image}]}";
    let names = |dialect: &str| {
        let out = printed(smp(&["patch", "-f", "-", "-p", patch, "--dialect", dialect]).stdin(POD));
        out.lines().filter_map(|line| line.strip_prefix("  - name: ")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("kubernetes"), "new server proxy");
    assert_eq!(names("documented"), "server proxy new");
}

/// An API server refuses such a patch, and nobody could find the object again.
#[test]
fn an_object_keeps_a_name() {
    const OBJECT: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n";
    let files = Files::new("keeps_a_name", &[("in.yaml", OBJECT)]);
    let patch = |args: &[&str]| {
        let all = [&["patch", "-f", "in.yaml"], args].concat();
        files.smp(&all)
    };
    for args in [
        &["-p", "metadata: null"][..],
        &["-p", "metadata: {name: null}"],
        &["-p", "metadata: {$patch: replace, labels: {a: b}}"],
        &["-p", "metadata: {$patch: delete}"],
        &["-p", "metadata: {$retainKeys: [namespace]}"],
        &["--type", "merge", "-p", "metadata: null"],
        &["--type", "json", "-p", "[{op: remove, path: /metadata/name}]"],
    ] {
        let text = stderr(&patch(args).assert().code(2).stdout_eq(""));
        assert!(
            text.starts_with("error: the patch leaves v1 ConfigMap b/a without metadata.name"),
            "{args:?} {text}"
        );
    }
    for args in [
        &["--rename", "-p", "metadata: {name: c}"][..],
        &["-p", "metadata: {$patch: replace, name: a}"],
        &["-p", "metadata: {namespace: null}"],
        // The server makes a name.
        &["-p", "metadata: {name: null, generateName: a-}"],
    ] {
        patch(args).assert().code(0).stderr_eq("");
    }
}
