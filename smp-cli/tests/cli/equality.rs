//! `--equality canonical`: values in another spelling are no difference. And the patch of which a
//! shell has taken the `$`.

use crate::{Files, printed};

const WANTED: &str = "\
apiVersion: v1
kind: Pod
metadata: {name: p, creationTimestamp: null}
spec:
  tolerations: []
  containers:
  - name: a
    resources: {limits: {cpu: 1000m, memory: 1024Mi}}
";

const LIVE: &str = "\
apiVersion: v1
kind: Pod
metadata: {name: p, creationTimestamp: \"2026-01-01T00:00:00Z\"}
spec:
  containers:
  - name: a
    resources: {limits: {cpu: \"1\", memory: 1Gi}}
";

fn files(test: &str) -> Files {
    let other = WANTED.replace("1000m", "1500m");
    Files::new(
        test,
        &[
            ("wanted.yaml", WANTED),
            ("other.yaml", &other),
            ("live.yaml", LIVE),
            ("one.yaml", "{kind: Pod, apiVersion: v1, spec: {overhead: {cpu: 1000m}}}"),
            ("two.yaml", "{kind: Pod, apiVersion: v1, spec: {overhead: {cpu: 1}}}"),
        ],
    )
}

const CANONICAL: [&str; 2] = ["--equality", "canonical"];

#[test]
fn three_way_merges_end() {
    let files = files("equality_apply");
    let apply = |wanted: &str, more: &[&str]| {
        let apply = ["apply", "--last-applied", "wanted.yaml", "--modified", wanted];
        printed(files.smp(&[&apply[..], &["--live", "live.yaml", "-o", "patch"], more].concat()))
    };
    assert!(apply("wanted.yaml", &[]).contains("1000m"));
    assert_eq!(apply("wanted.yaml", &CANONICAL).trim(), "{}");
    let patch = apply("other.yaml", &CANONICAL);
    assert!(patch.contains("1500m") && !patch.contains("memory"), "{patch}");
}

#[test]
fn diffs_and_conflicts() {
    let files = files("equality_diff");
    for form in [["-o", "fields"], ["-o", "json"]] {
        let diff = |wanted: &str, more: &[&str]| {
            let diff = ["diff", "live.yaml", wanted];
            files.smp(&[&diff[..], &form, more].concat())
        };
        // The time is in one file only.
        let text = String::from_utf8(diff("wanted.yaml", &CANONICAL).output().unwrap().stdout);
        let text = text.unwrap();
        assert!(!text.contains("1000m") && !text.contains("1024Mi"), "{text}");
        let text = String::from_utf8(diff("other.yaml", &CANONICAL).output().unwrap().stdout);
        assert!(text.unwrap().contains("1500m"));
    }
    files.smp(&["conflicts", "one.yaml", "two.yaml"]).assert().code(1);
    files.smp(&[&["conflicts", "one.yaml", "two.yaml"], &CANONICAL[..]].concat()).assert().code(0);
}

#[test]
fn a_patch_of_which_a_shell_took_a_variable() {
    let files = files("equality_shell");
    for patch in [
        r#"{"spec": {"/containers": [{"name": "a"}]}}"#,
        r#"{"spec": {"": "replace", "hostname": "h"}}"#,
        "spec: {: replace, hostname: h}",
        "spec:\n  containers:\n  - name: a\n    : delete\n",
    ] {
        let output = files.smp(&["patch", "-f", "live.yaml", "-p", patch]).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("write the patch in single quotes"), "{message}");
    }
}
