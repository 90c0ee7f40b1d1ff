//! Messages beyond a limit: nothing is left out in silence, and no message names a setting that
//! only a program has.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use crate::Files;

/// The messages of a run that fails.
fn message(files: &Files, args: &[&str]) -> String {
    let output = files.smp(args).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Runs what goes well.
fn run(files: &Files, args: &[&str]) {
    let output = files.smp(args).output().expect("the command runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn more_broken_unions_than_are_listed_are_counted() {
    let mut pod = "apiVersion: v1\nkind: Pod\nspec:\n  volumes:\n".to_owned();
    for at in 0..103 {
        let _ = writeln!(pod, "  - {{name: v{at}, emptyDir: {{}}, hostPath: {{path: /}}}}");
    }
    let files = Files::new("limits_unions", &[("pod.yaml", &pod)]);
    let args = ["patch", "-f", "pod.yaml", "-p", "{}", "--unions", "validate"];
    let message = message(&files, &args);
    assert_eq!(message.matches("expected at most one").count(), 20);
    assert!(message.contains("error: 83 more like the 20 above are not shown"), "{message}");
}

#[test]
fn more_mistakes_of_a_definition_than_are_listed_are_counted() {
    let mut crd = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Widget}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
"
    .to_owned();
    for at in 0..103 {
        let _ = writeln!(crd, "          f{at}: {{type: nonsense}}");
    }
    let widget = "apiVersion: example.com/v1\nkind: Widget\n";
    let files = Files::new("limits_crd", &[("crd.yaml", &crd), ("widget.yaml", widget)]);
    let args = ["patch", "-f", "widget.yaml", "-p", "{}", "--schema", "crd.yaml"];
    let message = message(&files, &args);
    assert_eq!(message.matches("nonsense").count(), 101, "one is shown at its place: {message}");
    assert!(message.contains("note: and 3 more; correct those above first"), "{message}");
    assert!(!message.contains("max_errors"), "{message}");
}

/// A document that grows by aliases: a list of so many scalars, so many times.
fn aliased(scalars: usize, times: usize, scalar: &str) -> String {
    let list = vec![scalar; scalars].join(",");
    let aliases = vec!["*x"; times].join(",");
    format!("apiVersion: v1\nkind: ConfigMap\nx: &x [{list}]\ny: [{aliases}]\n")
}

#[test]
fn aliases_may_add_100000_parts() {
    // Each alias adds the beginning and the end of the list, too.
    let within = aliased(998, 100, "a");
    let beyond = aliased(998, 101, "a");
    let files = Files::new("limits_aliases", &[("in.yaml", &within), ("more.yaml", &beyond)]);
    run(&files, &["patch", "-f", "in.yaml", "-p", "{}"]);
    let message = message(&files, &["patch", "-f", "more.yaml", "-p", "{}"]);
    assert!(message.contains("aliases add more than 100000 parts, which is the limit"));
    assert!(message.contains("use --limit aliased-parts=NUMBER"), "{message}");
    run(&files, &["patch", "-f", "more.yaml", "-p", "{}", "--limit", "aliased-parts=101000"]);
}

#[test]
fn anchors_in_anchors_may_hold_a_million_parts() {
    let open: String = (0..100).fold(String::new(), |open, at| open + &format!("&a{at} ["));
    let text = |scalars| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\na: {open}{}{}\n",
            vec!["x"; scalars].join(","),
            "]".repeat(100)
        )
    };
    let (within, beyond) = (text(9_800), text(10_000));
    let files = Files::new("limits_anchored", &[("in.yaml", &within), ("more.yaml", &beyond)]);
    run(&files, &["patch", "-f", "in.yaml", "-p", "{}"]);
    let message = message(&files, &["patch", "-f", "more.yaml", "-p", "{}"]);
    assert!(
        message.contains("anchors hold more than 1000000 parts, which is the limit"),
        "{message}"
    );
}

#[test]
fn aliases_may_add_16_mib_of_text() {
    let scalar = "x".repeat(1 << 20);
    let within = aliased(1, 15, &scalar);
    let beyond = aliased(1, 17, &scalar);
    let files = Files::new("limits_aliased_text", &[("in.yaml", &within), ("more.yaml", &beyond)]);
    run(&files, &["patch", "-f", "in.yaml", "-p", "{}"]);
    let message = message(&files, &["patch", "-f", "more.yaml", "-p", "{}"]);
    assert!(message.contains("aliases add more than 16 MiB of text, which is the limit"));
}

#[test]
fn a_billion_laughs_cost_no_more_than_the_limit() {
    let mut laughs = "apiVersion: v1\nkind: ConfigMap\nl0: &l0 [lol, lol, lol]\n".to_owned();
    for at in 1..40 {
        let aliases = vec![format!("*l{}", at - 1); 9].join(", ");
        let _ = writeln!(laughs, "l{at}: &l{at} [{aliases}]");
    }
    let files = Files::new("limits_laughs", &[("laughs.yaml", &laughs)]);
    let message = message(&files, &["patch", "-f", "laughs.yaml", "-p", "{}"]);
    assert!(message.contains("which is the limit; write the values in place of the aliases"));
}

