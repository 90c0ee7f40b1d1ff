//! `--type` of `smp diff` and `smp apply`, sets of objects, and `--overwrite`.

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
        .smp(&["diff", "old.yaml", "new.yaml", "--schema", "crd.json"])
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
warning: no cluster takes a strategic merge patch for example.com/v1 Widget a
 --> old.yaml:1:1
  |
1 | apiVersion: example.com/v1
  | ^
  |
  = note: API servers take JSON merge patches and JSON patches for custom resources
  = help: for a cluster use --type auto; smp patch takes this one

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
example.com/v1 Widget a: JSON merge patch, as a cluster takes it for custom resources

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
example.com/v1 Widget a: JSON merge patch, as a cluster takes it for custom resources

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

const TWO: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {x: \"1\"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
";
const LIST: &str = "\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: \"2\"}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: d}
";

#[test]
fn sets_of_objects_and_lists() {
    let files = Files::new("types_sets", &[("two.yaml", TWO), ("list.yaml", LIST)]);
    let diff = files.smp(&["diff", "two.yaml", "list.yaml"]).assert().code(1);
    let patches = diff
        .stderr_eq(str![[r#"
removed: v1 ConfigMap b
removed: v1 ConfigMap c
added: v1 ConfigMap d, which no patch can do

"#]])
        .stdout_eq(str![[r#"
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  x: "2"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
$patch: delete
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: c
$patch: delete

"#]])
        .get_output()
        .stdout
        .clone();
    // The patches remove what was removed.
    let back = files.smp(&["patch", "-f", "two.yaml", "--patch-file", "-"]).stdin(patches);
    snapbox::assert_data_eq!(
        printed(back).as_str(),
        str![[r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {x: "2"}

"#]]
    );
    let same = ["diff", "two.yaml", "list.yaml", "--same-objects"];
    files.smp(&same).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: v1 ConfigMap b is in ORIGINAL only
 --> two.yaml:6:1
  |
5 | ---
6 | apiVersion: v1
  | ^
  |
  = note: v1 ConfigMap c is in ORIGINAL only
  = note: v1 ConfigMap d is in MODIFIED only

"#]]);
    files.smp(&["diff", "list.yaml", "list.yaml"]).assert().code(0).stdout_eq("").stderr_eq("");
    let json = ["diff", "two.yaml", "list.yaml", "--type", "json"];
    files.smp(&json).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: --type json is for one object
 |
 = help: a JSON patch does not say which object it is for; use --type merge

"#]]);
}

#[test]
fn apply_to_sets() {
    let modified = LIST.replace("\"2\"", "\"3\"").replace("name: d", "name: b");
    let files = Files::new("types_apply_sets", &[("two.yaml", TWO), ("modified.yaml", &modified)]);
    let apply = |live| {
        let files = ["--last-applied", "two.yaml", "--modified", "modified.yaml", "--live", live];
        [&["apply"], &files[..]].concat()
    };
    files.smp(&apply("two.yaml")).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {x: "3"}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b

"#]]);
    std::fs::write(
        files.0.join("one.yaml"),
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}",
    )
    .expect("a file");
    files.smp(&apply("one.yaml")).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: v1 ConfigMap a is not in one.yaml
 --> modified.yaml:4:3
  |
3 | items:
4 | - apiVersion: v1
  |   ^
  |
  = help: create it: there is nothing to apply it to

"#]]);
}

/// The objects of a List come out as a List, with its comments.
#[test]
fn apply_to_a_list() {
    let live = "\
# from the cluster
apiVersion: v1
kind: List
metadata: {resourceVersion: \"\"}
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: \"1\", w: \"1\"} # two
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: other}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: d}
";
    let modified = LIST.replace("name: d}", "name: d}\n  data: {z: \"1\"}");
    let files = Files::new(
        "types_apply_list",
        &[("last.yaml", TWO), ("modified.yaml", &modified), ("live.yaml", live)],
    );
    let apply = ["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml"];
    let apply = [&apply[..], &["--live", "live.yaml"]].concat();
    files.smp(&apply).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
# from the cluster
apiVersion: v1
kind: List
metadata: {resourceVersion: ""}
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {x: "2", w: "1"} # two
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: other}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: d}
  data: {z: "1"}

"#]]);
    // Each patch says which object it is for.
    let patches = files.smp(&apply).args(["-o", "patch"]).assert().code(0).stderr_eq("");
    let patches = patches
        .stdout_eq(str![[r#"
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  x: "2"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: d
data:
  z: "1"

"#]])
        .get_output()
        .stdout
        .clone();
    let back = ["patch", "-f", "live.yaml", "--patch-file", "-"];
    let result = printed(files.smp(&back).stdin(patches));
    assert!(result.contains("x: \"2\", w: \"1\"") && result.contains("name: other"), "{result}");
    let json = files.smp(&apply).args(["-o", "patch", "--type", "json"]).assert().code(2);
    json.stdout_eq("").stderr_eq(str![[r#"
error: --type json is for one object
 |
 = help: a JSON patch does not say which object it is for; use --type merge

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
    for set_back in ["--no-overwrite", "--overwrite", "--overwrite=true"] {
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
  = help: with --overwrite=true, the default, the values of MODIFIED are taken

"#]]);
    let both = files.smp(&apply).args(["--overwrite=false", "--no-overwrite"]);
    both.assert().code(2).stdout_eq("");
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
  = help: did you mean clusterIP?

"#]]);
    files.smp(&["diff", "old.yaml", "new.yaml", "--strict"]).assert().code(2).stdout_eq("");
    let apply = ["apply", "--last-applied", "old.yaml", "--modified", "new.yaml"];
    let apply = [&apply[..], &["--live", "old.yaml", "--strict"]].concat();
    files.smp(&apply).assert().code(2).stdout_eq("");
}
