//! `--in-place`: files are changed, as far as they change, and stay what they
//! are otherwise.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;

use snapbox::str;

use crate::Files;

const SCALE: &[&str] = &["-p", "{kind: Deployment, spec: {replicas: 2}}", "-i"];

const MIXED: &str = "\
# Licence
---
# Source: web.yaml
apiVersion: apps/v1
kind: Deployment # goes
metadata: {name: web}
# after it
---
# second
apiVersion: v1
kind: ConfigMap
data: {a: \"1\"} # stays
";

const OTHER: &str = "{\"apiVersion\": \"v1\",\n  \"kind\": \"Secret\" }\n";

fn deployment() -> &'static str {
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}"
}

/// Runs `smp patch` on these files.
fn patch(files: &Files, names: &[&str], patch: &[&str]) -> snapbox::cmd::OutputAssert {
    let names = names.iter().flat_map(|name| ["-f", name]);
    let args: Vec<_> = ["patch"].into_iter().chain(names).chain(patch.iter().copied()).collect();
    files.smp(&args).assert()
}

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).expect("a file")
}

/// The other files in the directory: temporaries.
fn others(files: &Files, names: &[&str]) -> Vec<String> {
    let entries = fs::read_dir(&files.0).expect("a directory");
    let entries = entries.map(|entry| entry.expect("an entry").file_name());
    let entries = entries.map(|name| name.to_string_lossy().into_owned());
    entries.filter(|name| !names.contains(&name.as_str())).collect()
}

#[test]
fn names_of_files_command_no_terminal() {
    let name = "red\u{1b}[31m.json";
    let files = Files::new("in_place_names", &[(name, deployment())]);
    let output = files.smp(&["patch", "-f", name, "-p", "{}", "-i"]).output();
    let said = output.expect("the command runs").stderr;
    assert_eq!(String::from_utf8_lossy(&said), "red\\u{1b}[31m.json: unchanged\n");
}

