//! Rust types that lack fields of the schema: a patch may not set a field that the type would
//! drop.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smp_core::{
    Error, ErrorKind, FieldDef, ObjectDef, Options, Patch, Role, Schema, SchemaBuilder, Strategy,
    typed,
};

/// A type without the fields `new` and `more` of the schema.
#[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
struct Thing {
    name: String,
    items: Vec<Thing>,
    replaced: Vec<Thing>,
    by_name: BTreeMap<String, Thing>,
}

fn schema() -> Schema {
    let mut types = SchemaBuilder::new();
    let (scalar, any, thing) = (types.scalar(), types.any(), types.declare());
    let (things, by_name) = (types.list(thing), types.map(thing));
    let object = ObjectDef::new("Thing")
        .field("name", FieldDef::new(scalar))
        .field("items", FieldDef::new(things).strategy(Strategy::MERGE).merge_key("name"))
        .field("replaced", FieldDef::new(things))
        .field("by_name", FieldDef::new(by_name))
        .field("new", FieldDef::new(scalar))
        .field("more", FieldDef::new(any));
    types.define(thing, object);
    types.build(thing).unwrap()
}

fn merge(patch: &Value) -> Result<Thing, Error> {
    let schema = schema();
    let patch = Patch::from_document(patch)?;
    typed::merge(&Thing::default(), &patch, schema.root(), &Options::default())
}

#[test]
fn values_that_the_type_would_drop_are_refused() {
    for (patch, path) in [
        (json!({"new": 1}), "new"),
        (json!({"more": [1]}), "more"),
        (json!({"more": {"a": {"b": 1}, "c": []}}), "more"),
        (json!({"items": [{"name": "a"}, {"name": "b", "new": false}]}), "items[1].new"),
        (json!({"replaced": [{"new": ""}]}), "replaced[0].new"),
        (json!({"by_name": {"a": {"new": "x"}}}), "by_name.a.new"),
    ] {
        let error = merge(&patch).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Typed, "{error}");
        assert_eq!(error.document(), Some(Role::Result), "{error}");
        assert_eq!(error.path().to_string(), path, "{error}");
    }
}

#[test]
fn empty_values_and_nulls_may_be_dropped() {
    for patch in [
        json!({"more": []}),
        json!({"more": {}}),
        json!({"more": {"a": {"b": []}, "c": {}}}),
        json!({"new": null}),
    ] {
        assert_eq!(merge(&patch).unwrap(), Thing::default(), "{patch}");
    }
    let replaced = merge(&json!({"replaced": [{"name": "a", "new": null}]})).unwrap().replaced;
    assert_eq!(replaced, [Thing { name: "a".to_owned(), ..Thing::default() }]);
}

#[test]
fn fields_that_the_schema_lacks_are_refused_in_maps() {
    let error = merge(&json!({"by_name": {"a": {"other": 1}}})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownField, "{error}");
    assert_eq!(error.path().to_string(), "by_name.a.other", "{error}");
}
