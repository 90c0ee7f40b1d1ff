//! `--diff=fields`: what `smp patch`, `smp normalize` and `smp apply` would change, by path.

use std::fs;

use snapbox::str;

use crate::{Files, printed, smp};

const PATCH: [&str; 5] = ["patch", "-f", "deployment.yaml", "--patch-file", "patch.yaml"];

#[test]
fn fields() {
    let shown = smp(&[&PATCH[..], &["--diff=fields"]].concat()).assert().code(0).stderr_eq("");
    shown.stdout_eq(str![[r#"
apps/v1 Deployment web/shop (deployment.yaml)
~ metadata.labels["app.kubernetes.io/version"]: "1.27" → "1.28"
  spec
~   replicas: 2 → 4
    strategy
-     rollingUpdate:
-       maxSurge: 1
-       maxUnavailable: 0
~     type: RollingUpdate → Recreate
    template.spec
      containers
-       [name="log-shipper"]:
-         name: log-shipper
-         image: registry.example.com/log-shipper:0.9
-         env:
-         - name: TARGET
-           value: logs.ops.svc:5044
>       [name="proxy"]: moved from place 2 to 1, the first
        [name="server"]
-         livenessProbe:
-           httpGet:
-             path: /alive
-             port: http
-           initialDelaySeconds: 20
~         image: registry.example.com/shop:1.27 → registry.example.com/shop:1.28
-         ports[containerPort=9090]:
-           name: metrics
-           containerPort: 9090
-           protocol: TCP
          env
+           [name="FEATURE_SEARCH"]:
+             name: FEATURE_SEARCH
+             value: "yes"
>           [name="DATABASE_HOST"]: moved from place 1 to 4, after [name="FEATURE_SEARCH"]
~             value: db.web.svc → db-2.web.svc
      volumes[name="cache"]
-       emptyDir:
-         sizeLimit: 1Gi
+       persistentVolumeClaim:
+         claimName: shop-cache

"#]]);
}

#[test]
fn fields_with_their_rules() {
    let args = [&PATCH[..], &["--diff=fields", "--explain"]].concat();
    smp(&args).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
apps/v1 Deployment web/shop (deployment.yaml)  # merged field by field, from Kubernetes 1.37
~ metadata.labels["app.kubernetes.io/version"]: "1.27" → "1.28"
  spec
~   replicas: 2 → 4
    strategy
-     rollingUpdate:
-       maxSurge: 1
-       maxUnavailable: 0
~     type: RollingUpdate → Recreate
    template.spec
      containers  # merged by name, from Kubernetes 1.37
-       [name="log-shipper"]:
-         name: log-shipper
-         image: registry.example.com/log-shipper:0.9
-         env:
-         - name: TARGET
-           value: logs.ops.svc:5044
>       [name="proxy"]: moved from place 2 to 1, the first
        [name="server"]
-         livenessProbe:
-           httpGet:
-             path: /alive
-             port: http
-           initialDelaySeconds: 20
~         image: registry.example.com/shop:1.27 → registry.example.com/shop:1.28
          ports  # merged by containerPort, from Kubernetes 1.37
-           [containerPort=9090]:
-             name: metrics
-             containerPort: 9090
-             protocol: TCP
          env  # merged by name, from Kubernetes 1.37
+           [name="FEATURE_SEARCH"]:
+             name: FEATURE_SEARCH
+             value: "yes"
>           [name="DATABASE_HOST"]: moved from place 1 to 4, after [name="FEATURE_SEARCH"]
~             value: db.web.svc → db-2.web.svc
      volumes  # merged by name, from Kubernetes 1.37
        [name="cache"]
-         emptyDir:
-           sizeLimit: 1Gi
+         persistentVolumeClaim:
+           claimName: shop-cache

"#]]);
    let merge = ["-p", "spec: {template: {spec: {containers: []}}}", "--type", "merge"];
    let args = [&PATCH[..3], &merge, &["--diff=fields", "--explain"]].concat();
    let text = printed(smp(&args));
    assert!(text.starts_with("apps/v1 Deployment web/shop (deployment.yaml)  # JSON merge patch"));
}

#[test]
fn nothing_is_written_and_the_status_says_if_something_changes() {
    let text = "apiVersion: v1\nkind: ConfigMap\ndata: {a: b} # kept\n";
    let files = Files::new("preview_status", &[("a.yaml", text), ("b.yaml", text)]);
    let run = |patch: &str, more: &[&str]| {
        let args =
            [&["-q", "patch", "-f", "a.yaml", "-f", "b.yaml", "-p", patch][..], more].concat();
        files.smp(&args).assert().stderr_eq("")
    };
    let changes = "data: {a: c}";
    run(changes, &["--diff"]).code(0);
    run(changes, &["--diff=fields"]).code(0);
    run(changes, &["--diff", "--exit-code"]).code(1);
    run(changes, &["--diff=fields", "--exit-code"]).code(1);
    run("data: {a: b}", &["--diff", "--exit-code"]).code(0).stdout_eq("");
    run("data: {a: b}", &["--diff=fields", "--exit-code"]).code(0).stdout_eq("");
    for name in ["a.yaml", "b.yaml"] {
        assert_eq!(fs::read_to_string(files.0.join(name)).expect("the file"), text);
    }
    run(changes, &["--diff"]).stdout_eq(str![[r#"
--- a.yaml
+++ a.yaml
@@ -1,3 +1,3 @@
 apiVersion: v1
 kind: ConfigMap
-data: {a: b} # kept
+data: {a: c} # kept
--- b.yaml
+++ b.yaml
@@ -1,3 +1,3 @@
 apiVersion: v1
 kind: ConfigMap
-data: {a: b} # kept
+data: {a: c} # kept

"#]]);
}

#[test]
fn an_error_has_status_2_and_no_preview() {
    let text = "apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n---\n[]\n";
    let files = Files::new("preview_error", &[("a.yaml", text)]);
    for style in ["--diff=text", "--diff=fields"] {
        let args = ["patch", "-f", "a.yaml", "-p", "data: {a: c}", style, "--exit-code"];
        files.smp(&args).assert().code(2).stdout_eq("");
    }
    let args = ["patch", "-f", "a.yaml", "-p", "data: {a: c}", "--diff", "--explain"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: --explain needs the output of fields
 |
 = help: give --diff=fields, or -o fields with smp diff

"#]]);
}

#[test]
fn it_cannot_be_mixed_with_output() {
    for other in [&["-o", "json"][..], &["--in-place"]] {
        let args = [&PATCH[..], other, &["--diff"]].concat();
        smp(&args).assert().code(2).stdout_eq("");
    }
    smp(&[&PATCH[..], &["--exit-code"]].concat()).assert().code(2).stdout_eq("");
}

const VALUES: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  finalizers: [one, two]
data:
  port: \"80\"
  text: |
    one
    two
    three
    four
    five
    six
    seven
  gone: |
    a
    b
  empty: \"\"
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - {name: a, image: a, args: [\"1\", \"2\"]}
  - {name: b, image: b}
  - {name: c, image: c}
  - {name: d, image: d}
  - {name: e, image: e}
  - {name: f, image: f}
";

const PATCH_OF_VALUES: &str = "\
kind: ConfigMap
metadata:
  name: a
  $deleteFromPrimitiveList/finalizers: [one]
  finalizers: [three]
data:
  port: \"81\"
  text: |
    one
    two
    three
    four
    five
    SIX
    seven
  gone: null
  empty: x
  added: |
    c
    d
---
kind: Pod
metadata: {name: p, labels: {a: \"1\", b: \"2\"}}
spec:
  $setElementOrder/containers: [{name: f}, {name: e}, {name: d}, {name: c}, {name: b}, {name: a}]
  containers:
  - {name: a, args: [\"2\", \"1\", \"3\"], resources: {limits: {cpu: 1}}}
";

#[test]
fn values_of_every_sort() {
    let files = Files::new("preview_values", &[("a.yaml", VALUES), ("p.yaml", PATCH_OF_VALUES)]);
    let args = ["patch", "-f", "a.yaml", "--patch-file", "p.yaml", "--diff=fields", "-q"];
    files.smp(&args).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
v1 ConfigMap a (a.yaml)
- metadata.finalizers[0]: one
+ metadata.finalizers[0]: three
  data
-   gone: |
-     a
-     b
~   port: "80" → "81"
~   text: |
      …
      three
      four
      five
-     six
+     SIX
      seven
~   empty: "" → x
+   added: |
+     c
+     d
v1 Pod p (a.yaml)
+ metadata.labels:
+   a: "1"
+   b: "2"
  spec.containers
>   order changed; moved: [name="f"], [name="e"], [name="d"], [name="c"], [name="b"]
    [name="a"]
      args
>       [0]: "2" moved from place 2 to 1, the first
+       [2]: "3"
+     resources:
+       limits:
+         cpu: 1

"#]]);
}

#[test]
fn colours_where_they_are_asked_for() {
    let files = Files::new(
        "preview_colours",
        &[("a.yaml", "apiVersion: v1\nkind: ConfigMap\ndata: {a: b, c: \"\u{202e}\u{2066}\"}\n")],
    );
    let args = |style| ["patch", "-f", "a.yaml", "-p", "data: {a: x, c: null}", style];
    let forced = |style| {
        let command = files.smp(&args(style)).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        printed(command)
    };
    let text = forced("--diff=text");
    assert!(text.contains("\u{1b}[31m-data: ") && text.contains("\u{1b}[32m+data: "), "{text}");
    // People look at it: nothing in it acts on the terminal.
    assert!(!text.contains(['\u{202e}', '\u{2066}']), "{text}");
    let fields = forced("--diff=fields");
    assert!(fields.contains("\u{1b}[33m~"), "{fields}");
    assert!(!fields.contains(['\u{202e}', '\u{2066}']), "{fields}");
    // Other programs get the text as it is, and fields are for people in any case.
    assert!(printed(files.smp(&args("--diff=text"))).contains('\u{202e}'));
    let fields = printed(files.smp(&args("--diff=fields")));
    assert!(!fields.contains(['\u{202e}', '\u{2066}', '\u{1b}']), "{fields}");
    let both = files.smp(&args("--diff=text")).env("CLICOLOR_FORCE", "1");
    assert!(!printed(both).contains("\u{1b}["), "NO_COLOR counts more");
}

#[test]
fn normalize_shows_what_it_clears() {
    let pod = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  strategy:\n    type: Recreate\n    rollingUpdate: {maxSurge: 1}\n";
    let files = Files::new(
        "preview_normalize",
        &[("a.yaml", pod), ("old.yaml", &pod.replace("Recreate", "RollingUpdate"))],
    );
    let args = ["normalize", "--old", "old.yaml", "a.yaml"];
    let shown = |more: &[&str]| files.smp(&[&args[..], more].concat()).assert().stderr_eq("");
    shown(&["--diff=fields"]).code(0).stdout_eq(str![[r#"
apps/v1 Deployment (a.yaml)
- spec.strategy.rollingUpdate:
-   maxSurge: 1

"#]]);
    shown(&["--diff", "--exit-code"]).code(1).stdout_eq(str![[r#"
--- a.yaml
+++ a.yaml
@@ -3,4 +3,3 @@
 spec:
   strategy:
     type: Recreate
-    rollingUpdate: {maxSurge: 1}

"#]]);
}

#[test]
fn apply_shows_what_changes_in_live() {
    let object = |image: &str, replicas: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a}} # kept\nspec:\n  {replicas}\n  template:\n    spec:\n      containers:\n      - {{name: web, image: {image}}}\n"
        )
    };
    let live = object("web:1", "replicas: 5").replace("name: web,", "name: web, tty: true,");
    let files = Files::new(
        "preview_apply",
        &[
            ("last.yaml", &object("web:1", "replicas: 2")),
            ("new.yaml", &object("web:2", "paused: true")),
            ("live.yaml", &live),
        ],
    );
    let args =
        ["apply", "--last-applied", "last.yaml", "--modified", "new.yaml", "--live", "live.yaml"];
    let shown = |more: &[&str]| files.smp(&[&args[..], more].concat()).assert().stderr_eq("");
    shown(&["--diff=fields", "--explain"]).code(0).stdout_eq(str![[r#"
apps/v1 Deployment a  # merged field by field, from Kubernetes 1.37
  spec
-   replicas: 5
    template.spec.containers  # merged by name, from Kubernetes 1.37
~     [name="web"].image: web:1 → web:2
+   paused: true

"#]]);
    shown(&["--diff", "--exit-code"]).code(1).stdout_eq(str![[r#"
--- live.yaml	apps/v1 Deployment a
+++ live.yaml	apps/v1 Deployment a
@@ -2,8 +2,8 @@
 kind: Deployment
 metadata: {name: a} # kept
 spec:
-  replicas: 5
   template:
     spec:
       containers:
-      - {name: web, tty: true, image: web:1}
+      - {name: web, tty: true, image: "web:2"}
+  paused: true

"#]]);
    files.smp(&[&args[..], &["-o", "yaml", "--diff"]].concat()).assert().code(2);
}
