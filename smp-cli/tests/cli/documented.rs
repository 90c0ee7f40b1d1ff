//! `--dialect documented`: the schemas that only the documents describe.

use snapbox::str;

use crate::{Files, printed};

fn pod(handler: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec:\n  containers:\n  - name: web\n    \
         lifecycle:\n      preStop: {handler}\n"
    )
}

#[test]
fn the_types_of_the_appendix_retain_keys() {
    let exec = pod("{exec: {command: [a]}}");
    let http = pod("{httpGet: {port: 80}}");
    let files = Files::new("documented_retain_keys", &[("old.yaml", &exec), ("new.yaml", &http)]);
    let diff = |options: &[&str]| files.smp(&[&["diff", "old.yaml", "new.yaml"], options].concat());
    diff(&["--dialect", "documented"]).assert().code(1).stderr_eq("").stdout_eq(str![[r#"
spec:
  $setElementOrder/containers:
  - name: web
  containers:
  - name: web
    lifecycle:
      preStop:
        $retainKeys:
        - httpGet
        httpGet:
          port: 80
        exec: null

"#]]);
    let by_default = diff(&[]).assert().code(1);
    assert!(!crate::stdout(&by_default).contains("$retainKeys"));

    let patch = "spec: {containers: [{name: web, lifecycle: {preStop: {$retainKeys: [sleep], sleep: {seconds: 1}}}}]}";
    let args = ["patch", "-f", "old.yaml", "-p", patch, "--dialect", "documented"];
    let patched = printed(files.smp(&args));
    assert!(patched.contains("sleep") && !patched.contains("exec"), "{patched}");
}

#[test]
fn an_overlay_of_the_user_is_above_that_of_the_documents() {
    let overlay = "apiVersion: v1\nkind: Pod\nfields: {\"spec.containers[].lifecycle.preStop\": {strategy: replace}}\n";
    let (exec, http) = (pod("{exec: {command: [a]}}"), pod("{httpGet: {port: 80}}"));
    let files = Files::new(
        "documented_own_overlay",
        &[("old.yaml", &exec), ("new.yaml", &http), ("overlay.yaml", overlay)],
    );
    let args =
        ["diff", "old.yaml", "new.yaml", "--dialect", "documented", "--schema", "overlay.yaml"];
    let diff = files.smp(&args).assert().code(1);
    assert!(!crate::stdout(&diff).contains("$retainKeys"));
}

#[test]
fn explain_shows_the_rules_of_the_documents() {
    let files = Files::new("documented_explain", &[]);
    let strategy = |options: &[&str]| {
        let field = "Pod.spec.containers.lifecycle.preStop";
        printed(files.smp(&[&["explain", field, "-o", "json"], options].concat()))
    };
    assert!(!strategy(&[]).contains("retainKeys"));
    assert!(strategy(&["--dialect", "documented"]).contains("retainKeys"));
}

/// The directive has its effect in an object with the strategy `replace`, too.
#[test]
fn deleting_an_object_that_is_replaced_is_no_warning() {
    let budget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec:\n  minAvailable: 1\n";
    let live = format!("{budget}  selector:\n    matchLabels: {{a: b}}\n");
    let files = Files::new("documented_delete", &[("live.yaml", &live)]);
    let patch = ["patch", "-f", "live.yaml", "-p", "spec: {selector: {$patch: delete}}"];
    let documented = ["--dialect", "documented", "--strict"];
    files.smp(&patch).args(documented).assert().code(0).stderr_eq("").stdout_eq(budget);
    let by_default = files.smp(&patch).assert().code(0);
    assert!(crate::stderr(&by_default).contains("has no effect here"));
}