#[test]
fn a_gitignore_has_256_kib() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n";
    let patterns = "*ix*\n".repeat((256 << 10) / 5 + 1);
    for (test, path) in
        [("limits_gitignore", "d/.gitignore"), ("limits_gitignore_below", "d/e/.gitignore")]
    {
        let files = Files::new(test, &[("d/a.yaml", pod), ("d/e/b.yaml", pod), (path, &patterns)]);
        let args = ["patch", "-R", "-f", "d", "-p", "{}"];
        let message = message(&files, &args);
        assert!(message.contains("262144 bytes of a .gitignore, which is the limit"), "{message}");
        assert!(message.contains(&format!("it is {path}")), "{message}");
        run(&files, &[&args[..], &["--limit", "gitignore-bytes=300000"]].concat());
    }
    let patterns = &patterns[..256 << 10];
    let files = Files::new("limits_gitignore_at", &[("d/a.yaml", pod), ("d/.gitignore", patterns)]);
    run(&files, &["patch", "-R", "-f", "d", "-p", "{}"]);
}

#[test]
fn what_the_text_itself_holds_has_no_limit_but_its_length() {
    let mut anchors = "apiVersion: v1\nkind: ConfigMap\nx: &x {a: b}\n".to_owned();
    for at in 0..10_100 {
        let _ = writeln!(anchors, "b{at}: {{<<: *x}}");
    }
    for at in 0..50_500 {
        let _ = writeln!(anchors, "a{at}: &a{at} b");
    }
    let files = Files::new("limits_anchors", &[("in.yaml", &anchors)]);
    run(&files, &["patch", "-f", "in.yaml", "-p", "{}"]);
}

#[test]
fn a_document_may_be_as_long_as_asked_for() {
    // Together they are longer, in a stream that is no matter.
    let document = "{kind: ConfigMap, apiVersion: v1}\n";
    let both = format!("{document}---\n{}", document.replace("ConfigMap", "Namespace"));
    let files = Files::new("limits_bytes", &[("in.yaml", &both), ("one.yaml", document)]);
    let limit = |less: usize| (document.len() + "---\n".len() - less).to_string();
    // The second begins with the marker, and is longer.
    for (file, limit, line, is_within) in [
        ("in.yaml", limit(0), 0, true),
        ("in.yaml", limit(1), 2, false),
        ("one.yaml", limit(4), 0, true),
        ("one.yaml", limit(5), 1, false),
    ] {
        let args = ["patch", "-f", file, "-p", "{}", "--max-bytes", &limit];
        if is_within {
            run(&files, &args);
        } else {
            let message = message(&files, &args);
            let says =
                format!("{file}: the document at line {line} has more than {limit} bytes, which");
            assert!(message.contains(&says), "{message}");
            assert!(message.contains("set a higher limit with --max-bytes"), "{message}");
        }
    }
    let limit = (both.len() - 1).to_string();
    let args = ["normalize", "one.yaml", "--old", "in.yaml", "--max-bytes", &limit];
    let message = message(&files, &args);
    let says = format!("in.yaml: the file has more than {limit} bytes, which is the limit for");
    assert!(message.contains(&says), "{message}");
    let limit = both.len().to_string();
    run(&files, &["normalize", "one.yaml", "--old", "in.yaml", "--max-bytes", &limit]);
}

#[test]
fn input_without_end_is_an_error() {
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_smp"))
        .args(["patch", "-f", "-", "-p", "{}", "--max-bytes", "1000000"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = run.stdin.take().expect("standard input is a pipe");
    // Until nobody reads any more.
    while input.write_all(&[b' '; 1 << 10]).is_ok() {}
    let output = run.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        message.contains("<stdin>: the document at line 1 has more than 1000000 bytes"),
        "{message}"
    );
}

#[test]
fn nesting_names_no_setting_of_the_library() {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let files = Files::new(
        "limits_depth",
        &[("pod.json", r#"{"apiVersion":"v1","kind":"Pod"}"#), ("patch.json", &deep)],
    );
    let message = message(&files, &["patch", "-f", "pod.json", "--patch-file", "patch.json"]);
    assert!(message.contains("nested deeper than 128 levels, which is the limit"));
    assert!(!message.contains("max_depth"), "{message}");
    assert!(!message.contains(" spec.a") && !message.contains(" a.a"), "{message}");
}

#[test]
fn what_is_too_deep_to_be_laid_out_is_printed_on_one_line() {
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let map = format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{deep}}}"#);
    let lines = map.replacen(',', ",\n", 1);
    let files = Files::new("limits_layout", &[("one.json", &map), ("two.json", &lines)]);
    let patch = ["patch", "-p", "data: {b: c}"];
    run(&files, &[&patch, ["-f", "one.json"].as_slice()].concat());
    let yaml = ["-f", "one.json", "-o", "yaml"].as_slice();
    for args in [yaml, &["-f", "two.json"], &["-f", "two.json", "--in-place"]] {
        let message = message(&files, &[&patch, args].concat());
        for part in [
            "cannot write the result: nested deeper than 128 levels",
            &format!("in {}", args[1]),
            "help: give the input as JSON on one line: such output may have any depth",
        ] {
            assert!(message.contains(part), "{message}");
        }
    }
}
