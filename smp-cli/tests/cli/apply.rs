//! `smp apply`: three-way merges.

use snapbox::cmd::Command;
use snapbox::str;

use crate::{Files, printed};

const LAST: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    run: web
    tier: front
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: server
        image: server:1
";

fn files(test: &str) -> Files {
    let modified = LAST.replace("server:1", "server:2").replace("replicas: 2", "replicas: 3");
    let modified = modified.replace("    tier: front\n", "    tier: front\n    mine: new\n");
    let modified = modified.replace("    run: web\n", "");
    let live = LAST.replace("tier: front", "tier: front\n    added: by-another");
    let live = format!("{live}      - name: injected\n        image: sidecar:1\n");
    let disputed = live.replace("replicas: 2", "replicas: 9");
    Files::new(
        test,
        &[
            ("last.yaml", LAST),
            ("modified.yaml", &modified),
            ("live.yaml", &live),
            ("disputed.yaml", &disputed),
        ],
    )
}

fn apply(files: &Files, live: &str, args: &[&str]) -> Command {
    let fixed =
        ["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml", "--live", live];
    files.smp(&fixed).args(args)
}

#[test]
fn the_resulting_object() {
    let files = files("apply_object");
    apply(&files, "live.yaml", &[]).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    tier: front
    added: by-another
    mine: new
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: server
        image: server:2
      - name: injected
        image: sidecar:1

"#]]);
}

#[test]
fn the_patch() {
    let files = files("apply_patch");
    apply(&files, "live.yaml", &["-o", "patch"]).assert().code(0).stderr_eq("").stdout_eq(str![[
        r#"
metadata:
  labels:
    mine: new
    run: null
spec:
  replicas: 3
  template:
    spec:
      $setElementOrder/containers:
      - name: server
      containers:
      - name: server
        image: server:2

"#
    ]]);
}

#[test]
fn applying_again_changes_nothing() {
    let files = files("apply_again");
    let result = printed(apply(&files, "live.yaml", &[]));
    std::fs::write(files.0.join("result.yaml"), &result).expect("a file");
    assert_eq!(printed(apply(&files, "result.yaml", &["-o", "patch"])), "{}\n");
}

#[test]
fn modified_wins_unless_told_otherwise() {
    let files = files("apply_disputed");
    let out = printed(apply(&files, "disputed.yaml", &["-o", "json"]));
    assert!(out.contains("\"replicas\": 3"), "{out}");
    apply(&files, "disputed.yaml", &["--overwrite=unless-both-changed"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: changed by both sides, to different values; copy current's values into modified, or overwrite them
 --> modified.yaml:9:13
  |
8 | spec:
9 |   replicas: 3
  |             ^ spec.replicas
  |
  = note: spec.replicas: original 2, modified 3, current 9
  = help: with --overwrite=always, the default, the values of MODIFIED are taken

"#]]);
    apply(&files, "live.yaml", &["--overwrite=unless-both-changed"]).assert().code(0).stderr_eq("");
}

#[test]
fn what_others_changed_is_kept() {
    let web = |replicas: u8, image: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec:\n  \
             replicas: {replicas}\n  template:\n    spec:\n      containers:\n      - name: web\n        \
             image: {image}\n"
        )
    };
    let files = Files::new(
        "apply_keeps",
        &[
            ("last.yaml", &web(2, "a")),
            ("modified.yaml", &web(2, "b")),
            ("live.yaml", &web(5, "a")),
            ("both.yaml", &web(5, "c")),
        ],
    );
    let apply = |live| {
        let three = ["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml"];
        files.smp(&[&three[..], &["--overwrite=keep-theirs", "--live", live]].concat())
    };
    assert_eq!(printed(apply("live.yaml")), web(5, "b"));
    let refused = apply("both.yaml").assert().code(2).stdout_eq("");
    assert!(crate::stderr(&refused).contains("original \"a\", modified \"b\", current \"c\""));
    files
        .smp(&["apply", "--last-applied", "last.yaml", "--modified", "modified.yaml"])
        .args(["--live", "live.yaml", "--no-overwrite"])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: --no-overwrite is now --overwrite=unless-both-changed
 |
 = help: --overwrite=keep-theirs also keeps what only others have changed

"#]]);
}

#[test]
fn fields_that_must_not_change() {
    let files = files("apply_must_not_change");
    let fields = ["--must-not-change", "spec.replicas", "--must-not-change", "spec.paused"];
    apply(&files, "live.yaml", &fields).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: must keep the value that it has in current; is modified meant for another object?
 --> modified.yaml:9:13
  |
8 | spec:
9 |   replicas: 3
  |             ^ spec.replicas
  |
  = note: spec.replicas: current 2, would become 3

"#]]);
    printed(apply(&files, "live.yaml", &["--must-not-change", "metadata.namespace"]));
    apply(&files, "live.yaml", &["--must-not-change", "a..b"]).assert().code(2).stdout_eq("");
}

#[test]
fn another_object() {
    let files = files("apply_another");
    let other = LAST.replace("name: web", "name: other");
    std::fs::write(files.0.join("other.yaml"), other).expect("a file");
    apply(&files, "other.yaml", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: must keep the value that it has in current; is modified meant for another object?
 --> modified.yaml:4:9
  |
3 | metadata:
4 |   name: web
  |         ^^^ metadata.name
  |
  = note: metadata.name: current "other", would become "web"

"#]]);
}

#[test]
fn several_documents() {
    let files = files("apply_several");
    std::fs::write(files.0.join("two.yaml"), format!("{LAST}---\n{LAST}")).expect("a file");
    apply(&files, "two.yaml", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: apps/v1 Deployment web is in two.yaml twice
  --> two.yaml:16:1
   |
15 | ---
16 | apiVersion: apps/v1
   | ^
   |
   = help: objects are compared by apiVersion, kind, namespace and name

"#]]);
}
