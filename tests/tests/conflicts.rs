//! Conflicts of two patches: their paths, and the values of both patches. Each case also runs
//! with the patches swapped. `conformance/conflicts` checks only the paths.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use smp_core::{Options, Schema, conflicts};

const LISTS: &str = include_str!("../conformance/schemas/lists.yaml");
const OBJECTS: &str = include_str!("../conformance/schemas/objects.yaml");

/// A path, the value in the first patch, and the value in the second.
type Want<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

#[track_caller]
fn disagree_under(
    options: &Options,
    schema: &str,
    first: &Value,
    second: &Value,
    want: &[Want<'_>],
) {
    let schema: Schema = smp_tests::schema::read(schema, None).unwrap();
    let found = |first: &Value, second: &Value| {
        let found = conflicts(first, second, schema.root(), options).unwrap();
        found
            .into_iter()
            .map(|conflict| (conflict.path.to_string(), conflict.first, conflict.second))
            .collect::<Vec<_>>()
    };
    let want = |swapped: bool| {
        want.iter()
            .map(|(path, first, second)| {
                let (first, second) = (first.map(str::to_owned), second.map(str::to_owned));
                let (first, second) = if swapped { (second, first) } else { (first, second) };
                ((*path).to_owned(), first, second)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(found(first, second), want(false), "{first} and {second}");
    assert_eq!(found(second, first), want(true), "{second} and {first}");
}

#[track_caller]
fn disagree(schema: &str, first: &Value, second: &Value, want: &[Want<'_>]) {
    for options in [Options::kubernetes(), Options::documented()] {
        disagree_under(&options, schema, first, second, want);
    }
}

#[test]
fn values_of_a_field() {
    disagree(OBJECTS, &json!({"num": 1}), &json!({"num": 2}), &[("num", Some("1"), Some("2"))]);
    disagree(OBJECTS, &json!({"num": 1}), &json!({"num": 1}), &[]);
    disagree(OBJECTS, &json!({"num": null}), &json!({"num": 2}), &[("num", None, Some("2"))]);
    disagree(OBJECTS, &json!({"num": null}), &json!({"num": null}), &[]);
    let order = json!({"$setElementOrder/free": []});
    disagree(OBJECTS, &json!({"free": {}}), &order, &[("free", Some("{}"), Some("[]"))]);
    disagree(OBJECTS, &json!({"num": 1}), &json!({"$deleteFromPrimitiveList/num": [1]}), &[]);
    let (object, text) = (json!({"free": {"a": 1}}), json!({"free": "text"}));
    disagree(OBJECTS, &object, &text, &[("free", Some(r#"{"a":1}"#), Some(r#""text""#))]);
}

#[test]
fn an_object_that_is_replaced_is_one_value() {
    let one = json!({"replaced": {"a": 1}});
    disagree(OBJECTS, &one, &one, &[]);
    let other = json!({"replaced": {"a": 2}});
    disagree(OBJECTS, &one, &other, &[("replaced", Some(r#"{"a":1}"#), Some(r#"{"a":2}"#))]);
}

#[test]
fn a_replaced_object_conflicts_with_every_change_in_it() {
    let replace = |a: i32| json!({"object": {"$patch": "replace", "a": a}});
    disagree(OBJECTS, &replace(1), &replace(1), &[]);
    let text = |a: i32| format!(r#"{{"$patch":"replace","a":{a}}}"#);
    disagree(OBJECTS, &replace(1), &replace(2), &[("object", Some(&text(1)), Some(&text(2)))]);
    disagree(
        OBJECTS,
        &replace(1),
        &json!({"object": {"b": 1}}),
        &[("object", Some(&text(1)), Some(r#"{"b":1}"#))],
    );
}

#[test]
fn replacements_with_the_same_result_do_not_conflict() {
    for field in ["object", "replaced"] {
        let one = json!({field: {"$patch": "replace", "a": 1, "object": {"b": null}}});
        let other = json!({field: {"$patch": "replace", "a": 1, "object": {}}});
        disagree_under(&Options::documented(), OBJECTS, &one, &other, &[]);
        let nested = json!({"$patch": "replace", "object": {"$patch": "replace", "b": 1}});
        let plain = json!({"$patch": "replace", "object": {"b": 1}});
        disagree_under(
            &Options::documented(),
            OBJECTS,
            &json!({field: nested}),
            &json!({field: plain}),
            &[],
        );
    }
}

#[test]
fn retain_keys_against_a_field() {
    let retain = json!({"retained": {"$retainKeys": ["a"], "a": 1}});
    let sets = json!({"retained": {"b": 2}});
    disagree(OBJECTS, &retain, &sets, &[("retained.b", None, Some("2"))]);
    disagree(OBJECTS, &retain, &json!({"retained": {"b": null}}), &[]);
    // By default, an object with this directive is left out where live lacks it (semantics
    // adopt-2).
    let replaces = json!({"retained": {"object": {"$patch": "replace", "a": 1}}});
    let object = r#"{"$patch":"replace","a":1}"#;
    let there = [("retained.object", None, Some(object))];
    disagree_under(&Options::documented(), OBJECTS, &retain, &replaces, &there);
    disagree_under(&Options::kubernetes(), OBJECTS, &retain, &replaces, &[]);
}

#[test]
fn a_list_that_is_replaced() {
    let replaces = json!({"items": [{"$patch": "replace"}, {"name": "a"}]});
    let merges = json!({"items": [{"name": "b"}]});
    let (ours, theirs) = (r#"[{"$patch":"replace"},{"name":"a"}]"#, r#"[{"name":"b"}]"#);
    disagree(LISTS, &replaces, &merges, &[("items", Some(ours), Some(theirs))]);
    disagree(LISTS, &replaces, &replaces, &[]);
    disagree(LISTS, &replaces, &json!({"items": []}), &[]);
}

#[test]
fn an_element_that_one_patch_deletes() {
    let deletes = json!({"items": [{"$patch": "delete", "name": "a"}]});
    let changes = json!({"items": [{"name": "a", "value": 1}]});
    let there = [(r#"items[name="a"]"#, None, Some(r#"{"name":"a","value":1}"#))];
    disagree(LISTS, &deletes, &changes, &there);
    disagree(LISTS, &deletes, &deletes, &[]);
    let both = json!({"items": [{"$patch": "delete", "name": "a"}, {"name": "a", "value": 1}]});
    disagree(LISTS, &both, &changes, &[]);
}

#[test]
fn an_item_that_one_patch_deletes() {
    let deletes = json!({"$deleteFromPrimitiveList/list": ["a"]});
    let adds = json!({"list": ["a", "b"]});
    disagree(LISTS, &deletes, &adds, &[("list", None, Some(r#""a""#))]);
    disagree(LISTS, &deletes, &json!({"list": ["b"]}), &[]);
    // The deletion list removes items after the merge, also those that the same patch adds.
    let both = json!({"$deleteFromPrimitiveList/list": ["a"], "list": ["a"]});
    disagree(LISTS, &both, &adds, &[("list", None, Some(r#""a""#))]);
}

#[test]
fn order_lists() {
    for list in ["list", "items"] {
        let element = |name: &str| if list == "list" { json!(name) } else { json!({"name": name}) };
        let order = |names: [&str; 2]| {
            let elements: Vec<Value> = names.map(element).into();
            json!({list: elements.clone(), format!("$setElementOrder/{list}"): elements})
        };
        let text = |names| order(names)[format!("$setElementOrder/{list}")].to_string();
        let (ab, ba) = (text(["a", "b"]), text(["b", "a"]));
        let there = [(list, Some(ab.as_str()), Some(ba.as_str()))];
        disagree(LISTS, &order(["a", "b"]), &order(["b", "a"]), &there);
        disagree(LISTS, &order(["a", "b"]), &order(["c", "a"]), &[]);
    }
}
