//! Laws of merge lists: applying a patch gives the same result, however the list is read.
//! Consecutive elements that a patch doesn't name are read as one part (a run); elements with
//! equal keys can divide a run.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test fails where it panics")]

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use smp_core::{FieldDef, ObjectDef, Options, Schema, SchemaBuilder, Strategy as Merge};
use smp_tests::laws::forms::of_reading_give_the_same;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut types = SchemaBuilder::new();
    let scalar = types.scalar();
    let element = types.object(
        ObjectDef::new("Element")
            .field("name", FieldDef::new(scalar))
            .field("value", FieldDef::new(scalar))
            .field("more", FieldDef::new(scalar)),
    );
    let list = types.list(element);
    let root = types.object(
        ObjectDef::new("Root")
            .field("list", FieldDef::new(list).strategy(Merge::MERGE).merge_key("name")),
    );
    types.build(root).unwrap()
});

/// A key in several spellings; sometimes a value that no key can have.
fn key() -> impl Strategy<Value = &'static str> {
    let keys = [r#""a""#, r#""b""#, r#""c""#, r#""\u0061""#, "1", "1.0", "1.00", "true", r#""""#];
    prop_oneof![30 => select(keys.to_vec()), 1 => select(vec!["null", "{}", "[]"])]
}

/// The text of an element.
fn element() -> impl Strategy<Value = String> {
    let members = vec(select(vec![r#""value":1"#, r#""more": 2"#, r#""more":3"#]), 0..3);
    (key(), members, any::<bool>()).prop_map(|(key, mut members, first)| {
        let key = format!(r#""name":{key}"#);
        members.insert(if first { 0 } else { members.len() }, &key);
        format!("{{{}}}", members.join(", "))
    })
}

fn live() -> impl Strategy<Value = String> {
    vec(element(), 0..9).prop_map(|items| format!(r#"{{"list": [{}] }}"#, items.join(" , ")))
}

fn patch() -> impl Strategy<Value = Value> {
    let changes = [
        json!({"value": 5}),
        json!({"value": null}),
        json!({"more": 6, "value": 7}),
        json!({}),
        json!({"$patch": "delete"}),
        json!({"$patch": "replace"}),
        json!({"$retainKeys": ["name", "value"], "value": 1}),
    ];
    let weights = prop_oneof![9 => 0..5_usize, 1 => 5..7_usize];
    let change = (key(), weights).prop_map(move |(key, which)| {
        let mut change = changes[which].clone();
        change["name"] = serde_json::from_str(key).unwrap();
        change
    });
    (vec(change, 0..5), any::<bool>(), vec(key(), 0..7)).prop_map(|(list, ordered, order)| {
        let order: Vec<Value> = (list.iter().map(|change| change["name"].clone()))
            .chain(order.into_iter().map(|key| serde_json::from_str(key).unwrap()))
            .map(|key| json!({"name": key}))
            .collect();
        if ordered {
            json!({"list": list, "$setElementOrder/list": order})
        } else {
            json!({"list": list})
        }
    })
}

fn options() -> impl Strategy<Value = Options> {
    select(vec![Options::kubernetes(), Options::documented()])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_list_that_is_read_along_the_patch_merges_like_others(
        live in live(), patch in patch(), options in options(),
    ) {
        let patch = patch.to_string();
        let outcome = of_reading_give_the_same(SCHEMA.root(), &options, [&live, &patch]);
        prop_assert!(outcome.is_ok(), "{:?}", outcome);
    }
}

/// The random lists above seldom have the same key on both sides of an element that the patch
/// names.
#[test]
fn every_short_list_merges_like_others() {
    let mut lists = vec![Vec::new()];
    for length in 1..=4_u32 {
        let shorter = lists.len() - 3_usize.pow(length - 1);
        for at in shorter..lists.len() {
            lists.extend(["a", "b", "c"].map(|key| [&lists[at][..], &[key]].concat()));
        }
    }
    assert_eq!(lists.len(), 121);
    for keys in lists {
        let elements = keys.iter().enumerate();
        let elements = elements.map(|(at, key)| json!({"name": key, "value": at}));
        let live = json!({"list": elements.collect::<Vec<_>>()}).to_string();
        for patch in [json!({"name": "b", "value": 5}), json!({"name": "b", "$patch": "delete"})] {
            let patch = json!({"list": [patch, {"name": "d"}]}).to_string();
            for options in [Options::kubernetes(), Options::documented()] {
                of_reading_give_the_same(SCHEMA.root(), &options, [&live, &patch]).unwrap();
            }
        }
    }
}
