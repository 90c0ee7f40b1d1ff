//! The diff that `smp serve` prints when it stops, and the files that git makes with it.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::Files;
use crate::serve::{SHOP, Serving, WIDGETS};

/// Applies a diff with git in the directory of the files, as the page about it says.
fn git_apply(files: &Files, diff: &str) {
    std::fs::write(files.0.join("changes.diff"), diff).expect("a file");
    let output = Command::new("git")
        .args(["apply", "changes.diff"])
        .current_dir(&files.0)
        .env("GIT_CEILING_DIRECTORIES", files.0.parent().expect("a directory"))
        .output()
        .expect("git runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{diff}");
}

/// The files below `k8s`, with their texts.
fn texts(files: &Files) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(files.0.join("k8s")).expect("a directory");
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a file"))
    };
    let mut texts: Vec<_> = entries.map(|it| read(it.expect("an entry").path())).collect();
    texts.sort();
    texts
}

/// Files, without those that a diff has made in an earlier run.
fn fresh(test: &str, files: &[(&str, &str)]) -> Files {
    std::fs::remove_dir_all(Files::new(test, &[]).0).expect("an old directory");
    Files::new(test, files)
}

#[test]
fn git_applies_the_diff() {
    let gone = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: gone}\n";
    let files = fresh(
        "serve_git",
        &[
            ("k8s/shop.yaml", SHOP),
            ("k8s/gone.yaml", gone),
            ("k8s/a b.yaml", &gone.replace("gone", "spaces")),
            ("k8s/widgets.yaml", WIDGETS),
            ("k8s/Default_ConfigMap_Same.yaml", "# Nothing.\n"),
        ],
    );
    let serving = Serving::start(&files, &[]);
    let json = "application/json";
    let maps = |namespace: &str| format!("/api/v1/namespaces/{namespace}/configmaps");
    let new = |name: &str| json!({"metadata": {"name": name}, "data": {"a": "1"}});
    for namespace in ["default", "other"] {
        for name in ["same", "a-b", "a.b"] {
            assert_eq!(serving.ask("POST", &maps(namespace), json, &new(name)).0, 201);
        }
    }
    let other = json!({"metadata": {"name": "same"}, "spec": {"tags": ["x"]}, "apiVersion": "example.com/v1", "kind": "Widget"});
    let widgets = "/apis/example.com/v1/namespaces/default/widgets";
    assert_eq!(serving.ask("POST", widgets, json, &other).0, 201);
    let roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    for name in ["a:b", "A:b", "a-b"] {
        let role = json!({"metadata": {"name": name}, "rules": []});
        assert_eq!(serving.ask("POST", roles, json, &role).0, 201);
    }
    let merge = "application/merge-patch+json";
    let changed = json!({"data": {"color": "red"}});
    assert_eq!(
        serving.ask("PATCH", &format!("{}/settings", maps("other")), merge, &changed).0,
        200
    );
    assert_eq!(
        serving.ask("PATCH", &format!("{}/spaces", maps("default")), merge, &changed).0,
        200
    );
    assert_eq!(
        serving.ask("DELETE", &format!("{}/gone", maps("default")), "", &Value::Null).0,
        200
    );
    let (code, diff, said) = serving.stop("-TERM");
    assert_eq!(code, Some(0), "{said}");
    git_apply(&files, &diff);
    let after = texts(&files);
    let names: Vec<_> = after.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Default_ConfigMap_Same.yaml",
            "a b.yaml",
            "default_configmap_a-b.yaml",
            "default_configmap_a.b.yaml",
            "default_configmap_same-2.yaml",
            "default_example.com_widget_same.yaml",
            "gone.yaml",
            "other_configmap_a-b.yaml",
            "other_configmap_a.b.yaml",
            "other_configmap_same.yaml",
            "rbac.authorization.k8s.io_clusterrole_a-b-2.yaml",
            "rbac.authorization.k8s.io_clusterrole_a-b-3.yaml",
            "rbac.authorization.k8s.io_clusterrole_a-b.yaml",
            "shop.yaml",
            "widgets.yaml",
        ]
    );
    // A file without an object any more stays, empty, as with `--in-place`.
    assert!(after.iter().any(|(name, text)| name == "gone.yaml" && text.is_empty()));
    // What the server had is what the files have: a server with them prints nothing.
    let serving = Serving::start(&files, &[]);
    let settings = serving.ask("GET", &format!("{}/settings", maps("other")), "", &Value::Null).1;
    assert_eq!(settings["data"], json!({"color": "red"}));
    for namespace in ["default", "other"] {
        let (_, list) = serving.ask("GET", &maps(namespace), "", &Value::Null);
        assert_eq!(list["items"].as_array().expect("a list").len(), 4, "{list}");
    }
    assert_eq!(
        serving.ask("GET", roles, "", &Value::Null).1["items"].as_array().expect("a list").len(),
        3
    );
    assert_eq!(serving.stop("-TERM").1, "");
}

