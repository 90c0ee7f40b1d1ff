//! `smp diff` and `smp apply` with several objects: in a file, and as items of a List.

use snapbox::str;

use crate::{Files, printed};

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
added: v1 ConfigMap d; a patch cannot add an object

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
error: v1 ConfigMap b is only in ORIGINAL
 --> two.yaml:6:1
  |
5 | ---
6 | apiVersion: v1
  | ^
  |
  = note: v1 ConfigMap c is only in ORIGINAL
  = note: v1 ConfigMap d is only in MODIFIED

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
    files
        .smp(&apply("one.yaml"))
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
data:
  x: "3"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b

"#]])
        .stderr_eq(str![[r#"
v1 ConfigMap a is not in one.yaml: it is created

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
