//! Many documents: one after the other, in order, and no more than a few of them
//! in memory.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use snapbox::{IntoData as _, str};

use crate::{Files, printed, smp};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_smp"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs")
}

/// A document of about so many bytes.
fn json(number: usize, size: usize) -> String {
    let text = "x".repeat(size);
    format!(
        r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"c{number}"}},"data":{{"text":"{text}"}}}}"#
    )
}

fn yaml(number: usize, size: usize) -> String {
    let text = "x".repeat(size);
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c{number}\ndata:\n  text: {text}\n"
    )
}

/// Sizes that make some documents much slower than others.
fn sizes() -> impl Iterator<Item = (usize, usize)> {
    (0..400).map(|number| (number, if number % 37 == 0 { 150_000 } else { number % 11 * 100 + 6 }))
}

#[test]
fn results_come_in_the_order_of_the_documents() {
    let added = "\nimmutable: true\n";
    let (mut text, mut expected) = (String::new(), String::new());
    for (number, size) in sizes() {
        let between = if number == 0 { "" } else { "---\n" };
        let document = yaml(number, size);
        write!(text, "{between}{document}").expect("memory");
        write!(expected, "{between}{}{added}", document.trim_end()).expect("memory");
    }
    let patch = ["patch", "-f", "-", "-p", "immutable: true"];
    assert!(printed(smp(&patch).stdin(text)) == expected);

    let (mut text, mut expected) = (String::new(), String::new());
    for (number, size) in sizes() {
        let document = json(number, size);
        let open = document.strip_suffix('}').expect("an object");
        writeln!(text, "{document}").expect("memory");
        writeln!(expected, r#"{open},"immutable":true}}"#).expect("memory");
    }
    assert!(printed(smp(&patch).stdin(text.clone())) == expected);
    // Nothing need stand between them.
    assert!(printed(smp(&patch).stdin(text.replace('\n', ""))) == expected);
    assert!(printed(smp(&["normalize", "-"]).stdin(text.clone())) == text);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_stream() {
    // Some documents a processor are under way.
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (first, documents) = (300 * workers, 2_000 + 300 * workers);
    let mut child = start(&["patch", "-f", "-", "-p", "immutable: true"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let document = json(0, 20_000) + "\n";
    let writer = std::thread::spawn(move || {
        for _ in 0..documents {
            stdin.write_all(document.as_bytes()).expect("the command reads");
        }
        stdin
    });
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut peak_after = |documents: usize| -> usize {
        for _ in 0..documents {
            let line = lines.next().expect("a result").expect("a line");
            assert!(line.ends_with(r#""immutable":true}"#), "{line}");
        }
        // It waits for more.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.expect("the command is alive");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
        peak.expect("a peak").trim().parse().expect("a number")
    };
    // Most of the first peak are pages of the program itself.
    let (before, peak) = (peak_after(first), peak_after(documents - first));
    assert!(peak < before + 4_000, "{before} kB, and {peak} kB after 40,000 kB of documents");
    drop(writer.join().expect("the writer ends"));
    assert!(lines.next().is_none());
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn results_are_printed_while_input_is_still_awaited() {
    for (first, second, results) in [
        (
            yaml(1, 6) + "---\n",
            yaml(2, 6) + "---\n",
            [yaml(1, 6), "---\n".to_owned() + &yaml(2, 6)],
        ),
        (json(1, 6), json(2, 6), [json(1, 6) + "\n", json(2, 6) + "\n"]),
    ] {
        let mut child = start(&["patch", "-f", "-", "-p", "{}"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = child.stdout.take().expect("a pipe");
        for (document, result) in [first, second].iter().zip(&results) {
            stdin.write_all(document.as_bytes()).expect("the command reads");
            let mut text = vec![0; result.len()];
            stdout.read_exact(&mut text).expect("the command prints");
            assert_eq!(String::from_utf8_lossy(&text), *result);
        }
        drop(stdin);
        assert_eq!(child.wait().expect("the command ends").code(), Some(0));
    }
}

/// Ends, whatever the input does.
#[test]
fn a_reader_who_has_enough_ends_the_command() {
    for endless in [false, true] {
        let mut child = start(&["patch", "-f", "-", "-p", "{}"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || {
            let document = json(0, 2_000) + "\n";
            let mut written = 0;
            while endless || written < 2_000 {
                if stdin.write_all(document.as_bytes()).is_err() {
                    return None;
                }
                written += 1;
            }
            // Stays open.
            Some(stdin)
        });
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a result");
        drop(stdout);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
        drop(writer.join().expect("the writer ends"));
    }
}

/// Documents of more than a megabyte in all, then one of an unknown kind.
fn wrong_at_the_end(documents: usize) -> String {
    let mut text = String::new();
    for number in 0..documents {
        writeln!(text, "{}", json(number, 1_000)).expect("memory");
    }
    text + "{\"apiVersion\": \"v1\",\n\"kind\": \"Nothing\"}\n"
}

#[test]
fn a_wrong_document_after_much_output_says_what_is_out() {
    let text = wrong_at_the_end(2_000);
    let output = smp(&["patch", "-f", "-", "-p", "{}"]).stdin(text.clone()).output();
    let output = output.expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    let wrong = text.find("{\"apiVersion\": ").expect("the wrong document");
    assert!(output.stdout == text.as_bytes()[..wrong]);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    snapbox::assert_data_eq!(
        stderr.split("     = help").next().unwrap_or_default(),
        str![[r#"
error: no schema for apiVersion "v1", kind "Nothing"
    --> <stdin>:2002:9
     |
2001 | {"apiVersion": "v1",
2002 | "kind": "Nothing"}
     |         ^^^^^^^^^ this kind is unknown
     |
     = note: this is document 2001 of <stdin>
     = note: 2000 results have been printed before

"#]]
    );
}

/// A watch: documents come again and again, each before the one before it has waited
/// for a second. Without the limit in time there would be no result: the input stays open.
#[test]
fn results_wait_for_input_for_a_second_in_all() {
    let mut child = start(&["patch", "-f", "-", "-p", "immutable: true"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        for number in 0..20 {
            if writeln!(stdin, "{}", json(number, 10)).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(250));
        }
        stdin
    });
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("a result");
    child.kill().expect("the command runs");
    let _ = child.wait();
    drop(writer.join().expect("the writer ends"));
    assert!(line.contains("\"immutable\":true"), "{line}");
}

#[test]
fn a_wrong_document_after_little_output_leaves_nothing_printed() {
    let output = smp(&["patch", "-f", "-", "-p", "{}"]).stdin(wrong_at_the_end(500)).output();
    let output = output.expect("the command runs");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), b"".as_slice()));
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(stderr.contains(" --> <stdin>:502:9\n"), "{stderr}");
    assert!(!stderr.contains("printed"), "{stderr}");
}

#[test]
fn places_are_those_of_the_whole_file() {
    let documents: Vec<_> = (0..90).map(|number| yaml(number, 2_000)).collect();
    let text = format!("# a comment\n{}", documents.join("---\n"));
    let lines = text.lines().count();
    let files = Files::new("stream_places", &[]);
    let at = |text: &str| {
        std::fs::write(files.0.join("in.yaml"), text).expect("a file");
        let output = files.smp(&["patch", "-f", "in.yaml", "-p", "{}"]).output();
        let output = output.expect("the command runs");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), b"".as_slice()));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let stderr = at(&format!("{text}---\na: [\n"));
    assert!(stderr.contains(&format!(" in.yaml:{}:", lines + 2)), "{stderr}");
    let stderr = at(&format!("{text}---\r\nkind: Pod\r\napiVersion: v0\r\n"));
    assert!(stderr.contains(&format!(" in.yaml:{}:13", lines + 3)), "{stderr}");
    let stderr = at(&format!("{text}---\na: \0\n"));
    assert!(stderr.contains(&format!(" in.yaml:{}:", lines + 2)), "{stderr}");

    let bytes = [text.as_bytes(), b"---\na: 1\nb: \xff\n"].concat();
    std::fs::write(files.0.join("in.yaml"), bytes).expect("a file");
    let output = files.smp(&["patch", "-f", "in.yaml", "-p", "{}"]).output();
    let stderr = String::from_utf8(output.expect("the command runs").stderr).expect("UTF-8");
    let place = format!("offset {}, line {}", text.len() + 12, lines + 3);
    assert!(stderr.contains(&place), "{place}: {stderr}");
}

#[test]
fn markers_directives_and_comments() {
    let text = "\u{feff}# head\r\n%YAML 1.2\r\n---\r\napiVersion: v1\r\nkind: Secret\r\n...\r\n\
                # between\n--- # again\n---\n{apiVersion: v1, kind: ConfigMap, data: {a: \"x\n  \
                --- y\"}}\n--- !!map\napiVersion: v1\nkind: Pod\nspec:\n  nodeName: |\n   ---\n---\n...\n";
    snapbox::assert_data_eq!(
        printed(smp(&["patch", "-f", "-", "-p", "{}"]).stdin(text)),
        str![[r#"
﻿# head
%YAML 1.2
---
apiVersion: v1
kind: Secret
...
# between
--- # again
---
{apiVersion: v1, kind: ConfigMap, data: {a: "x
  --- y"}}
--- !!map
apiVersion: v1
kind: Pod
spec:
  nodeName: |
   ---
---
...

"#]]
        .raw()
    );
}

#[test]
fn a_document_may_be_larger_than_what_is_read_at_once() {
    let text = format!("{}---\n{}", yaml(1, 3_000_000), yaml(2, 500_000));
    assert!(printed(smp(&["patch", "-f", "-", "-p", "{}"]).stdin(text.clone())) == text);
    let text = format!("{}\n{}\n", json(1, 3_000_000), json(2, 500_000));
    assert!(printed(smp(&["patch", "-f", "-", "-p", "{}"]).stdin(text.clone())) == text);
}

#[test]
fn json_with_markers_between_is_printed_as_json() {
    let text = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\"}\n---\napiVersion: v1\nkind: Pod\n";
    snapbox::assert_data_eq!(
        printed(smp(&["patch", "-f", "-", "-p", "{}"]).stdin(text)),
        str![[r#"
{"apiVersion":"v1","kind":"Secret"}
{
    "apiVersion": "v1",
    "kind": "Pod"
}

"#]]
    );
}

#[test]
fn a_file_that_is_not_there_is_said_before_anything_is_printed() {
    let text = wrong_at_the_end(2_000);
    let good = &text[..text.find("{\"apiVersion\": ").expect("the wrong document")];
    let files = Files::new("stream_missing", &[("good.json", good)]);
    files
        .smp(&["patch", "-f", "good.json", "-f", "missing.json", "-p", "{}"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: cannot read missing.json: no such file

"#]]);
    let output = files.smp(&["patch", "-f", "good.json", "-p", "kind: Pod"]).output();
    let output = output.expect("the command runs");
    assert_eq!((output.status.code(), output.stdout == good.as_bytes()), (Some(2), true));
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(stderr.contains("matches no object"), "{stderr}");
    assert!(stderr.contains("= note: 2000 results have been printed before\n"), "{stderr}");
}
