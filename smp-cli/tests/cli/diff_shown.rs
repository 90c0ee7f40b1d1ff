//! `smp diff -o text|fields`: what differs between manifests, for people.

use snapbox::str;

use crate::{Files, smp};

const LIVE: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 1c5c9e2e
  resourceVersion: \"81\"
  generation: 3
  creationTimestamp: \"2026-01-01T00:00:00Z\"
  annotations:
    deployment.kubernetes.io/revision: \"3\"
    team: a
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: web
        image: web:1
      - name: log
        image: log:1
status:
  readyReplicas: 2
";

const WANTED: &str = "\
# The web server.
apiVersion: apps/v1
kind: Deployment
metadata:
  namespace: shop
  name: web
  annotations:
    team: b
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: log
        image: log:1
      - name: web
        image: web:2
";

fn files(test: &str) -> Files {
    Files::new(test, &[("live.yaml", LIVE), ("wanted.yaml", WANTED)])
}

#[test]
fn fields() {
    let args = ["diff", "live.yaml", "wanted.yaml", "-o", "fields", "--ignore", "server"];
    let files = files("diff_fields");
    files.smp(&args).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
apps/v1 Deployment shop/web
  metadata.annotations
-   ["deployment.kubernetes.io/revision"]: "3"
~   team: a → b
  spec.template.spec.containers
>   [name="log"]: moved from place 2 to 1, the first
~   [name="web"].image: web:1 → web:2

"#]]);
    let revision = "metadata.annotations[\"deployment.kubernetes.io/revision\"]";
    let args = [&args[..], &["--ignore", revision, "--explain"]].concat();
    files.smp(&args).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
apps/v1 Deployment shop/web  # merged field by field, from Kubernetes 1.37
~ metadata.annotations.team: a → b
  spec.template.spec.containers  # merged by name, from Kubernetes 1.37
>   [name="log"]: moved from place 2 to 1, the first
~   [name="web"].image: web:1 → web:2

"#]]);
}

#[test]
fn text() {
    let args = ["diff", "live.yaml", "wanted.yaml", "-o", "text", "--ignore", "server"];
    let files = files("diff_text");
    let args = [&args[..], &["--ignore", "spec.template.spec.containers.image"]].concat();
    files.smp(&args).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
--- live.yaml	apps/v1 Deployment shop/web
+++ wanted.yaml	apps/v1 Deployment shop/web
@@ -1,15 +1,15 @@
+# The web server.
 apiVersion: apps/v1
 kind: Deployment
 metadata:
+  namespace: shop
   name: web
-  namespace: shop
   annotations:
-    deployment.kubernetes.io/revision: "3"
-    team: a
+    team: b
 spec:
   replicas: 2
   template:
     spec:
       containers:
+      - name: log
       - name: web
-      - name: log

"#]]);
}

#[test]
fn equal_objects() {
    for style in ["text", "fields"] {
        let args = ["diff", "deployment.yaml", "deployment.yaml", "-o", style];
        smp(&args).assert().code(0).stderr_eq("").stdout_eq("");
    }
    // Another order of fields is no other field; the lines are others.
    let files = Files::new(
        "diff_order",
        &[
            ("a.yaml", "apiVersion: v1\nkind: Pod\nspec: {hostname: a, nodeName: b}\n"),
            (
                "b.yaml",
                "kind: Pod\napiVersion: v1\nspec: {nodeName: b, hostname: a}\nstatus: null\n",
            ),
        ],
    );
    files.smp(&["diff", "a.yaml", "b.yaml", "-o", "fields"]).assert().code(0).stdout_eq("");
    files.smp(&["diff", "a.yaml", "b.yaml", "-o", "text"]).assert().code(1);
}

const SET: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: gone}
data: {a: b}
---
apiVersion: v1
kind: Service
metadata: {name: same}
---
apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: moved}
";

