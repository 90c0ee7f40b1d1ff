//! `compose` on every pair of small patches of one field, compared with applying one after the
//! other to every small live object. This covers cases that random tests (`laws.rs`) rarely
//! generate. If a pair can no longer be composed, the expected counts differ.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use smp_core::{ErrorKind, Options, Schema, compose};
use smp_tests::laws;

const LISTS: &str = include_str!("../conformance/schemas/lists.yaml");
const OBJECTS: &str = include_str!("../conformance/schemas/objects.yaml");

/// The number of pairs that can be composed, under `Options::kubernetes()` and under
/// `Options::documented()`.
fn composed(schema: &str, patches: &[Value], lives: &[Value]) -> [usize; 2] {
    let schema: Schema = smp_tests::schema::read(schema, None).unwrap();
    let ty = schema.root();
    [Options::kubernetes(), Options::documented()].map(|options| {
        let mut composed = 0;
        for first in patches {
            for second in patches {
                if let Err(error) = compose(first, second, ty, &options) {
                    let kind = error.kind();
                    assert_eq!(kind, ErrorKind::IncompatiblePatches, "{first} {second}: {error}");
                    continue;
                }
                composed += 1;
                let law = laws::compose::is_succession;
                for live in lives {
                    let documents = [live, first, second].map(Value::to_string);
                    law(ty, &options, documents.each_ref().map(String::as_str)).unwrap();
                }
            }
        }
        composed
    })
}

fn members(field: &str, values: &[Value]) -> Vec<Value> {
    values.iter().map(|value| json!({field: value})).collect()
}

#[test]
fn lists_of_objects() {
    let mut patches = members(
        "items",
        &[
            json!([{"name": "a", "value": 1}]),
            json!([{"name": "b", "value": 2}]),
            json!([{"name": "a", "value": 3}, {"name": "b", "other": 4}]),
            json!([{"name": "b", "value": 3}, {"name": "a", "other": 4}]),
            json!([{"name": "a", "$patch": "delete"}]),
            json!([{"name": "b", "$patch": "delete"}]),
            json!([{"name": "a", "$patch": "delete"}, {"name": "a", "other": 5}]),
            json!([{"name": "a", "$patch": "delete"}, {"name": "c", "value": 6}]),
            json!([{"$patch": "replace"}, {"name": "a", "value": 7}]),
            json!([{"$patch": "replace"}]),
            json!([]),
            Value::Null,
        ],
    );
    let order =
        |names: &[&str]| -> Vec<Value> { names.iter().map(|name| json!({"name": name})).collect() };
    patches.extend([
        json!({"$setElementOrder/items": order(&["a", "b"])}),
        json!({"$setElementOrder/items": order(&["b", "a"])}),
        json!({"$setElementOrder/items": order(&["a"])}),
        json!({"$setElementOrder/items": []}),
        json!({"$deleteFromPrimitiveList/items": ["a"]}),
        json!({"$deleteFromPrimitiveList/items": []}),
        json!({"$setElementOrder/items": order(&["b", "a"]), "items": [{"name": "a", "value": 8}]}),
        json!({"$setElementOrder/items": order(&["a", "c"]), "items": [{"name": "c", "value": 9}]}),
        json!({"$setElementOrder/items": order(&["b"]),
            "items": [{"name": "a", "$patch": "delete"}]}),
    ]);
    let element = |name: &str| json!({"name": name, "value": 0, "other": 0});
    let list = |names: &[&str]| names.iter().map(|name| element(name)).collect::<Value>();
    let mut lives = members(
        "items",
        &[
            &[][..],
            &["a"],
            &["b"],
            &["a", "b"],
            &["b", "a"],
            &["x", "b", "a"],
            &["a", "x", "b"],
            &["c", "x", "a", "y", "b"],
        ]
        .map(list),
    );
    lives.push(json!({}));
    assert_eq!(composed(LISTS, &patches, &lives), [241, 373], "of 441");
}

