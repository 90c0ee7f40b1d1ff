//! `smp check`: patches by themselves.

use snapbox::str;

use crate::{Files, printed};

const KUSTOMIZATION: &str = "\
resources: [base]
patches:
- path: scale.yaml
  target: {kind: Deployment}
- target: {group: apps, version: v1, kind: StatefulSet}
  patch: |
    - {op: replace, path: /spec/replcas, value: 3}
    - {op: add, path: /spec/template/spec/containers/0/image, value: 5}
- patch: |
    apiVersion: v1
    kind: Service
    metadata: {name: web}
    spec: {clusterIp: None} # smp:ignore
";

fn files(test: &str) -> Files {
    let all = [
        ("scale.yaml", "spec: {replica: 3}\n"),
        ("good.yaml", "apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: 3}\n"),
        ("json.yaml", "- {op: replace, path: /spec/replcas, value: 3}\n"),
        ("kustomization.yaml", KUSTOMIZATION),
        (
            "overlay.yaml",
            "{apiVersion: example.com/v1, kind: Route, fields: {spec.http: {mergKey: a}}}\n",
        ),
        ("unknown.yaml", "apiVersion: example.com/v1\nkind: Thing\nspec: {a: 1}\n"),
        ("directive.yaml", "apiVersion: v1\nkind: Pod\nspec: {$patch: remove}\n"),
        (
            "in.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n",
        ),
    ];
    Files::new(test, &all)
}