const SECRETS: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: first}
data: {a: \"1\"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: far}
data:
  a: \"1\"
  b: \"1\"
  c: \"1\"
  d: \"1\"
  e: \"1\"
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {p: hunter2, q: hunter3}
";

#[test]
fn values_of_secrets_are_in_no_diff_unless_they_are_asked_for() {
    let files = fresh("serve_secrets", &[("k8s/all.yaml", SECRETS)]);
    let change = |serving: &Serving| {
        let merge = "application/merge-patch+json";
        let secrets = "/api/v1/namespaces/default/secrets";
        let patch = json!({"data": {"p": "aGVsbG8="}});
        assert_eq!(serving.ask("PATCH", &format!("{secrets}/s"), merge, &patch).0, 200);
        let new = json!({"metadata": {"name": "t"}, "data": {"p": "aHVudGVyNA=="}});
        assert_eq!(serving.ask("POST", secrets, "application/json", &new).0, 201);
        for name in ["first", "far"] {
            let map = format!("/api/v1/namespaces/default/configmaps/{name}");
            assert_eq!(serving.ask("PATCH", &map, merge, &json!({"data": {"a": "2"}})).0, 200);
        }
    };
    let serving = Serving::start(&files, &[]);
    change(&serving);
    let (code, diff, said) = serving.stop("-TERM");
    assert_eq!(code, Some(0), "{said}");
    for hidden in ["hunter", "aHV", "aGVsbG8", "***"] {
        assert!(!diff.contains(hidden), "{diff}");
    }
    assert!(
        said.contains("k8s/all.yaml: changes in or beside values that are not shown"),
        "{said}"
    );
    assert!(said.contains("k8s/default_secret_t.yaml: values that are not shown"), "{said}");
    git_apply(&files, &diff);
    let text = &texts(&files)[0].1;
    let expected = SECRETS.replacen("a: \"1\"", "a: \"2\"", 2);
    assert_eq!(*text, expected);
    // With their values, the diff makes of the files what the server had.
    let files = fresh("serve_secrets_shown", &[("k8s/all.yaml", SECRETS)]);
    let serving = Serving::start(&files, &["--show-secrets"]);
    change(&serving);
    let (_, diff, said) = serving.stop("-TERM");
    assert!(!said.contains("not shown"), "{said}");
    git_apply(&files, &diff);
    let serving = Serving::start(&files, &[]);
    let data = |name: &str| {
        let path = format!("/api/v1/namespaces/default/secrets/{name}");
        serving.ask("GET", &path, "", &Value::Null).1["data"].clone()
    };
    assert_eq!(data("s"), json!({"p": "aGVsbG8=", "q": "aHVudGVyMw=="}));
    assert_eq!(data("t"), json!({"p": "aHVudGVyNA=="}));
    serving.stop("-TERM");
}
