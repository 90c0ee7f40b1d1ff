//! `smp merge-file`, as a merge driver of a real git.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Files;

const BASE: &str = "\
# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  template:
    spec:
      containers:
      - name: web
        image: web:1
        args: [serve, --port=80]
        env:
        - name: A
          value: \"1\"
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
  - port: 80   # http
";

/// A repository with the driver.
struct Repository(Files);

impl Repository {
    fn new(test: &str) -> Self {
        let files = Files::new(&format!("merge_file_{test}"), &[]);
        fs::remove_dir_all(&files.0).expect("an old repository");
        fs::create_dir_all(&files.0).expect("a directory");
        let repository = Self(files);
        repository.git(&["init", "-q", "-b", "main"], true);
        repository.0.smp(&["merge-file", "--install"]).assert().code(0);
        repository
    }

    fn git(&self, args: &[&str], succeeds: bool) -> String {
        let binaries = Path::new(env!("CARGO_BIN_EXE_smp")).parent().expect("a directory");
        let paths = std::env::var("PATH").unwrap_or_default();
        let settings = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        let output = Command::new("git")
            .args(settings)
            .args(args)
            .current_dir(&self.0.0)
            .env("PATH", format!("{}:{paths}", binaries.display()))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .expect("git runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), succeeds, "git {args:?}: {message}");
        message
    }

    fn commit(&self, file: &str, text: Option<&str>) {
        if let Some(text) = text {
            fs::write(self.0.0.join(file), text).expect("a file");
        }
        self.git(&["add", "-A"], true);
        self.git(&["commit", "-q", "--allow-empty", "-m", "a"], true);
    }

    /// The file after a merge of the branches, and the messages. Without an original both add it.
    fn merged(&self, file: &str, texts: [Option<&str>; 3], is_clean: bool) -> (String, String) {
        let [original, ours, theirs] = texts;
        self.commit(file, original);
        self.git(&["checkout", "-q", "-b", "theirs"], true);
        self.commit(file, theirs);
        self.git(&["checkout", "-q", "main"], true);
        self.commit(file, ours);
        let messages = self.git(&["merge", "-q", "-m", "b", "theirs"], is_clean);
        let text = fs::read_to_string(self.0.0.join(file)).expect("a file");
        (text, messages)
    }
}

/// The text with the replacements.
pub(super) fn with(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn two_branches_add_a_variable_and_comments() {
    let ours = with(
        BASE,
        &[
            ("\"1\"\n", "\"1\"\n        # ours\n        - name: B\n          value: b\n"),
            ("# The shop.", "# Our shop."),
            ("port: 80 ", "port: 81 "),
        ],
    );
    let theirs = with(
        BASE,
        &[
            ("\"1\"\n", "\"1\"\n        - name: C   # theirs\n          value: 'c'\n"),
            ("web:1", "web:2"),
            ("# http", "# plain"),
            ("spec:\n  ports", "\nspec:\n  ports"),
        ],
    );
    let repository = Repository::new("variable");
    let (text, _) = repository.merged("web.yaml", [Some(BASE), Some(&ours), Some(&theirs)], true);
    let added = "\"1\"\n        # ours\n        - name: B\n          value: b\n        \
                 - name: C   # theirs\n          value: 'c'\n";
    let expected = with(
        BASE,
        &[
            ("\"1\"\n", added),
            ("# The shop.", "# Our shop."),
            ("port: 80 ", "port: 81 "),
            ("web:1", "web:2"),
            ("# http", "# plain"),
            ("spec:\n  ports", "\nspec:\n  ports"),
        ],
    );
    assert_eq!(text, expected);
}

#[test]
fn markers_stand_at_the_field() {
    let change = |replicas, variable: &str| {
        let variable = format!("\"1\"\n        - name: {variable}\n          value: x\n");
        with(BASE, &[("replicas: 2", replicas), ("\"1\"\n", &variable)])
    };
    let (ours, theirs) = (change("replicas: 3", "B"), change("replicas: 4", "C"));
    let repository = Repository::new("conflict");
    let (text, messages) =
        repository.merged("web.yaml", [Some(BASE), Some(&ours), Some(&theirs)], false);
    assert!(messages.contains("web.yaml: conflict in Deployment web: spec.replicas"), "{messages}");
    let markers = "<<<<<<< ours\n  replicas: 3\n=======\n  replicas: 4\n>>>>>>> theirs\n";
    let text = text.replace("<<<<<<< HEAD", "<<<<<<< ours");
    assert!(text.contains(markers), "{text}");
    assert_eq!(text.matches("=======").count(), 1);
    assert!(text.contains("- name: B\n          value: x\n        - name: C\n"), "{text}");
}

#[test]
fn documents_are_matched_by_identity() {
    let (deployment, service) = BASE.split_once("---\n").expect("two documents");
    let account = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\n";
    let ours = format!("{service}---\n{}", with(deployment, &[("replicas: 2", "replicas: 3")]));
    let theirs = format!("{}---\n{account}", with(BASE, &[("port: 80", "port: 81")]));
    let repository = Repository::new("documents");
    let (text, _) = repository.merged("web.yaml", [Some(BASE), Some(&ours), Some(&theirs)], true);
    let service = with(service, &[("port: 80", "port: 81")]);
    let deployment = with(deployment, &[("replicas: 2", "replicas: 3")]);
    assert_eq!(text, format!("{service}---\n{account}---\n{deployment}"));
}

#[test]
fn an_object_that_one_branch_removes_and_the_other_changes_is_a_conflict() {
    let (deployment, service) = BASE.split_once("---\n").expect("two documents");
    let theirs = with(BASE, &[("port: 80", "port: 81")]);
    let repository = Repository::new("removed");
    let (text, messages) =
        repository.merged("web.yaml", [Some(BASE), Some(deployment), Some(&theirs)], false);
    assert!(messages.contains("one side removed it, the other one changed it"), "{messages}");
    let service = with(service, &[("port: 80", "port: 81")]);
    assert!(text.contains(&format!("=======\n---\n{service}>>>>>>> ")), "{text}");
}

#[test]
fn a_renamed_object_takes_the_changes_of_the_other_branch() {
    let ours = with(BASE, &[("  name: web\nspec:\n  replicas", "  name: shop\nspec:\n  replicas")]);
    let theirs = with(BASE, &[("web:1", "web:2")]);
    let repository = Repository::new("renamed");
    let (text, _) = repository.merged("web.yaml", [Some(BASE), Some(&ours), Some(&theirs)], true);
    assert_eq!(text, with(&ours, &[("web:1", "web:2")]));

    let ours = BASE.replace("  name: web\n", "  name: web\n  namespace: shop\n");
    let repository = Repository::new("namespace");
    let (text, _) = repository.merged("web.yaml", [Some(BASE), Some(&ours), Some(&theirs)], true);
    assert_eq!(text, with(&ours, &[("web:1", "web:2")]));
}

#[test]
fn both_branches_add_the_file() {
    let ours = with(BASE, &[("\"1\"\n", "\"1\"\n        - name: B\n          value: b\n")]);
    let theirs =
        with(BASE, &[("\"1\"\n", "\"1\"\n        # c\n        - name: C\n          value: c\n")]);
    let repository = Repository::new("added");
    let (text, _) = repository.merged("web.yaml", [None, Some(&ours), Some(&theirs)], true);
    let added = "\"1\"\n        - name: B\n          value: b\n        # c\n        - name: C\n          value: c\n";
    assert_eq!(text, with(BASE, &[("\"1\"\n", added)]));
}

#[test]
fn other_files_are_merged_by_lines() {
    let values = "image: web:1\nreplicas: 1\nport: 80\n";
    let ours = with(values, &[("web:1", "web:2")]);
    let theirs = with(values, &[("port: 80", "port: 81")]);
    let repository = Repository::new("values");
    let (text, _) =
        repository.merged("values.yaml", [Some(values), Some(&ours), Some(&theirs)], true);
    assert_eq!(text, "image: web:2\nreplicas: 1\nport: 81\n");

    let template = "kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n";
    let ours = with(template, &[("name }}", "ours }}")]);
    let theirs = with(template, &[("name }}", "theirs }}")]);
    let repository = Repository::new("template");
    let (text, messages) =
        repository.merged("pod.yaml", [Some(template), Some(&ours), Some(&theirs)], false);
    assert!(text.contains("=======\n  name: {{ .Values.theirs }}\n>>>>>>> "), "{text}");
    assert!(messages.contains("pod.yaml: conflict; it was merged by lines, because"), "{messages}");
}

/// A name of git is a name of a file, whatever it is.
#[cfg(unix)]
#[test]
fn names_that_look_like_options_or_are_no_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let ours = with(BASE, &[("\"1\"\n", "\"1\"\n        - name: B\n          value: b\n")]);
    let theirs = with(BASE, &[("\"1\"\n", "\"1\"\n        - name: C\n          value: c\n")]);
    let both = with(&ours, &[("value: b\n", "value: b\n        - name: C\n          value: c\n")]);
    let repository = Repository::new("option");
    let texts = [Some(BASE), Some(&*ours), Some(&*theirs)];
    let (text, _) = repository.merged("-x.yaml", texts, true);
    assert_eq!(text, both);
    let files =
        Files::new("merge_file_names", &[("o.yaml", BASE), ("a.yaml", &ours), ("b.yaml", &theirs)]);
    let name = std::ffi::OsStr::from_bytes(b"\xff.yaml");
    let args = ["merge-file", "o.yaml", "a.yaml", "b.yaml", "--ours", "-a", "--theirs", "-b"];
    files.smp(&args).arg("-P").arg(name).assert().code(0).stderr_eq("");
    assert_eq!(fs::read_to_string(files.0.join("a.yaml")).expect("a file"), both);
}

#[test]
fn an_error_is_no_conflict_for_git() {
    let texts = ["o.yaml", "a.yaml", "b.yaml"].map(|name| (name, ""));
    let files = Files::new("merge_file_error", &texts);
    let _ = fs::remove_file(files.0.join("none.yaml"));
    let three = ["merge-file", "o.yaml", "a.yaml", "b.yaml"];
    for args in [
        &["merge-file", "o.yaml", "none.yaml", "b.yaml"][..],
        &["merge-file", "o.yaml", ".", "b.yaml"],
        &["merge-file", "o.yaml", "-", "b.yaml"],
        &["merge-file", "-x.yaml", "a.yaml", "b.yaml"],
        &["merge-file", "o.yaml"],
        &[&three[..], &["-L", "many"]].concat(),
        &[&three[..], &["--schema", "none"]].concat(),
        &[&three[..], &["--mask", "["]].concat(),
        &[&three[..], &["--report", "json=none/report.json"]].concat(),
        &["--report", "no-format", "merge-file"],
    ] {
        files.smp(args).assert().code(255);
    }
    files.smp(&["patch", "merge-file"]).assert().code(2);
    files.smp(&["merge-file", "--help"]).assert().code(0);
    let outside = command_outside_of_git();
    outside.assert().code(255).stderr_eq("error: git rev-parse --show-toplevel failed: [..]\n");
}

/// git reads no such link, and what it leads to is no business of the repository.
#[cfg(unix)]
#[test]
fn the_installation_writes_through_no_link() {
    let repository = Repository::new("install");
    let attributes = repository.0.0.join(".gitattributes");
    let lines = "*.yaml merge=smp\n*.yml merge=smp\n";
    assert_eq!(fs::read_to_string(&attributes).expect("a file"), lines);
    fs::write(&attributes, "*.txt text").expect("a file");
    repository.0.smp(&["merge-file", "--install"]).assert().code(0);
    let text = fs::read_to_string(&attributes).expect("a file");
    assert_eq!(text, format!("*.txt text\n{lines}"));
    for target in ["profile", "none"] {
        fs::remove_file(&attributes).expect("a file");
        fs::write(repository.0.0.join("profile"), "export A=1\n").expect("a file");
        std::os::unix::fs::symlink(target, &attributes).expect("a link");
        let run = repository.0.smp(&["merge-file", "--install"]).assert().code(255);
        run.stderr_eq(snapbox::str![[r#"
error: [..]/.gitattributes is a symbolic link, which git does not read
 |
 = help: put a file in its place

"#]]);
        let text = fs::read_to_string(repository.0.0.join("profile")).expect("a file");
        assert_eq!(text, "export A=1\n");
        assert!(!repository.0.0.join("none").exists());
    }
}

/// The installation where there is no repository.
fn command_outside_of_git() -> snapbox::cmd::Command {
    let directory = std::env::temp_dir();
    let args = ["merge-file", "--install"];
    crate::command().current_dir(&directory).env("GIT_CEILING_DIRECTORIES", "/").args(args)
}