#[test]
fn what_a_patch_changes_is_changed_and_nothing_else() {
    let files = Files::new("in_place", &[("mixed.yaml", MIXED), ("other.json", OTHER)]);
    let before = fs::metadata(files.0.join("other.json")).expect("a file");
    patch(&files, &["mixed.yaml", "other.json"], SCALE).code(0).stdout_eq("").stderr_eq(str![[
        r#"
mixed.yaml: written
other.json: unchanged
1 of 2 files written

"#
    ]]);
    snapbox::assert_data_eq!(
        text(&files, "mixed.yaml"),
        str![[r##"
# Licence
---
# Source: web.yaml
apiVersion: apps/v1
kind: Deployment # goes
metadata: {name: web}
spec: {replicas: 2}
# after it
---
# second
apiVersion: v1
kind: ConfigMap
data: {a: "1"} # stays

"##]]
    );
    let after = fs::metadata(files.0.join("other.json")).expect("a file");
    assert_eq!((before.ino(), before.ctime_nsec()), (after.ino(), after.ctime_nsec()));
    patch(&files, &["mixed.yaml", "other.json"], SCALE).code(0).stderr_eq(str![[r#"
mixed.yaml: unchanged
other.json: unchanged
0 of 2 files written

"#]]);
    assert_eq!(others(&files, &["mixed.yaml", "other.json"]), [""; 0]);
}

#[test]
fn layout_and_what_stands_between_documents_stay() {
    let json = format!(
        "\u{feff}{OTHER}\n {} \n[]{{\n  \"apiVersion\":\"apps/v1\",\n  \"kind\":\"Deployment\"}}",
        deployment()
    )
    .replace("[]", "");
    let crlf =
        "apiVersion: apps/v1\r\nkind: Deployment\r\n...\r\n# a\r\nkind: Pod\r\napiVersion: v1\r\n";
    let flow = "--- {apiVersion: apps/v1, kind: Deployment}\n--- {apiVersion: v1, kind: Pod}";
    let files =
        Files::new("in_place_layout", &[("a.json", &json), ("b.yaml", crlf), ("c.yaml", flow)]);
    patch(&files, &["a.json", "b.yaml", "c.yaml"], SCALE).code(0).stdout_eq("");
    let scaled = deployment().replace('}', ",\"spec\":{\"replicas\":2}}");
    assert_eq!(
        text(&files, "a.json"),
        format!(
            "\u{feff}{OTHER}\n {scaled} \n{{\n  \"apiVersion\": \"apps/v1\",\n  \
             \"kind\": \"Deployment\",\n  \"spec\": {{\n    \"replicas\": 2\n  }}\n}}"
        )
    );
    assert_eq!(
        text(&files, "b.yaml"),
        crlf.replace("Deployment\r\n", "Deployment\r\nspec:\r\n  replicas: 2\r\n")
    );
    assert_eq!(
        text(&files, "c.yaml"),
        "--- {apiVersion: apps/v1, kind: Deployment, spec: {replicas: 2}}\n\
         --- {apiVersion: v1, kind: Pod}"
    );
}

#[test]
fn a_change_far_into_a_large_file() {
    let filler =
        format!("apiVersion: v1\nkind: Secret\ndata: {{a: {}}} # stays\n", "x".repeat(900));
    let end = "---\napiVersion: apps/v1\nkind: Deployment\n";
    let before = vec![filler.as_str(); 500].join("---\n");
    let files = Files::new("in_place_large", &[("a.yaml", &format!("{before}{end}---\n{before}"))]);
    patch(&files, &["a.yaml"], SCALE).code(0);
    assert!(text(&files, "a.yaml") == format!("{before}{end}spec:\n  replicas: 2\n---\n{before}"));
}

#[test]
fn mode_and_links_are_kept() {
    let files = Files::new("in_place_access", &[("real.json", deployment())]);
    kept(&files, |_| {});
}

#[test]
#[ignore = "needs root"]
fn owner_and_attributes_are_kept() {
    let files = Files::new("in_place_owner", &[("real.json", deployment())]);
    kept(&files, |real| {
        std::os::unix::fs::chown(real, Some(1234), Some(2345)).expect("another owner");
        xattr::set(real, "user.smp", b"kept").expect("a file system with attributes");
    });
    let value = xattr::get(files.0.join("real.json"), "user.smp").expect("attributes");
    assert_eq!(value.as_deref(), Some(b"kept".as_slice()));
}

/// Changes `real.json` through a link, which keeps its mode, its owner and the link.
fn kept(files: &Files, prepare: impl Fn(&Path)) {
    let (real, link) = (files.0.join("real.json"), files.0.join("link.json"));
    let _ = fs::remove_file(&link);
    symlink("real.json", &link).expect("a link");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
    prepare(&real);
    let before = fs::metadata(&real).expect("a file");
    patch(files, &["link.json"], SCALE).code(0).stderr_eq("link.json: written\n");
    let after = fs::metadata(&real).expect("a file");
    assert_ne!(before.ino(), after.ino());
    assert_eq!(
        (before.mode(), before.uid(), before.gid()),
        (after.mode(), after.uid(), after.gid())
    );
    assert_eq!(fs::read_link(&link).expect("a link"), Path::new("real.json"));
    assert!(text(files, "link.json").contains("\"replicas\":2"));
}

#[test]
fn if_one_file_is_wrong_none_is_changed() {
    let wrong = "apiVersion: v1\nkind: Secret\n---\nkind: [\n";
    let files = Files::new("in_place_wrong", &[("a.json", deployment()), ("b.yaml", wrong)]);
    patch(&files, &["a.json", "b.yaml"], SCALE).code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid YAML: unclosed bracket '['
 --> b.yaml:4:7
  |
3 | ---
4 | kind: [
  |       ^
  |
  = note: this is document 2 of b.yaml
  = note: no file has been changed

"#]]);
    assert_eq!(text(&files, "a.json"), deployment());

    let none = ["-p", "{kind: Deployment, metadata: {name: other}}", "-i"];
    patch(&files, &["a.json"], &none).code(2).stderr_eq(str![[r#"
error: the patch for Deployment other matches no object
 --> <patch>:1:1
  |
1 | {kind: Deployment, metadata: {name: other}}
  | ^
  |
  = note: no file has been changed
  = help: check its apiVersion, kind, metadata.namespace and metadata.name
  = help: the objects are: apps/v1 Deployment

"#]]);
    patch(&files, &["a.json", "none.json"], SCALE).code(2).stderr_eq(str![[r#"
error: cannot read none.json: no such file

"#]]);
    assert_eq!(text(&files, "a.json"), deployment());
    assert_eq!(others(&files, &["a.json", "b.yaml"]), [""; 0]);
}

#[test]
fn broken_unions_leave_the_files_alone() {
    let pod =
        "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    livenessProbe: {}\n";
    let files = Files::new("in_place_unions", &[("pod.yaml", pod)]);
    let labels = ["--unions", "validate", "-p", "metadata: {labels: {a: b}}", "-i"];
    patch(&files, &["pod.yaml"], &labels).code(2).stderr_eq(str![[r#"
error: spec.containers[name="a"].livenessProbe: found no member of the union, expected `exec`, `grpc`, `httpGet` or `tcpSocket`; set one
 --> pod.yaml:6:5
  |
5 |   - name: a
6 |     livenessProbe: {}
  |     ^^^^^^^^^^^^^
no file has been changed

"#]]);
    assert_eq!(text(&files, "pod.yaml"), pod);
    assert_eq!(others(&files, &["pod.yaml"]), [""; 0]);
}

#[test]
fn normalize_in_place() {
    let old = "apiVersion: v1\nkind: Pod\nspec:\n  volumes:\n  - name: a\n    emptyDir: {}\n";
    let new = format!("# edited\n{old}    hostPath: {{path: /}}\n");
    let files = Files::new("in_place_normalize", &[("old.yaml", old), ("new.yaml", &new)]);
    files
        .smp(&["normalize", "--old", "old.yaml", "new.yaml", "--in-place"])
        .assert()
        .code(0)
        .stdout_eq("")
        .stderr_eq("new.yaml: written\n");
    snapbox::assert_data_eq!(
        text(&files, "new.yaml"),
        str![[r#"
# edited
apiVersion: v1
kind: Pod
spec:
  volumes:
  - name: a
    hostPath: {path: /}

"#]]
    );
}

#[test]
fn what_can_not_be_rewritten() {
    let files = Files::new("in_place_not", &[("a.json", deployment())]);
    patch(&files, &["-"], SCALE).code(2).stderr_eq(str![[r#"
error: standard input can't be rewritten
 |
 = help: give files, or leave --in-place out

"#]]);
    patch(&files, &["a.json", "./a.json"], SCALE).code(2).stderr_eq(str![[r#"
error: a.json and ./a.json are the same file
 |
 = help: give it once

"#]]);
    patch(&files, &["/dev/null"], SCALE).code(2).stderr_eq(str![[r#"
error: cannot rewrite /dev/null: it is not a regular file

"#]]);
    let second = files.0.join("second.json");
    let _ = fs::remove_file(&second);
    fs::hard_link(files.0.join("a.json"), &second).expect("a link");
    patch(&files, &["a.json"], SCALE).code(2).stderr_eq(str![[r#"
error: cannot rewrite a.json: it has several hard links, and only one of them would change
 |
 = help: remove the other hard links, or leave --in-place out

"#]]);
    fs::remove_file(&second).expect("a link");
    let with_format: Vec<_> = SCALE.iter().copied().chain(["-o", "yaml"]).collect();
    let stderr = patch(&files, &["a.json"], &with_format).code(2).get_output().stderr.clone();
    let stderr = String::from_utf8(stderr).expect("UTF-8");
    assert!(stderr.contains("cannot be used with"), "{stderr}");
    assert_eq!(text(&files, "a.json"), deployment());
}
