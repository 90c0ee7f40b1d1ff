//! `smp compose` and `smp conflicts`: patches among themselves.

use snapbox::str;

use crate::{Files, printed};

fn files(test: &str) -> Files {
    Files::new(
        test,
        &[
            (
                "one.yaml",
                "\
apiVersion: apps/v1
kind: Deployment
spec:
  replicas: 3
  paused: true
  template: {spec: {containers: [{name: server, image: server:2}, {name: proxy, image: proxy:2}]}}
",
            ),
            (
                "two.json",
                r#"{"spec":{"replicas":5,"paused":null,"template":{"spec":{"containers":[{"name":"server","image":"server:3"},{"name":"proxy","image":"proxy:2"}]}}}}"#,
            ),
            ("three.yaml", "spec: {minReadySeconds: 5}\n"),
            ("broken.yaml", "spec:\n  $patch: nothing\n"),
        ],
    )
}

#[test]
fn compose() {
    files("compose")
        .smp(&["compose", "one.yaml", "two.json", "three.yaml"])
        .assert()
        .code(0)
        .stderr_eq("")
        .stdout_eq(str![[r#"
apiVersion: apps/v1
kind: Deployment
spec:
  replicas: 5
  paused: null
  template:
    spec:
      containers:
      - name: server
        image: server:3
      - name: proxy
        image: proxy:2
  minReadySeconds: 5

"#]]);
}

#[test]
fn conflicts() {
    files("conflicts")
        .smp(&["conflicts", "one.yaml", "two.json"])
        .assert()
        .code(1)
        .stderr_eq("")
        .stdout_eq(str![[r#"
- path: spec.replicas
  first: 3
  second: 5
- path: spec.paused
  first: true
- path: spec.template.spec.containers[name="server"].image
  first: server:2
  second: server:3

"#]]);
}

#[test]
fn no_conflicts() {
    let files = files("no_conflicts");
    for kind in ["apps/v1/Deployment", "Deployment"] {
        let command = files.smp(&["conflicts", "two.json", "three.yaml", "--kind", kind]);
        assert_eq!(printed(command), "[]\n");
    }
}

#[test]
fn patches_that_say_no_kind() {
    files("patches_without_kind")
        .smp(&["compose", "two.json", "three.yaml"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the patches have no apiVersion and kind
 |
 = help: give the kind, as in --kind apps/v1/Deployment, or add apiVersion and kind to a patch

"#]]);
}

#[test]
fn kinds_that_are_none() {
    let files = files("kinds_that_are_none");
    let run = |kind| files.smp(&["conflicts", "two.json", "three.yaml", "--kind", kind]).assert();
    run("apps/v1/Deploymnt").code(2).stdout_eq("").stderr_eq(str![[r#"
error: no schema for the kind "apps/v1/Deploymnt"
 |
 = help: did you mean apps/v1/Deployment?
 = help: give a file that defines it with --schema

"#]]);
    run("HorizontalPodAutoscaler").code(2).stdout_eq("").stderr_eq(str![[r#"
error: several kinds are called "HorizontalPodAutoscaler"
 |
 = help: write one of autoscaling/v1/HorizontalPodAutoscaler, autoscaling/v2/HorizontalPodAutoscaler

"#]]);
}

#[test]
fn a_broken_patch() {
    files("broken_patch")
        .smp(&["compose", "one.yaml", "broken.yaml"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: `$patch` is `replace` or `delete`, found "nothing"
 --> broken.yaml:2:11
  |
1 | spec:
2 |   $patch: nothing
  |           ^^^^^^^ spec.$patch

"#]]);
}
