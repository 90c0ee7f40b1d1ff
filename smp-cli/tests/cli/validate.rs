//! `--validate`: what is said of a patch that does not fit the schema, and `--quiet`.

use snapbox::cmd::Command;
use snapbox::str;

use crate::{Files, printed, smp, stderr};

const ALL: &str = include_str!("../../../examples/shop.yaml");
const WEB: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: web
        image: web:1
";
const MISSPELLED: &str = "spec: {replica: 3, templte: {spec: {}}}";

fn files(test: &str) -> Files {
    Files::new(test, &[("web.yaml", WEB), ("shop.yaml", ALL)])
}

#[test]
fn unknown_fields_are_warnings() {
    files("validate_unknown")
        .smp(&["patch", "-f", "web.yaml", "-p", MISSPELLED])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: `DeploymentSpec` has no such field
 --> <patch>:1:8
  |
1 | spec: {replica: 3, templte: {spec: {}}}
  |        ^^^^^^^ spec.replica
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: `DeploymentSpec` has no such field
 --> <patch>:1:20
  |
1 | spec: {replica: 3, templte: {spec: {}}}
  |                    ^^^^^^^ spec.templte
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean template?

"#]])
        .stdout_eq(str![[r#"
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: web
        image: web:1
  replica: 3
  templte:
    spec: {}

"#]]);
}

/// The messages of a run that fails, without their places.
fn failure(command: Command) -> Vec<String> {
    let assert = command.assert().code(2).stdout_eq("");
    let text = stderr(&assert);
    let titles = text.lines().filter(|line| line.starts_with("error: "));
    titles.map(ToOwned::to_owned).collect()
}

#[test]
fn strict_makes_them_errors() {
    let files = files("validate_strict");
    let args = ["patch", "-f", "web.yaml", "-p", MISSPELLED];
    for mode in ["--strict", "--validate", "--validate=strict", "--validate=true"] {
        let errors = ["error: `DeploymentSpec` has no such field"; 2];
        assert_eq!(failure(files.smp(&args).arg(mode)), errors, "{mode}");
    }
    for mode in ["--validate=ignore", "--validate=false", "-q", "--quiet"] {
        files.smp(&args).arg(mode).assert().code(0).stderr_eq("");
    }
}

#[test]
fn a_list_is_not_replaced_by_an_object() {
    let files = files("validate_container");
    let args =
        ["patch", "-f", "web.yaml", "-p", "spec: {template: {spec: {containers: {name: a}}}}"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: expected a list, found an object
 --> <patch>:1:26
  |
1 | spec: {template: {spec: {containers: {name: a}}}}
  |                          ^^^^^^^^^^ spec.template.spec.containers
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = help: the patch would replace it with a value of another type

"#]]);
    let ignored = printed(files.smp(&args).arg("--validate=ignore"));
    assert!(ignored.contains("containers:\n        name: a\n"), "{ignored}");
}

#[test]
fn directives_scalars_and_discriminators() {
    let patch = "\
metadata:
  $patchh: delete
  annotations: {a: 1}
spec:
  replicas: \"3\"
  strategy: {type: rollingUpdate}
";
    let files = Files::new("validate_several", &[("web.yaml", WEB), ("patch.yaml", patch)]);
    files
        .smp(&["patch", "-f", "web.yaml", "--patch-file", "patch.yaml"])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: there is no such directive; it is read as data
 --> patch.yaml:2:3
  |
1 | metadata:
2 |   $patchh: delete
  |   ^^^^^^^ metadata.$patchh
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = help: did you mean $patch?
warning: expected a string, found a number
 --> patch.yaml:3:20
  |
2 |   $patchh: delete
3 |   annotations: {a: 1}
  |                    ^ metadata.annotations.a
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
warning: expected an integer, found a string
 --> patch.yaml:5:13
  |
4 | spec:
5 |   replicas: "3"
  |             ^^^ spec.replicas
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
warning: "rollingUpdate" does not name a member of the union
 --> patch.yaml:6:20
  |
5 |   replicas: "3"
6 |   strategy: {type: rollingUpdate}
  |                    ^^^^^^^^^^^^^ spec.strategy.type
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = help: did you mean RollingUpdate?

"#]]);
}

#[test]
fn json_merge_patches_are_checked_where_the_kind_is_known() {
    let files = files("validate_merge");
    files
        .smp(&["patch", "-f", "web.yaml", "--type", "merge"])
        .args(["-p", "spec: {replica: 3, template: {$patch: delete}}"])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: `DeploymentSpec` has no such field
 --> <patch>:1:8
  |
1 | spec: {replica: 3, template: {$patch: delete}}
  |        ^^^^^^^ spec.replica
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: this is the name of a directive, but it is read as data here
 --> <patch>:1:31
  |
1 | spec: {replica: 3, template: {$patch: delete}}
  |                               ^^^^^^ spec.template.$patch
  |
  = note: the patch has no kind, so it is applied to every object, here to apps/v1 Deployment web

"#]]);
}

/// A patch without kind is checked once for each kind, at the first object of it.
#[test]
fn a_patch_for_objects_that_it_does_not_fit() {
    let files = files("validate_kinds");
    files
        .smp(&["patch", "-f", "shop.yaml", "-f", "shop.yaml", "-p", "spec: {replicas: 3}"])
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: `ServiceSpec` has no such field
 --> <patch>:1:8
  |
1 | spec: {replicas: 3}
  |        ^^^^^^^^ spec.replicas
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 Service shop
  = note: the schema is that of Kubernetes 1.37
warning: `ConfigMap` has no such field
 --> <patch>:1:1
  |
1 | spec: {replicas: 3}
  | ^^^^ spec
  |
  = note: the patch has no kind, so it is applied to every object, here to v1 ConfigMap shop-config
  = note: the schema is that of Kubernetes 1.37
warning: `CronJobSpec` has no such field
 --> <patch>:1:8
  |
1 | spec: {replicas: 3}
  |        ^^^^^^^^ spec.replicas
  |
  = note: the patch has no kind, so it is applied to every object, here to batch/v1 CronJob shop-report
  = note: the schema is that of Kubernetes 1.37

"#]]);
    files
        .smp(&["patch", "-f", "shop.yaml", "-p", "spec: {replicas: 3}", "--strict"])
        .assert()
        .code(2)
        .stdout_eq("");
}

#[test]
fn a_patch_never_changes_what_an_object_is() {
    let files = files("validate_identity");
    let refused = |args: &[&str], message: &str| {
        let args = [&["patch", "-f", "web.yaml"], args].concat();
        assert_eq!(failure(files.smp(&args)), [format!("error: {message}")]);
    };
    refused(&["-p", "apiVersion: v2"], "the patch for v2 object matches no object");
    refused(&["-p", "kind: Secret"], "the patch for Secret matches no object");
    refused(
        &["-p", "kind: null"],
        "the patch would change apps/v1 Deployment web into apps/v1 object web",
    );
    refused(
        &["--type", "merge", "-p", "apiVersion: null"],
        "the patch would change apps/v1 Deployment web into Deployment web",
    );
    let operation = r#"[{"op": "replace", "path": "/kind", "value": "Secret"}]"#;
    files.smp(&["patch", "-f", "web.yaml", "--type", "json", "-p", operation]).assert().stderr_eq(
        str![[r#"
error: the patch would change apps/v1 Deployment web into apps/v1 Secret web
 --> <patch>:1:1
  |
1 | [{"op": "replace", "path": "/kind", "value": "Secret"}]
  | ^
  |
  = note: in web.yaml
  = help: a patch cannot change apiVersion or kind; leave them out

"#]],
    );
    // One with the same apiVersion is for the object.
    let patch = ["patch", "-f", "web.yaml", "-p", "{apiVersion: apps/v1, spec: {replicas: 2}}"];
    files.smp(&patch).assert().code(0).stderr_eq("");
}

#[test]
fn an_invalid_mode() {
    smp(&["patch", "-f", "deployment.yaml", "-p", "{}", "--validate=some"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: invalid value 'some' for '--validate[=<MODE>]'
  [possible values: strict, warn, ignore]

For more information, try '--help'.

"#]]);
    smp(&["patch", "-f", "deployment.yaml", "-p", "{}", "--validate=warn", "--strict"])
        .assert()
        .code(2)
        .stdout_eq("");
}

#[test]
fn unions_that_a_patch_breaks() {
    let pod = "\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: server
    env:
    - name: PASSWORD
      value: secret
    - name: BROKEN
      value: a
      valueFrom: {fieldRef: {fieldPath: a}}
  volumes:
  - name: cache
    emptyDir: {}
";
    let patch = "\
spec:
  containers:
  - name: server
    env:
    - name: PASSWORD
      valueFrom: {secretKeyRef: {name: a, key: b}}
  volumes:
  - name: cache
    persistentVolumeClaim: {claimName: c}
";
    let files = Files::new("validate_unions", &[("pod.yaml", pod), ("patch.yaml", patch)]);
    let args = ["patch", "-f", "pod.yaml", "--patch-file", "patch.yaml"];
    files.smp(&args).assert().code(0).stderr_eq(str![[r#"
warning: spec.containers[name="server"].env[name="PASSWORD"]: found `value` and `valueFrom`, expected at most one of `value` or `valueFrom`; remove all but one
 --> pod.yaml:9:7
  |
8 |     env:
9 |     - name: PASSWORD
  |       ^
  |
  = help: with --unions normalize, the patch removes the field that was set before
warning: spec.volumes[name="cache"]: found `emptyDir` and `persistentVolumeClaim`, expected at most one of the union's 30 members; remove all but one
  --> pod.yaml:15:5
   |
14 |   volumes:
15 |   - name: cache
   |     ^
   |
   = help: with --unions normalize, the patch removes the field that was set before

"#]]);
    for unions in ["--unions=ignore", "--unions=normalize"] {
        files.smp(&args).arg(unions).assert().code(0).stderr_eq("");
    }
    // A part that was broken before, and is not touched, is not reported.
    let args = ["patch", "-f", "pod.yaml", "-p", "spec: {hostname: a}"];
    files.smp(&args).assert().code(0).stderr_eq("");
}

#[test]
fn patches_are_checked_before_they_are_composed() {
    let files = Files::new(
        "validate_compose",
        &[("one.yaml", "spec: {replica: 3}\n"), ("two.yaml", "spec: {paused: yes, pausd: 1}\n")],
    );
    let args = ["compose", "one.yaml", "two.yaml", "--kind", "Deployment"];
    files
        .smp(&args)
        .assert()
        .code(0)
        .stderr_eq(str![[r#"
warning: "yes" is read as a string
 --> two.yaml:1:16
  |
1 | spec: {paused: yes, pausd: 1}
  |                ^^^ kubectl reads this as true
  |
  = help: write true for the boolean, or quote the string
warning: `DeploymentSpec` has no such field
 --> one.yaml:1:8
  |
1 | spec: {replica: 3}
  |        ^^^^^^^ spec.replica
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean replicas?
warning: expected a boolean, found a string
 --> two.yaml:1:16
  |
1 | spec: {paused: yes, pausd: 1}
  |                ^^^ spec.paused
warning: `DeploymentSpec` has no such field
 --> two.yaml:1:21
  |
1 | spec: {paused: yes, pausd: 1}
  |                     ^^^^^ spec.pausd
  |
  = note: the schema is that of Kubernetes 1.37
  = help: did you mean paused?

"#]])
        .stdout_eq(str![[r#"
spec:
  replica: 3
  paused: "yes"
  pausd: 1

"#]]);
    let errors = ["error: `DeploymentSpec` has no such field"];
    assert_eq!(failure(files.smp(&args).arg("--strict")), errors);
}
