//! Merging in place: fields that serde skips keep their values in every part that the patch keeps.
//! In a part that is converted to JSON and back they would be lost.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smp_core::{Error, ErrorKind, Options, Patch, PatchSchema, StrategicMerge, Unions, apply};

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(rename_all = "camelCase")]
struct Pod {
    #[serde(skip)]
    seen: u8,
    #[serde(default)]
    #[patch(strategy = "merge", merge_key = "name")]
    parts: Vec<Part>,
    #[serde(default)]
    by_name: BTreeMap<String, Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Open>,
    #[serde(skip_serializing_if = "Option::is_none")]
    either: Option<Either>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Part {
    #[serde(skip)]
    seen: u8,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    either: Option<Either>,
}

/// All that is written of it belongs to the union.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[patch(union)]
struct Either {
    #[serde(skip)]
    seen: u8,
    #[patch(discriminator)]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Source {
    HostPath { path: String },
    EmptyDir {},
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Choice {
    #[serde(skip)]
    seen: u8,
    #[serde(default)]
    note: String,
    #[patch(discriminator)]
    #[serde(default)]
    kind: String,
    #[patch(union_member)]
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[patch(union_member)]
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
}

/// A union with states in which another value than that of a member is set.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[patch(union, allow_inactive_member)]
struct Open {
    #[patch(discriminator)]
    #[serde(default)]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
}

fn part(name: &str, seen: u8) -> Part {
    Part { name: name.to_owned(), seen, ..Part::default() }
}

fn choice(kind: &str, a: Option<u8>, b: Option<u8>) -> Choice {
    Choice { seen: 5, note: "n".to_owned(), kind: kind.to_owned(), a, b }
}

fn pod() -> Pod {
    Pod {
        seen: 9,
        parts: vec![part("a", 1), part("b", 2), part("c", 3)],
        by_name: BTreeMap::from([("x".to_owned(), part("x", 4))]),
        choice: Some(choice("A", Some(1), None)),
        open: None,
        either: None,
    }
}

/// Merges in place, and compares the result with that of the JSON.
fn merge(live: &Pod, patch: &str, options: &Options) -> Result<Pod, Error> {
    let patch = Patch::from_json(patch)?;
    let mut result = live.clone();
    let merged = Pod::strategic_merge_into_with(&mut result, &patch, options);
    let json = |pod: &Pod| serde_json::to_value(pod).unwrap();
    match (merged, apply(json(live), &patch, Pod::schema(), options)) {
        (Ok(()), expected) => {
            // The documents have all fields that the type writes.
            let expected: Value = expected.unwrap();
            assert_eq!(json(&result), json(&serde_json::from_value(expected).unwrap()));
            Ok(result)
        }
        (Err(error), expected) => {
            assert_eq!(error.to_string(), expected.unwrap_err().to_string());
            Err(error)
        }
    }
}

fn seen(pod: &Pod) -> Vec<(&str, u8)> {
    pod.parts.iter().map(|part| (part.name.as_str(), part.seen)).collect()
}

#[test]
fn elements_stay_what_they_are() {
    for (patch, expected) in [
        (r#"{"parts": [{"name": "b", "size": 5}]}"#, &[("a", 1), ("b", 2), ("c", 3)][..]),
        (
            r#"{"$setElementOrder/parts": [{"name": "c"}, {"name": "a"}, {"name": "b"}],
                "parts": [{"name": "a", "size": 1}]}"#,
            &[("c", 3), ("a", 1), ("b", 2)],
        ),
        (r#"{"parts": [{"name": "a", "$patch": "delete"}]}"#, &[("b", 2), ("c", 3)]),
        (
            r#"{"parts": [{"name": "c", "size": 2}, {"name": "new"}]}"#,
            &[("a", 1), ("b", 2), ("c", 3), ("new", 0)],
        ),
        // Elements of a list that is replaced are new.
        (
            r#"{"parts": [{"$patch": "replace"}, {"name": "a"}, {"name": "b"}]}"#,
            &[("a", 0), ("b", 0)],
        ),
    ] {
        let merged = merge(&pod(), patch, &Options::default()).unwrap();
        let mut found = seen(&merged);
        if expected.last() == Some(&("new", 0)) {
            // Its place among the others is a rule of lists.
            found.sort_by_key(|(name, _)| *name);
        }
        assert_eq!((merged.seen, &found[..]), (9, expected), "{patch}");
    }
}

#[test]
fn entries_of_maps_and_objects_that_are_replaced_are_new() {
    let options = Options::default();
    let seen = |patch: &str| {
        let merged = merge(&pod(), patch, &options).unwrap();
        (merged.seen, merged.by_name.get("x").map(|it| it.seen), merged.choice.map(|it| it.seen))
    };
    let both = r#"{"byName": {"x": {"size": 1}, "y": {"name": "y"}}, "choice": {"a": 2}}"#;
    assert_eq!(seen(both), (9, Some(4), Some(5)));
    let replaced = r#"{"byName": {"x": {"$patch": "replace", "name": "x"}},
        "choice": {"$patch": "replace", "kind": "A", "a": 1}}"#;
    assert_eq!(seen(replaced), (9, Some(0), Some(0)));
    assert_eq!(seen(r#"{"byName": {"x": null}, "choice": null}"#), (9, None, None));
}

#[test]
fn unions_are_normalized_in_place() {
    let options = Options::default().unions(Unions::Normalize);
    let merged = merge(&pod(), r#"{"choice": {"b": 2}}"#, &options).unwrap();
    let expected = choice("B", None, Some(2));
    assert_eq!(merged, Pod { choice: Some(expected), ..pod() });
}

#[test]
fn unions_of_which_all_members_change_are_normalized_in_place() {
    let options = Options::default().unions(Unions::Normalize);
    let a = Either { seen: 6, kind: "A".into(), a: Some(1), b: None };
    let b = Either { kind: "B".into(), a: None, b: Some(2), ..a.clone() };
    let both = |either: Either| {
        let element = Part { either: Some(either.clone()), ..part("b", 2) };
        Pod { either: Some(either), parts: vec![part("a", 1), element], ..pod() }
    };
    for change in [r#"{"kind": "B", "b": 2}"#, r#"{"b": 2}"#] {
        let patch =
            format!(r#"{{"either": {change}, "parts": [{{"name": "b", "either": {change}}}]}}"#);
        assert_eq!(merge(&both(a.clone()), &patch, &options).unwrap(), both(b.clone()), "{patch}");
    }
}

#[test]
fn the_discriminator_of_a_rust_value_counts() {
    let options = Options::default().unions(Unions::Normalize);
    let open = |kind: &str, a, b| Open { kind: kind.into(), a, b };
    for (live, patch, expected) in [
        // No member has the value, so that the union stays as it is.
        (open("Other", Some(1), None), r#"{"open": {"a": 2}}"#, open("Other", Some(2), None)),
        (open("A", Some(1), None), r#"{"open": {"b": 2}}"#, open("B", None, Some(2))),
        (open("", Some(1), None), r#"{"open": {"a": 2}}"#, open("A", Some(2), None)),
    ] {
        let live = Pod { open: Some(live), ..pod() };
        let merged = merge(&live, patch, &options).unwrap();
        assert_eq!(merged, Pod { open: Some(expected), ..pod() }, "{patch}");
    }
}

#[test]
fn an_element_with_two_variants_has_its_key_in_the_path() {
    let patch =
        r#"{"parts": [{"name": "b", "source": {"hostPath": {"path": "/"}, "emptyDir": {}}}]}"#;
    let error = merge(&pod(), patch, &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Union);
    assert_eq!(error.violations()[0].path.to_string(), r#"parts[name="b"].source"#);
}

/// A value without size: all elements of a list have the same address.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
struct Sizeless {
    name: Only,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
enum Only {
    #[serde(alias = "B")]
    A,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Holder {
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<Sizeless>,
}

#[test]
fn elements_without_size_are_counted() {
    let patch =
        r#"{"$setElementOrder/items": [{"name": "B"}, {"name": "A"}], "items": [{"name": "B"}]}"#;
    let patch = Patch::from_json(patch).unwrap();
    for count in 0..4 {
        let live = Holder { items: vec![Sizeless { name: Only::A }; count] };
        let merged = Holder::strategic_merge(&live, &patch).unwrap();
        assert_eq!(merged.items.len(), count + 1);
    }
}
