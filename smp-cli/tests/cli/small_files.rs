//! One small file, which is read and processed without further threads: its results are those of
//! a large file.

use std::fs;

use crate::{Files, stderr, stdout};

const WEB: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}   # in front
spec: {replicas: 1}
";

/// Comments or blanks, so many that a file with them is a large one.
fn padding(name: &str) -> String {
    let line = if name.ends_with("json") { " ".repeat(99) } else { "#".repeat(99) };
    ["\n", &line].concat().repeat(1_000)
}

/// The messages, the output, the status and the file of a run, without what was added to the file.
fn outcome(directory: &str, name: &str, text: &[u8], padding: &str, args: &[&str]) -> [String; 4] {
    let files = Files::new(directory, &[]);
    let path = files.0.join(name);
    fs::write(&path, [text, padding.as_bytes()].concat()).expect("a file");
    let run = files.smp(&[&["patch", "-f", name], args].concat()).assert();
    let status = format!("{:?}", run.get_output().status.code());
    let after = fs::read(&path).expect("the file");
    let after = String::from_utf8_lossy(&after).replace(padding, "");
    [status, stderr(&run), stdout(&run).replace(padding, ""), after]
}

#[test]
fn a_small_file_has_the_results_of_a_large_one() {
    let several = format!("{WEB}---\n# a comment\n---\n{WEB}spec: {{replicas: 2}}\n...\n{WEB}");
    let unknown = format!("{WEB}---\nkind: Nothing\napiVersion: v1\n---\na: [\n");
    let invalid = format!("{WEB}---\nmetadata: {{}}\nmetadata: {{}}\na: [\n---\n{WEB}");
    let no_text = [WEB.as_bytes(), b"---\n", WEB.as_bytes(), b"# \xff\n"].concat();
    let json = r#"{"apiVersion":"apps/v1","kind":"Deployment","spec":{}} {"apiVersion":"v1",
        "kind":"PodList","items":[{"metadata":{"name":"a"}}]} "#;
    let wrong = format!("{json} {{\"kind\" 1}}");
    let texts: [(&str, &[u8]); 9] = [
        ("one.yaml", WEB.as_bytes()),
        ("several.yaml", several.as_bytes()),
        ("unknown.yaml", unknown.as_bytes()),
        ("invalid.yaml", invalid.as_bytes()),
        ("no_text.yaml", &no_text),
        ("none.yaml", b"# nothing\n---\n"),
        ("two.json", json.as_bytes()),
        ("wrong.json", wrong.as_bytes()),
        ("blanks.json", b"\n \n"),
    ];
    let ways: [&[&str]; 7] = [
        &["-p", "metadata: {labels: {a: b}}"],
        &["-p", "spec: {replicas: 3, unknown: 1}", "-o", "json"],
        &["-p", "spec: {replicas: 3, unknown: 1}", "--strict"],
        &["-p", "{kind: Deployment, spec: {replicas: 3}}", "--diff=fields"],
        &["-p", "{kind: Deployment, spec: {replicas: 3}}", "--in-place"],
        &["-p", "{kind: Secret, immutable: true}"],
        &["-p", "metadata: {labels: {a: b}}", "--name", "a", "--strict"],
    ];
    for (name, text) in texts {
        for args in ways {
            let small = outcome("small_files", name, text, "", args);
            let large = outcome("large_files", name, text, &padding(name), args);
            assert_eq!(small, large, "{name} {args:?}");
        }
    }
}

/// An error and warnings come in the order of the documents, and nothing is printed.
#[test]
fn messages_come_in_the_order_of_the_documents() {
    let warned = format!("{WEB}metadata: {{name: again}}\n");
    let text = format!("{warned}---\n{WEB}---\n{warned}---\nkind: Nothing\n---\n{warned}");
    let args = ["-p", "spec: {replicas: 3}"];
    let [status, messages, printed, _] =
        outcome("small_order", "in.yaml", text.as_bytes(), "", &args);
    assert_eq!((status.as_str(), printed.as_str()), ("Some(2)", ""));
    let places: Vec<_> =
        messages.lines().filter_map(|line| line.trim_start().strip_prefix("--> ")).collect();
    assert_eq!(
        places,
        ["in.yaml:3:1", "in.yaml:14:1", "in.yaml:18:1", "in.yaml:22:1"],
        "{messages}"
    );
}

/// Nobody reads what is printed.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_smp"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"))
        .args(["patch", "-f", "deployment.yaml", "-p", "{}"])
        .stdout(writer)
        .output()
        .expect("the command runs");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

/// A small file may have a large result, of which the rest waits until somebody reads it.
#[cfg(unix)]
#[test]
fn an_interruption_while_results_are_printed_ends_the_run() {
    use std::io::Read as _;
    use std::os::unix::process::ExitStatusExt as _;

    let nested = ["[".repeat(100), "]".repeat(100)].concat();
    let items = vec![nested; 50].join(",");
    let text = format!("{{\"apiVersion\":\"v1\",\n\"kind\":\"ConfigMap\",\"data\":[{items}]}}");
    let files = Files::new("small_interrupted", &[("deep.json", &text)]);
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_smp"))
        .current_dir(&files.0)
        .args(["patch", "-f", "deep.json", "-p", "immutable: true"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut first = [0; 1000];
    run.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("some output");
    let kill = format!("kill -s TERM {}", run.id());
    let killed = std::process::Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.expect("a shell").success());
    assert_eq!(run.wait().expect("the command ends").signal(), Some(15));
}

/// A pipe is no small file: its results are printed while it stays open.
#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_as_a_stream() {
    use std::io::{Read as _, Write as _};

    let files = Files::new("small_pipe", &[]);
    let path = files.0.join("in.yaml");
    let _ = fs::remove_file(&path);
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_smp"))
        .current_dir(&files.0)
        .args(["patch", "-f", "in.yaml", "-p", "{}"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut pipe = fs::OpenOptions::new().write(true).open(&path).expect("the pipe");
    writeln!(pipe, "{WEB}---").expect("the command reads");
    let mut first = vec![0; WEB.len()];
    run.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("some output");
    assert_eq!(String::from_utf8_lossy(&first), WEB);
    drop(pipe);
    assert!(run.wait().expect("the command ends").success());
}

/// A pipe that nobody writes to does not keep the command for ever.
#[cfg(unix)]
#[test]
fn a_named_pipe_without_a_writer_is_an_error() {
    let files = Files::new("silent_pipe", &[]);
    let path = files.0.join("in.yaml");
    let _ = fs::remove_file(&path);
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    let args = ["patch", "-f", "in.yaml", "-p", "{}", "--limit", "pipe-seconds=1"];
    files.smp(&args).assert().code(2).stdout_eq("").stderr_eq(snapbox::str![[r#"
error: cannot read in.yaml: it is a pipe or a device from which nothing came for 1 s
 |
 = help: to allow more, use --limit pipe-seconds=NUMBER

"#]]);
}
