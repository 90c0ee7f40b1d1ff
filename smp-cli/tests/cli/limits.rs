//! What the command says beyond a limit: nothing is left out in silence, and no
//! message names a setting that only a program has.

use std::fmt::Write as _;

use crate::Files;

/// What a run that fails prints to standard error.
fn message(files: &Files, args: &[&str]) -> String {
    let output = files.smp(args).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn more_broken_unions_than_are_listed_are_counted() {
    let mut pod = "apiVersion: v1\nkind: Pod\nspec:\n  volumes:\n".to_owned();
    for at in 0..103 {
        let _ = writeln!(pod, "  - {{name: v{at}, emptyDir: {{}}, hostPath: {{path: /}}}}");
    }
    let files = Files::new("limits_unions", &[("pod.yaml", &pod)]);
    let args = ["patch", "-f", "pod.yaml", "-p", "{}", "--unions", "validate"];
    let message = message(&files, &args);
    assert_eq!(message.matches("expected at most one").count(), 100);
    assert!(message.contains("error: and 3 more; correct those above first"), "{message}");
}

#[test]
fn more_mistakes_of_a_definition_than_are_listed_are_counted() {
    let mut crd = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Widget}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
"
    .to_owned();
    for at in 0..103 {
        let _ = writeln!(crd, "          f{at}: {{type: nonsense}}");
    }
    let widget = "apiVersion: example.com/v1\nkind: Widget\n";
    let files = Files::new("limits_crd", &[("crd.yaml", &crd), ("widget.yaml", widget)]);
    let args = ["patch", "-f", "widget.yaml", "-p", "{}", "--schema", "crd.yaml"];
    let message = message(&files, &args);
    assert_eq!(message.matches("nonsense").count(), 101, "one is shown at its place: {message}");
    assert!(message.contains("note: and 3 more; correct those above first"), "{message}");
    assert!(!message.contains("max_errors"), "{message}");
}

#[test]
fn nesting_names_no_setting_of_the_library() {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let files = Files::new(
        "limits_depth",
        &[("pod.json", r#"{"apiVersion":"v1","kind":"Pod"}"#), ("patch.json", &deep)],
    );
    let message = message(&files, &["patch", "-f", "pod.json", "--patch-file", "patch.json"]);
    assert!(message.contains("nested deeper than 128 levels, which is as deep as smp looks"));
    assert!(!message.contains("max_depth"), "{message}");
}
