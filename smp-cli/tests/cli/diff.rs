//! `smp diff`, and that its patches lead where they should.

use snapbox::str;

use crate::{Files, printed, smp};

const OLD: &str = include_str!("../../../examples/shop.yaml");

fn changed(test: &str) -> Files {
    let new = OLD.replace("30 4", "0 5").replace("port: 443", "port: 444");
    Files::new(test, &[("old.yaml", OLD), ("new.yaml", &new)])
}

#[test]
fn no_difference() {
    smp(&["diff", "deployment.yaml", "deployment.yaml"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq("{}\n");
    smp(&["diff", "shop.yaml", "shop.yaml"]).assert().code(0).stderr_eq("").stdout_eq("");
}

#[test]
fn one_object_and_back() {
    let new = printed(smp(&["patch", "-f", "deployment.yaml", "--patch-file", "patch.yaml"]));
    let files = Files::new("diff_one_object", &[("new.yaml", &new)]);
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/deployment.yaml");
    let assert = files.smp(&["diff", old, "new.yaml"]).assert().code(1).stderr_eq("");
    let patch = assert.get_output().stdout.clone();
    let back = printed(files.smp(&["patch", "-f", old, "--patch-file", "-"]).stdin(patch));
    assert_eq!(back, new);
}

#[test]
fn several_objects() {
    changed("diff_several")
        .smp(&["diff", "old.yaml", "new.yaml"])
        .assert()
        .code(1)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  $setElementOrder/ports:
  - port: 444
  ports:
  - name: https
    port: 444
    targetPort: https
  - $patch: delete
    port: 443
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: shop-report
spec:
  schedule: 0 5 * * *

"#]]);
}

#[test]
fn several_objects_and_back() {
    let files = changed("diff_several_and_back");
    let assert = files.smp(&["diff", "old.yaml", "new.yaml", "-o", "json"]).assert().code(1);
    let patches = assert.get_output().stdout.clone();
    let command = files.smp(&["patch", "-f", "old.yaml", "--patch-file", "-"]).stdin(patches);
    let new = std::fs::read_to_string(files.0.join("new.yaml")).expect("the file");
    assert_eq!(printed(command), new);
}

#[test]
fn json_to_json() {
    let files = Files::new(
        "diff_json",
        &[
            ("a.json", r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1","b":"2"}}"#),
            ("b.json", r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"3"}}"#),
        ],
    );
    files
        .smp(&["diff", "a.json", "b.json"])
        .assert()
        .code(1)
        .stderr_eq("")
        .stdout_eq("{\"data\":{\"a\":\"3\",\"b\":null}}\n");
}

#[test]
fn an_object_on_one_side_only() {
    let files = Files::new(
        "diff_one_side",
        &[("old.yaml", OLD), ("new.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: shop}")],
    );
    let removed = files.smp(&["diff", "old.yaml", "new.yaml"]).assert().code(1);
    removed
        .stderr_eq(str![[r#"
removed: v1 ConfigMap shop-config
removed: batch/v1 CronJob shop-report

"#]])
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Service
metadata:
  name: shop
spec: null
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: shop-config
$patch: delete
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: shop-report
$patch: delete

"#]]);
    let added = files.smp(&["diff", "new.yaml", "old.yaml"]).assert().code(1);
    added
        .stderr_eq(str![[r#"
added: v1 ConfigMap shop-config; a patch cannot add an object
added: batch/v1 CronJob shop-report; a patch cannot add an object

"#]])
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

"#]]);
}

#[test]
fn objects_of_two_kinds() {
    let files = Files::new(
        "diff_two_kinds",
        &[("a.yaml", "apiVersion: v1\nkind: Pod\n"), ("b.yaml", "apiVersion: v1\nkind: Service\n")],
    );
    files.smp(&["diff", "a.yaml", "b.yaml"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot compare v1 Service with v1 Pod
 --> b.yaml:1:1
  |
1 | apiVersion: v1
  | ^
  |
  = help: a patch cannot change the kind of an object

"#]]);
}

#[test]
fn one_object_twice() {
    let twice = "apiVersion: v1\nkind: Pod\n---\napiVersion: v1\nkind: Pod\n";
    let files = Files::new("diff_twice", &[("a.yaml", twice), ("b.yaml", twice)]);
    files.smp(&["diff", "a.yaml", "b.yaml"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: v1 Pod is in a.yaml twice
 --> a.yaml:4:1
  |
3 | ---
4 | apiVersion: v1
  | ^
  |
  = help: objects are compared by apiVersion, kind, namespace and name

"#]]);
}

#[test]
fn data_that_no_patch_can_say() {
    let files = Files::new(
        "diff_directive_as_data",
        &[
            ("a.yaml", "apiVersion: v1\nkind: ConfigMap\ndata: {}\n"),
            ("b.yaml", "apiVersion: v1\nkind: ConfigMap\ndata:\n  $patch: x\n"),
        ],
    );
    files.smp(&["diff", "a.yaml", "b.yaml"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: no patch can carry the name "$patch" as data, because it spells a directive; replace the object without a patch
 --> b.yaml:4:3
  |
3 | data:
4 |   $patch: x
  |   ^^^^^^ data.$patch

"#]]);
}
