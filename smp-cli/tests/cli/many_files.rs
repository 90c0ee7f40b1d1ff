//! Directories and patterns as `-f`, and several patches.

use std::fs;

use snapbox::str;

use crate::{Files, printed};

const WEB: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}   # in front
spec: {replicas: 1}
";

const DB: &str = r#"{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db"}}"#;

const VALUES: &str = "image: {tag: 1.0}\n";

const KUSTOMIZATION: &str = "\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [web.yaml]
";

const SCALE: [&str; 2] = ["-p", "spec: {replicas: 2}"];

fn files(test: &str) -> Files {
    let api = WEB.replace("web", "api");
    let old = WEB.replace("web", "old");
    let mixed = format!("{VALUES}---\n{old}");
    Files::new(
        test,
        &[
            ("apps/web.yaml", WEB),
            ("apps/db.json", DB),
            ("apps/.hidden.yml", &mixed),
            ("apps/values.yaml", VALUES),
            ("apps/empty.yaml", "# nothing\n"),
            ("apps/kustomization.yaml", KUSTOMIZATION),
            ("apps/notes.txt", "replicas: 1\n"),
            ("apps/api/api.yaml", &api),
        ],
    )
}

fn patch(files: &Files, args: &[&str]) -> snapbox::cmd::OutputAssert {
    files.smp(&[&["patch"][..], args, &SCALE].concat()).assert()
}

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).expect("a file")
}

