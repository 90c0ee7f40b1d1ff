//! `$patch: delete` at the root of a patch: the object is removed.

use std::fs;

use snapbox::str;

use crate::Files;

const TWO: &str = "\
# first
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
# second
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
data:   {x: \"1\"}
";
const DELETE: &str = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, $patch: delete}";
const LIST: &str = r#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}},{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}]}"#;

fn files(test: &str) -> Files {
    Files::new(test, &[("two.yaml", TWO), ("list.json", LIST)])
}

#[test]
fn from_a_stream() {
    files("removal_stream")
        .smp(&["patch", "-f", "two.yaml", "-p", DELETE])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
---
# second
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
data:   {x: "1"}

"#]]);
}

#[test]
fn from_a_list() {
    files("removal_list")
        .smp(&["patch", "-f", "list.json", "-p", DELETE])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}]}

"#]]);
}

#[test]
fn from_a_file() {
    let files = files("removal_file");
    let patch = |patch| files.smp(&["patch", "-f", "two.yaml", "--in-place", "-p", patch]);
    let text = || fs::read_to_string(files.0.join("two.yaml")).expect("the file");
    patch(DELETE).assert().code(0).stderr_eq("two.yaml: written\n").stdout_eq("");
    assert_eq!(text(), TWO[TWO.find("---").expect("two documents")..]);
    // The file stays, without an object: to remove files is not asked for.
    let run = patch(&DELETE.replace("name: a", "name: b")).assert().code(0);
    run.stderr_eq("two.yaml: written, and empty now\n");
    assert_eq!(text(), "");
}

#[test]
fn not_every_object() {
    files("removal_every")
        .smp(&["patch", "-f", "two.yaml", "-p", "$patch: delete"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the patch would remove v1 ConfigMap a
 --> <patch>:1:1
  |
1 | $patch: delete
  | ^
  |
  = note: it has no kind, so that it would remove every object
  = help: add apiVersion, kind and metadata.name of the object to remove

error: the patch would remove v1 ConfigMap b
 --> <patch>:1:1
  |
1 | $patch: delete
  | ^
  |
  = note: it has no kind, so that it would remove every object
  = help: add apiVersion, kind and metadata.name of the object to remove

"#]]);
}

/// Patches after the removal find nothing to patch, which is no mistake.
#[test]
fn before_another_patch() {
    let patches = "\
{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, $patch: delete}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: z}}
";
    Files::new("removal_before", &[("two.yaml", TWO), ("patches.yaml", patches)])
        .smp(&["patch", "-f", "two.yaml", "--patch-file", "patches.yaml"])
        .assert()
        .code(0)
        .stderr_eq("");
}
