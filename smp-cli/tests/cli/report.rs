//! `--report`: what programs read of a run.

use std::fs;

use boon::{Compiler, Schemas};
use serde_json::Value;
use snapbox::IntoData as _;
use snapbox::str;

use crate::report_junit::valid_junit;
use crate::{Files, printed, smp};

/// `web.yaml` has two objects; `patch.yaml` for one of them has a mistake.
pub(crate) fn files(test: &str) -> Files {
    let web = "\
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  ports:
  - port: 80
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
";
    let patch = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replica: 3
  replicas: 3
";
    Files::new(test, &[("web.yaml", web), ("patch.yaml", patch)])
}

pub(crate) const PATCH: [&str; 5] = ["patch", "-f", "web.yaml", "--patch-file", "patch.yaml"];

/// The status of a run, its standard output and its standard error.
pub(crate) fn run(files: &Files, args: &[&str]) -> (Option<i32>, String, String) {
    let output = files.smp(args).output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The report in JSON, which fits its schema.
pub(crate) fn valid(text: &str, schema: &str) -> Value {
    const NAME: &str = "schema.json";
    let schema: Value = serde_json::from_str(schema).expect("a schema in JSON");
    let report: Value = serde_json::from_str(text).expect("JSON");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.enable_format_assertions();
    compiler.add_resource(NAME, schema).expect("a schema of its own");
    let schema = compiler.compile(NAME, &mut schemas).expect("a valid schema");
    let error = schemas.validate(&report, schema).err().map(|error| error.to_string());
    assert_eq!(error, None, "{text}");
    report
}

pub(crate) const OWN: &str = include_str!("../../../docs/report.schema.json");
pub(crate) const SARIF: &str = include_str!("../data/sarif-2.1.0-reduced.schema.json");

/// Runs that differ in what they find.
const RUNS: [&[&str]; 9] = [
    &PATCH,
    &["patch", "-f", "web.yaml", "--patch-file", "patch.yaml", "--strict"],
    &["patch", "-f", "web.yaml", "--patch-file", "patch.yaml", "--diff"],
    &["patch", "-f", "none.yaml", "-p", "{}"],
    &["patch", "-f", "web.yaml", "-p", "spec: [1"],
    &["diff", "web.yaml", "patch.yaml", "-o", "fields"],
    &["diff", "web.yaml", "web.yaml"],
    &["explain", "Deploymnt"],
    &["version"],
];

#[test]
fn reports_fit_their_schemas() {
    let files = files("report_schemas");
    for args in RUNS {
        for (format, schema) in [("json", OWN), ("sarif", SARIF)] {
            let (status, ..) = run(&files, args);
            let (same, _, text) = run(&files, &[args, &["--report", format]].concat());
            assert_eq!(status, same, "{args:?}");
            valid(&text, schema);
        }
        let (_, _, text) = run(&files, &[args, &["--report", "junit"]].concat());
        valid_junit(&text);
    }
}

/// A patch in a string of a kustomization has the place of the string.
#[test]
fn text_in_text() {
    let kustomization = "\
patches:
- target: {kind: Deployment}
  patch: |-
    spec:
      replica: 2
";
    let files = files("report_kustomization");
    fs::create_dir_all(files.0.join("overlay")).expect("a directory");
    fs::write(files.0.join("overlay/kustomization.yaml"), kustomization).expect("a file");
    let args = ["patch", "-f", "web.yaml", "--kustomization", "overlay", "--report", "github"];
    let (status, _, text) = run(&files, &args);
    assert_eq!(status, Some(0), "{text}");
    snapbox::assert_data_eq!(text, str![[r#"
::warning file=overlay/kustomization.yaml,line=4,endLine=6,title=smp%3A unknown-field::`DeploymentSpec` has no such field: spec.replica%0Anote: the patch is applied to every object of its target, here to apps/v1 Deployment web%0Anote: the schema is that of Kubernetes 1.37%0Ahelp: did you mean replicas?

"#]].raw());
}

#[test]
fn functions() {
    let list = "\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
functionConfig:
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: x}
  data: {kind: Service, patch: 'spec: {port: 1}'}
items:
- apiVersion: v1
  kind: Service
  metadata: {name: web}
";
    let files = Files::new("report_functions", &[("list.yaml", list)]);
    let output = files
        .smp(&["fn", "--report", "github"])
        .stdin(fs::read(files.0.join("list.yaml")).expect("a file"))
        .output()
        .expect("the command runs");
    snapbox::assert_data_eq!(
        String::from_utf8(output.stderr).expect("UTF-8"),
        str![[r#"
::warning title=smp%3A unknown-field::`ServiceSpec` has no such field: spec.port%0Anote: the patch is applied to every object of its target, here to v1 Service web%0Anote: the schema is that of Kubernetes 1.37%0Ahelp: did you mean ports?

"#]].raw()
    );
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.contains("results:"), "{output}");
}

#[test]
fn a_file_beside_the_messages() {
    let files = files("report_file");
    let (status, output, text) =
        run(&files, &[&["--report", "sarif=smp.sarif"], &PATCH[..]].concat());
    assert_eq!(status, Some(0));
    assert!(output.contains("replicas: 3") && text.starts_with("warning: "), "{output}{text}");
    let report = fs::read_to_string(files.0.join("smp.sarif")).expect("a report");
    let report = valid(&report, SARIF);
    assert_eq!(report["runs"][0]["results"][0]["ruleId"], "unknown-field");
}

#[test]
fn a_file_that_cannot_be_written() {
    let files = files("report_no_file");
    let (status, _, text) = run(&files, &["version", "--report", "json=none/report.json"]);
    assert_eq!(status, Some(2));
    assert!(text.starts_with("error: cannot write the report to none/report.json: "), "{text}");
}

#[test]
fn errors_are_in_the_report() {
    let files = files("report_errors");
    let cases: [(&[&str], &str, u64); 6] = [
        (&["patch", "-f", "none.yaml", "-p", "{}"], "unreadable-file", 1),
        (&["patch", "-f", "web.yaml", "-p", "spec: [1"], "invalid-yaml", 1),
        (&["patch", "-f", "web.yaml", "-p", "{kind: Pod}"], "unused-patch", 1),
        (
            &["patch", "-f", "web.yaml", "-p", "{kind: Deployment, spec: {$patch: x}}"],
            "invalid-directive",
            1,
        ),
        (
            &["patch", "-f", "web.yaml", "-p", "{kind: Service, spec: {ports: {}}}"],
            "container-replaced",
            1,
        ),
        (
            &[
                "apply",
                "--last-applied",
                "patch.yaml",
                "--modified",
                "patch.yaml",
                "--live",
                "none.yaml",
            ],
            "unreadable-file",
            1,
        ),
    ];
    for (args, rule, line) in cases {
        let (status, _, text) = run(&files, &[args, &["--report", "json"]].concat());
        assert_eq!(status, Some(2));
        let report = valid(&text, OWN);
        let finding = &report["findings"][0];
        assert_eq!(finding["rule"], rule, "{text}");
        assert_eq!(finding["severity"], "error", "{text}");
        assert_eq!(finding["place"]["line"], line, "{text}");
        assert_eq!(report["exitStatus"], 2);
    }
}

#[test]
fn every_rule_is_documented() {
    let rules = include_str!("../../src/report/rule.rs");
    let page = include_str!("../../../docs/ci.md");
    let rows = rules.lines().filter_map(|line| {
        let (_, rest) = line.strip_prefix("    ")?.split_once(" \"")?;
        let (id, about) = rest.strip_suffix(".\";")?.split_once("\" \"")?;
        Some(format!("| `{id}` | {about} |"))
    });
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() > 30 && rows.is_sorted(), "{rows:?}");
    for row in rows {
        assert!(page.contains(&row), "docs/ci.md has no row {row}");
    }
}

#[test]
fn without_a_finding_there_is_no_annotation() {
    let version = printed(smp(&["version"]));
    assert_eq!(printed(smp(&["version", "--report", "github"])), version);
}
