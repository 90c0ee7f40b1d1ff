//! `--type` of `smp diff` and `smp apply`, and `--overwrite`.

use snapbox::str;

use crate::{Files, printed};

const CRD: &str = r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
"metadata":{"name":"widgets.example.com"},
"spec":{"group":"example.com","names":{"kind":"Widget","plural":"widgets"},"scope":"Namespaced",
"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{
"spec":{"type":"object","properties":{"size":{"type":"integer"},
"parts":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],
"items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"size":{"type":"integer"}}}}}}}}}}]}}"#;

const OLD: &str = "\
apiVersion: example.com/v1
kind: Widget
metadata: {name: a}
spec:
  size: 1
  parts:
  - {name: x, size: 1}
  - {name: w, size: 1}
";

fn widgets(test: &str) -> Files {
    let new = OLD.replace("{name: w, size: 1}", "{name: w, size: 2}").replace("  size: 1\n", "");
    let live = format!("{OLD}  - {{name: injected, size: 3}}\n");
    Files::new(
        test,
        &[("crd.json", CRD), ("old.yaml", OLD), ("new.yaml", &new), ("live.yaml", &live)],
    )
}

#[test]
fn a_strategic_diff_of_a_custom_resource_is_a_warning() {
    widgets("types_strategic")
        .smp(&["diff", "--type", "strategic", "old.yaml", "new.yaml", "--schema", "crd.json"])
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
warning: no cluster accepts a strategic merge patch for example.com/v1 Widget a
 --> old.yaml:1:1
  |
1 | apiVersion: example.com/v1
  | ^
  |
  = note: API servers accept JSON merge patches and JSON patches for custom resources
  = help: for a cluster, use --type auto; smp patch accepts this one

"#]])
        .stdout_eq(str![[r#"
spec:
  $setElementOrder/parts:
  - name: x
  - name: w
  parts:
  - name: w
    size: 2
  size: null

"#]]);
}

#[test]
fn a_diff_of_the_type_that_a_cluster_takes() {
    let files = widgets("types_auto");
    // No schema is needed.
    files
        .smp(&["diff", "old.yaml", "new.yaml", "--type", "auto"])
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
example.com/v1 Widget a: JSON merge patch, which clusters accept for custom resources

"#]])
        .stdout_eq(str![[r#"
spec:
  parts:
  - name: x
    size: 1
  - name: w
    size: 2
  size: null

"#]]);
    let merge = files.smp(&["diff", "old.yaml", "new.yaml", "--type", "merge"]).assert().code(1);
    let patch = merge.stderr_eq("").get_output().stdout.clone();
    let back = ["patch", "-f", "old.yaml", "--type", "merge", "--patch-file", "-"];
    let back = printed(files.smp(&back).stdin(patch));
    let new = printed(files.smp(&["patch", "-f", "new.yaml", "--type", "merge", "-p", "{}"]));
    assert_eq!(back, new);
}

#[test]
fn a_json_patch() {
    let files = widgets("types_json");
    let json = files.smp(&["diff", "old.yaml", "new.yaml", "--type", "json", "-o", "json"]);
    let json = json.assert().code(1).stderr_eq("").stdout_eq(str![[r#"
[
    {
        "op": "replace",
        "path": "/spec/parts/1/size",
        "value": 2
    },
    {
        "op": "remove",
        "path": "/spec/size"
    }
]

"#]]);
    let patch = json.get_output().stdout.clone();
    let back = ["patch", "-f", "old.yaml", "--type", "json", "--patch-file", "-"];
    let back = printed(files.smp(&back).stdin(patch));
    let new = printed(files.smp(&["patch", "-f", "new.yaml", "--type", "merge", "-p", "{}"]));
    assert_eq!(back, new);
}

#[test]
fn apply_follows_the_cluster() {
    let files = widgets("types_apply");
    let apply =
        ["apply", "--last-applied", "old.yaml", "--modified", "new.yaml", "--live", "live.yaml"];
    files
        .smp(&apply)
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
example.com/v1 Widget a: JSON merge patch, which clusters accept for custom resources

"#]])
        .stdout_eq(str![[r#"
apiVersion: example.com/v1
kind: Widget
metadata: {name: a}
spec:
  parts:
  - {name: x, size: 1}
  - {name: w, size: 2}

"#]]);
    let strategic = files.smp(&apply).args(["--type", "strategic", "--schema", "crd.json"]);
    assert!(printed(strategic).contains("injected"));
    let json = files.smp(&apply).args(["--type", "json", "-o", "patch"]);
    json.assert().code(0).stdout_eq(str![[r#"
- op: replace
  path: /spec/parts/1/size
  value: 2
- op: remove
  path: /spec/parts/2
- op: remove
  path: /spec/size

"#]]);
}

#[test]
fn what_only_others_changed() {
    let web = |replicas| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec: {{replicas: {replicas}, paused: false}}\n"
        )
    };
    let files = Files::new(
        "types_overwrite",
        &[("last.yaml", &web(2)), ("modified.yaml", &web(2)), ("live.yaml", &web(5))],
    );
    let apply = ["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml"];
    let apply = [&apply[..], &["--live", "live.yaml", "-o", "patch"]].concat();
    for set_back in ["--overwrite=unless-both-changed", "--overwrite", "--overwrite=true"] {
        assert_eq!(printed(files.smp(&apply).arg(set_back)), "spec:\n  replicas: 2\n");
    }
    let refused = files.smp(&apply).arg("--overwrite=false").assert().code(2).stdout_eq("");
    refused.stderr_eq(str![[r#"
error: changed in current, where modified states another value; copy current's values into modified, or overwrite them
 --> modified.yaml:4:18
  |
3 | metadata: {name: web}
4 | spec: {replicas: 2, paused: false}
  |                  ^ spec.replicas
  |
  = note: spec.replicas: original 2, modified 2, current 5
  = help: with --overwrite=always, the default, the values of MODIFIED are taken

"#]]);
}

#[test]
fn modified_is_checked() {
    let old = "apiVersion: v1\nkind: Service\nmetadata: {name: a, old: 1}\n";
    let new = "apiVersion: v1\nkind: Service\nmetadata: {name: a, old: 1}\nspec: {clusterIp: a}\n";
    let files = Files::new("types_checked", &[("old.yaml", old), ("new.yaml", new)]);
    files.smp(&["diff", "old.yaml", "new.yaml"]).assert().code(1).stderr_eq(str![[r#"
warning: `ServiceSpec` has no such field
 --> new.yaml:4:8
  |
3 | metadata: {name: a, old: 1}
4 | spec: {clusterIp: a}
  |        ^^^^^^^^^ spec.clusterIp
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean clusterIP?

"#]]);
    files.smp(&["diff", "old.yaml", "new.yaml", "--strict"]).assert().code(2).stdout_eq("");
    let apply = ["apply", "--last-applied", "old.yaml", "--modified", "new.yaml"];
    let apply = [&apply[..], &["--live", "old.yaml", "--strict"]].concat();
    files.smp(&apply).assert().code(2).stdout_eq("");
}