#[test]
fn patches_by_themselves() {
    let files = files("check_patches");
    let check = |args: &[&str]| files.smp(&[&["check"], args].concat());
    assert_eq!(printed(check(&["good.yaml"])), "");
    check(&["json.yaml"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the patch does not say which kind it is for
 --> json.yaml:1:1
  |
1 | - {op: replace, path: /spec/replcas, value: 3}
  | ^
  |
  = help: add its kind, or give it, as in --kind apps/v1/Deployment

"#]]);
    check(&["scale.yaml", "json.yaml", "--kind", "apps/v1/Deployment"])
        .assert()
        .code(0)
        .stdout_eq("")
        .stderr_eq(str![[r#"
warning: `DeploymentSpec` has no such field
 --> scale.yaml:1:8
  |
1 | spec: {replica: 3}
  |        ^^^^^^^ spec.replica
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: `DeploymentSpec` has no such field
 --> json.yaml:1:17
  |
1 | - {op: replace, path: /spec/replcas, value: 3}
  |                 ^^^^ [0].path
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?

"#]]);
    check(&["json.yaml", "--kind", "Deployment", "--strict"]).assert().code(2);
    // All files are read.
    check(&["directive.yaml", "unknown.yaml", "good.yaml"]).assert().code(2).stderr_eq(str![[r#"
error: `$patch` is `replace` or `delete`, found "remove"
 --> directive.yaml:3:16
  |
2 | kind: Pod
3 | spec: {$patch: remove}
  |                ^^^^^^ spec.$patch
warning: there is no schema for example.com/v1 Thing, and the patch is not checked
 --> unknown.yaml:1:1
  |
1 | apiVersion: example.com/v1
  | ^
  |
  = help: --schema gives its definition

"#]]);
}

#[test]
fn kustomizations_and_overlays() {
    let files = files("check_kustomization");
    let check = |args: &[&str]| files.smp(&[&["check"], args].concat());
    check(&["kustomization.yaml"]).assert().code(0).stdout_eq("").stderr_eq(str![[r#"
warning: `DeploymentSpec` has no such field
 --> ./scale.yaml:1:8
  |
1 | spec: {replica: 3}
  |        ^^^^^^^ spec.replica
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: `StatefulSetSpec` has no such field
 --> patches[1].patch of kustomization.yaml:1:17
  |
1 | - {op: replace, path: /spec/replcas, value: 3}
  |                 ^^^^ [0].path
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: expected a string, found a number
 --> patches[1].patch of kustomization.yaml:2:66
  |
1 | - {op: replace, path: /spec/replcas, value: 3}
2 | - {op: add, path: /spec/template/spec/containers/0/image, value: 5}
  |                                                                  ^ [1].value

"#]]);
    check(&["kustomization.yaml", "--strict"]).assert().code(2);
    check(&["overlay.yaml"]).assert().code(2).stderr_eq(str![[r#"
error: invalid overlay: unknown field `mergKey`, expected one of `type`, `strategy`, `mergeKey`, `listType`, `listMapKeys`, `unions`
 --> overlay.yaml:1:64
  |
1 | {apiVersion: example.com/v1, kind: Route, fields: {spec.http: {mergKey: a}}}
  |                                                                ^^^^^^^
  |
  = help: it has apiVersion, kind, and fields, which maps paths to what changes there

"#]]);
    // The mistakes of other files are told in the same run.
    let run = check(&["overlay.yaml", "kustomization.yaml", "directive.yaml"]).assert().code(2);
    let told = crate::stderr(&run);
    for place in ["overlay.yaml:1:64", "./scale.yaml:1:8", "directive.yaml:3:16"] {
        assert!(told.contains(place), "{place} in {told}");
    }
}

/// A kustomization above a patch that states no kind says which it is; targets of several kinds, or of
/// one without a schema, are no mistakes.
#[test]
fn kinds_of_targets() {
    let patch = |name: &str, target: &str| format!("- {{path: {name}, target: {target}}}\n");
    let kustomization = [
        "patches:\n",
        &patch("patches/one.yaml", "{kind: Deployment}"),
        &patch("patches/all.yaml", "{labelSelector: a=b}"),
        &patch("patches/two.yaml", "{kind: Deployment|StatefulSet}"),
        &patch("patches/own.yaml", "{kind: Certificat}"),
    ]
    .concat();
    let wrong = "- {op: replace, path: /spec/replcas, value: 3}\n";
    let names = ["one", "all", "two", "own"].map(|name| format!("base/patches/{name}.yaml"));
    let mut all = names.each_ref().map(|name| (name.as_str(), wrong)).to_vec();
    all.push(("base/kustomization.yaml", &kustomization));
    let files = Files::new("check_targets", &all);
    let check = |args: &[&str]| files.smp(&[&["check"], args].concat());
    let misspelt = str![[r#"
error: `DeploymentSpec` has no such field
 --> base/patches/one.yaml:1:17
  |
1 | - {op: replace, path: /spec/replcas, value: 3}
  |                 ^^^^ [0].path
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?

"#]];
    check(&["base/patches/one.yaml", "--strict"]).assert().code(2).stderr_eq(misspelt);
    check(&["base/patches/two.yaml", "base/patches/all.yaml", "--strict"])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
base/patches/two.yaml: not checked, since its target has no kind, or several
base/patches/all.yaml: not checked, since its target has no kind, or several

"#]]);
    check(&["base/patches/own.yaml", "--strict"]).assert().code(2);
    check(&["base/patches/own.yaml"]).assert().code(0).stderr_eq(str![[r#"
warning: no schema for the kind "Certificat", and the patch is not checked
 --> base/patches/own.yaml:1:1
  |
1 | - {op: replace, path: /spec/replcas, value: 3}
  | ^
  |
  = help: give a file that defines it with --schema

"#]]);
    let every = check(&["base", "-R"]).assert().code(0);
    assert_eq!(crate::stderr(&every).matches("replcas").count(), 2);
}

/// A JSON patch is checked as other patches are.
#[test]
fn json_patches_of_objects() {
    let files = files("check_json");
    let patch =
        |text: &str| files.smp(&["patch", "-f", "in.yaml", "--type", "json", "--diff", "-p", text]);
    let replcas = "[{op: replace, path: /spec/replcas, value: 3}]";
    patch(replcas).assert().code(0).stderr_eq(str![[r#"
warning: `DeploymentSpec` has no such field
 --> <patch>:1:16
  |
1 | [{op: replace, path: /spec/replcas, value: 3}]
  |                ^^^^ [0].path
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?

"#]]);
    patch(replcas).arg("--strict").assert().code(2).stdout_eq("");
    patch(replcas).arg("--validate=ignore").assert().code(0).stderr_eq("");
    for right in [
        "[{op: replace, path: /spec/replicas, value: 3}]",
        "[{op: add, path: /metadata/labels, value: {a: b}}, {op: add, path: /metadata/labels/c~1d, value: e}]",
        "[{op: add, path: /spec/template, value: {spec: {containers: [{name: a}]}}}]",
    ] {
        patch(right).arg("--strict").assert().code(0).stderr_eq("");
    }
    let wrong = "[{op: replace, path: /spec/replicas, value: three}]";
    patch(wrong).arg("--strict").assert().code(2).stderr_eq(str![[r#"
error: expected an integer, found a string
 --> <patch>:1:45
  |
1 | [{op: replace, path: /spec/replicas, value: three}]
  |                                             ^^^^^ [0].value
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web

"#]]);
}

/// Mistakes in an overlay have their places.
#[test]
fn mistakes_in_overlays() {
    let head = "apiVersion: example.com/v1\nkind: Widget\nfields:\n  spec.size: {type: scalar}\n";
    for (fields, line, message) in [
        ("  spec.items: {mergeKy: name}\n", "5:16", "invalid overlay: unknown field `mergeKy`"),
        ("  spec.items: name\n", "5:3", "invalid overlay: invalid type: string \"name\""),
        (
            "  spec.items:\n    mergeKey: name\n    strategy: mrge\n",
            "7:",
            "`mrge` is not a patch strategy",
        ),
        ("  spec..items: {mergeKey: name}\n", "5:", ""),
        ("  spec.template: {type: v1/PodTemplatSpec}\n", "5:", "PodTemplatSpec"),
    ] {
        let files =
            Files::new("overlay_mistakes", &[("overlay.yaml", &(head.to_owned() + fields))]);
        let run = files.smp(&["check", "overlay.yaml"]).assert().code(2);
        let told = crate::stderr(&run);
        assert!(told.contains(message) && told.contains(&format!("overlay.yaml:{line}")), "{told}");
        assert!(!told.contains(" column "), "{told}");
    }
}