#[test]
fn lists_of_scalars() {
    let mut patches = members(
        "list",
        &[
            json!(["a"]),
            json!(["b"]),
            json!(["a", "b"]),
            json!(["b", "a"]),
            json!(["a", "b", "c"]),
            json!([]),
            Value::Null,
        ],
    );
    patches.extend([
        json!({"$deleteFromPrimitiveList/list": ["a"]}),
        json!({"$deleteFromPrimitiveList/list": ["b", "a"]}),
        json!({"$deleteFromPrimitiveList/list": ["a"], "list": ["c"]}),
        json!({"$deleteFromPrimitiveList/list": ["a"], "list": ["b", "c"]}),
        json!({"$deleteFromPrimitiveList/list": ["a"], "list": ["a", "b"]}),
        json!({"$setElementOrder/list": ["a", "b"]}),
        json!({"$setElementOrder/list": ["b", "a"]}),
        json!({"$setElementOrder/list": []}),
        json!({"list": ["a", "a"]}),
        json!({"$setElementOrder/list": ["b", "a"], "list": ["a"]}),
        json!({"$setElementOrder/list": ["b", "c"], "list": ["c"]}),
        json!({"$setElementOrder/list": ["b"], "$deleteFromPrimitiveList/list": ["a"]}),
    ]);
    let mut lives = members(
        "list",
        &[
            json!([]),
            json!(["a"]),
            json!(["b"]),
            json!(["a", "b"]),
            json!(["b", "a"]),
            json!(["x", "b", "a"]),
            json!(["a", "x", "b"]),
            json!(["c", "x", "a", "y", "b"]),
        ],
    );
    lives.push(json!({}));
    assert_eq!(composed(LISTS, &patches, &lives), [133, 283], "of 361");
}

#[test]
fn atomic_lists() {
    let mut patches = members(
        "atomic",
        &[json!(["a"]), json!(["b", "a"]), json!(["a", "b", "c"]), json!([]), Value::Null],
    );
    patches.extend([
        json!({"$deleteFromPrimitiveList/atomic": ["a"]}),
        json!({"$setElementOrder/atomic": ["b", "a"]}),
        json!({"$setElementOrder/atomic": ["a", "b"], "atomic": ["a", "b"]}),
    ]);
    let mut lives = members("atomic", &[json!([]), json!(["a", "b"]), json!(["b", "x", "a"])]);
    lives.push(json!({}));
    assert_eq!(composed(LISTS, &patches, &lives), [63, 64], "of 64");
}

#[test]
fn objects() {
    let values = [
        json!({"a": 1}),
        json!({"b": 2}),
        json!({"a": null}),
        json!({"a": 1, "b": 2}),
        json!({}),
        json!({"$patch": "replace", "a": 3}),
        json!({"$patch": "replace", "b": 4}),
        json!({"$patch": "replace"}),
        json!({"$patch": "delete"}),
        json!({"$retainKeys": ["a"], "a": 5}),
        json!({"$retainKeys": ["b"]}),
        json!({"$retainKeys": ["a", "b"], "b": 6}),
        json!({"$retainKeys": []}),
        Value::Null,
    ];
    let lives =
        [json!({}), json!({"a": 0}), json!({"b": 0, "c": 0}), json!({"a": 0, "b": 0, "c": 0})];
    let fields = ["object", "retained", "replaced", "replacedRetained", "labels", "free"];
    let counts = fields.map(|field| {
        let mut lives = members(field, &lives);
        lives.push(json!({}));
        composed(OBJECTS, &members(field, &values), &lives)
    });
    // By default, `$patch` in a field with the strategy `replace` has an effect only where live
    // lacks the field, and a map has no place for directives there.
    let expected = [[181, 188], [181, 188], [180, 196], [180, 196], [87, 188], [87, 188]];
    assert_eq!(counts, expected, "of 196");
}
