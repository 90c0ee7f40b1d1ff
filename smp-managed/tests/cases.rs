//! The cases of `tests/cases`, and the rules of docs/server-side-apply.md that they hold.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use smp_core::{Document, Schema};
use smp_managed::{Element, Error, FieldPath, FieldSet, ManagedFields, Settings, apply, update};

fn cases() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut cases: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, serde_saphyr::from_str(&text).unwrap())
        })
        .collect();
    cases.sort_by(|a: &(String, Value), b| a.0.cmp(&b.0));
    cases
}

#[test]
fn every_case_holds() {
    for (name, case) in cases() {
        let (api_version, kind) = case["kind"].as_str().unwrap().rsplit_once('/').unwrap();
        let schema = smp_types::schema(api_version, kind).expect(&name);
        let unions = case["unions"] == true;
        let mut live: Option<Document<'static>> = None;
        for (at, step) in case["steps"].as_array().unwrap().iter().enumerate() {
            let place = format!("{name}, step {at}");
            let mut object = json!({ "apiVersion": api_version, "kind": kind });
            merge(&mut object, &step["object"]);
            merge(&mut object, &json!({ "metadata": { "name": "thing" } }));
            let outcome = run(
                live.as_ref(),
                &Document::from(object),
                schema,
                step,
                (at, api_version, unions),
            );
            match outcome {
                Ok(after) => {
                    assert!(step.get("error").is_none(), "{place} is not refused");
                    assert!(step.get("conflicts").is_none(), "{place} has no conflicts");
                    check(&after, step, &place);
                    live = Some(after);
                }
                Err(error) if !error.conflicts().is_empty() => {
                    let told: Vec<_> = error.conflicts().iter().map(ToString::to_string).collect();
                    assert_eq!(json!(told), step["conflicts"], "{place}");
                }
                Err(error) => {
                    let expected = step["error"].as_str().unwrap_or("no error");
                    assert!(error.to_string().contains(expected), "{place}: {error}");
                }
            }
        }
    }
}

fn run(
    live: Option<&Document<'static>>,
    object: &Document<'static>,
    schema: &Schema,
    step: &Value,
    (at, api_version, unions): (usize, &str, bool),
) -> Result<Document<'static>, Error> {
    let time = format!("2024-02-29T12:00:{at:02}Z").parse().unwrap();
    let (op, manager) = ["apply", "force", "update"]
        .into_iter()
        .find_map(|op| Some((op, step.get(op)?.as_str()?)))
        .expect("a step is an apply, force or update");
    let mut settings = Settings::new(manager, time).normalize_unions(unions);
    settings = settings.subresource(step["subresource"].as_str().unwrap_or_default());
    let reset = step["reset"].as_array().into_iter().flatten();
    let reset = reset.map(|name| FieldPath(vec![Element::field(name.as_str().unwrap())]));
    settings = settings.reset_fields(api_version, FieldSet::from_paths(reset));
    match op {
        "apply" | "force" => {
            let settings = settings.force(op == "force");
            apply(live, object, schema, &settings).map(|it| it.object)
        }
        _ => {
            let updated = update(live, object, schema, &settings)?;
            updated.untracked.map_or(Ok(updated.object), Err)
        }
    }
}

/// Compares an object with what the step says of it.
fn check(after: &Document<'_>, step: &Value, place: &str) {
    let managed = ManagedFields::of(after).unwrap();
    let entries = managed.entries().iter().map(|entry| {
        let writer = &entry.manager;
        let name = format!("{} {} {}", writer.name, writer.operation.as_str(), writer.subresource);
        (name.trim_end().to_owned(), entry)
    });
    let entries: BTreeMap<_, _> = entries.collect();
    if let Some(owns) = step.get("owns") {
        let sets: Map<_, _> = entries
            .iter()
            .map(|(name, entry)| (name.clone(), json!(entry.fields.to_fields_v1())))
            .collect();
        assert_eq!(Value::Object(sets), *owns, "{place}");
    }
    if let Some(times) = step.get("times") {
        let found: Map<_, _> = entries
            .iter()
            .map(|(name, entry)| {
                let time = entry.time.map_or("none".to_owned(), |time| time.to_string());
                (name.clone(), json!(time))
            })
            .collect();
        assert_eq!(Value::Object(found), *times, "{place}");
    }
    if let Some(gives) = step.get("gives") {
        let mut object = after.clone().into_value().unwrap();
        let members = object.as_object_mut().unwrap();
        members.remove("apiVersion");
        members.remove("kind");
        let metadata = members["metadata"].as_object_mut().unwrap();
        metadata.remove("name");
        metadata.remove("managedFields");
        if metadata.is_empty() {
            members.remove("metadata");
        }
        assert_eq!(object, *gives, "{place}");
    }
}

fn merge(into: &mut Value, other: &Value) {
    match (into, other) {
        (Value::Object(into), Value::Object(other)) => {
            for (name, value) in other {
                merge(into.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (into, other) => *into = other.clone(),
    }
}

/// Each rule has a case, or says where it is held or that it is not built; and each case names a rule.
#[test]
fn every_rule_is_held() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/server-side-apply.md")).unwrap();
    let held: Vec<String> =
        cases().iter().map(|(_, case)| case["rule"].as_str().unwrap().to_owned()).collect();
    let mut rules = Vec::new();
    for paragraph in page.split("\n\n").filter(|it| it.starts_with("**ssa-")) {
        let rule = paragraph.trim_start_matches("**").split("**").next().unwrap().to_owned();
        let states = ["Held by", "Not built:"].iter().any(|text| paragraph.contains(text));
        assert!(states || held.contains(&rule), "{rule} is held by nothing");
        rules.push(rule);
    }
    let numbers: Vec<String> = (1..=rules.len()).map(|number| format!("ssa-{number}")).collect();
    assert_eq!(rules, numbers);
    assert!(held.iter().all(|rule| rules.contains(rule)));
    // Tests that the page names exist.
    for name in page.split('`').filter(|it| it.starts_with("smp-managed/tests/")) {
        assert!(root.join(name).exists(), "{name}");
    }
}
