//! `smp fn` where something is wrong: the results, and the list that is written with them.

use snapbox::str;

use crate::function::{list, list_with, run, with};
use crate::{Files, stderr, stdout};

#[test]
fn with_errors_nothing_is_changed() {
    let entries = "\
- target: {kind: Deployment}
  patch: |
    spec: {replicas: 3, template: []}
- target: {kind: Service}
  patch: '[{op: test, path: /spec/type, value: NodePort}]'
";
    with(entries).code(2).stdout_eq(str![[r#"
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web   # in front
    annotations:
      config.kubernetes.io/index: '1'
      config.kubernetes.io/path: 'web.yaml'
      internal.config.kubernetes.io/index: '1'
      internal.config.kubernetes.io/path: 'apps/web.yaml'
  spec:
    # two zones
    replicas: 1
- apiVersion: v1
  kind: Service
  metadata: {name: web,   namespace: back}
  spec: {type: ClusterIP}
functionConfig:
  apiVersion: smp/v1
  kind: StrategicMergePatch
  metadata: {name: scale}
  patches:
  - target: {kind: Deployment}
    patch: |
      spec: {replicas: 3, template: []}
  - target: {kind: Service}
    patch: '[{op: test, path: /spec/type, value: NodePort}]'
results:
- message: expected an object, found a list
  severity: error
  resourceRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
  field:
    path: spec.template
  file:
    path: apps/web.yaml
    index: 1
- message: "the JSON patch cannot be applied: the test failed: expected /"NodePort/", found /"ClusterIP/" (line 1 of functionConfig.patches[1].patch of <stdin>); to the object in <stdin>"
  severity: error
  resourceRef:
    apiVersion: v1
    kind: Service
    namespace: back
    name: web

"#]]).stderr_eq(str![[r#"
error: expected an object, found a list
 --> functionConfig.patches[0].patch of <stdin>:1:21
  |
1 | spec: {replicas: 3, template: []}
  |                     ^^^^^^^^ spec.template
  |
  = note: the patch is applied to every object of its target, here to apps/v1 Deployment web
  = help: the patch would replace it with a value of another type
error: the JSON patch cannot be applied: the test failed: expected "NodePort", found "ClusterIP"
 --> functionConfig.patches[1].patch of <stdin>:1:19
  |
1 | [{op: test, path: /spec/type, value: NodePort}]
  |                   ^^^^^^^^^^
  |
  = note: to the object in <stdin>

"#]]);
}

#[test]
fn an_index_is_written_as_a_number() {
    let entries = "- target: {kind: Deployment}\n  patch: 'spec: {template: []}'\n";
    for (annotation, index) in [("+1", "index: 1"), ("007", "index: 7"), ("one", "")] {
        let list = list_with(entries).replace("index: '1'", &format!("index: '{annotation}'"));
        let text = stdout(&Files::new("function_index", &[]).smp(&["fn"]).stdin(list).assert());
        let file = text.split_once("path: apps/web.yaml\n").expect("the file").1;
        assert_eq!(file.trim(), index, "{text}");
    }
}

#[test]
fn strict() {
    let entries = "- target: {kind: Deployment}\n  patch: 'spec: {replica: 3}'\n";
    let list = list_with(entries);
    let output = Files::new("function_strict", &[]).smp(&["fn", "--strict"]).stdin(list).assert();
    let text = stdout(&output.code(2));
    assert!(text.contains("severity: error") && text.contains("replicas: 1"), "{text}");
}

#[test]
fn a_patch_without_an_object() {
    let entries = "\
- patch: |
    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {}}
";
    let output = with(entries).code(2);
    let text = stdout(&output);
    assert!(text.contains("severity: error"), "{text}");
    output.stderr_eq(str![[r#"
error: the patch for v1 Pod default/web matches no object
 --> functionConfig.patches[0].patch of <stdin>:1:1
  |
1 | {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {}}
  | ^
  |
  = help: a patch without a target is for the object with the same apiVersion, kind, metadata.namespace and metadata.name
  = help: the objects are: apps/v1 Deployment web, v1 Service back/web

"#]]);
}

#[expect(clippy::too_many_lines, reason = "every mistake has its message")]
#[test]
fn wrong_configurations() {
    let mut all = String::new();
    for config in [
        "",
        "kind: Deployment",
        "{apiVersion: smp/v9, kind: StrategicMergePatch, patch: a}",
        "{apiVersion: v1, kind: ConfigMap}",
        "{kind: ConfigMap, data: {patch: a, kidn: Pod, allowKindChange: 'yes'}}",
        "{kind: ConfigMap, data: {kind: Pod}}",
        "{apiVersion: smp/v1, kind: StrategicMergePatch, patches: [{path: a}, {}]}",
    ] {
        let output = run(&list(config)).code(2);
        let text = stdout(&output);
        assert!(text.contains("results:") && text.contains("replicas: 1"), "{config}: {text}");
        all.push_str(&stderr(&output));
        all.push('\n');
    }
    snapbox::assert_data_eq!(
        all,
        str![[r#"
error: expected an object
  --> <stdin>:20:1
   |
19 |   spec: {type: ClusterIP}
20 | functionConfig:
   | ^^^^^^^^^^^^^^ functionConfig
   |
   = help: it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with data.patch (smp fn --help)

error: the kind of functionConfig is not known
  --> <stdin>:21:9
   |
20 | functionConfig:
21 |   kind: Deployment
   |         ^^^^^^^^^^ functionConfig.kind
   |
   = help: it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with data.patch (smp fn --help)

error: unknown field "patch"
  --> <stdin>:21:51
   |
20 | functionConfig:
21 |   {apiVersion: smp/v9, kind: StrategicMergePatch, patch: a}
   |                                                   ^^^^^ functionConfig.patch
   |
   = help: its fields are apiVersion, kind, metadata, patches

error: the apiVersion of a StrategicMergePatch is smp/v1
  --> <stdin>:21:16
   |
20 | functionConfig:
21 |   {apiVersion: smp/v9, kind: StrategicMergePatch, patch: a}
   |                ^^^^^^ functionConfig.apiVersion

error: patches is missing
  --> <stdin>:20:1
   |
19 |   spec: {type: ClusterIP}
20 | functionConfig:
   | ^^^^^^^^^^^^^^ functionConfig
   |
   = help: it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with data.patch (smp fn --help)

error: data is missing
  --> <stdin>:20:1
   |
19 |   spec: {type: ClusterIP}
20 | functionConfig:
   | ^^^^^^^^^^^^^^ functionConfig
   |
   = help: it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with data.patch (smp fn --help)

error: unknown field "kidn"
  --> <stdin>:21:38
   |
20 | functionConfig:
21 |   {kind: ConfigMap, data: {patch: a, kidn: Pod, allowKindChange: 'yes'}}
   |                                      ^^^^ functionConfig.data.kidn
   |
   = help: did you mean kind?

error: expected "true" or "false"
  --> <stdin>:21:66
   |
20 | functionConfig:
21 |   {kind: ConfigMap, data: {patch: a, kidn: Pod, allowKindChange: 'yes'}}
   |                                                                  ^^^^^ functionConfig.data.allowKindChange

error: data.patch is missing
  --> <stdin>:21:21
   |
20 | functionConfig:
21 |   {kind: ConfigMap, data: {kind: Pod}}
   |                     ^^^^ functionConfig.data
   |
   = help: it is a StrategicMergePatch of smp/v1 with patches, or a ConfigMap with data.patch (smp fn --help)

error: no file of a patch can be read here
  --> <stdin>:21:68
   |
20 | functionConfig:
21 |   {apiVersion: smp/v1, kind: StrategicMergePatch, patches: [{path: a}, {}]}
   |                                                                    ^ functionConfig.patches[0].path
   |
   = help: write the patch itself in the field patch

error: the entry has neither path nor patch
  --> <stdin>:21:72
   |
20 | functionConfig:
21 |   {apiVersion: smp/v1, kind: StrategicMergePatch, patches: [{path: a}, {}]}
   |                                                                        ^ functionConfig.patches[1]
   |
   = help: an entry has path or patch, and may have target and options


"#]]
    );
}

#[test]
fn items_that_are_no_objects() {
    let list = "\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items: [text, {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]
functionConfig: {kind: ConfigMap, data: {patch: 'data: {a: b}', kind: ConfigMap}}
";
    run(list)
        .code(2)
        .stdout_eq(str![[r#"
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items: [text, {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]
functionConfig: {kind: ConfigMap, data: {patch: 'data: {a: b}', kind: ConfigMap}}
results: [{message: expected a Kubernetes object (line 3 of <stdin>), severity: error}]

"#]])
        .stderr_eq(str![[r#"
error: expected a Kubernetes object
 --> <stdin>:3:9
  |
2 | kind: ResourceList
3 | items: [text, {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]
  |         ^^^^ items[0]

"#]]);
    let list = list.replace("[text, {", "{a: {").replace("a}}]", "a}}}");
    run(&list)
        .code(2)
        .stdout_eq(str![[r#"
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items: {a: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}
functionConfig: {kind: ConfigMap, data: {patch: 'data: {a: b}', kind: ConfigMap}}
results:
- message: expected a list (line 3 of <stdin>)
  severity: error

"#]])
        .stderr_eq(str![[r#"
error: expected a list
 --> <stdin>:3:1
  |
2 | kind: ResourceList
3 | items: {a: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}
  | ^^^^^ items

"#]]);
}

#[test]
fn what_is_no_list_of_objects() {
    run("apiVersion: v1\nkind: List\nitems: []\n").code(2).stdout_eq("").stderr_eq(str![[r#"
error: expected a ResourceList of config.kubernetes.io/v1, found v1 List
 --> <stdin>:1:1
  |
1 | apiVersion: v1
  | ^
  |
  = help: smp fn is called by kustomize or kpt; smp patch patches the objects of files

"#]]);
    run("- 1\n").code(2).stdout_eq("").stderr_eq(str![[r#"
error: expected a Kubernetes object, found a list
 --> <stdin>:1:1
  |
1 | - 1
  | ^

"#]]);
    run("").code(2).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> holds no document
 |
 = help: it is empty, or has only comments in it

"#]]);
}
