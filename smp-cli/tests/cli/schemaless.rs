//! `smp patch --type merge` and `--type json`.

use snapbox::IntoData;
use snapbox::str;

use crate::{printed, smp};

const WIDGET: &str = "\
kind: Widget
apiVersion: example.com/v1
metadata:
  name: w
spec:
  size: 1.50
  count: 123456789012345678901234567890
  parts:
  - z: 1
    a: 2
  - z: 3
    a: 4
  gone: true
";

#[test]
fn merge() {
    let patch = "{spec: {parts: [{b: 1, a: 2.0}], gone: null, new: 98765432109876543210987654321}}";
    smp(&["patch", "-f", "-", "--type", "merge", "-p", patch])
        .stdin(WIDGET)
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
kind: Widget
apiVersion: example.com/v1
metadata:
  name: w
spec:
  size: 1.50
  count: 123456789012345678901234567890
  parts:
  - b: 1
    a: 2.0
  new: 98765432109876543210987654321

"#]]);
}

#[test]
fn json() {
    let patch = r#"[
        {"op": "test", "path": "/spec/size", "value": 1.50},
        {"op": "remove", "path": "/spec/gone"},
        {"op": "add", "path": "/spec/parts/-", "value": {"a": 6, "z": 5.0}},
        {"op": "move", "from": "/spec/count", "path": "/spec/total"}
    ]"#;
    smp(&["patch", "-f", "-", "--type", "json", "-p", patch])
        .stdin(WIDGET)
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
kind: Widget
apiVersion: example.com/v1
metadata:
  name: w
spec:
  size: 1.50
  parts:
  - z: 1
    a: 2
  - z: 3
    a: 4
  - a: 6
    z: 5.0
  total: 123456789012345678901234567890

"#]]);
}

#[test]
fn strings_that_look_like_marks_survive() {
    let json = r#"{"a":"\u0000number:1","b":"\u0000string:x","c":1.0}"#;
    let out = printed(smp(&["patch", "-f", "-", "--type", "merge", "-p", "{}"]).stdin(json));
    assert_eq!(out, format!("{json}\n"));
}

#[test]
fn merge_patch_that_is_a_list() {
    smp(&["patch", "-f", "deployment.yaml", "--type", "merge", "-p", "[]"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: expected a JSON merge patch, which is an object, found a list
 --> <patch>:1:1
  |
1 | []
  | ^

"#]]
            .raw(),
        );
}

#[test]
fn json_patch_that_is_an_object() {
    smp(&["patch", "-f", "deployment.yaml", "--type", "json", "-p", "{}"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: expected a JSON patch, which is a list of operations, found an object
 --> <patch>:1:1
  |
1 | {}
  | ^
  |
  = help: use --type merge or --type strategic for a patch that is an object

"#]]
            .raw(),
        );
}

#[test]
fn operation_that_is_none() {
    let patch = "- {op: remove, path: /spec/paused}\n- {op: replce, path: /spec/x, value: 1}\n";
    smp(&["patch", "-f", "deployment.yaml", "--type", "json", "-p", patch])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: invalid operation: there is no op "replce"; did you mean replace?
 --> <patch>:2:8
  |
1 | - {op: remove, path: /spec/paused}
2 | - {op: replce, path: /spec/x, value: 1}
  |        ^^^^^^ [1].op
  |
  = help: an operation has op and path, and depending on op, from or value (RFC 6902)

"#]]
            .raw(),
        );
}

#[test]
fn operation_that_fails() {
    let patch = "- {op: replace, path: /spec/replicas, value: 1}\n- {op: test, path: /spec/replicas, value: 2}\n";
    smp(&["patch", "-f", "deployment.yaml", "--type", "json", "-p", patch])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            str![[r#"
error: the JSON patch cannot be applied: the test failed: expected 2, found 1
 --> <patch>:2:20
  |
1 | - {op: replace, path: /spec/replicas, value: 1}
2 | - {op: test, path: /spec/replicas, value: 2}
  |                    ^^^^^^^^^^^^^^
  |
  = note: to the object in deployment.yaml

"#]]
            .raw(),
        );
}

#[test]
fn several_json_patches() {
    smp(&["patch", "-f", "deployment.yaml", "--type", "json", "--patch-file", "-"])
        .stdin("[]\n---\n[]\n")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: <stdin> holds 2 documents
 |
 = help: a JSON patch is one list of operations

"#]]);
}
