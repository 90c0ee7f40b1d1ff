//! `smp apply --server-side` of objects that kubectl has applied client-side before. `cargo xtask cluster
//! kubectl` compares the results with those of kubectl.

use std::fs;

use serde_json::{Value, json};

use crate::server_side::NOON;
use crate::{Files, printed, stderr, stdout};

const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// A `ConfigMap` with an entry of managers for each manager, operation and members of `data`.
fn live(data: &Value, entries: &[(&str, &str, &[&str])]) -> Value {
    let entry = |(manager, operation, names): &(&str, &str, &[&str])| {
        let mut fields = json!({"f:data": {}});
        for name in *names {
            fields["f:data"][format!("f:{name}")] = json!({});
        }
        if *manager == "kubectl-client-side-apply" {
            fields["f:metadata"]["f:annotations"] = json!({".": {}, format!("f:{ANNOTATION}"): {}});
            fields["f:data"]["."] = json!({});
        }
        json!({"manager": manager, "operation": operation, "apiVersion": "v1",
            "time": "2026-01-01T00:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": fields})
    };
    let last = json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "1", "b": "1"},
        "metadata": {"annotations": {}, "name": "m", "namespace": "default"}});
    json!({"apiVersion": "v1", "kind": "ConfigMap", "data": data, "metadata": {
        "name": "m", "namespace": "default", "annotations": {ANNOTATION: format!("{last}\n")},
        "managedFields": entries.iter().map(entry).collect::<Vec<_>>()}})
}

const CLIENT_SIDE: (&str, &str, &[&str]) = ("kubectl-client-side-apply", "Update", &["a", "b"]);

fn files(test: &str, live: &Value) -> Files {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n";
    let files = Files::new(test, &[("live.json", &live.to_string())]);
    for value in ["1", "9"] {
        let stated = format!("{config}data: {{a: '{value}'}}\n");
        fs::write(files.0.join(format!("a{value}.yaml")), stated).expect("a file");
    }
    files
}

fn apply<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["apply", "--server-side", "--live", "live.json", NOON, "-f", file];
    [&args[..], more].concat()
}

fn applied(files: &Files, args: &[&str]) -> Value {
    serde_json::from_str(&printed(files.smp(args))).expect("JSON")
}

/// The entries, as texts such as `kubectl Apply`.
fn managers(object: &Value) -> Vec<String> {
    let entries = object["metadata"]["managedFields"].as_array().expect("entries");
    let text = |entry: &Value, name: &str| entry[name].as_str().expect("a text").to_owned();
    entries.iter().map(|it| format!("{} {}", text(it, "manager"), text(it, "operation"))).collect()
}

#[test]
fn what_the_manifest_lacks_is_removed() {
    let robot = ("robot", "Update", &["c"][..]);
    let live = live(&json!({"a": "1", "b": "1", "c": "1"}), &[CLIENT_SIDE, robot]);
    let files = files("server_side_kubectl", &live);
    // The values that kubectl applied are no conflict: they are its own.
    for (file, value) in [("a1.yaml", "1"), ("a9.yaml", "9")] {
        let run = files.smp(&apply(file, &["-o", "json"])).assert().code(0).stderr_eq("");
        let object: Value = serde_json::from_str(&stdout(&run)).expect("JSON");
        assert_eq!(object["data"], json!({"a": value, "c": "1"}));
        let last = object["metadata"]["annotations"][ANNOTATION].as_str().expect("a text");
        let last: Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(last["data"], json!({"a": value}));
        // kubectl sends the namespace, also if the manifest does not state it.
        assert_eq!(last["metadata"]["namespace"], "default");
        assert_eq!(
            managers(&object),
            ["kubectl-last-applied Apply", "kubectl Apply", "robot Update"],
        );
        // Once more it changes nothing.
        fs::write(files.0.join("again.json"), object.to_string()).expect("a file");
        let args = ["apply", "--server-side", "--live", "again.json", "-f", file, "--diff=fields"];
        files.smp(&args).assert().code(0).stdout_eq("").stderr_eq("");
    }
    // The comparison shows the same change.
    let diff = ["diff", "--server-side", "live.json", "a9.yaml", NOON];
    let run = files.smp(&diff).assert().code(1).stderr_eq("");
    assert!(stdout(&run).contains("-   b: \"1\"\n"), "{}", stdout(&run));
    assert!(!stdout(&run).contains("loses"), "{}", stdout(&run));
}

#[test]
fn another_manager_takes_over_from_client_side_apply() {
    let robot = ("robot", "Update", &["a"][..]);
    let live = live(&json!({"a": "1", "b": "1"}), &[CLIENT_SIDE, robot]);
    let files = files("server_side_kubectl_manager", &live);
    let object = applied(&files, &apply("a1.yaml", &["--field-manager", "ci"]));
    assert_eq!(object["data"], json!({"a": "1"}));
    assert_eq!(managers(&object), ["ci Apply", "robot Update"]);
    // The annotation is kubectl's.
    assert!(object["metadata"]["annotations"].get(ANNOTATION).is_none(), "{object}");
    let args = apply("a9.yaml", &["--field-manager", "ci"]);
    let run = files.smp(&args).assert().code(2).stdout_eq("");
    for part in [r#"conflicts with "kubectl-client-side-apply" using v1"#, r#""robot" using v1"#] {
        assert!(stderr(&run).contains(part), "{part}: {}", stderr(&run));
    }
    let run = files.smp(&[&args[..], &["--force-conflicts"]].concat()).assert().code(0);
    // What is migrated is not lost.
    let lost = r#""robot" using v1 (last change: 2026-01-01T00:00:00Z) loses .data.a to "ci""#;
    run.stderr_eq(format!("{lost}\n"));
}
