//! Types that are nested in each other and in themselves: a merge in place, one of the whole value
//! and one of the JSON have the same result, and a diff leads to the other value, a hundred levels down.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    ErrorKind, Limits, Options, Patch, PatchSchema, StrategicMerge, ThreeWay, apply, typed,
};

use crate::typed_enums::check;

/// Structs in the lists of each other, as many as a crate may have with the compiler's own
/// `recursion_limit`. `tests/ui/pass/nested.rs` has a hundred.
macro_rules! levels {
    ($outer:ident $inner:ident $($others:ident)*) => {
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        struct $outer {
            name: String,
            #[patch(strategy = "merge", merge_key = "name")]
            list: Vec<$inner>,
        }
        levels!($inner $($others)*);
    };
    ($innermost:ident) => {
        #[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
        struct $innermost {
            name: String,
            value: u32,
        }
    };
}

levels!(A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27
    A28 A29 A30 A31);

/// The document of the structs.
fn nested(value: u32) -> Value {
    (1..31).fold(
        json!({"name": "n", "value": value}),
        |inner, _| json!({"name": "n", "list": [inner]}),
    )
}

fn deep() -> (Options, Limits) {
    let limits = Limits::new().max_depth(500);
    (Options::default().limits(limits), limits)
}

fn patch_of(document: &Value) -> Patch {
    Patch::from_slice_within(document.to_string().as_bytes(), &deep().1).unwrap()
}

/// Checks a merge and a diff of the innermost value.
fn innermost_changes<T>(live: &Value, patch: &Value, expected: &Value)
where
    T: PatchSchema + Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    let (options, _) = deep();
    let [live, expected]: [T; 2] =
        [live, expected].map(|it| serde_json::from_value(it.clone()).unwrap());
    let patch = patch_of(patch);
    let merged = live.strategic_merge_with(&patch, &options).unwrap();
    assert_eq!(merged, expected);
    assert_eq!(typed::merge(&live, &patch, T::schema(), &options).unwrap(), expected);
    let json = serde_json::to_value(&live).unwrap();
    let by_value = apply(json, &patch, T::schema(), &options).unwrap();
    assert_eq!(by_value, serde_json::to_value(&expected).unwrap());
    let forth = live.strategic_diff_with(&merged, &options).unwrap();
    assert_eq!(live.strategic_merge_with(&forth, &options).unwrap(), merged);
    let three = ThreeWay::new(&live, &merged, &live);
    let forth = T::strategic_three_way_with(three, &options).unwrap();
    assert_eq!(live.strategic_merge_with(&forth, &options).unwrap(), merged);
}

#[test]
fn structs_in_each_other() {
    innermost_changes::<A1>(&nested(1), &nested(2), &nested(2));
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Place {
    #[serde(skip)]
    hidden: u8,
    name: String,
    value: Option<u32>,
    #[patch(strategy = "merge", merge_key = "name")]
    lines: Vec<Line>,
    shape: Option<Shape>,
    below: Option<Box<Place>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Line {
    name: String,
    value: Option<u32>,
    #[patch(strategy = "merge", merge_key = "name")]
    to: Vec<Place>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(tag = "type")]
enum Shape {
    Circle {
        centre: Box<Place>,
    },
    Line {
        #[patch(strategy = "merge", merge_key = "name")]
        to: Vec<Place>,
    },
}

/// A place whose line leads to a place, and so on, by turns in both ways in which it may.
fn places(levels: usize, value: u32) -> Value {
    (1..levels).fold(json!({"name": "p", "value": value}), |inner, level| match level % 3 {
        0 => json!({"name": "p", "lines": [{"name": "l", "to": [inner]}]}),
        1 => json!({"name": "p", "shape": {"type": "Line", "to": [inner]}}),
        _ => json!({"name": "p", "below": inner}),
    })
}

fn without_defaults(document: Value) -> Value {
    serde_json::to_value(serde_json::from_value::<Place>(document).unwrap()).unwrap()
}

/// A merge and a diff at the end of so many places.
fn changes_of_places(levels: usize) {
    let [live, changed] = [1, 2].map(|value| without_defaults(places(levels, value)));
    innermost_changes::<Place>(&live, &places(levels, 2), &changed);
}

#[test]
fn types_that_contain_each_other_and_themselves() {
    let mut value: Place = serde_json::from_value(places(45, 1)).unwrap();
    value.hidden = 1;
    let patch = Patch::from_document(places(45, 2)).unwrap();
    value.strategic_merge_into(&patch).unwrap();
    let changed = without_defaults(places(45, 2));
    assert_eq!((value.hidden, serde_json::to_value(&value).unwrap()), (1, changed));
    changes_of_places(45);

    let mut wrong = places(4, 2);
    *wrong.pointer_mut("/lines/0/to/0/below/shape/to/0/value").unwrap() = json!("two");
    let mut value: Place = serde_json::from_value(places(4, 1)).unwrap();
    let error = value.strategic_merge_into(&patch_of(&wrong)).unwrap_err();
    let place = "lines[0].to[0].below.shape.to[0].value";
    assert_eq!((error.kind(), &*error.path().to_string()), (ErrorKind::Typed, place));
}

/// These are 267 levels of JSON, which a program that raises the limit needs the stack for.
#[test]
fn a_hundred_places() {
    let deeper = || {
        let mut value: Place = serde_json::from_value(places(100, 1)).unwrap();
        let before = value.clone();
        let error = value.strategic_merge_into(&patch_of(&places(100, 2))).unwrap_err();
        assert_eq!((error.kind(), value), (ErrorKind::Depth, before));
        changes_of_places(100);
    };
    std::thread::Builder::new().stack_size(32 << 20).spawn(deeper).unwrap().join().unwrap();
}

#[test]
fn merges_of_places_agree() {
    check::<Place>();
}

#[test]
fn merges_of_lines_agree() {
    check::<Line>();
}
