//! `oneOf` of required fields: validated, and never normalized.

#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

use serde_json::{Value, json};
use smp_core::{Options, Schema, Unions, apply, normalize, validate_unions};
use smp_openapi::{CustomResources, Diagnostic};

fn schema(one_of: &Value) -> Schema {
    let (schema, warnings) = schema_and_warnings("oneOf", one_of);
    assert!(warnings.is_empty(), "{warnings:?}");
    schema
}

/// The schema of a definition that has this keyword, with the warnings about it.
fn schema_and_warnings(keyword: &str, value: &Value) -> (Schema, Vec<String>) {
    let text = json!({"type": "string"});
    let spec = json!({
        "type": "object",
        "properties": {"x": text, "y": text, "z": text, "type": text},
        keyword: value,
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
    let imported = resources.schema_of("example.com/v1", "Widget", &types).unwrap().unwrap();
    assert!(imported.warnings.iter().all(Diagnostic::is_of_validation));
    (imported.schema, imported.warnings.iter().map(ToString::to_string).collect())
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

/// Forms that mean the same as branches that only require a field.
#[test]
fn other_forms_of_exactly_one() {
    let (x, y) = (json!({"required": ["x"]}), json!({"required": ["y"]}));
    let without = |field: &str, other: &Value| json!({"required": [field], "not": other});
    for (keyword, value) in [
        ("oneOf", json!([without("x", &y), without("y", &x)])),
        ("oneOf", json!([{"required": ["x"], "properties": {"x": {}}}, y])),
        ("allOf", json!([{"oneOf": [x, y]}])),
        ("allOf", json!([{"required": ["type"], "oneOf": [x, y]}, {"maxProperties": 3}])),
    ] {
        let (schema, warnings) = schema_and_warnings(keyword, &value);
        assert!(warnings.is_empty(), "{value}");
        assert_eq!(wrong(&schema, &json!({"y": "1", "z": "1"})), "", "{value}");
        assert!(
            wrong(&schema, &json!({"x": "1", "y": "1"})).contains("found `x` and `y`"),
            "{value}"
        );
        assert!(wrong(&schema, &json!({"z": "1"})).contains("found no member"), "{value}");
    }
    let any = |others: [&str; 2]| json!({"anyOf": others.map(|it| json!({"required": [it]}))});
    let three = json!([
        without("x", &any(["y", "z"])),
        without("y", &any(["x", "z"])),
        without("z", &any(["x", "y"])),
    ]);
    assert!(wrong(&schema(&three), &json!({"x": "1", "z": "1"})).contains("found `x` and `z`"));
}

#[test]
fn other_branches_say_nothing_of_unions() {
    let x = json!({"required": ["x"]});
    for one_of in [
        json!([x, {"required": ["y", "z"]}]),
        json!([x, {"required": ["y"], "properties": {"type": {"enum": ["Y"]}}}]),
        json!([x, {"required": ["y"], "properties": {"y": {"type": "string"}}}]),
        json!([x, {"required": ["y"], "minProperties": 2}]),
        json!([x, {"required": ["y"]}, {"not": {"required": ["z"]}}]),
        // With `x` and `y`, only the second branch holds.
        json!([{"required": ["x"], "not": {"required": ["y"]}}, {"required": ["y"]}]),
        json!([x, {"required": ["y"], "not": {"required": ["z"]}}]),
        json!([x, {"required": ["y"], "not": {"required": ["x", "z"]}}]),
        json!([x, {"required": ["unknown"]}]),
        json!([x, x]),
        json!([x]),
    ] {
        let (schema, warnings) = schema_and_warnings("oneOf", &one_of);
        assert_eq!(wrong(&schema, &json!({"x": "1", "y": "1", "z": "1"})), "", "{one_of}");
        assert_eq!(
            warnings,
            ["/spec/versions/0/schema/openAPIV3Schema/properties/spec/oneOf: this oneOf is not \
              checked: it is read only if each branch requires one field of its own and says nothing else"],
            "{one_of}"
        );
    }
    // A value of one of two types is no union of fields.
    let types = json!([{"properties": {"type": {"enum": ["A"]}}}, {"minProperties": 2}]);
    assert!(schema_and_warnings("oneOf", &types).1.is_empty());
}

#[test]
fn the_documents_ask_for_it_too() {
    let schema = schema(&json!([{"required": ["x"]}, {"required": ["y"]}]));
    let object = json!({"spec": {"x": "1", "y": "1"}});
    assert!(validate_unions(object, &schema, &Options::documented()).is_err());
}