#[test]
fn the_files_of_a_directory() {
    let files = files("many_directory");
    patch(&files, &["-f", "apps", "-o", "yaml"])
        .code(0)
        .stdout_eq(str![[r#"
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
spec:
  replicas: 2
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}   # in front
spec: {replicas: 2}

"#]])
        .stderr_eq(str![[r#"
apps/empty.yaml: no Kubernetes object, left out
apps/kustomization.yaml: no Kubernetes object, left out
apps/values.yaml: no Kubernetes object, left out

"#]]);
    let quiet = patch(&files, &["-q", "-f", "apps", "-o", "yaml"]).code(0);
    quiet.stderr_eq("");
}

#[test]
fn directories_in_a_directory() {
    let files = files("many_recursive");
    let shown = patch(&files, &["-R", "-f", "apps", "--diff"]).code(0);
    shown.stdout_eq(str![[r#"
--- apps/api/api.yaml
+++ apps/api/api.yaml
@@ -1,4 +1,4 @@
 apiVersion: apps/v1
 kind: Deployment
 metadata: {name: api}   # in front
-spec: {replicas: 1}
+spec: {replicas: 2}
--- apps/db.json
+++ apps/db.json
@@ -1 +1 @@
-{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db"}}
/ No newline at end of file
+{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name": "db"},"spec":{"replicas":2}}
/ No newline at end of file
--- apps/web.yaml
+++ apps/web.yaml
@@ -1,4 +1,4 @@
 apiVersion: apps/v1
 kind: Deployment
 metadata: {name: web}   # in front
-spec: {replicas: 1}
+spec: {replicas: 2}

"#]]);
    // Without -R, one that has directories alone is a mistake.
    let parent = Files::new("many_parent", &[("parent/apps/web.yaml", WEB)]);
    patch(&parent, &["-f", "parent"]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: parent has no file *.yaml, *.yml or *.json
 |
 = help: names that begin with a dot, and files that .gitignore names, are left out
 = help: to read its subdirectories, use -R

"#]]);
    patch(&parent, &["-R", "-f", "parent"]).code(0).stderr_eq("");
}

#[test]
fn patterns() {
    let files = files("many_patterns");
    let shown = patch(&files, &["-q", "-f", "apps/*.y*ml", "--diff=fields"]).code(0);
    shown.stdout_eq(str![[r#"
apps/v1 Deployment old (apps/.hidden.yml)
~ spec.replicas: 1 → 2
apps/v1 Deployment web (apps/web.yaml)
~ spec.replicas: 1 → 2

"#]]);
    let shown = patch(&files, &["-f", "**/a?i.yaml", "-f", "ap[p]s/d*", "--diff=fields"]).code(0);
    shown.stdout_eq(str![[r#"
apps/v1 Deployment api (apps/api/api.yaml)
~ spec.replicas: 1 → 2
apps/v1 StatefulSet db (apps/db.json)
+ spec:
+   replicas: 2

"#]]);
    // A directory that fits gives its files.
    let shown = patch(&files, &["-f", "apps/a*", "--diff=fields"]).code(0).stderr_eq("");
    shown.stdout_eq(str![[r#"
apps/v1 Deployment api (apps/api/api.yaml)
~ spec.replicas: 1 → 2

"#]]);
    patch(&files, &["-f", "apps/*.yml2"]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read apps/*.yml2: no such file

"#]]);
    patch(&files, &["-f", "apps/***"]).code(2).stdout_eq("").stderr_eq(str![[r#"
error: apps/*** is neither a file nor a pattern: wildcards are either regular `*` or recursive `**`
 |
 = help: in a pattern, * is any text, ? any character, ** any directories

"#]]);
    // A file with such a name is that file.
    let odd = Files::new("many_odd", &[("[1].yaml", WEB), ("1.yaml", DB)]);
    let shown = patch(&odd, &["-f", "[1].yaml", "--diff=fields"]).code(0).stderr_eq("");
    shown.stdout_eq(str![[r#"
apps/v1 Deployment web ([1].yaml)
~ spec.replicas: 1 → 2

"#]]);
}

#[test]
fn a_file_that_is_found_twice_comes_once() {
    let files = files("many_twice");
    let once = printed(files.smp(&["patch", "-q", "-f", "apps", "-p", "spec: {}"]));
    for more in [["-f", "apps/../apps/*.yaml"], ["-f", "apps/web.yaml"], ["-f", "apps/"]] {
        let args = [&["patch", "-q", "-f", "apps", "-p", "spec: {}"][..], &more].concat();
        assert_eq!(printed(files.smp(&args)), once);
        // A name that the user gives counts as one: what is no object is a mistake then.
    }
    let named = ["-q", "-f", "apps", "-f", "apps/values.yaml"];
    patch(&files, &named).code(2).stdout_eq("").stderr_eq(str![[r#"
error: the object has no apiVersion and kind
 --> apps/values.yaml:1:1
  |
1 | image: {tag: 1.0}
  | ^ how it is merged depends on its kind
  |
  = help: add apiVersion and kind; or give smp patch, diff or apply --type merge, which needs no kind and replaces lists; or --list-key, which says how lists of plain YAML merge

"#]]);
}

#[test]
fn in_place() {
    let files = files("many_in_place");
    let written = patch(&files, &["-R", "-f", "apps", "--in-place"]).code(0).stdout_eq("");
    written.stderr_eq(str![[r#"
apps/empty.yaml: no Kubernetes object, left out
apps/kustomization.yaml: no Kubernetes object, left out
apps/values.yaml: no Kubernetes object, left out
apps/api/api.yaml: written
apps/db.json: written
apps/empty.yaml: unchanged
apps/kustomization.yaml: unchanged
apps/values.yaml: unchanged
apps/web.yaml: written
3 of 6 files written

"#]]);
    assert_eq!(text(&files, "apps/web.yaml"), WEB.replace("1}", "2}"));
    assert_eq!(
        text(&files, "apps/.hidden.yml"),
        format!("{VALUES}---\n{}", WEB.replace("web", "old"))
    );
    assert_eq!(text(&files, "apps/values.yaml"), VALUES);
    assert_eq!(text(&files, "apps/kustomization.yaml"), KUSTOMIZATION);
    assert_eq!(text(&files, "apps/empty.yaml"), "# nothing\n");
}

#[test]
fn one_mistake_and_no_file_is_changed() {
    let files = files("many_all_or_none");
    fs::write(files.0.join("apps/zzz.yaml"), "{ {a: b}: c }").expect("a file");
    let args = ["-R", "-f", "apps", "--in-place", "-q", "--strict"];
    patch(&files, &args).code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid YAML: expected string scalar
 --> apps/zzz.yaml:1:3
  |
1 | { {a: b}: c }
  |   ^^^^^^
  |
  = note: this is document 1 of apps/zzz.yaml
  = note: no file has been changed

"#]]);
    assert_eq!(text(&files, "apps/web.yaml"), WEB);
}

#[test]
fn nothing_but_other_documents() {
    let files = Files::new("many_none", &[("a/values.yaml", VALUES), ("a/b.json", "[1]")]);
    patch(&files, &["-f", "a"]).code(2).stdout_eq("").stderr_eq(str![[r#"
a/b.json, document 1: no Kubernetes object, left out
a/values.yaml: no Kubernetes object, left out
error: the patch for object matches no object
 --> <patch>:1:1
  |
1 | spec: {replicas: 2}
  | ^
  |
  = help: check its apiVersion, kind, metadata.namespace and metadata.name

"#]]);
}

#[test]
fn patches_in_the_order_of_the_command_line() {
    let first = "metadata: {annotations: {by: file, file: a}}\n";
    let files = Files::new("many_patches", &[("web.yaml", WEB), ("first.yaml", first)]);
    let file = ["--patch-file", "first.yaml"];
    let inline = ["-p", "metadata: {annotations: {by: option, option: a}}"];
    let last = ["-p", "metadata: {annotations: {last: a}}"];
    let patched = |options: [[&str; 2]; 3]| {
        let options = options.concat();
        printed(files.smp(&[&["patch", "-f", "web.yaml"], &options[..]].concat()))
    };
    let text = patched([file, inline, last]);
    assert!(text.contains("{by: option, file: a, option: a, last: a}"), "{text}");
    let text = patched([inline, file, last]);
    assert!(text.contains("{by: file, option: a, file: a, last: a}"), "{text}");
    let text = patched([last, inline, inline]);
    assert!(text.contains("{last: a, by: option, option: a}"), "{text}");
}

#[test]
fn several_json_patches() {
    let files = Files::new("many_json", &[("web.yaml", WEB)]);
    let operation = |value: &str| {
        format!(
            r#"[{{"op": "test", "path": "/spec/replicas", "value": {value}}},
                   {{"op": "replace", "path": "/spec/replicas", "value": {value}0}}]"#
        )
    };
    let (first, second) = (operation("1"), operation("10"));
    let args = ["patch", "-f", "web.yaml", "--type", "json", "-p", &first, "-p", &second];
    assert_eq!(printed(files.smp(&args)), WEB.replace("1}", "100}"));
    // A message names the patch.
    let args = ["patch", "-f", "web.yaml", "--type", "json", "-p", &first, "-p", &first];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the JSON patch cannot be applied: the test failed: expected 1, found 10
 --> <patch 2>:1:25
  |
1 | [{"op": "test", "path": "/spec/replicas", "value": 1},
  |                         ^^^^^^^^^^^^^^^^
  |
  = note: to the object in web.yaml

"#]]);
}

#[cfg(unix)]
#[test]
fn links() {
    let files = Files::new("many_links", &[("real/web.yaml", WEB)]);
    let _ = fs::remove_dir_all(files.0.join("linked"));
    fs::create_dir_all(files.0.join("linked")).expect("a directory");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, files.0.join(name)).expect("a link");
    };
    link("../real/web.yaml", "linked/a.yaml");
    link("../real", "linked/directory.yaml");
    link("..", "linked/loop");
    link("nowhere", "linked/broken.yaml");
    let shown = patch(&files, &["-R", "-f", "linked", "--diff=fields", "--follow-links"]).code(0);
    let shown = shown.stderr_eq("linked/broken.yaml: a link that leads nowhere, left out\n");
    shown.stdout_eq(str![[r#"
apps/v1 Deployment web (linked/a.yaml)
~ spec.replicas: 1 → 2

"#]]);
}

/// A directory may come from anybody: what its links lead to is changed and shown only if the user says so.
#[cfg(unix)]
#[test]
fn links_out_of_a_directory_are_left_out() {
    let (other, api) = (WEB.replace("web", "other"), WEB.replace("web", "api"));
    let written = [("repo/web.yaml", WEB), ("repo/in/api.yaml", &*api)];
    let outside = [("out/a.yaml", &*other), ("out/dir/b.yaml", "not: [YAML")];
    let files = Files::new("many_links_out", &[written, outside].concat());
    let at = |path: &str| files.0.join(path);
    let link = |to: &str, name: &str| {
        let _ = fs::remove_file(at(name));
        std::os::unix::fs::symlink(to, at(name)).expect("a link");
    };
    link("../out/a.yaml", "repo/a.yaml");
    link("../../out/dir/b.yaml", "repo/in/b.yaml");
    link("../web.yaml", "repo/in/same.yaml");
    link("../out", "repo/all");
    link("repo", "named");
    let left_out = |command: &[&str]| {
        let output = files.smp(command).output().expect("the command runs");
        let (said, shown) = (output.stderr, output.stdout);
        let said = String::from_utf8(said).expect("UTF-8");
        let shown = String::from_utf8(shown).expect("UTF-8");
        assert!(!shown.contains("other") && !shown.contains("not"), "{command:?}: {shown}{said}");
        said.lines()
            .filter(|it| it.contains(": a link out of "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let lines = |of: &str, names: &[&str]| {
        let message = |name: &&str| {
            format!("{name}: a link out of {of}, left out; --follow-links follows it")
        };
        names.iter().map(message).collect::<Vec<_>>()
    };
    let both = |of: &str| lines(of, &[&format!("{of}/a.yaml"), &format!("{of}/in/b.yaml")]);
    let patch = ["patch", "-p", "spec: {replicas: 2}", "-i", "-f"];
    let with = |args: &[&'static str]| [&patch[..], args].concat();
    assert_eq!(left_out(&with(&["repo", "-R"])), both("repo"));
    assert_eq!(left_out(&with(&["named", "-R"])), both("named"));
    assert_eq!(left_out(&with(&["./repo", "-R"])), both("./repo"));
    assert_eq!(left_out(&with(&["repo/*.yaml"])), lines("repo", &["repo/a.yaml"]));
    let names = ["repo/a.yaml", "repo/all", "repo/in/b.yaml"];
    assert_eq!(left_out(&with(&["repo/**/*.yaml"])), lines("repo", &names));
    assert_eq!(fs::read_to_string(at("out/a.yaml")).expect("a file"), WEB.replace("web", "other"));
    let scaled = WEB.replace("replicas: 1", "replicas: 2");
    assert_eq!(fs::read_to_string(at("repo/web.yaml")).expect("a file"), scaled);
    for command in [
        &["check", "-R", "repo"][..],
        &["diff", "-R", "repo", "repo"],
        &["normalize", "-R", "repo"],
        &["owners", "-R", "repo"],
        &["extract", "-R", "repo", "--field-manager", "m"],
        &["apply", "--server-side", "-R", "-f", "repo", "--live", "repo/web.yaml"],
    ] {
        assert!(left_out(command).starts_with(&both("repo")), "{command:?}");
    }
    // A file that the user names is read, whatever it is; and so are all, if the user says so.
    for args in
        [&["repo/a.yaml"][..], &["repo/*.yaml", "--follow-links"], &["repo", "--follow-links"]]
    {
        fs::write(at("out/a.yaml"), &other).expect("a file");
        files.smp(&with(args)).assert().code(0);
        let text = fs::read_to_string(at("out/a.yaml")).expect("a file");
        assert_eq!(text, other.replace("replicas: 1", "replicas: 2"), "{args:?}");
        assert!(at("repo/a.yaml").is_symlink());
    }
}
