//! `smp normalize`.

use snapbox::str;

use crate::{Files, printed};

const OLD: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: v
    emptyDir: {}
";

const NEW: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: v
    emptyDir: {}
    hostPath:
      path: /data
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy:
    type: Recreate
    rollingUpdate:
      maxSurge: 1
";

#[test]
fn objects_are_matched_by_identity() {
    Files::new("normalize_matched", &[("old.yaml", OLD), ("new.yaml", NEW)])
        .smp(&["normalize", "--old", "old.yaml", "new.yaml"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: v
    hostPath:
      path: /data
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy:
    type: Recreate

"#]]);
}

#[test]
fn what_is_not_clear_is_printed_and_reported() {
    let files = Files::new("normalize_unclear", &[("new.yaml", NEW)]);
    files
        .smp(&["normalize", "new.yaml"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  volumes:
  - name: v
    emptyDir: {}
    hostPath:
      path: /data
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy:
    type: Recreate

"#]])
        .stderr_eq(str![[r#"
error: spec.volumes[name="v"]: found `emptyDir` and `hostPath`, expected at most one of the union's 30 members; remove all but one
 --> new.yaml:9:5
  |
8 |     emptyDir: {}
9 |     hostPath:
  |     ^^^^^^^^

"#]]);
}

#[test]
fn the_only_object_is_what_the_only_other_was() {
    let old = r#"{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"name":"v","emptyDir":{}}]}}"#;
    let new = "\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {volumes: [{name: v, emptyDir: {}, hostPath: {path: /data}}]}
";
    let files = Files::new("normalize_only", &[("old.json", old), ("new.yaml", new)]);
    let out = printed(files.smp(&["normalize", "--old", "-", "new.yaml", "-o", "json"]).stdin(old));
    assert!(out.contains("hostPath") && !out.contains("emptyDir"), "{out}");
    let other = old.replace("Pod", "Deployment").replace("v1", "apps/v1");
    files
        .smp(&["normalize", "--old", "-", "new.yaml"])
        .stdin(other)
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the old object of v1 Pod web cannot be apps/v1 Deployment
 --> new.yaml:1:1
  |
1 | apiVersion: v1
  | ^
  |
  = help: give the same object before the change with --old, or leave --old out

"#]]);
}

#[test]
fn items_of_lists_are_objects() {
    let list = |volume: &str| {
        format!(
            "{{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"items\":[{{\"metadata\":{{\"name\":\"a\"}},\
             \"spec\":{{\"volumes\":[{{\"name\":\"v\",{volume}}}]}}}}]}}\n"
        )
    };
    let (old, new) = (list("\"emptyDir\":{}"), list("\"emptyDir\":{},\"secret\":{}"));
    let files = Files::new("normalize_items", &[("old.json", &old), ("new.json", &new)]);
    let out = printed(files.smp(&["normalize", "--old", "old.json", "new.json"]));
    assert_eq!(out, list("\"secret\":{}"));
    files.smp(&["normalize", "new.json"]).assert().code(1).stdout_eq(new).stderr_eq(str![[r#"
error: spec.volumes[name="v"]: found `emptyDir` and `secret`, expected at most one of the union's 30 members; remove all but one
 --> new.json:1:125
  |
1 | {"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"a"},"spec":{"volumes":[{"name":"v","emptyDir":{},"secret":{}}]}}]}
  |                                                                                                                             ^

"#]]);
}

#[test]
fn an_object_that_was_twice_is_a_mistake() {
    let twice = format!("{NEW}---\n{NEW}");
    Files::new("normalize_twice", &[("old.yaml", &twice), ("new.yaml", NEW)])
        .smp(&["normalize", "--old", "old.yaml", "new.yaml"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: v1 Pod web is in old.yaml twice
  --> old.yaml:22:1
   |
21 | ---
22 | apiVersion: v1
   | ^
   |
   = help: objects are matched by apiVersion, kind, namespace and name

"#]]);
}

#[test]
fn a_custom_resource_needs_a_schema() {
    Files::new("normalize_custom", &[("in.yaml", "apiVersion: example.com/v1\nkind: Widget\n")])
        .smp(&["normalize", "in.yaml"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: no schema for apiVersion "example.com/v1", kind "Widget"
 --> in.yaml:2:7
  |
1 | apiVersion: example.com/v1
2 | kind: Widget
  |       ^^^^^^ this kind is unknown
  |
  = help: for a custom resource, give its CustomResourceDefinition, or the cluster's OpenAPI document, with --schema FILE
  = help: or give smp patch, diff or apply --type merge, which needs no schema: it replaces lists, as a cluster does for custom resources

"#]]);
}

/// Kubernetes' own documents have had such values.
#[test]
fn a_value_that_names_no_member_is_told() {
    let definition = |values: &str| {
        format!(
            "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {{kind: Profile}}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              type: {{type: string{values}}}
              file: {{type: string}}
            x-kubernetes-unions:
            - {{discriminator: type, fields-to-discriminateBy: {{file: LocalFile}}}}
"
        )
    };
    let object = "\
apiVersion: example.com/v1
kind: Profile
metadata:
  name: p
spec:
  type: File
  file: a
";
    let normalized = "\
apiVersion: example.com/v1
kind: Profile
metadata:
  name: p
spec:
  type: File
";
    let (open, closed) = (definition(""), definition(", enum: [LocalFile, File]"));
    let files = [("open.yaml", &*open), ("closed.yaml", &*closed), ("p.yaml", object)];
    let files = Files::new("normalize_unnamed", &files);
    files
        .smp(&["normalize", "--schema", "open.yaml", "p.yaml"])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: spec: `type` is "File", which names no member, found `file`; remove it, or correct the discriminator
 --> p.yaml:7:9
  |
6 |   type: File
7 |   file: a
  |         ^
  |
  = help: normalizing removes the field, or changes the discriminator; if the value should name it, correct the union in the definition, or with an overlay

"#]])
        .stdout_eq(normalized);
    // The definition says that there is such a value.
    files
        .smp(&["normalize", "--schema", "closed.yaml", "p.yaml"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(normalized);
}
