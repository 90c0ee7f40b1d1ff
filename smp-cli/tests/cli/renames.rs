//! `smp diff --guess-renames`: objects with another name.

use snapbox::str;

use crate::Files;

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

const DIFF: [&str; 4] = ["diff", "before.yaml", "after.yaml", "--guess-renames"];

#[test]
fn as_fields() {
    let args = [&DIFF[..], &["-o", "fields"]].concat();
    files("renames_fields").smp(&args).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
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
-   a: b
v1 Secret elsewhere/new: added
+ apiVersion: v1
+ kind: Secret
+ metadata:
+   name: new
+   namespace: elsewhere
+ stringData:
+   a: b

"#]]);
}

#[test]
fn as_text() {
    let args = [&DIFF[..], &["-o", "text"]].concat();
    files("renames_text").smp(&args).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
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
-stringData: {a: b}
--- /dev/null
+++ after.yaml	v1 Secret elsewhere/new
@@ -0,0 +1,4 @@
+apiVersion: v1
+kind: Secret
+metadata: {name: new, namespace: elsewhere}
+stringData: {a: b}

"#]]);
}

#[test]
fn as_patches() {
    let files = files("renames_patches");
    files.smp(&DIFF).assert().code(1).stderr_eq(str![[r#"
v1 ConfigMap renamed from shop/web-config-7k2m9t5fbd to shop/web-config-2b4c6d8f9g, which no patch can do
v1 ConfigMap renamed from shop/rules to shop/policies, which no patch can do
v1 Service renamed from shop/shop-front to shop/front, which no patch can do
removed: v1 Secret shop/gone
added: v1 Secret elsewhere/new, which no patch can do

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
    let args = [&DIFF[..], &["--type", "json"]].concat();
    files.smp(&args).assert().code(2).stdout_eq("");
}

#[test]
fn nothing_is_guessed_unless_asked_for() {
    let args = ["diff", "before.yaml", "after.yaml", "-o", "fields"];
    let output = files("renames_none").smp(&args).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.matches(" removed").count(), 4, "{text}");
    assert_eq!(text.matches(" added").count(), 4, "{text}");
}

#[test]
fn the_share_of_equal_contents_decides() {
    // Four of five lines are equal.
    let files = files("renames_share");
    for (share, renamed) in [("=80", true), ("=81", false)] {
        let guess = format!("--guess-renames{share}");
        let args = ["diff", "before.yaml", "after.yaml", "-o", "fields", &guess];
        let output = files.smp(&args).output().expect("the command runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.contains("from shop/rules to shop/policies"), renamed, "{text}");
        assert!(text.contains("from shop/shop-front to shop/front"), "{text}");
    }
    for wrong in ["=0", "=101", "=x"] {
        let guess = format!("--guess-renames{wrong}");
        files.smp(&["diff", "before.yaml", "after.yaml", &guess]).assert().code(2).stdout_eq("");
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
    let args = [&DIFF[..], &["-o", "fields"]].concat();
    let output = files.smp(&args).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let renamed: Vec<_> = text.lines().filter(|line| line.contains(" renamed ")).collect();
    assert_eq!(renamed, ["v1 ConfigMap renamed from a to x", "v1 ConfigMap renamed from b to y"]);
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
    let args = [&DIFF[..], &["-o", "fields"]].concat();
    let output = files.smp(&args).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let renamed: Vec<_> = text.lines().filter(|line| line.contains(" renamed ")).collect();
    let wanted = [
        "v1 Pod renamed from run-x2x9p to run-5d5d5",
        "v1 Pod renamed from run-7b7b7 to run-4c4c4",
    ];
    assert_eq!(renamed, wanted);
}

/// The patches of renamed objects are for the old names, and apply.
#[test]
fn the_patches_apply() {
    let files = files("renames_apply");
    let output = files.smp(&[&DIFF[..], &["-q"]].concat()).output().expect("the command runs");
    assert!(output.stderr.is_empty());
    let patches = String::from_utf8(output.stdout).expect("UTF-8");
    std::fs::write(files.0.join("patches.yaml"), patches).expect("a file for the test");
    let args = ["patch", "-f", "before.yaml", "--patch-file", "patches.yaml"];
    let output = files.smp(&args).output().expect("the command runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
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
    let args = [&DIFF[..], &["-o", "fields"]].concat();
    let output = files.smp(&args).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for number in 0..300 {
        let line = format!("v1 ConfigMap renamed from a{number} to b{number}\n");
        assert!(text.contains(&line), "{number}");
    }
}
