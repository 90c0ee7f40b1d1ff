//! `--kustomization`: the patches of a kustomization.

use std::fs;

use snapbox::str;

use crate::{Files, printed, stderr};

const MANIFESTS: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web   # in front
  labels: {app: shop}
spec: {replicas: 1}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api, namespace: back, labels: {app: shop}}
spec: {replicas: 1}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: ClusterIP}
";

const WEB: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n";

/// Files with a kustomization in the directory `k`.
pub(crate) fn files(test: &str, kustomization: &str) -> Files {
    let file = WEB.to_owned() + "spec: {replicas: 2}\n";
    Files::new(
        test,
        &[
            ("all.yaml", MANIFESTS),
            ("outside.yaml", &file),
            ("k/patches/web.yaml", &file),
            (
                "k/patches/operations.json",
                r#"[{"op": "add", "path": "/spec/paused", "value": true}]"#,
            ),
            ("k/kustomization.yaml", kustomization),
        ],
    )
}

pub(crate) fn run(files: &Files, options: &[&str]) -> snapbox::cmd::OutputAssert {
    let args = ["patch", "-f", "all.yaml", "--kustomization", "k"];
    files.smp(&[&args[..], options].concat()).assert()
}

/// The messages about a kustomization that is wrong; nothing is printed on standard output then.
pub(crate) fn wrong(test: &str, kustomization: &str) -> String {
    let output = run(&files(test, kustomization), &[]).code(2).stdout_eq("");
    let messages = stderr(&output);
    // The name of the directory depends on the machine.
    messages.replace('\\', "/")
}

