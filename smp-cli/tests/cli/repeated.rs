//! Keys that are in one object twice.

use snapbox::str;

use crate::{Files, stderr};

const YAML: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  a: b
  c: d
  a: e
";

const JSON: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b","a":"c"}}"#;

fn files(test: &str) -> Files {
    Files::new(test, &[("a.yaml", YAML), ("a.json", JSON), ("p.yaml", "data: {c: x, c: z}\n")])
}

#[test]
fn in_yaml_they_are_warnings_and_the_last_one_counts() {
    let files = files("repeated_warn");
    files.smp(&["patch", "-f", "a.yaml", "-p", "data: {f: g}"]).assert().success().stderr_eq(str![
        [r#"
warning: the key "a" is in one mapping twice
 --> a.yaml:5:3
  |
4 | data:
5 |   a: b
  |   ^ the last value is taken, as by kubectl
  |
  = note: it stands again on line 7, column 3
  = help: keep one of the two

"#]
    ]);
}

#[test]
fn with_strict_validation_they_are_errors() {
    let files = files("repeated_strict");
    files
        .smp(&["patch", "-f", "a.yaml", "-p", "data: {f: g}", "--strict"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the key "a" is in one mapping twice
 --> a.yaml:5:3
  |
4 | data:
5 |   a: b
  |   ^
  |
  = note: it stands again on line 7, column 3
  = help: keep one of the two

"#]]);
    files
        .smp(&["patch", "-f", "a.json", "-p", "data: {f: g}", "--strict"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the key is in one object twice
 --> a.json:1:55
  |
1 | {"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b","a":"c"}}
  |                                                       ^^^ data.a
  |
  = note: it stands first on line 1, column 47
  = help: keep one of the two

"#]]);
    files
        .smp(&["patch", "-f", "a.json", "--patch-file", "p.yaml", "--strict"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the key "c" is in one mapping twice
 --> p.yaml:1:8
  |
1 | data: {c: ***, c: ***}
  |        ^
  |
  = note: it stands again on line 1, column 14
  = help: keep one of the two

"#]]);
    // In the patch on the command line, and in JSON.
    let patch = r#"{"data":{"c":"x","c":"z"}}"#;
    files
        .smp(&["patch", "-f", "a.yaml", "-p", patch, "--strict"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the key is in one object twice
 --> <patch>:1:18
  |
1 | {"data":{"c":***,"c":***}}
  |                  ^^^ data.c
  |
  = note: it stands first on line 1, column 10
  = help: keep one of the two

"#]]);
}

/// Repeated keys have the same rule in reports, in YAML and in JSON, and no error says that a value
/// is taken.
#[test]
fn in_reports() {
    let files = files("repeated_reports");
    for file in ["a.yaml", "a.json"] {
        for (strict, severity) in [(&["--strict"][..], "error"), (&[], "warning")] {
            let patch = ["patch", "-f", "a.json", "--patch-file", file, "--report", "json"];
            let report = stderr(&files.smp(&[&patch, strict].concat()).assert());
            let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
            let finding = &report["findings"][0];
            assert_eq!(finding["rule"], "repeated-key", "{report}");
            assert_eq!(finding["severity"], severity, "{report}");
            assert_eq!(report.to_string().contains("is taken"), strict.is_empty(), "{report}");
        }
    }
}

#[test]
fn other_commands_refuse_them_too() {
    let files = files("repeated_commands");
    for args in [
        &["diff", "a.yaml", "a.yaml", "--strict"][..],
        &["compose", "p.yaml", "p.yaml", "--kind", "v1/ConfigMap", "--strict"],
        &[
            "apply",
            "--last-applied",
            "a.yaml",
            "--modified",
            "a.yaml",
            "--live",
            "a.yaml",
            "--strict",
        ],
        &["patch", "-f", "a.yaml", "-p", "data: {f: g}", "--strict", "--in-place"],
    ] {
        let assert = files.smp(args).assert().code(2).stdout_eq("");
        let stderr = stderr(&assert);
        assert!(stderr.contains("twice"), "{args:?}: {stderr}");
    }
    assert_eq!(std::fs::read_to_string(files.0.join("a.yaml")).expect("the file"), YAML);
}
