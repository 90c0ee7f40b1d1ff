//! `oneOf` of required fields: validated, and never normalized.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use serde_json::{Value, json};
use smp_core::{Options, Schema, Unions, apply, normalize, validate_unions};
use smp_openapi::CustomResources;

fn schema(one_of: &Value) -> Schema {
    let text = json!({"type": "string"});
    let spec = json!({
        "type": "object",
        "properties": {"x": text, "y": text, "z": text, "type": text},
        "oneOf": one_of,
    });
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
                "openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}}],
        },
    });
    let types = |version: &str, name: &str| smp_types::type_schema(version, name).cloned();
    let resources = CustomResources::from_value(&definition).unwrap();
    resources.schema_of("example.com/v1", "Widget", &types).unwrap().unwrap().schema
}

/// The first violation of a union in an object with this spec, as text; empty if there is none.
fn wrong(schema: &Schema, spec: &Value) -> String {
    match validate_unions(json!({"spec": spec}), schema, &Options::default()) {
        Ok(()) => String::new(),
        Err(error) => error.violations()[0].to_string(),
    }
}

#[test]
fn exactly_one_of_the_required_fields() {
    let schema = schema(&json!([{"required": ["x"]}, {"required": ["y"]}]));
    assert_eq!(wrong(&schema, &json!({"x": "1", "z": "1"})), "");
    assert_eq!(
        wrong(&schema, &json!({"x": "1", "y": "1"})),
        "spec: found `x` and `y`, expected at most one of `x` or `y`; remove all but one"
    );
    assert_eq!(
        wrong(&schema, &json!({"z": "1"})),
        "spec: found no member of the union, expected `x` or `y`; set one"
    );
}

#[test]
fn at_most_one_of_the_required_fields() {
    let none = json!({"not": {"anyOf": [{"required": ["y"]}, {"required": ["x"]}]}});
    let schema = schema(&json!([{"required": ["x"]}, {"required": ["y"]}, none]));
    assert_eq!(wrong(&schema, &json!({"z": "1"})), "");
    assert_eq!(wrong(&schema, &json!({"y": "1"})), "");
    assert!(wrong(&schema, &json!({"x": "1", "y": "1"})).contains("found `x` and `y`"));
}

#[test]
fn validation_changes_nothing() {
    let schema = schema(&json!([{"required": ["x"]}, {"required": ["y"]}]));
    let options = Options::default().unions(Unions::Normalize);
    let (old, new) = (json!({"spec": {"x": "1"}}), json!({"spec": {"x": "1", "y": "1"}}));
    assert_eq!(normalize(Some(&old), &new, &schema, &options).unwrap(), new);
    let patch = json!({"spec": {"y": "1"}});
    assert_eq!(apply(&old, &patch, &schema, &options).unwrap(), new);
}

#[test]
fn other_branches_say_nothing_of_unions() {
    let x = json!({"required": ["x"]});
    for one_of in [
        json!([x, {"required": ["y", "z"]}]),
        json!([x, {"required": ["y"], "properties": {"type": {"enum": ["Y"]}}}]),
        json!([x, {"required": ["y"], "minProperties": 2}]),
        json!([x, {"required": ["y"]}, {"not": {"required": ["z"]}}]),
        json!([x, {"required": ["unknown"]}]),
        json!([x, x]),
        json!([x]),
    ] {
        let schema = schema(&one_of);
        assert_eq!(wrong(&schema, &json!({"x": "1", "y": "1", "z": "1"})), "", "{one_of}");
    }
}

#[test]
fn the_documents_ask_for_it_too() {
    let schema = schema(&json!([{"required": ["x"]}, {"required": ["y"]}]));
    let object = json!({"spec": {"x": "1", "y": "1"}});
    assert!(validate_unions(object, &schema, &Options::documented()).is_err());
}
