//! No test passes without testing. One that needs what a machine with Rust may lack is ignored, with a
//! reason such as `needs Go`, so that its absence shows in the summary. `.ci/run` reads the reasons, and
//! runs these tests where it has what they need.
//!
//! The check reads the sources as rustfmt writes them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A test as its source has it.
pub(crate) struct Test<'a> {
    pub(crate) name: &'a str,
    /// Why it does not run by itself.
    pub(crate) ignored: Option<&'a str>,
    body: &'a str,
}

/// The tests of a file.
pub(crate) fn tests(source: &str) -> Vec<Test<'_>> {
    let mut found = Vec::new();
    for (start, _) in source.match_indices("#[test]").chain(source.match_indices("#[tokio::test")) {
        let indent = &source[source[..start].rfind('\n').map_or(0, |at| at + 1)..start];
        // A test in a string of a test does not begin its line.
        if !indent.trim().is_empty() {
            continue;
        }
        let rest = &source[start..];
        let Some((attributes, function)) = rest.split_once("fn ") else { continue };
        let (name, function) = function.split_once('(').unwrap();
        let end = function.find(&format!("\n{indent}}}\n")).unwrap_or(function.len());
        let ignored = attributes.split_once("#[ignore").map(|(_, reason)| {
            reason.strip_prefix(" = \"").and_then(|it| it.split('"').next()).unwrap_or_default()
        });
        found.push(Test { name, ignored, body: &function[..end] });
    }
    found
}

/// What is wrong in a file with tests.
fn mistakes(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for Test { name, ignored, body } in tests(source) {
        // A law of proptest rejects a case by an error, and proptest counts these.
        let returns = body.lines().filter(|line| {
            let code = line.split("//").next().unwrap_or_default();
            code.contains("return;") || code.contains("return }") || code.contains("return Ok(())")
        });
        found.extend(returns.map(|line| format!("{name} returns early: {}", line.trim())));
        if ignored.is_some_and(|reason| !reason.starts_with("needs ")) {
            found.push(format!("{name} is ignored, and does not say what it needs"));
        }
    }
    for (at, line) in source.lines().enumerate() {
        let line = line.trim();
        let says = ["skipped: ", "not tried"].iter().any(|words| line.contains(words));
        if says && line.contains("println!(") {
            found.push(format!("line {}: it only says that nothing was tested: {line}", at + 1));
        }
        let code = line.split("//").next().unwrap_or_default();
        let variable = code.split_once("\"SMP_").and_then(|(_, rest)| rest.split_once('"'));
        let is_read = code.contains("env::var(") || code.contains("env::var_os(");
        if let (true, Some((variable, _))) = (is_read, variable)
            && !code.contains(".expect(")
            && !SETTINGS.contains(&variable)
        {
            found.push(format!("line {}: without SMP_{variable}, nothing fails", at + 1));
        }
    }
    found
}

/// Variables, without `SMP_`, that choose how a test runs, and not whether it does.
const SETTINGS: [&str; 4] = ["YAML_ROUNDS", "YAML_SEED", "YAML_SHOW", "CLUSTER_URL"];

/// The Rust files of the repository, each with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![tests.parent().unwrap().to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let others = ["target", "node_modules", "corpus", "artifacts"];
            if path.is_dir() && !name.starts_with('.') && !others.contains(&&*name) {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found
}

/// Files that hold tests: the unit tests of a crate, and its other tests.
fn has_tests(text: &str) -> bool {
    text.contains("#[test]") || text.contains("#[tokio::test")
}

#[test]
fn no_test_passes_without_testing() {
    let (mut found, mut count) = (Vec::new(), 0);
    for (path, text) in sources() {
        let in_tests = path.components().any(|it| it.as_os_str() == "tests");
        if path.ends_with("tests/tests/ignored.rs") || !(in_tests || has_tests(&text)) {
            continue;
        }
        count += tests(&text).len();
        found.extend(mistakes(&text).into_iter().map(|it| format!("{}: {it}", path.display())));
    }
    assert_eq!(found, [""; 0]);
    assert!(count > 1_300, "{count}");
}

/// The script has a case for each reason, which asks whether the machine has that.
#[test]
fn what_ignored_tests_need_is_known_to_the_script() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/run");
    let script = fs::read_to_string(script).unwrap();
    let mut needed = BTreeSet::new();
    for (_, text) in sources() {
        for need in tests(&text).iter().filter_map(|test| test.ignored?.strip_prefix("needs ")) {
            needed.insert(need.to_owned());
        }
    }
    let known = |need: &str| match need.strip_prefix("SMP_") {
        Some(_) => script.contains("    SMP_*) "),
        None => script.contains(&format!("    {need}) ")),
    };
    let unknown: Vec<_> = needed.iter().filter(|need| !known(need)).collect();
    assert!(unknown.is_empty() && needed.len() > 3, "{unknown:?} of {needed:?}");
}

#[test]
fn tests_that_do_not_test_are_found() {
    for (body, part) in [
        ("let Some(a) = a() else { return };", "returns early"),
        ("if a() {\n        return;\n    }", "returns early"),
        ("let Ok(a) = a() else { return Ok(()) };", "returns early"),
        ("eprintln!(\"skipped: no curl\");", "only says"),
        ("if let Some(a) = std::env::var_os(\"SMP_A\") {}", "without SMP_A"),
    ] {
        let source = format!("#[test]\nfn a() {{\n    {body}\n}}\n");
        let found = mistakes(&source);
        assert!(found.len() == 1 && found[0].contains(part), "{body}: {found:?}");
    }
    let ignored = mistakes("#[test]\n#[ignore]\nfn a() {\n}\n");
    assert!(ignored[0].contains("does not say"), "{ignored:?}");
    let fine = "#[test]\n#[ignore = \"needs Go\"]\nfn a() {\n    \
                let a = std::env::var(\"SMP_A\").expect(\"set\");\n}\n\nfn b() {\n    return;\n}\n";
    assert_eq!(mistakes(fine), [""; 0]);
}
