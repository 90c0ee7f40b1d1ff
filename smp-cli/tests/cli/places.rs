//! The place to which the arrow of a message points: the name of a field that must not be
//! there, or the value that is wrong.

use crate::Files;

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 1}
";

/// The text that each message marks, for a run with these files and arguments.
fn marked(test: &str, files: &[(&str, &str)], args: &[&str]) -> Vec<String> {
    let files = Files::new(test, &[&[("in.yaml", DEPLOYMENT)], files].concat());
    let output = files.smp(args).output().expect("the command runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    let lines: Vec<_> = stderr.lines().collect();
    let marked = lines.windows(2).filter_map(|lines| {
        let [source, arrows] = lines else { return None };
        let at = arrows.strip_prefix("  |")?.find('^')? + 3;
        let arrows = arrows[at..].bytes().take_while(|&byte| byte == b'^').count();
        source.get(at..at + arrows).map(str::to_owned)
    });
    marked.collect()
}

fn marked_in_patch(test: &str, patch: &str, more: &[&str]) -> Vec<String> {
    marked(test, &[], &[&["patch", "-f", "in.yaml", "-p", patch], more].concat())
}

#[test]
fn an_unknown_field_is_marked_at_its_name() {
    for (patch, name) in [
        ("spec: {replica: 3}", "replica"),
        ("spec:\n  replica: 3", "replica"),
        ("spec: {'replica': 3}", "'replica'"),
        ("spec: {replica: }", "replica"),
        ("spec: {templte: {spec: {}}}", "templte"),
        (r#"{"spec": {"replica": 3}}"#, r#""replica""#),
        (r#"{"spec": {"templte": {"spec": {}}}}"#, r#""templte""#),
        (r#"{"spec": {"repl\u0069ca": 3}}"#, r#""repl\u0069ca""#),
    ] {
        for more in [&[][..], &["--strict"], &["--type", "merge"]] {
            assert_eq!(marked_in_patch("places_unknown", patch, more), [name], "{patch} {more:?}");
        }
    }
}

#[test]
fn a_value_of_another_type_is_marked_itself() {
    for (patch, value) in [
        ("spec: {replicas: \"3\"}", "\"3\""),
        (r#"{"spec": {"replicas": "3"}}"#, "\"3\""),
        ("spec: {$patch: remove}", "remove"),
        (r#"{"spec": {"$patch": "remove"}}"#, r#""remove""#),
    ] {
        assert_eq!(marked_in_patch("places_value", patch, &[]), [value], "{patch}");
    }
}

#[test]
fn a_directive_without_effect_is_marked_at_its_name() {
    for (patch, marked) in [
        ("spec: {$patchh: delete}", "$patchh"),
        (
            "metadata: {finalizers: [a], $setElementOrders/finalizers: [a]}",
            "$setElementOrders/finalizers",
        ),
        ("spec: {template: {spec: {tolerations: [{key: a, $patch: delete}]}}}", "$patch"),
        (
            r#"{"spec": {"template": {"spec": {"tolerations": [{"$patch": "delete"}]}}}}"#,
            r#""$patch""#,
        ),
    ] {
        assert_eq!(marked_in_patch("places_directive", patch, &[]), [marked], "{patch}");
    }
    // In a JSON merge patch they are data.
    let found = marked_in_patch("places_data", "spec: {$patch: delete}", &["--type", "merge"]);
    assert_eq!(found, ["$patch"]);
}

#[test]
fn a_member_that_is_there_twice_is_marked_at_the_second_name() {
    let operations =
        r#"[{"op": "add", "path": "/spec/replicas", "value": 1, "value": 2, "vale": 3}]"#;
    let found = marked_in_patch("places_twice", operations, &["--type", "json"]);
    assert_eq!(found, [r#""value""#, r#""vale""#]);
    let files = Files::new("places_second", &[("in.yaml", DEPLOYMENT)]);
    let args = ["patch", "-f", "in.yaml", "-p", operations, "--type", "json"];
    let output = files.smp(&args).output().expect("the command runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    let column = operations.rfind("\"value\"").expect("the second one") + 1;
    assert!(stderr.contains(&format!(" --> <patch>:1:{column}\n")), "{stderr}");
}

#[test]
fn documents_are_marked_as_patches_are() {
    let modified = DEPLOYMENT.replace("replicas: 1", "replica: 2");
    let found = marked("places_diff", &[("new.yaml", &modified)], &["diff", "in.yaml", "new.yaml"]);
    assert_eq!(found, ["replica"]);
    let kustomization = "patches:\n- pach: a\n  patch: '{}'\n";
    let found = marked(
        "places_kustomization",
        &[("kustomization.yaml", kustomization)],
        &["patch", "-f", "in.yaml", "--kustomization", "."],
    );
    assert_eq!(found, ["pach"]);
}
