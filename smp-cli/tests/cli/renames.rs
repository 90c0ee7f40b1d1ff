//! `smp diff --guess-renames`: objects with another name.

use std::collections::BTreeSet;

use snapbox::cmd::OutputAssert;
use snapbox::str;

use crate::{Files, printed, stdout};

const BEFORE: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: web-config-7k2m9t5fbd, namespace: shop}
data: {COLOR: red}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: rules, namespace: shop}
data:
  rules.txt: |
    one
    two
    three
    four
---
apiVersion: v1
kind: Service
metadata: {name: shop-front, namespace: shop}
spec: {type: ClusterIP, selector: {app: front}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: v1
kind: Secret
metadata: {name: gone, namespace: shop}
stringData: {a: b}
";

const AFTER: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: policies, namespace: shop}
data:
  rules.txt: |
    one
    two
    and a half
    three
    four
---
apiVersion: v1
kind: ConfigMap
metadata: {name: web-config-2b4c6d8f9g, namespace: shop}
data: {COLOR: blue}
---
apiVersion: v1
kind: Service
metadata: {name: front, namespace: shop}
spec: {type: ClusterIP, selector: {app: front}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: v1
kind: Secret
metadata: {name: new, namespace: elsewhere}
stringData: {a: b}
";

fn files(test: &str) -> Files {
    Files::new(test, &[("before.yaml", BEFORE), ("after.yaml", AFTER)])
}

/// Compares the two files.
fn diff(files: &Files, options: &[&str]) -> OutputAssert {
    files.smp(&[&["diff", "before.yaml", "after.yaml"], options].concat()).assert()
}

/// The lines about renamed objects.
fn renamed(files: &Files) -> Vec<String> {
    let text = stdout(&diff(files, &["--guess-renames", "-o", "fields"]));
    text.lines().filter(|line| line.contains(" renamed ")).map(str::to_owned).collect()
}

#[test]
fn as_fields() {
    let run = diff(&files("renames_fields"), &["--guess-renames", "-o", "fields"]);
    run.code(1)
        .stderr_eq(str![[r#"
3 changed, 1 added, 1 removed, 0 unchanged

"#]])
        .stdout_eq(str![[r#"
v1 ConfigMap renamed from shop/web-config-7k2m9t5fbd to shop/web-config-2b4c6d8f9g
~ metadata.name: web-config-7k2m9t5fbd → web-config-2b4c6d8f9g
~ data.COLOR: red → blue
v1 ConfigMap renamed from shop/rules to shop/policies
~ metadata.name: rules → policies
~ data["rules.txt"]: |
    one
    two
+   and a half
    three
    four
v1 Service renamed from shop/shop-front to shop/front
~ metadata.name: shop-front → front
v1 Secret shop/gone: removed
- apiVersion: v1
- kind: Secret
- metadata:
-   name: gone
-   namespace: shop
- stringData:
-   a: "***"
v1 Secret elsewhere/new: added
+ apiVersion: v1
+ kind: Secret
+ metadata:
+   name: new
+   namespace: elsewhere
+ stringData:
+   a: "***"

"#]]);
}

#[test]
fn as_text() {
    let run = diff(&files("renames_text"), &["--guess-renames", "-o", "text"]);
    run.code(1)
        .stderr_eq(str![[r#"
3 changed, 1 added, 1 removed, 0 unchanged

"#]])
        .stdout_eq(str![[r#"
v1 ConfigMap renamed from shop/web-config-7k2m9t5fbd to shop/web-config-2b4c6d8f9g
--- before.yaml	v1 ConfigMap shop/web-config-7k2m9t5fbd
+++ after.yaml	v1 ConfigMap shop/web-config-2b4c6d8f9g
@@ -1,4 +1,4 @@
 apiVersion: v1
 kind: ConfigMap
-metadata: {name: web-config-7k2m9t5fbd, namespace: shop}
-data: {COLOR: red}
+metadata: {name: web-config-2b4c6d8f9g, namespace: shop}
+data: {COLOR: blue}
v1 ConfigMap renamed from shop/rules to shop/policies
--- before.yaml	v1 ConfigMap shop/rules
+++ after.yaml	v1 ConfigMap shop/policies
@@ -1,9 +1,10 @@
 apiVersion: v1
 kind: ConfigMap
-metadata: {name: rules, namespace: shop}
+metadata: {name: policies, namespace: shop}
 data:
   rules.txt: |
     one
     two
+    and a half
     three
     four
v1 Service renamed from shop/shop-front to shop/front
--- before.yaml	v1 Service shop/shop-front
+++ after.yaml	v1 Service shop/front
@@ -1,4 +1,4 @@
 apiVersion: v1
 kind: Service
-metadata: {name: shop-front, namespace: shop}
+metadata: {name: front, namespace: shop}
 spec: {type: ClusterIP, selector: {app: front}, ports: [{port: 80, targetPort: 8080}]}
--- before.yaml	v1 Secret shop/gone
+++ /dev/null
@@ -1,4 +0,0 @@
-apiVersion: v1
-kind: Secret
-metadata: {name: gone, namespace: shop}
-stringData: {a: "***"}
--- /dev/null
+++ after.yaml	v1 Secret elsewhere/new
@@ -0,0 +1,4 @@
+apiVersion: v1
+kind: Secret
+metadata: {name: new, namespace: elsewhere}
+stringData: {a: "***"}

"#]]);
}

#[test]
fn as_patches() {
    let files = files("renames_patches");
    diff(&files, &["--guess-renames"]).code(1).stderr_eq(str![[r#"
v1 ConfigMap renamed from shop/web-config-7k2m9t5fbd to shop/web-config-2b4c6d8f9g; a patch cannot rename an object
v1 ConfigMap renamed from shop/rules to shop/policies; a patch cannot rename an object
v1 Service renamed from shop/shop-front to shop/front; a patch cannot rename an object
removed: v1 Secret shop/gone
added: v1 Secret elsewhere/new; a patch cannot add an object

"#]]).stdout_eq(str![[r#"
apiVersion: v1
kind: ConfigMap
metadata:
  namespace: shop
  name: web-config-7k2m9t5fbd
data:
  COLOR: blue
---
apiVersion: v1
kind: ConfigMap
metadata:
  namespace: shop
  name: rules
data:
  rules.txt: |
    one
    two
    and a half
    three
    four
---
apiVersion: v1
kind: Secret
metadata:
  namespace: shop
  name: gone
$patch: delete

"#]]);
    diff(&files, &["--guess-renames", "--type", "json"]).code(2).stdout_eq("");
}

#[test]
fn nothing_is_guessed_unless_asked_for() {
    let text = stdout(&diff(&files("renames_none"), &["-o", "fields"]));
    assert_eq!(text.matches(" removed").count(), 4, "{text}");
    assert_eq!(text.matches(" added").count(), 4, "{text}");
}

#[test]
fn the_share_of_equal_contents_decides() {
    // Four of five lines are equal.
    let files = files("renames_share");
    for (share, renamed) in [("=80", true), ("=81", false)] {
        let guess = format!("--guess-renames{share}");
        let text = stdout(&diff(&files, &["-o", "fields", &guess]));
        assert_eq!(text.contains("from shop/rules to shop/policies"), renamed, "{text}");
        assert!(text.contains("from shop/shop-front to shop/front"), "{text}");
    }
    for wrong in ["=0", "=101", "=x"] {
        let guess = format!("--guess-renames{wrong}");
        diff(&files, &[&guess]).code(2).stdout_eq("");
    }
}

/// The most alike objects belong together, whatever their order is.
#[test]
fn each_object_has_one_other() {
    let object = |name: &str, lines: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{a: {lines:?}}}\n---\n"
        )
    };
    let before =
        object("a", "1\n2\n3\n4") + &object("b", "1\n2\n3\n4\n5") + &object("kept", "x\ny");
    let after =
        object("kept", "x\ny") + &object("y", "1\n2\n3\n4\n5\n6") + &object("x", "1\n2\n3\n4\n7");
    let files = Files::new("renames_alike", &[("before.yaml", &before), ("after.yaml", &after)]);
    assert_eq!(
        renamed(&files),
        ["v1 ConfigMap renamed from a to x", "v1 ConfigMap renamed from b to y"]
    );
}

/// Several objects with a generated name of one base: those with nothing in common are not
/// matched, except the last ones.
#[test]
fn generated_names() {
    let job = |name: &str, image: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\n\
             spec: {{nodeName: {image}, schedulerName: {image}, priority: 1}}\n---\n"
        )
    };
    let before = job("run-x2x9p", "a") + &job("run-7b7b7", "b");
    let after = job("run-4c4c4", "b") + &job("run-5d5d5", "c");
    let files =
        Files::new("renames_generated", &[("before.yaml", &before), ("after.yaml", &after)]);
    let wanted = [
        "v1 Pod renamed from run-x2x9p to run-5d5d5",
        "v1 Pod renamed from run-7b7b7 to run-4c4c4",
    ];
    assert_eq!(renamed(&files), wanted);
}

/// The patches of renamed objects are for the old names, and apply.
#[test]
fn the_patches_apply() {
    let files = files("renames_apply");
    let patches = stdout(&diff(&files, &["--guess-renames", "-q"]).stderr_eq(""));
    std::fs::write(files.0.join("patches.yaml"), patches).expect("a file for the test");
    let args = ["patch", "-f", "before.yaml", "--patch-file", "patches.yaml"];
    let text = printed(files.smp(&args));
    assert!(text.contains("COLOR: blue") && text.contains("and a half"), "{text}");
    assert!(text.contains("name: rules") && !text.contains("name: gone"), "{text}");
}

#[test]
fn many_objects_that_are_alike() {
    // Each has 40 parts that all others have, and one of its own.
    let object = |name: String, number: usize| {
        let shared: Vec<_> = (0..40).map(|at| format!("  k{at}: same\n")).collect();
        let shared = shared.concat();
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata:\n{shared}  own: v{number}\n---\n"
        )
    };
    let before: String = (0..300).map(|number| object(format!("a{number}"), number)).collect();
    let after: String = (0..300).rev().map(|number| object(format!("b{number}"), number)).collect();
    let files = Files::new("renames_many", &[("before.yaml", &before), ("after.yaml", &after)]);
    let wanted = (0..300).map(|number| format!("v1 ConfigMap renamed from a{number} to b{number}"));
    assert_eq!(BTreeSet::from_iter(renamed(&files)), wanted.collect());
}
