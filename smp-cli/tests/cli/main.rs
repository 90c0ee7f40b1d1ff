//! The `smp` command, as a process: what it prints, where, and how it ends.
//!
//! `SNAPSHOTS=overwrite cargo test -p smp-cli` takes what the command prints
//! now as what it should print.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::needless_raw_string_hashes, reason = "snapshots are written by a tool")]

mod apply;
mod apply_unions;
mod check;
mod completion;
mod cost;
mod default_overlays;
mod diff;
mod diff_chosen;
mod diff_for_kustomize;
mod diff_shown;
mod documented;
mod equality;
mod errors;
mod errors_text;
mod escapes;
mod explain;
mod explain_files;
mod formats;
mod function;
mod function_errors;
mod in_place;
mod in_place_faults;
mod in_place_text;
mod integrations;
mod json_patch;
mod kinds;
mod kubectl;
mod kubernetes_versions;
mod kustomization;
mod kustomization_errors;
mod kustomization_identity;
mod kustomization_tree;
mod limits;
mod live_warnings;
mod man;
mod manifests;
mod many_files;
mod merge_driver;
mod merge_file;
mod normalize;
mod nulls;
mod object_sets;
mod owners;
mod pages;
mod patch;
mod patch_types;
mod patches;
mod places;
mod preview;
mod preview_text;
mod real_repositories;
mod removal;
mod removed_kinds;
mod renames;
mod repeated;
mod report;
mod report_differences;
mod report_formats;
mod report_junit;
mod schema_paths;
mod schemaless;
mod schemas;
mod secret_forms;
mod secrets;
mod selectors;
mod serve;
mod serve_diff;
mod server_side;
mod server_side_kinds;
mod server_side_kubectl;
mod small_files;
mod stream;
mod unions;
mod unions_everywhere;
mod usage;
mod validate;
mod yaml_cases;
mod yaml_kubectl;
mod yaml_text;

use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, OutputAssert};

/// A directory of a test's own, with these files.
struct Files(PathBuf);

impl Files {
    fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        fs::create_dir_all(&dir).expect("a directory for the test");
        for (name, text) in files {
            let path = dir.join(name);
            fs::create_dir_all(path.parent().expect("a file")).expect("a directory");
            fs::write(path, text).expect("a file for the test");
        }
        Self(dir)
    }

    /// The command, run there.
    fn smp(&self, args: &[&str]) -> Command {
        command().current_dir(&self.0).args(args)
    }
}

/// The definition of a kind of `example.com/v1` with these properties, which are lines of YAML.
fn definition(kind: &str, properties: &str) -> String {
    let plural = kind.to_lowercase() + "s";
    let head = format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{kind: {kind}, plural: {plural}}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
"
    );
    let lines = properties.lines().map(|line| format!("          {line}\n"));
    head + &lines.collect::<String>()
}

/// The definition of `Widget`, with a union of `a` and `b` in its `spec`.
fn widget_definition() -> String {
    definition(
        "Widget",
        "\
spec:
  type: object
  properties:
    type: {type: string}
    a: {type: object}
    b: {type: integer}
  x-kubernetes-unions:
  - discriminator: type
    fields-to-discriminateBy: {a: A, b: B}
",
    )
}

/// A `Widget` with this `spec`.
fn widget(spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: w}}\nspec: {spec}\n")
}

/// The command, run where the examples are.
fn smp(args: &[&str]) -> Command {
    command().current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")).args(args)
}

fn command() -> Command {
    let command = Command::new(env!("CARGO_BIN_EXE_smp")).env("NO_COLOR", "1");
    command.env_remove("CLICOLOR_FORCE").env_remove("SMP_SCHEMA_PATH").env_remove("SMP_KUBERNETES")
}

/// The standard output of a run.
fn stdout(run: &OutputAssert) -> String {
    String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
}

/// The standard error of a run.
fn stderr(run: &OutputAssert) -> String {
    String::from_utf8(run.get_output().stderr.clone()).expect("UTF-8")
}

/// The standard output of a run that must succeed without a message.
fn printed(command: Command) -> String {
    let output = command.output().expect("the command runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}