#[test]
fn sets() {
    let json = r#"{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "same"}},
  {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "moved"}},
  {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "new"}, "data": {"a": "b"}}
]}"#;
    let files = Files::new("diff_sets", &[("a.yaml", SET), ("b.json", json)]);
    let shown = |style| files.smp(&["diff", "a.yaml", "b.json", "-o", style]).assert().code(1);
    shown("fields")
        .stderr_eq(str![[r#"
1 changed, 1 added, 1 removed, 1 unchanged

"#]])
        .stdout_eq(str![[r#"
networking.k8s.io/v1beta1 Ingress moved
~ apiVersion: networking.k8s.io/v1beta1 → networking.k8s.io/v1
v1 ConfigMap gone: removed
- apiVersion: v1
- kind: ConfigMap
- metadata:
-   name: gone
- data:
-   a: b
v1 ConfigMap new: added
+ apiVersion: v1
+ kind: ConfigMap
+ metadata:
+   name: new
+ data:
+   a: b

"#]]);
    shown("text")
        .stderr_eq(str![[r#"
1 changed, 1 added, 1 removed, 1 unchanged

"#]])
        .stdout_eq(str![[r#"
--- a.yaml	networking.k8s.io/v1beta1 Ingress moved
+++ b.json	networking.k8s.io/v1 Ingress moved
@@ -1,4 +1,4 @@
-apiVersion: networking.k8s.io/v1beta1
+apiVersion: networking.k8s.io/v1
 kind: Ingress
 metadata:
   name: moved
--- a.yaml	v1 ConfigMap gone
+++ /dev/null
@@ -1,4 +0,0 @@
-apiVersion: v1
-kind: ConfigMap
-metadata: {name: gone}
-data: {a: b}
--- /dev/null
+++ b.json	v1 ConfigMap new
@@ -0,0 +1,6 @@
+apiVersion: v1
+kind: ConfigMap
+metadata:
+  name: new
+data:
+  a: b

"#]]);
}

#[test]
fn kinds_without_a_schema() {
    let widget = |size: u8| {
        format!(
            "apiVersion: example.com/v1\nkind: Widget\nspec:\n  parts: [{{name: a, size: {size}}}]\n"
        )
    };
    let files = Files::new("diff_custom", &[("a.yaml", &widget(1)), ("b.yaml", &widget(2))]);
    files
        .smp(&["diff", "a.yaml", "b.yaml", "-o", "fields", "--explain"])
        .assert()
        .code(1)
        .stderr_eq("")
        .stdout_eq(str![[r#"
example.com/v1 Widget  # JSON merge patch: objects merge, lists are replaced
~ spec.parts[name="a"].size: 1 → 2

"#]]);
}

#[test]
fn the_type_of_the_patch_decides() {
    let files = files("diff_type");
    let run = |kind: &str| {
        let args =
            ["diff", "live.yaml", "wanted.yaml", "-o", "fields", "--explain", "--type", kind];
        let output = files.smp(&args).output().expect("the command runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert!(run("merge").ends_with("# JSON merge patch: objects merge, lists are replaced"));
    assert!(run("json").ends_with("# JSON patch: the operations say what changes"));
    assert!(run("auto").ends_with("# merged field by field, from Kubernetes 1.37"));
}

#[test]
fn wrong_use() {
    let files = files("diff_wrong_use");
    let run = |more: &[&str]| {
        let args = [&["diff", "live.yaml", "wanted.yaml"], more].concat();
        files.smp(&args).assert().code(2).stdout_eq("")
    };
    run(&["--ignore", "server"]).stderr_eq(str![[r#"
error: --explain, --ignore and --path are for -o text and -o fields

"#]]);
    run(&["-o", "text", "--explain"]).stderr_eq(str![[r#"
error: --explain needs the output of fields
 |
 = help: give --diff=fields, or -o fields with smp diff

"#]]);
    run(&["-o", "fields", "--ignore", "metadata[\"a"]).stderr_eq(str![[r#"
error: --ignore "metadata[/"a": expected [0], [*], [name="a"] or ["a.b"] at ["a
 |
 = help: give a path such as spec.template.metadata.annotations.*, or as messages have it

"#]]);
    run(&["-o", "fields", "--ignore", ""]).stderr_eq(str![[r#"
error: --ignore "": the path is empty; name a field
 |
 = help: give a path such as spec.template.metadata.annotations.*, or as messages have it

"#]]);
}

#[test]
fn directories() {
    let pod = |image: &str| {
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec: {{hostname: {image}}}\n")
    };
    let files = Files::new(
        "diff_directories",
        &[
            ("old/a.yaml", &pod("1")),
            ("old/README.md", "# Title\n\n- some text: here\n"),
            ("old/.hidden.yaml", "[}"),
            ("old/v1.Pod.default.b", &pod("1").replace("name: a", "name: b")),
            (
                "new/other.json",
                r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"hostname":"2"}}"#,
            ),
            ("new/v1.Pod.default.b", ""),
        ],
    );
    files
        .smp(&["diff", "old", "new", "-o", "fields"])
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
old/README.md: no Kubernetes object, left out
1 changed, 0 added, 1 removed, 0 unchanged

"#]])
        .stdout_eq(str![[r#"
v1 Pod a
~ spec.hostname: 1 → "2"
v1 Pod b: removed
- apiVersion: v1
- kind: Pod
- metadata:
-   name: b
- spec:
-   hostname: 1

"#]]);
    // The patches between them, too.
    files.smp(&["diff", "old", "new", "-q"]).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  hostname: "2"
---
apiVersion: v1
kind: Pod
metadata:
  name: b
$patch: delete

"#]]);
    let files = Files::new("diff_directories_broken", &[("old/a.yaml", "[}"), ("new/a.yaml", "")]);
    files.smp(&["diff", "old", "new", "-o", "text"]).assert().code(0).stdout_eq("");
    files.smp(&["diff", "old", "new", "-o", "text", "--strict"]).assert().code(2).stdout_eq("");
}
