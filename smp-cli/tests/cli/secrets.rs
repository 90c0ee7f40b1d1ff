//! Values of Secrets, and of `--mask`, in what is shown.

use snapbox::str;

use crate::{Files, stderr, stdout};

const SECRET: &str = "\
apiVersion: v1
kind: Secret
metadata:
  name: login   # kept
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{\"password\":\"aHVudGVyMg==\"}}
data:
  password: aHVudGVyMg==
  token: c2FtZQ==
";

fn files(test: &str) -> Files {
    let new = SECRET.replace("password: aHVudGVyMg==", "password: aHVudGVyMw==\n  more: bW9yZQ==");
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n- {}\n",
        SECRET.trim_end().replace('\n', "\n  ")
    );
    Files::new(
        test,
        &[("old.yaml", SECRET), ("new.yaml", &new), ("list.yaml", &list), ("empty.yaml", "")],
    )
}

const PATCH: [&str; 2] = ["-p", "{kind: Secret, data: {password: aHVudGVyMw==}}"];

/// No value is in what a run prints.
fn hidden(files: &Files, args: &[&str]) -> String {
    let run = files.smp(args).assert();
    let all = stdout(&run) + &stderr(&run);
    for value in ["aHVudGVyM", "c2FtZQ", "bW9yZQ", "hunter"] {
        assert!(!all.contains(value), "{args:?}: {all}");
    }
    all
}