#[test]
fn paths_and_texts_with_targets_and_without() {
    let kustomization = "\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../all.yaml]
namePrefix: my-
patches:
- path: patches/web.yaml
- path: patches/operations.json
  target: {kind: Deploy.*, labelSelector: app=shop}
- target:
    kind: Service
    name: w.b
    namespace: default
  patch: |-
    apiVersion: v1
    kind: Anything
    metadata:
      name: not-used
      annotations: {by: text}
    spec: {type: NodePort}
- target: {group: apps, version: v1, name: web|api, annotationSelector: '!by'}
  patch: '[{\"op\": \"replace\", \"path\": \"/spec/replicas\", \"value\": 7}]'
";
    let shown =
        run(&files("kustomize_all", kustomization), &["--diff", "--ignore-other-fields"]).code(0);
    shown
        .stdout_eq(str![[r#"
--- all.yaml
+++ all.yaml
@@ -3,14 +3,14 @@
 metadata:
   name: web   # in front
   labels: {app: shop}
-spec: {replicas: 1}
+spec: {replicas: 7, paused: true}
 ---
 apiVersion: apps/v1
 kind: Deployment
 metadata: {name: api, namespace: back, labels: {app: shop}}
-spec: {replicas: 1}
+spec: {replicas: 7, paused: true}
 ---
 apiVersion: v1
 kind: Service
-metadata: {name: web}
-spec: {type: ClusterIP}
+metadata: {name: web, annotations: {by: text}}
+spec: {type: NodePort}

"#]])
        .stderr_eq(str![[r#"
k/kustomization.yaml: only its patches are applied, not namePrefix

"#]]);
}

#[test]
fn the_older_fields_and_the_order() {
    let kustomization = "\
patchesJson6902:
- target: {group: apps, version: v1, kind: Deployment, name: web}
  patch: |-
    - {op: test, path: /spec/replicas, value: 4}
    - {op: replace, path: /spec/replicas, value: 5}
patches:
- target: {name: web, kind: Deployment}
  patch: |-
    - {op: test, path: /spec/replicas, value: 2}
    - {op: replace, path: /spec/replicas, value: 3}
- patch: |-
    {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 4}}
patchesStrategicMerge:
- patches/web.yaml
- |-
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: api, namespace: back}
  $patch: delete
";
    let files = files("kustomize_older", kustomization);
    let text = printed(files.smp(&["patch", "-f", "all.yaml", "-k", "k"]));
    assert!(text.contains("app: shop}\nspec: {replicas: 5}"), "{text}");
    assert!(!text.contains("api,"), "{text}");
}

#[test]
fn in_place_with_the_other_options() {
    let files = files("kustomize_in_place", "patches: [{path: patches/web.yaml}]\n");
    run(&files, &["--in-place"]).code(0).stdout_eq("").stderr_eq("all.yaml: written\n");
    let text = fs::read_to_string(files.0.join("all.yaml")).expect("the file");
    assert_eq!(text, MANIFESTS.replacen("replicas: 1", "replicas: 2", 1));
}

#[test]
fn one_kustomization_for_chosen_objects() {
    let kustomization = "\
patches:
- path: patches/web.yaml
- target: {kind: Service}
  patch: 'spec: {type: NodePort}'
";
    let files = files("kustomize_chosen", kustomization);
    let shown = run(&files, &["--kind", "Service", "--strict", "--diff=fields"]).code(0);
    shown
        .stdout_eq(str![[r#"
v1 Service web (all.yaml)
~ spec.type: ClusterIP → NodePort

"#]])
        .stderr_eq("");
}

#[test]
fn changes_of_name_and_kind() {
    let kustomization = "\
patches:
- target: {kind: Deployment, name: web}
  options: {allowNameChange: true, allowKindChange: true}
  patch: |
    {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 2}}
- target: {kind: StatefulSet, name: db}
  patch: 'metadata: {labels: {by: new-name}}'
- target: {kind: StatefulSet, name: web}
  patch: 'metadata: {labels: {also: old-name}}'
- patch: '{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {serviceName: a}}'
- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {revisionHistoryLimit: 2}}'
";
    let shown = run(&files("kustomize_names", kustomization), &["--diff"]).code(0);
    shown
        .stdout_eq(str![[r#"
--- all.yaml
+++ all.yaml
@@ -1,9 +1,9 @@
 apiVersion: apps/v1
-kind: Deployment
+kind: StatefulSet
 metadata:
-  name: web   # in front
-  labels: {app: shop}
-spec: {replicas: 1}
+  name: db   # in front
+  labels: {app: shop, by: new-name, also: old-name}
+spec: {replicas: 2, serviceName: a, revisionHistoryLimit: 2}
 ---
 apiVersion: apps/v1
 kind: Deployment

"#]])
        .stderr_eq("");
    let kustomization = "\
patches:
- target: {kind: Deployment, name: web}
  patch: '[{op: replace, path: /kind, value: StatefulSet}]'
";
    let message = wrong("kustomize_kind", kustomization);
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: the patch would change apps/v1 Deployment web into apps/v1 StatefulSet web
 --> patches[0].patch of k/kustomization.yaml:1:1
  |
1 | [{op: replace, path: /kind, value: StatefulSet}]
  | ^
  |
  = note: in all.yaml
  = help: a patch cannot change apiVersion or kind; leave them out
  = help: with options.allowKindChange it may change the kind

"#]]
    );
}

#[test]
fn a_target_without_an_object() {
    let kustomization = "\
patches:
- path: patches/web.yaml
- target: {kind: Deployment, name: we}
  patch: 'spec: {paused: true}'
";
    let files = files("kustomize_no_target", kustomization);
    let warned = run(&files, &["--diff=fields"]).code(0);
    warned
        .stdout_eq(str![[r#"
apps/v1 Deployment web (all.yaml)
~ spec.replicas: 1 → 2

"#]])
        .stderr_eq(str![[r#"
warning: the target matches no object
 --> k/kustomization.yaml:3:3
  |
2 | - path: patches/web.yaml
3 | - target: {kind: Deployment, name: we}
  |   ^^^^^^ patches[1].target
  |
  = help: regular expressions have to match the whole name, as web-.* does

"#]]);
    run(&files, &["--strict"]).code(2).stdout_eq("");
}

#[test]
fn a_patch_without_target_is_for_one_object() {
    // In kustomize, an object without a namespace is in default.
    let api = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: api}, spec: {replicas: 2}}";
    let message = wrong("kustomize_no_object", &format!("patches: [{{patch: '{api}'}}]\n"));
    snapbox::assert_data_eq!(
        message,
        str![[r#"
error: the patch for apps/v1 Deployment default/api matches no object
 --> patches[0].patch of k/kustomization.yaml:1:1
  |
1 | {apiVersion: apps/v1, kind: Deployment, metadata: {name: api}, spec: {replicas: 2}}
  | ^
  |
  = help: a patch without a target is for the object with the same apiVersion, kind, metadata.namespace and metadata.name
  = help: did you mean apps/v1 Deployment back/api?

"#]]
    );
    let web = WEB.replace("{name: web}", "{name: web, namespace: default}") + "spec: {replicas: 2}";
    let files = files("kustomize_default", &format!("patchesStrategicMerge:\n- {web:?}\n"));
    run(&files, &["--diff=fields"]).code(0).stderr_eq("").stdout_eq(str![[r#"
apps/v1 Deployment web (all.yaml)
~ spec.replicas: 1 → 2

"#]]);
}

#[test]
fn a_removed_object_is_no_longer_there() {
    let kustomization = "\
patches:
- target: {kind: Deployment, name: web}
  patch: '$patch: delete'
- path: patches/web.yaml
";
    snapbox::assert_data_eq!(
        wrong("kustomize_removed", kustomization),
        str![[r#"
error: the patch for apps/v1 Deployment default/web matches no object
 --> k/patches/web.yaml:1:1
  |
1 | apiVersion: apps/v1
  | ^
  |
  = help: a patch without a target is for the object with the same apiVersion, kind, metadata.namespace and metadata.name

"#]]
    );
}
