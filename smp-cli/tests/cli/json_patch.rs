//! Messages about JSON patches and JSON merge patches. Their results are tested with the library
//! (`smp-json-patch/tests`).

use snapbox::str;

use crate::{Files, printed};

const OBJECT: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","x":{"a":1,"b":{"c":2},"l":[10,20,30],"n":null,"s":"t"}}"#;

/// All mistakes of a patch in one run; nothing is printed.
#[test]
fn every_mistake_is_reported() {
    let patch = r#"[{"op": "ad", "path": "/x/d"},
{"path": "/x/d"},
{"op": "move", "path": "/x/d"},
{"op": "remove", "path": "x/d"}, 7]"#;
    let files = Files::new("json_patch_mistakes", &[("in.json", OBJECT), ("patch.json", patch)]);
    let args = ["patch", "-f", "in.json", "--type", "json", "--patch-file", "patch.json"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid operation: there is no op "ad"; did you mean add?
 --> patch.json:1:9
  |
1 | [{"op": "ad", "path": "/x/d"},
  |         ^^^^ [0].op
  |
  = help: an operation has op and path, and depending on op, from or value (RFC 6902)

error: invalid operation: it has no op
 --> patch.json:2:1
  |
1 | [{"op": "ad", "path": "/x/d"},
2 | {"path": "/x/d"},
  | ^ [1]
  |
  = help: an operation has op and path, and depending on op, from or value (RFC 6902)

error: invalid operation: it has no from
 --> patch.json:3:1
  |
2 | {"path": "/x/d"},
3 | {"op": "move", "path": "/x/d"},
  | ^ [2]
  |
  = help: an operation has op and path, and depending on op, from or value (RFC 6902)

error: invalid operation: path must begin with /, as in /spec/replicas
 --> patch.json:4:26
  |
3 | {"op": "move", "path": "/x/d"},
4 | {"op": "remove", "path": "x/d"}, 7]
  |                          ^^^^^ [3].path
  |
  = help: an operation has op and path, and depending on op, from or value (RFC 6902)

error: invalid operation: expected an object
 --> patch.json:4:34
  |
3 | {"op": "move", "path": "/x/d"},
4 | {"op": "remove", "path": "x/d"}, 7]
  |                                  ^ [4]
  |
  = help: an operation has op and path, and depending on op, from or value (RFC 6902)

"#]]);
}

/// Patches of which a server warns: a warning here too, and an error if the validation is strict.
#[test]
fn what_is_odd_is_a_warning() {
    let patch = r#"[{"op": "add", "path": "/x/d"},
{"op": "replace", "path": "/x/a", "valeu": 2, "value": {"e": 1, "e": 2}, "op": "replace"}]"#;
    let files = Files::new("json_patch_odd", &[("in.json", OBJECT), ("patch.json", patch)]);
    let args = ["patch", "-f", "in.json", "--type", "json", "--patch-file", "patch.json"];
    files.smp(&args).assert().code(0).stderr_eq(str![[r#"
warning: the key is in one object twice
 --> patch.json:2:65
  |
1 | [{"op": "add", "path": "/x/d"},
2 | {"op": "replace", "path": "/x/a", "valeu": 2, "value": {"e": 1, "e": 2}, "op": "replace"}]
  |                                                                 ^^^ [1].value.e
  |
  = note: it stands first on line 2, column 57
  = note: the last value is taken, as by a cluster
  = help: keep one of the two
warning: the key is in one object twice
 --> patch.json:2:74
  |
1 | [{"op": "add", "path": "/x/d"},
2 | {"op": "replace", "path": "/x/a", "valeu": 2, "value": {"e": 1, "e": 2}, "op": "replace"}]
  |                                                                          ^^^^ [1].op
  |
  = note: it stands first on line 2, column 2
  = note: the last value is taken, as by a cluster
  = help: keep one of the two
warning: the operation has no value: it sets null
 --> patch.json:1:2
  |
1 | [{"op": "add", "path": "/x/d"},
  |  ^ [0]
warning: unknown member "valeu" of an operation; did you mean value?
 --> patch.json:2:35
  |
1 | [{"op": "add", "path": "/x/d"},
2 | {"op": "replace", "path": "/x/a", "valeu": 2, "value": {"e": 1, "e": 2}, "op": "replace"}]
  |                                   ^^^^^^^ [1].valeu
warning: `ConfigMap` has no such field
 --> patch.json:1:16
  |
1 | [{"op": "add", "path": "/x/d"},
  |                ^^^^^^ [0].path
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 ConfigMap
  = note: the schema is that of Kubernetes 1.37
warning: `ConfigMap` has no such field
 --> patch.json:2:19
  |
1 | [{"op": "add", "path": "/x/d"},
2 | {"op": "replace", "path": "/x/a", "valeu": 2, "value": {"e": 1, "e": 2}, "op": "replace"}]
  |                   ^^^^^^ [1].path
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 ConfigMap
  = note: the schema is that of Kubernetes 1.37

"#]]);
    files.smp(&args).arg("--strict").assert().code(2).stdout_eq("");
    printed(files.smp(&args).arg("--validate=ignore"));
}

#[test]
fn a_failed_test_shows_both_values() {
    let files = Files::new("json_patch_test", &[("in.json", OBJECT)]);
    let patch = r#"[{"op": "test", "path": "/x/b", "value": {"c": 1.50}}]"#;
    let args = ["patch", "-f", "in.json", "--type", "json", "-p", patch];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the JSON patch cannot be applied: the test failed: expected {"c":1.50}, found {"c":2}
 --> <patch>:1:25
  |
1 | [{"op": "test", "path": "/x/b", "value": {"c": 1.50}}]
  |                         ^^^^^^
  |
  = note: to the object in in.json

"#]]);
}

/// Keys that are there twice, in patches of every type that are written in JSON.
#[test]
fn repeated_keys_of_a_patch() {
    let files = Files::new("json_patch_repeated", &[("in.json", OBJECT)]);
    let patch = r#"{"data": {"a": "1", "b": "2", "a": "3"}}"#;
    for patch_type in ["strategic", "merge"] {
        let args = ["patch", "-f", "in.json", "--type", patch_type, "-p", patch];
        let assert = files.smp(&args).assert().code(0);
        assert.stderr_eq(str![[r#"
warning: the key is in one object twice
 --> <patch>:1:31
  |
1 | {"data": {"a": ***, "b": ***, "a": ***}}
  |                               ^^^ data.a
  |
  = note: it stands first on line 1, column 11
  = note: the last value is taken, as by a cluster
  = help: keep one of the two

"#]]);
        files.smp(&args).arg("--strict").assert().code(2).stdout_eq("");
    }
}

/// The message of a run with this patch; it must fail.
fn fails(test: &str, patch: &str) -> String {
    let files = Files::new(test, &[("in.json", OBJECT), ("patch.json", patch)]);
    let args = ["patch", "-f", "in.json", "--type", "json", "--patch-file", "patch.json"];
    let output = files.smp(&args).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn an_error_has_the_place_of_its_operation() {
    let operations = r#"[{"op":"test","path":"/kind","value":"ConfigMap"},
{"op":"remove","path":"/y"}]"#;
    let message = fails("json_patch_error", operations);
    assert!(message.contains("patch.json:2:"), "{message}");
    // As in an API server.
    let whole = r#"[{"op":"copy","from":"","path":"/x/a/b"}]"#;
    let message = fails("json_patch_whole", whole);
    assert!(message.contains("the path is that of the whole object"), "{message}");
}
