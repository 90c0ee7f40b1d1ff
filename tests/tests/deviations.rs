//! The examples of `docs/deviations.md`: checks the results that the page gives for this
//! engine. `cargo xtask differential` checks those for the reference, `cargo xtask cluster run` those
//! for an API server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use serde_json::Value;
use smp_core::{Document, Error, Options, Overwrite, Patch, Severity, ThreeWay};
use smp_json_patch::{JsonPatch, MergePatch, check_operations};

const LIST: &str = include_str!("../../docs/deviations.md");

/// Identifier and example, for each example of every section.
fn examples() -> impl Iterator<Item = (&'static str, Value)> {
    LIST.split("\n## ").skip(1).flat_map(|section| {
        let id = section.lines().next().unwrap();
        let mut blocks = section.split("```json\n").skip(1).peekable();
        assert!(blocks.peek().is_some(), "{id} has no example");
        blocks.map(move |block| {
            let (example, _) = block.split_once("```").expect(id);
            (id, serde_json::from_str(example).expect(id))
        })
    })
}

fn ours(example: &Value) -> Result<Value, Error> {
    // A request to an API server has a whole object.
    let is_request = example["op"] == "request";
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (api_version, kind) = if is_request {
        (text(&example["live"]["apiVersion"]), text(&example["live"]["kind"]))
    } else {
        let (api_version, kind) = example["type"].as_str().unwrap().rsplit_once('/').unwrap();
        (api_version.to_owned(), kind.to_owned())
    };
    let ty = smp_types::schema(&api_version, &kind).expect("a kind of smp-types").root();
    let options = Options::kubernetes();
    let doc = |role: &str| Document::from(&example[role]);
    let flag = |name: &str| example.get(name).and_then(Value::as_bool);
    match example["op"].as_str().unwrap() {
        "apply" | "request" => {
            // The exact text, where it matters.
            if let Some(text) = example["patch_json"].as_str() {
                return smp_core::apply(&example["live"], text, ty, &options);
            }
            smp_core::apply(&example["live"], &example["patch"], ty, &options)
        }
        "diff" => smp_core::diff(doc("original"), doc("modified"), ty, &options)?.to_value(),
        "threeway" => {
            let (original, modified, current) = (doc("original"), doc("modified"), doc("current"));
            let mut documents = ThreeWay::new(&original, &modified, &current);
            if flag("overwrite") == Some(false) {
                documents = documents.overwrite(Overwrite::UnlessBothChanged);
            }
            if flag("preconditions") == Some(true) {
                documents = documents.same_object();
            }
            documents.diff(ty, &options)?.to_value()
        }
        "compose" => smp_core::compose(&example["p1"], &example["p2"], ty, &options)?.to_value(),
        "conflicts" => smp_core::conflicts(&example["p1"], &example["p2"], ty, &options)
            .map(|all| Value::Bool(!all.is_empty())),
        other => panic!("unknown operation {other}"),
    }
}

/// The result of a strategic merge patch in which the check finds nothing.
fn of_checked_patch(example: &Value) -> Result<Value, String> {
    let text = |name: &str| example["live"][name].as_str().unwrap();
    let schema = smp_types::schema(text("apiVersion"), text("kind")).expect("a kind of smp-types");
    let patch = Patch::from_document(&example["patch"]).map_err(|error| error.to_string())?;
    match patch.check(schema, &Options::kubernetes()).first() {
        Some(found) => Err(found.to_string()),
        None => ours(example).map_err(|error| error.to_string()),
    }
}

/// The result of a JSON patch that has passed the check.
fn of_json_patch(example: &Value) -> Result<Value, String> {
    let text = |name: &str| example["live"][name].as_str().unwrap();
    let schema = smp_types::schema(text("apiVersion"), text("kind")).expect("a kind of smp-types");
    let (live, patch) = (Document::from(&example["live"]), Document::from(&example["patch"]));
    let findings = check_operations(&patch, schema, &Options::kubernetes());
    let findings = findings.map_err(|error| error.to_string())?;
    if let Some(found) = findings.iter().find(|it| it.severity() >= Severity::Error) {
        return Err(found.to_string());
    }
    let result = JsonPatch::new(patch).and_then(|patch| Ok(patch.apply(live)?.into_value()?));
    result.map_err(|error| error.to_string())
}

fn of_merge_patch(example: &Value) -> Result<Value, String> {
    let patch = Document::from_json(example["patch_json"].as_str().unwrap()).unwrap();
    let live = Document::from(&example["live"]);
    let result = MergePatch::new(patch).and_then(|patch| Ok(patch.apply(live)?.into_value()?));
    result.map_err(|error| error.to_string())
}

#[test]
fn examples_of_deviations_hold() {
    let mut count = 0;
    for (id, example) in examples() {
        let result = if example["patch"].is_array() {
            of_json_patch(&example)
        } else if example["type"] == "merge" {
            of_merge_patch(&example)
        } else if example["validation"] == "Strict" {
            of_checked_patch(&example)
        } else {
            ours(&example).map_err(|error| error.to_string())
        };
        match (&example["ours"], result) {
            (Value::String(wanted), Err(error)) => {
                assert!(error.contains(wanted.as_str()), "{id}: {error}");
            }
            (wanted, found) => assert_eq!(*wanted, found.expect(id), "{id}"),
        }
        // An example must show a difference.
        let theirs = if example["op"] == "request" { "server" } else { "reference" };
        assert_ne!(example["ours"], example[theirs], "{id}");
        count += 1;
    }
    assert!(count > 30, "only {count} examples were found");
}
