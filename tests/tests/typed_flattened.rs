//! Merging in place where serde flattens structs and maps: all other fields, also those that serde
//! skips, keep their values.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{Error, ErrorKind, Options, Patch, PatchSchema, StrategicMerge, ThreeWay, Unions};

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Workload {
    #[serde(skip)]
    seen: u8,
    name: String,
    #[serde(flatten)]
    common: Common,
    replicas: u32,
    #[serde(flatten)]
    others: BTreeMap<String, Part>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(rename_all = "camelCase")]
struct Common {
    #[serde(skip)]
    seen: u8,
    #[serde(default = "one")]
    priority: u32,
    #[serde(default)]
    #[patch(strategy = "merge", merge_key = "name")]
    parts: Vec<Part>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[patch(leaf)]
    raw: Option<Value>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Part {
    #[serde(skip)]
    seen: u8,
    #[serde(flatten)]
    id: Id,
    #[serde(default)]
    size: u32,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Id {
    #[serde(skip)]
    seen: u8,
    name: String,
}

fn one() -> u32 {
    1
}

fn part(name: &str, seen: u8, size: u32) -> Part {
    Part { seen, id: Id { seen, name: name.to_owned() }, size }
}

fn workload() -> Workload {
    Workload {
        seen: 1,
        name: "web".to_owned(),
        common: Common {
            seen: 2,
            priority: 5,
            parts: vec![part("a", 3, 30), part("b", 4, 40)],
            raw: None,
        },
        replicas: 2,
        others: BTreeMap::from([("x".to_owned(), part("c", 5, 50))]),
    }
}

fn merged<T>(live: &T, patch: &str, options: &Options) -> Result<T, Error>
where
    T: StrategicMerge + Clone + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let patch = Patch::from_json(patch)?;
    let merged = T::strategic_merge_with(live, &patch, options);
    let mut in_place = live.clone();
    match T::strategic_merge_into_with(&mut in_place, &patch, options) {
        Ok(()) => assert_eq!(Some(&in_place), merged.as_ref().ok()),
        Err(_) => assert_eq!((&in_place, merged.is_err()), (live, true)),
    }
    merged
}

fn merge(patch: &str) -> Result<Workload, Error> {
    merged(&workload(), patch, &Options::default())
}

#[test]
fn what_the_patch_does_not_name_keeps_its_value() {
    let expected = |change: &dyn Fn(&mut Workload)| {
        let mut expected = workload();
        change(&mut expected);
        expected
    };
    for (patch, change) in [
        (r"{}", (|_| ()) as fn(&mut Workload)),
        (r#"{"name": "api"}"#, |it| it.name = "api".to_owned()),
        (r#"{"replicas": 3}"#, |it| it.replicas = 3),
        (r#"{"priority": 7}"#, |it| it.common.priority = 7),
        (r#"{"priority": null}"#, |it| it.common.priority = 1),
        (r#"{"raw": [1]}"#, |it| it.common.raw = Some(json!([1]))),
        (r#"{"parts": [{"name": "b", "size": 8}]}"#, |it| it.common.parts[1].size = 8),
        (r#"{"parts": [{"name": "a", "$patch": "delete"}]}"#, |it| {
            it.common.parts.remove(0);
        }),
        (r#"{"$setElementOrder/parts": [{"name": "b"}, {"name": "a"}]}"#, |it| {
            it.common.parts.reverse();
        }),
        (r#"{"x": {"size": 9}}"#, |it| it.others.get_mut("x").unwrap().size = 9),
        (r#"{"x": null}"#, |it| it.others.clear()),
        (r#"{"y": {"name": "n"}, "x": {"name": "m"}, "priority": 2}"#, |it| {
            it.common.priority = 2;
            it.others.get_mut("x").unwrap().id.name = "m".to_owned();
            it.others.insert("y".to_owned(), part("n", 0, 0));
        }),
    ] {
        assert_eq!(merge(patch).unwrap(), expected(&change), "{patch}");
    }
}

#[test]
fn values_that_do_not_fit_have_their_path() {
    for (patch, path) in [
        (r#"{"priority": "high"}"#, "priority"),
        (r#"{"parts": [{"name": "a", "size": -1}]}"#, "parts[0].size"),
        (r#"{"x": {"size": "big"}}"#, "x.size"),
        (r#"{"x": 5}"#, "x"),
        (r#"{"parts": null, "name": null}"#, "name"),
        (r#"{"x": {"name": null}}"#, "x.name"),
    ] {
        let error = merge(patch).unwrap_err();
        assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, path), "{patch}");
    }
}

#[test]
fn diffs_have_flattened_fields() {
    let mut modified = workload();
    modified.common.priority = 7;
    modified.common.parts[0].size = 1;
    modified.others.insert("y".to_owned(), part("n", 0, 2));
    let patch = Workload::strategic_diff(&workload(), &modified).unwrap();
    let written: Value = serde_json::from_str(&patch.to_json()).unwrap();
    let expected = json!({
        "priority": 7,
        "$setElementOrder/parts": [{"name": "a"}, {"name": "b"}],
        "parts": [{"name": "a", "size": 1}],
        "y": {"name": "n", "size": 2},
    });
    assert_eq!(written, expected);
    let mut current = workload();
    current.common.parts.push(part("c", 0, 0));
    let patch =
        Workload::strategic_three_way(ThreeWay::new(&workload(), &modified, &current)).unwrap();
    let result = Workload::strategic_merge(&current, &patch).unwrap();
    assert_eq!(result.common.parts.last(), current.common.parts.last());
    assert_eq!((result.common.priority, result.common.seen), (7, 2));
}

/// A union whose members are fields of the outer object.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Volume {
    #[serde(skip)]
    seen: u8,
    name: String,
    #[serde(flatten)]
    source: Box<Source>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[patch(union)]
struct Source {
    #[serde(skip)]
    seen: u8,
    #[patch(discriminator)]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<u8>,
}

#[test]
fn flattened_unions_are_normalized() {
    let source = |kind: &str, disk, net| Source { seen: 2, kind: kind.to_owned(), disk, net };
    let volume = |source| Volume { seen: 1, name: "v".to_owned(), source: Box::new(source) };
    let options = Options::default().unions(Unions::Normalize);
    let live = volume(source("Disk", Some(1), None));
    let result = merged(&live, r#"{"net": 2}"#, &options).unwrap();
    assert_eq!(result, volume(source("Net", None, Some(2))));
}

/// The structs that flatten it have a map without a type for its values.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Free {
    #[serde(skip)]
    seen: u8,
    a: Option<u8>,
    #[serde(flatten)]
    others: serde_json::Map<String, Value>,
}

#[test]
fn free_members_are_merged_by_themselves() {
    let others = |value: Value| value.as_object().unwrap().clone();
    let live = Free { seen: 3, a: None, others: others(json!({"b": {"c": 1, "d": 2}})) };
    let result = merged(&live, r#"{"b": {"c": null}, "e": [1]}"#, &Options::default()).unwrap();
    assert_eq!(result, Free { others: others(json!({"b": {"d": 2}, "e": [1]})), ..live.clone() });
    // A map that also has a field of the struct: JSON has it once.
    let twice = Free { a: Some(1), others: others(json!({"a": 2})), ..live };
    let result = merged(&twice, r#"{"a": 3}"#, &Options::default()).unwrap();
    assert_eq!((result.a, result.others), (Some(3), serde_json::Map::new()));
}

/// Serde decides by the members whether there is an `Id`.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Optional {
    a: Option<u8>,
    #[serde(flatten)]
    id: Option<Id>,
    #[serde(flatten)]
    counts: HashMap<String, u8>,
}

#[test]
fn values_that_serde_finds_by_their_members_are_converted_together() {
    let live = Optional { a: Some(1), id: None, counts: HashMap::new() };
    let merge = |live, patch| merged(live, patch, &Options::default());
    let named = merge(&live, r#"{"name": "n"}"#).unwrap();
    assert_eq!(named, Optional { id: Some(Id { seen: 0, name: "n".to_owned() }), ..live.clone() });
    assert_eq!(merge(&named, r#"{"name": null}"#).unwrap(), live);
    assert_eq!(merge(&live, r#"{"n": "text"}"#).unwrap_err().kind(), ErrorKind::Typed);
}

/// Shared values, which can't be changed in place.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Shared {
    #[serde(skip)]
    seen: u8,
    plain: Arc<Common>,
    #[serde(flatten)]
    flattened: Arc<Id>,
}

#[test]
fn shared_values_are_replaced() {
    let live = Shared { seen: 1, ..Shared::default() };
    let result = merged(&live, r#"{"name": "n", "plain": {"priority": 8}}"#, &Options::default());
    let result = result.unwrap();
    assert_eq!((&*result.flattened.name, result.plain.priority), ("n", 8));
}

/// Elements that are converted together with their flattened enum.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Jobs {
    #[patch(strategy = "merge", merge_key = "name")]
    jobs: Vec<Job>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
struct Job {
    #[serde(skip)]
    seen: u8,
    name: String,
    #[serde(flatten)]
    form: Option<Form>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Form {
    Batch { size: u32 },
    Stream { topic: String },
}

#[test]
fn elements_that_the_patch_does_not_name_are_not_converted() {
    let job = |name: &str, seen, form| Job { seen, name: name.to_owned(), form };
    let batch = |size| Some(Form::Batch { size });
    let live = Jobs { jobs: vec![job("a", 1, batch(1)), job("b", 2, None), job("c", 3, None)] };
    let stream = Some(Form::Stream { topic: "t".to_owned() });
    for (patch, expected) in [
        (
            r#"{"jobs": [{"name": "a", "batch": {"size": 5}}]}"#,
            vec![job("a", 1, batch(5)), job("b", 2, None), job("c", 3, None)],
        ),
        (
            r#"{"jobs": [{"name": "a", "stream": {"topic": "t"}}, {"name": "b", "$patch": "delete"}]}"#,
            vec![job("a", 1, stream.clone()), job("c", 3, None)],
        ),
        (
            r#"{"$setElementOrder/jobs": [{"name": "c"}, {"name": "d"}, {"name": "a"}],
                "jobs": [{"name": "d"}]}"#,
            vec![job("b", 2, None), job("c", 3, None), job("d", 0, None), job("a", 1, batch(1))],
        ),
    ] {
        let mut result = merged(&live, patch, &Options::default()).unwrap();
        let mut expected = Jobs { jobs: expected };
        if patch.contains("Order") {
            // The place of `b` is a rule of lists.
            result.jobs.sort_by_key(|job| job.name.clone());
            expected.jobs.sort_by_key(|job| job.name.clone());
        }
        assert_eq!(result, expected, "{patch}");
    }
}
