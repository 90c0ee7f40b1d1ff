//! `--diff` and `--diff=text`: what `smp patch` would change, as a unified diff.

use std::fs;

use snapbox::str;

use crate::{Files, printed, smp};

const PATCH: [&str; 5] = ["patch", "-f", "deployment.yaml", "--patch-file", "patch.yaml"];

#[test]
fn lines_of_text() {
    let args = ["patch", "-f", "deployment.yaml", "-p", "spec: {replicas: 4, paused: true}"];
    let shown = smp(&[&args[..], &["--diff"]].concat()).assert().code(0).stderr_eq("");
    shown.stdout_eq(str![[r#"
--- deployment.yaml
+++ deployment.yaml
@@ -9,7 +9,7 @@
   annotations:
     example.com/owner: team-shop
 spec:
-  replicas: 2   # two zones
+  replicas: 4   # two zones
   revisionHistoryLimit: 5
   selector:
     matchLabels:
@@ -100,3 +100,4 @@
         emptyDir:
           sizeLimit: 1Gi
       terminationGracePeriodSeconds: 30
+  paused: true

"#]]);
    let named = printed(smp(&[&args[..], &["--diff=text"]].concat()));
    assert_eq!(named, printed(smp(&[&args[..], &["--diff"]].concat())));
}

#[test]
fn lines_of_a_patch_that_moves_and_removes() {
    let old = include_str!("../../../examples/deployment.yaml");
    let diff = printed(smp(&[&PATCH[..], &["--diff"]].concat()));
    let diff = diff.replace("deployment.yaml", "a.yaml");
    assert_eq!(patched(old, &diff), printed(smp(&PATCH)));
}

/// Many documents, some of them without a change, others with changes at their edges.
fn stream() -> (String, String) {
    let mut old = String::new();
    let mut new = String::new();
    for number in 0..40 {
        let object = |value: &str| {
            format!(
                "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c{number}\n\
                 data:\n  a: \"{value}\"\n"
            )
        };
        old.push_str(&object("0"));
        new.push_str(&object(if number % 7 < 2 { "1" } else { "0" }));
    }
    (old, new)
}

/// The result of a unified diff on a text: a reader of its own, which finds every line at the
/// place that its hunk says.
fn patched(old: &str, diff: &str) -> String {
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let mut new = String::new();
    let mut at = 0;
    let mut written = 0;
    for line in diff.split_inclusive('\n') {
        if let Some(ranges) = line.strip_prefix("@@ -") {
            let (before, after) = ranges.split_once(" +").expect("two ranges");
            let begin = |range: &str| {
                let range = range.split(' ').next().expect("a range");
                let (start, count) = range.split_once(',').unwrap_or((range, "1"));
                let start: usize = start.parse().expect("a number");
                if count == "0" { start } else { start - 1 }
            };
            let begin_of_hunk = begin(before);
            assert!(begin_of_hunk >= at, "{diff}");
            for kept in &lines[at..begin_of_hunk] {
                new.push_str(kept);
                written += 1;
            }
            at = begin_of_hunk;
            assert_eq!(begin(after), written, "{diff}");
            continue;
        }
        match line.split_at(1) {
            (" ", text) => {
                assert_eq!(lines[at], text);
                new.push_str(text);
                (at, written) = (at + 1, written + 1);
            }
            ("-", text) if line != "--- a.yaml\n" => {
                assert_eq!(lines[at], text);
                at += 1;
            }
            ("+", text) if line != "+++ a.yaml\n" => {
                new.push_str(text);
                written += 1;
            }
            _ => {}
        }
    }
    lines[at..].iter().for_each(|line| new.push_str(line));
    new
}

#[test]
fn the_lines_make_the_new_text() {
    let (old, new) = stream();
    let patch = |number| {
        format!("---\nkind: ConfigMap\nmetadata: {{name: c{number}}}\ndata: {{a: \"1\"}}\n")
    };
    let patches = (0..40).filter(|number| number % 7 < 2).map(patch);
    let patches = patches.collect::<Vec<_>>().concat();
    let files = Files::new("preview_lines", &[("a.yaml", &old), ("p.yaml", &patches)]);
    let args = ["patch", "-f", "a.yaml", "--patch-file", "p.yaml"];
    let diff = printed(files.smp(&[&args[..], &["--diff"]].concat()));
    assert_eq!(patched(&old, &diff), new);
    // Changes of two documents that follow each other are in one hunk.
    assert_eq!(diff.matches("@@ -").count(), 6, "{diff}");
    assert_eq!(diff.matches("--- a.yaml\n+++ a.yaml\n").count(), 1);
    // A removed object.
    let remove = "{kind: ConfigMap, metadata: {name: c3}, $patch: delete}";
    let diff = printed(files.smp(&["patch", "-f", "a.yaml", "-p", remove, "--diff"]));
    let args = ["patch", "-f", "a.yaml", "-p", remove, "--in-place"];
    files.smp(&args).assert().success();
    let written = fs::read_to_string(files.0.join("a.yaml")).expect("the file");
    assert_eq!(patched(&old, &diff), written);
}

#[test]
fn text_without_a_line_break_at_the_end() {
    let json = r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"}}"#;
    let two = format!("{json} {json}");
    let files = Files::new("preview_line_end", &[("a.json", json), ("b.json", &two)]);
    let args = ["-q", "patch", "-f", "a.json", "-f", "b.json", "-p", "data: {a: c}", "--diff"];
    assert!(printed(files.smp(&args)).contains("}\n\\ No newline at end of file\n+{"));
    files.smp(&args).assert().code(0).stderr_eq("").stdout_eq(str![[r#"
--- a.json
+++ a.json
@@ -1 +1 @@
-{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"}}
/ No newline at end of file
+{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"c"}}
/ No newline at end of file
--- b.json
+++ b.json
@@ -1 +1 @@
-{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"}} {"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"}}
/ No newline at end of file
+{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"c"}} {"apiVersion":"v1","kind":"ConfigMap","data":{"a":"c"}}
/ No newline at end of file

"#]]);
}

#[test]
fn a_stream_is_shown_while_it_comes() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_smp"))
        .args(["patch", "-f", "-", "-p", "data: {a: b}", "--diff=fields"])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}\n").expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line, although input has not ended");
    assert_eq!(line, "v1 ConfigMap (<stdin>)\n");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}