#[test]
fn differences() {
    let files = files("secrets_differences");
    snapbox::assert_data_eq!(
        hidden(&files, &["diff", "old.yaml", "new.yaml", "-o", "fields"]),
        str![[r#"
v1 Secret login
  data
~   password: "*** (before)" → "*** (after)"
+   more: "***"

"#]]
    );
    snapbox::assert_data_eq!(
        hidden(&files, &["diff", "old.yaml", "new.yaml", "-o", "text"]),
        str![[r#"
--- old.yaml	v1 Secret login
+++ new.yaml	v1 Secret login
@@ -6,5 +6,6 @@
     kubectl.kubernetes.io/last-applied-configuration: |-
       {"apiVersion":"v1","kind":"Secret","data":{"password":"***"}}
 data:
-  password: "*** (before)"
+  password: "*** (after)"
+  more: "***"
   token: "***"

"#]]
    );
    let patched = [&["patch", "-f", "old.yaml"], &PATCH[..]].concat();
    snapbox::assert_data_eq!(
        hidden(&files, &[&patched[..], &["--diff"]].concat()),
        str![[r#"
--- old.yaml
+++ old.yaml
@@ -6,5 +6,5 @@
     kubectl.kubernetes.io/last-applied-configuration: |-
       {"apiVersion":"v1","kind":"Secret","data":{"password":"***"}}
 data:
-  password: "*** (before)"
+  password: "*** (after)"
   token: "***"

"#]]
    );
    hidden(&files, &[&patched[..], &["--diff=fields"]].concat());
    for file in ["list.yaml", "old.yaml"] {
        for style in ["--diff", "--diff=fields"] {
            let shown = hidden(&files, &[&["patch", "-f", file, style][..], &PATCH].concat());
            assert!(shown.contains("*** (before)") && shown.contains("*** (after)"), "{shown}");
            let shown = ["patch", "-f", file, style, "-p", "{kind: Secret, $patch: delete}"];
            hidden(&files, &shown);
        }
    }
    for report in ["github", "junit", "sarif", "json"] {
        let args = ["--report", report, "diff", "old.yaml", "new.yaml", "-o", "fields"];
        hidden(&files, &args);
    }
    for style in ["text", "fields"] {
        hidden(&files, &["diff", "list.yaml", "new.yaml", "-o", style]);
        let apply = ["apply", "--last-applied", "old.yaml", "--modified", "new.yaml", "--live"];
        let diff = format!("--diff={style}");
        hidden(&files, &[&apply[..], &["old.yaml", &diff]].concat());
        hidden(&files, &[&apply[..], &["empty.yaml", &diff]].concat());
    }
    // Patches and objects are for programs.
    let shown = files.smp(&["diff", "old.yaml", "new.yaml"]).assert().code(1);
    assert!(stdout(&shown).contains("aHVudGVyMw=="));
    let shown = ["--show-secrets", "diff", "old.yaml", "new.yaml", "-o", "fields"];
    assert!(stdout(&files.smp(&shown).assert().code(1)).contains("aHVudGVyMw=="));
}

#[test]
fn excerpts_of_errors() {
    for text in [
        "kind: Secret\napiVersion: v1\nstringData:\n  password: \"hunter2\n  b: c\n",
        "kind: Secret\napiVersion: v1\nstringData:\n  password: hunter2: a\n",
        "kind: Secret\napiVersion: v1\nstringData:\n  password: |\n    hunter2\n   hunter3\n",
        "kind: Secret\napiVersion: v1\nstringData:\n  hunter2\n  a: b\n",
        "{\"kind\": \"Secret\", \"data\": {\"a\": \"hunter2\" \"b\": 1}}",
        "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"data\":{\"a\":\"hunter2\",\"a\":\"hunter3\"}}",
        "kind: Secret\napiVersion: v1\nstringData:\n  a: yes\n  b: hunter2\n  b: hunter3\n",
    ] {
        let files = Files::new("secrets_excerpts", &[("a.yaml", text), ("b.yaml", SECRET)]);
        hidden(
            &files,
            &["patch", "-f", "a.yaml", "-p", "metadata: {name: a}", "--strict", "--diff"],
        );
        hidden(&files, &["patch", "-f", "b.yaml", "--patch-file", "a.yaml", "--strict", "--diff"]);
    }
    let text =
        "kind: Secret\napiVersion: v1\nmetadata: {name: login}\ndata:\n  c: x\n  a: {hunter2: 1}\n";
    let files = Files::new("secrets_excerpt", &[("a.yaml", text), ("b.yaml", SECRET)]);
    let args = ["patch", "-f", "b.yaml", "--patch-file", "a.yaml", "--strict", "--diff"];
    snapbox::assert_data_eq!(
        hidden(&files, &args),
        str![[r#"
error: expected a string, found an object
 --> a.yaml:6:3
  |
5 |   c: ***
6 |   a: ***
  |   ^ data.a

"#]]
    );
}

#[test]
fn other_fields() {
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: hunter2, b: x}\n";
    let files = Files::new(
        "secrets_mask",
        &[("a.yaml", map), ("b.yaml", &map.replace("hunter2", "hunter3"))],
    );
    let shown = ["diff", "a.yaml", "b.yaml", "-o", "fields", "--mask", "data.a"];
    snapbox::assert_data_eq!(
        hidden(&files, &shown),
        str![[r#"
v1 ConfigMap a
~ data.a: "*** (before)" → "*** (after)"

"#]]
    );
    let pod = |values: [&str; 2]| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec:\n  containers:\n  - name: a\n    env: [{{name: A, value: {}}}, {{name: B, value: {}}}]\n",
            values[0], values[1]
        )
    };
    let files = Files::new(
        "secrets_mask_list",
        &[("a.yaml", &pod(["hunter1", "hunter2"])), ("b.yaml", &pod(["hunter2", "hunter1"]))],
    );
    let shown = ["diff", "a.yaml", "b.yaml", "-o", "fields", "--mask", "spec.containers.env.value"];
    snapbox::assert_data_eq!(
        hidden(&files, &shown),
        str![[r#"
v1 Pod a
  spec.containers[name="a"].env
~   [name="A"].value: "*** (1)" → "*** (2)"
~   [name="B"].value: "*** (2)" → "*** (1)"

"#]]
    );
    let wrong = files.smp(&["diff", "a.yaml", "b.yaml", "--mask", "a..b"]).assert().code(2);
    wrong.stderr_eq(str![[r#"
error: --mask "a..b": expected the name of a field at "..b"
 |
 = help: give a path such as spec.template.metadata.annotations.*, or as messages have it

"#]]);
}

/// A path of `--mask` without effect is told, also where other fields are masked.
#[test]
fn masks_without_a_field() {
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: hunter2}\n";
    let files = Files::new(
        "secrets_unmasked",
        &[("a.yaml", map), ("b.yaml", &map.replace("hunter2", "hunter3"))],
    );
    let warning = "warning: --mask data.b: no object that is shown has such a field\n";
    let masks = ["--mask", "data.b", "--mask", "data.a"];
    let patch = ["patch", "-f", "a.yaml", "-p", "data: {a: hunter3}"];
    for shown in [
        &["diff", "a.yaml", "b.yaml", "-o", "text"][..],
        &["diff", "a.yaml", "b.yaml", "-o", "fields"],
        &[&patch[..], &["--diff"]].concat(),
        &[&patch[..], &["--diff=fields"]].concat(),
    ] {
        let run = files.smp(&[&masks[..], shown].concat()).assert();
        assert_eq!(stderr(&run), warning, "{shown:?}");
    }
    // Nothing is shown.
    files.smp(&[&masks[..], &patch].concat()).assert().code(0).stderr_eq("");
}

/// A value that changed in the copy of what was applied last looks changed there, too, and is masked for
/// objects of all kinds.
#[test]
fn copies_of_what_was_applied_last() {
    let object = |kind: &str, applied: &str| {
        format!(
            "apiVersion: v1\nkind: {kind}\nmetadata:\n  name: a\n  annotations:\n    \
             kubectl.kubernetes.io/last-applied-configuration: |\n      \
             {{\"apiVersion\":\"v1\",\"kind\":\"{kind}\",\"data\":{{\"a\":\"{applied}\",\"b\":\"hunter1\"}}}}\n\
             data: {{a: hunter3}}\n"
        )
    };
    for kind in ["Secret", "ConfigMap"] {
        let files = Files::new(
            "secrets_copies",
            &[("a.yaml", &object(kind, "hunter2")), ("b.yaml", &object(kind, "hunter3"))],
        );
        let shown = ["diff", "a.yaml", "b.yaml", "-o", "fields", "--mask", "data.*"];
        let shown = hidden(&files, &shown);
        let name = "metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]";
        assert!(shown.contains(name), "{shown}");
        for part in
            [r#"\"a\":\"*** (before)\",\"b\":\"***\""#, r#"\"a\":\"*** (after)\",\"b\":\"***\""#]
        {
            assert!(shown.contains(part), "{shown}");
        }
    }
}

/// Conflicts, the notes about them, and the values that a `test` of a JSON patch compares.
#[test]
fn conflicts() {
    let secret = |value: &str| {
        format!(
            "apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\ndata: {{a: {value}, b: eA==}}\n"
        )
    };
    let files = Files::new(
        "secrets_conflicts",
        &[
            ("a.yaml", &secret("aHVudGVyMQ==")),
            ("b.yaml", &secret("aHVudGVyMg==")),
            ("c.yaml", &secret("aHVudGVyMw==")),
        ],
    );
    let list = "- path: data.a\n  first: \"***\"\n  second: \"***\"\n";
    assert_eq!(hidden(&files, &["conflicts", "a.yaml", "b.yaml"]), list);
    let sides = ["--last-applied", "a.yaml", "--modified", "b.yaml", "--live", "c.yaml"];
    let apply = [&["apply", "--overwrite=unless-both-changed"], sides.as_slice()].concat();
    let note = "note: data.a: original ***, modified ***, current ***";
    assert!(hidden(&files, &apply).contains(note));
    let patch = r#"[{"op": "test", "path": "/data/a", "value": "eA=="}]"#;
    let told = hidden(&files, &["patch", "-f", "a.yaml", "--type", "json", "-p", patch]);
    assert!(told.contains("the JSON patch cannot be applied: the test failed\n"), "{told}");
    let masked = ["conflicts", "a.yaml", "b.yaml", "--show-secrets", "--mask", "data.a"];
    assert_eq!(hidden(&files, &masked), list);
}

/// Items of a List are compared with those of the same object, wherever they stand.
#[test]
fn items_of_lists_by_identity() {
    let item = |name: &str, value: &str| {
        format!(
            "- {{apiVersion: v1, kind: Secret, metadata: {{name: {name}}}, data: {{p: {value}}}}}\n"
        )
    };
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n{}{}",
        item("a", "YQ=="),
        item("b", "aHVudGVyMQ==")
    );
    let patches = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n$patch: delete\n---\n\
                   apiVersion: v1\nkind: Secret\nmetadata: {name: b}\ndata: {p: aHVudGVyMg==}\n";
    let files = Files::new("secrets_items", &[("list.yaml", &list), ("patches.yaml", patches)]);
    let args = ["patch", "-f", "list.yaml", "--patch-file", "patches.yaml", "--diff"];
    snapbox::assert_data_eq!(
        hidden(&files, &args),
        str![[r#"
--- list.yaml
+++ list.yaml
@@ -1,5 +1,4 @@
 apiVersion: v1
 kind: List
 items:
-- {apiVersion: v1, kind: Secret, metadata: {name: a}, data: {p: "***"}}
-- {apiVersion: v1, kind: Secret, metadata: {name: b}, data: {p: "*** (before)"}}
+- {apiVersion: v1, kind: Secret, metadata: {name: b}, data: {p: "*** (after)"}}

"#]]
    );
}
