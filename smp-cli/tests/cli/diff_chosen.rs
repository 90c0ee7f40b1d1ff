//! The choice of objects and fields for a diff, and the comparison of lists without a key.

use snapbox::str;

use crate::{Files, printed, stderr, stdout};

fn files(test: &str) -> Files {
    let deployment = |name: &str, replicas: u8| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}, annotations: {{a: '{replicas}'}}}}\n\
             spec: {{replicas: {replicas}}}\n"
        )
    };
    let old = [deployment("a", 1), deployment("b", 1), deployment("c", 1)].join("---\n");
    let new = [deployment("a", 2), deployment("b", 1), deployment("d", 1)].join("---\n");
    Files::new(test, &[("old.yaml", &old), ("new.yaml", &new)])
}

#[test]
fn objects_and_fields() {
    let files = files("chosen_objects");
    let diff = |args: &[&str]| {
        files.smp(&[&["diff", "old.yaml", "new.yaml", "-o", "fields"], args].concat()).assert()
    };
    diff(&[]).code(1).stderr_eq(str![[r#"
1 changed, 1 added, 1 removed, 1 unchanged

"#]]);
    diff(&["-q"]).stderr_eq("");
    diff(&["--name", "a", "--ignore", "metadata.annotations.*", "--ignore", "spec.none"])
        .code(1)
        .stdout_eq(str![[r#"
apps/v1 Deployment a
~ spec.replicas: 1 → 2

"#]])
        .stderr_eq(str![[r#"
warning: --ignore spec.none: no object has such a field

"#]]);
    diff(&["--name", "a|c", "--path", "spec"]).code(1).stdout_eq(str![[r#"
apps/v1 Deployment a
~ spec.replicas: 1 → 2
apps/v1 Deployment c: removed
- spec:
-   replicas: 1

"#]]);
    diff(&["--kind", "Pod"]).code(0).stdout_eq("").stderr_eq(str![[r#"
warning: no object is chosen: kind Pod
 |
 = help: regular expressions have to match the whole name, as web-.* does

"#]]);
    let patch = files.smp(&["diff", "old.yaml", "new.yaml", "--name", "a"]).assert().code(1);
    patch.stdout_eq(str![[r#"
metadata:
  annotations:
    a: "2"
spec:
  replicas: 2

"#]]);
}

#[test]
fn versions_of_a_definition() {
    let definition = |versions: &[&str]| {
        let versions = versions
            .iter()
            .map(|name| format!("  - {{name: {name}, served: true, storage: false}}\n"));
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: w}}\nspec:\n  versions:\n{}",
            versions.collect::<Vec<_>>().concat()
        )
    };
    let (old, new) = (definition(&["v1", "v2"]), definition(&["v1alpha1", "v1", "v2"]));
    let files = Files::new("chosen_versions", &[("old.yaml", &old), ("new.yaml", &new)]);
    let fields = files.smp(&["diff", "old.yaml", "new.yaml", "-o", "fields"]).assert().code(1);
    fields.stdout_eq(str![[r#"
apiextensions.k8s.io/v1 CustomResourceDefinition w
+ spec.versions[name="v1alpha1"]:
+   name: v1alpha1
+   served: true
+   storage: false

"#]]);
    let patch = files.smp(&["diff", "old.yaml", "new.yaml", "--type", "json"]).assert().code(1);
    patch.stdout_eq(str![[r#"
- op: add
  path: /spec/versions/0
  value:
    name: v1alpha1
    served: true
    storage: false

"#]]);
    let text = files.smp(&["diff", "old.yaml", "new.yaml", "-o", "text"]).assert().code(1);
    assert_eq!(stdout(&text).lines().filter(|line| line.starts_with(['+', '-'])).count(), 3);
    assert_eq!(stderr(&text), "");
    let patch = stdout(&files.smp(&["diff", "old.yaml", "new.yaml", "--type", "json"]).assert());
    let patched =
        files.smp(&["patch", "-f", "old.yaml", "--type", "json", "-p", &patch, "-o", "json"]);
    assert!(printed(patched).contains("v1alpha1"));
}
