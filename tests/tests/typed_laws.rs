//! Laws of the operations on Rust types, on random documents: they have the results of those on
//! JSON.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use smp_core::{ErrorKind, Options, Patch, PatchSchema, StrategicMerge, ThreeWay, apply, diff};
use smp_tests::generate::Style;
use smp_tests::generate::cases::{CHANGE, Make, TRIPLE};
use smp_tests::property::{Documents, config};
use smp_tests::prune::pruned;

/// A type with every kind of field, and with scalars of any type.
#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(rename_all = "camelCase", default)]
struct Everything {
    num: Leaf,
    #[patch(strategy = "merge", merge_key = "name")]
    items: Option<Vec<Item>>,
    #[patch(strategy = "merge|retainKeys", merge_key = "name")]
    volumes: Option<Vec<Item>>,
    #[patch(strategy = "merge")]
    set: Option<Vec<Leaf>>,
    atomic: Option<Vec<Leaf>>,
    #[patch(strategy = "retainKeys")]
    retained: Option<Object>,
    #[patch(strategy = "replace")]
    replaced: Option<Object>,
    labels: Option<BTreeMap<String, Leaf>>,
    by_name: Option<BTreeMap<String, Object>>,
    inner: Option<Box<Everything>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Item {
    name: Leaf,
    value: Leaf,
    object: Option<Object>,
    #[patch(strategy = "merge", merge_key = "name")]
    items: Option<Vec<Item>>,
}

#[derive(PatchSchema, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(default)]
struct Object {
    a: Leaf,
    b: Leaf,
    below: Option<Box<Object>>,
}

/// A string, number or boolean, or null.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(transparent)]
struct Leaf(Value);

impl PatchSchema for Leaf {
    const SHAPE: smp_core::schema::TypeShape = smp_core::schema::TypeShape::SCALAR;
}

fn typed(value: &Value) -> Result<Everything, TestCaseError> {
    // The type refuses some documents: null as a value of a map of objects.
    serde_json::from_value(value.clone()).map_err(|_| TestCaseError::reject("does not fit"))
}

fn plain(value: &Everything) -> Value {
    serde_json::to_value(value).unwrap()
}

/// The value without members that are unknown or null.
fn known(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, member)| !member.is_null() && name.as_str() != "unknown")
            .map(|(name, member)| (name.clone(), known(member)))
            .collect(),
        Value::Array(items) => items.iter().map(known).collect(),
        other => other.clone(),
    }
}

/// The value without members that are unknown to the type.
fn without_unknown(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| name.as_str() != "unknown")
            .map(|(name, member)| (name.clone(), without_unknown(member)))
            .collect(),
        Value::Array(items) => items.iter().map(without_unknown).collect(),
        other => other.clone(),
    }
}

fn documents<const N: usize>(make: Make<N>) -> Documents<N> {
    Documents { ty: Everything::schema().root(), style: Style::VALID, make }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn merges_of_types_and_values_agree([live, patch] in documents(CHANGE)) {
        let live = typed(&known(&live))?;
        let Ok(patch) = Patch::from_document(without_unknown(&patch)) else {
            return Err(TestCaseError::reject("not a patch"));
        };
        let by_type = Everything::strategic_merge(&live, &patch);
        let ty = Everything::schema().root();
        let by_value = apply(&plain(&live), &patch, ty, &Options::default());
        match (by_type, by_value) {
            (Ok(by_type), Ok(by_value)) => {
                prop_assert_eq!(known(&plain(&by_type)), known(&by_value));
            }
            (Err(by_type), Err(by_value)) => {
                prop_assert_eq!(by_type.to_string(), by_value.to_string());
            }
            // JSON can have values that the type can't.
            (Err(error), Ok(_)) => prop_assert_eq!(error.kind(), ErrorKind::Typed),
            (by_type, by_value) => prop_assert!(false, "{:?} {:?}", by_type, by_value),
        }
    }

    #[test]
    fn diffs_of_types_and_values_agree([a, b, c] in documents(TRIPLE)) {
        let [a, b, c] = [a, b, c].map(|document| typed(&known(&document)));
        let (a, b, c) = (a?, b?, c?);
        let options = Options::default();
        let ty = Everything::schema().root();
        let patch = Everything::strategic_diff(&a, &b).unwrap();
        prop_assert_eq!(&patch, &diff(plain(&a), plain(&b), ty, &options).unwrap());
        let result = Everything::strategic_merge(&a, &patch).unwrap();
        prop_assert_eq!(known(&plain(&result)), known(&plain(&b)));
        let patch = Everything::strategic_three_way(ThreeWay::new(&a, &b, &c)).unwrap();
        let by_value =
            // `None` is an absent member. As a null it would delete what others added.
            ThreeWay::new(plain(&a), pruned(&plain(&b)), plain(&c)).diff(ty, &options).unwrap();
        let result = |patch: &Patch| apply(&plain(&c), patch, ty, &options).map(|it| known(&it));
        prop_assert_eq!(result(&patch).unwrap(), result(&by_value).unwrap());
    }
}
