//! Regression tests for faults of this engine that `cargo xtask differential` found.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use smp_core::{Document, ErrorKind, Options, Patch, ThreeWay, TypeRef};

fn kind(name: &str) -> TypeRef<'static> {
    smp_types::schema("v1", name).expect("a kind").root()
}

fn apply(live: &Value, patch: &Value, ty: TypeRef<'_>) -> Result<Value, smp_core::Error> {
    smp_core::apply(live, patch, ty, &Options::default())
}

#[test]
fn diff_keeps_the_places_of_duplicates() {
    let ty = kind("ServiceAccount");
    let original = json!({"secrets": [{"name": "a"}]});
    let modified = json!({"secrets": [{"name": "a"}, {"name": "b"}, {"name": "a"}]});
    let patch = smp_core::diff(&original, &modified, ty, &Options::default()).unwrap();
    assert_eq!(apply(&original, &patch.to_value().unwrap(), ty).unwrap(), modified);
}

/// Asserts that a second three-way diff, after the first was applied, is empty.
fn settles(original: &Value, modified: &Value, current: &Value) {
    let ty = kind("ServiceAccount");
    let three_way = |current: &Value| {
        let doc = |value| Document::from(value);
        let options = Options::default();
        ThreeWay::new(&doc(original), &doc(modified), &doc(current)).diff(ty, &options).unwrap()
    };
    let applied = apply(current, &three_way(current).to_value().unwrap(), ty).unwrap();
    let again = three_way(&applied);
    assert!(again.is_empty(), "{again} on {applied}");
}

#[test]
fn deleting_one_of_several_equal_keys_settles() {
    settles(
        &json!({"secrets": [{"name": "a"}]}),
        &json!({"secrets": []}),
        &json!({"secrets": [{"name": "a"}, {"name": "a"}]}),
    );
}

#[test]
fn ordering_duplicates_of_current_settles() {
    settles(
        &json!({}),
        &json!({"secrets": [{"name": "c"}, {"name": "d"}]}),
        &json!({"secrets": [{"name": "d"}, {"name": "d"}, {"name": "c"}]}),
    );
}

#[test]
fn an_order_list_is_checked_wherever_it_is() {
    let ty = kind("Pod");
    let cases = [
        // Beside a member that is an object in live and patch.
        (json!({"$setElementOrder/metadata": [], "metadata": {}}), ErrorKind::TypeMismatch),
        // For a list that live lacks and whose scalars have two types.
        (
            json!({"metadata": {
                "$setElementOrder/finalizers": [1, "a"],
                "finalizers": [1, "a"],
            }}),
            ErrorKind::MixedElements,
        ),
    ];
    for (patch, kind) in cases {
        assert_eq!(
            apply(&json!({"metadata": {}}), &patch, ty).unwrap_err().kind(),
            kind,
            "{patch}"
        );
    }
    // An order list with an object for a list of scalars, without a patch of the list.
    let patch = json!({"metadata": {"$setElementOrder/finalizers": [{}]}});
    let error = apply(&json!({"metadata": {"finalizers": ["a"]}}), &patch, ty).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidDirective);
}

fn compose(first: &Value, second: &Value) -> Result<Patch, smp_core::Error> {
    smp_core::compose(first, second, kind("ServiceAccount"), &Options::default())
}

#[test]
fn compose_refuses_what_a_replaced_list_cannot_hold() {
    for second in [
        json!({"secrets": [{}]}),
        json!({"secrets": [1]}),
        json!({"secrets": [{"name": "a"}, {"name": "b"}, {"name": "a"}]}),
    ] {
        let error = compose(&json!({"secrets": null}), &second).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IncompatiblePatches, "{second}");
    }
    let unknown = compose(&json!({"unknown": "a"}), &json!({"unknown": []})).unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::IncompatiblePatches);
}

#[test]
fn compose_loses_no_items_under_an_empty_order_list() {
    let first = json!({"metadata": {"$setElementOrder/finalizers": [], "finalizers": ["a"]}});
    let second = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": []}});
    let error = compose(&first, &second).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::IncompatiblePatches);
}

#[test]
fn equal_replacements_do_not_conflict() {
    let ty = kind("ServiceAccount");
    let conflicts =
        |first: Value, second: Value| smp_core::conflicts(first, second, ty, &Options::default());
    let deletion = json!({"$patch": "delete"});
    let with_more = json!({"$patch": "delete", "secrets": []});
    assert_eq!(conflicts(deletion, with_more).unwrap(), []);
    // An object with `$patch: delete` sets nothing that the other patch could clear.
    let dropped = json!({"metadata": {"$patch": "delete"}});
    assert_eq!(conflicts(dropped, json!({"$retainKeys": []})).unwrap(), []);
}
