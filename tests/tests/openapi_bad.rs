//! OpenAPI documents that are wrong or incomplete: the messages, and the places that they name.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use smp_core::Schema;
use smp_openapi::OpenApi;

/// The schema of the definition `T`, and the warnings.
fn import(definitions: &Value) -> Result<(Schema, Vec<String>), String> {
    let document = OpenApi::from_value(&json!({"definitions": definitions}));
    let imported = document.and_then(|document| document.schema_named("T"));
    let imported = imported.map_err(|error| error.to_string())?.expect("there is a T");
    Ok((imported.schema, imported.warnings.iter().map(ToString::to_string).collect()))
}

/// Bad schemas of the field `f` of `T`, with the place and the message of the mistake.
#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn bad_schemas_are_refused_with_their_place() {
    let items = json!({"properties": {"name": {"type": "string"}, "sub": {"type": "array"}}});
    let f = "/definitions/T/properties/f";
    for (schema, pointer, part) in [
        (json!(5), f, "expected a schema, which is an object, found a number"),
        (
            json!({"type": 5}),
            "type",
            "expected the name of a type, or a list of them, found a number",
        ),
        (json!({"type": "strnig"}), "type", "`strnig` is not a type; write string, integer"),
        (json!({"properties": []}), "properties", "expected an object of schemas, found a list"),
        (json!({"items": [{}]}), "items", "expected a schema, which is an object, found a list"),
        (
            json!({"type": "string", "properties": {}}),
            "properties",
            "only an object has properties",
        ),
        (json!({"allOf": {}}), "allOf", "expected a list of schemas, found an object"),
        (json!({"$ref": 1}), "$ref", "expected a string, found a number"),
        (
            json!({"$ref": "#/definitions/Absent"}),
            "$ref",
            "there is no definition `#/definitions/Absent`",
        ),
        (json!({"$ref": "other.json#/X"}), "$ref", "leads out of the document"),
        (json!({"$ref": "#/definitions/A"}), "/definitions/A/$ref", "form a cycle"),
        (
            json!({"x-kubernetes-patch-strategy": 1, "type": "string"}),
            "x-kubernetes-patch-strategy",
            "expected a string",
        ),
        (
            json!({"x-kubernetes-patch-strategy": "mrge", "type": "array", "items": items}),
            "x-kubernetes-patch-strategy",
            "`mrge` is not a patch strategy",
        ),
        (
            json!({"x-kubernetes-patch-strategy": "merge", "type": "string"}),
            "x-kubernetes-patch-strategy",
            "`T.f`: a scalar cannot merge; remove the strategy",
        ),
        (
            json!({"x-kubernetes-patch-strategy": "merge", "type": "array", "items": items}),
            "x-kubernetes-patch-strategy",
            "needs a merge key to merge; add one, or list map keys",
        ),
        (
            json!({"x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "nmae", "type": "array", "items": items}),
            "x-kubernetes-patch-merge-key",
            "have no field `nmae`, so it cannot be their merge key",
        ),
        (
            json!({"x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "sub", "type": "array", "items": items}),
            "x-kubernetes-patch-merge-key",
            "the field `sub` of the elements (`T.f`) is not a scalar",
        ),
        (
            json!({"x-kubernetes-patch-merge-key": "name", "type": "array", "items": items}),
            "x-kubernetes-patch-merge-key",
            "a merge key has no effect without the strategy `merge`",
        ),
        (
            json!({"x-kubernetes-list-type": "mpa", "type": "array", "items": items}),
            "x-kubernetes-list-type",
            "`mpa` is not a list type; write atomic, set or map",
        ),
        (
            json!({"x-kubernetes-list-type": "map", "type": "array", "items": items}),
            "x-kubernetes-list-type",
            "a list of type `map` needs list map keys",
        ),
        (
            json!({"x-kubernetes-list-type": "set", "type": "object", "properties": {"a": {}}}),
            "x-kubernetes-list-type",
            "only a list has a list type",
        ),
        (
            json!({"x-kubernetes-list-type": "set", "type": "array", "items": items}),
            "x-kubernetes-list-type",
            "a set holds scalars, found objects or lists",
        ),
        (
            json!({"x-kubernetes-list-map-keys": ["name"], "type": "array", "items": items}),
            "x-kubernetes-list-map-keys",
            "need `x-kubernetes-list-type: map` beside them",
        ),
        (
            json!({"x-kubernetes-list-map-keys": "name", "x-kubernetes-list-type": "map", "type": "array", "items": items}),
            "x-kubernetes-list-map-keys",
            "expected a list of strings, found a string",
        ),
        (
            json!({"x-kubernetes-list-map-keys": ["nmae"], "x-kubernetes-list-type": "map", "type": "array", "items": items}),
            "x-kubernetes-list-map-keys",
            "have no field `nmae`, so it cannot be their list map key",
        ),
        (
            json!({"x-kubernetes-map-type": "atomic", "type": "array", "items": items}),
            "x-kubernetes-map-type",
            "belongs on an object",
        ),
        (
            json!({"x-kubernetes-map-type": "whole", "type": "object"}),
            "x-kubernetes-map-type",
            "`whole` is not a map type",
        ),
        (
            json!({"x-kubernetes-unions": [{}], "properties": {"a": {}}}),
            "x-kubernetes-unions/0",
            "add the members",
        ),
        (json!({"nullable": "yes"}), "nullable", "expected a boolean, found a string"),
        (
            json!({"x-kubernetes-preserve-unknown-fields": "yes"}),
            "x-kubernetes-preserve-unknown-fields",
            "expected a boolean, found a string",
        ),
        (
            json!({"allOf": [{"type": "string"}, {"type": "array", "items": {}}]}),
            "allOf",
            "different types are joined",
        ),
        (
            json!({"allOf": [{"properties": {"a": {}}}, {"properties": {"a": {"type": "string"}}}]}),
            "allOf/0/properties/a",
            "is defined twice",
        ),
    ] {
        let definitions = json!({
            "T": {"properties": {"f": schema}},
            "A": {"$ref": "#/definitions/B"},
            "B": {"allOf": [{"$ref": "#/definitions/A"}]}
        });
        let error = import(&definitions).expect_err(&schema.to_string());
        let absolute = pointer.starts_with('/');
        let pointer = if absolute { pointer.to_owned() } else { format!("{f}/{pointer}") };
        assert!(error.contains(&format!("{pointer}: ")), "{schema}: {error}");
        assert!(error.contains(part), "{schema}: {error}");
    }
}

#[test]
fn fallbacks_are_warnings() {
    let object = json!({"type": "object", "x-kubernetes-map-type": "atomic", "properties": {"a": {"type": "string"}}});
    let f = "/definitions/T/properties/f";
    for (schema, expected, pointer, part) in [
        (json!({"type": "array"}), "list of any", "", "the list has no `items`"),
        (json!({"type": ["string", "object"]}), "any", "/type", "several types"),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "array", "items": {}}]}),
            "any",
            "/oneOf",
            "several types",
        ),
        (
            json!({"type": "array", "x-kubernetes-list-type": "set", "items": object}),
            "list of T.f",
            "/x-kubernetes-list-type",
            "replaced as a whole",
        ),
        (
            json!({"type": "object", "additionalProperties": object}),
            "map of T.f",
            "/additionalProperties/x-kubernetes-map-type",
            "it is merged, not replaced",
        ),
        (
            json!({"x-kubernetes-embedded-resource": true, "type": "object"}),
            "T.f",
            "",
            "the type of `metadata`",
        ),
    ] {
        let (imported, warnings) = import(&json!({"T": {"properties": {"f": schema}}})).unwrap();
        let ty = imported.root().field("f").unwrap().ty();
        assert_eq!(format!("{ty:?}"), expected, "{schema}");
        let start = format!("{f}{pointer}: ");
        assert!(
            warnings.iter().any(|it| it.starts_with(&start) && it.contains(part)),
            "{schema}: {warnings:?}"
        );
    }
}

#[test]
fn invalid_documents() {
    for (text, part) in [
        ("", "expected an OpenAPI document in JSON: EOF"),
        ("[]", "found neither `definitions` (v2) nor `components.schemas` (v3)"),
        ("{\"components\": []}", "found neither"),
        ("{\"definitions\": 3}", "/definitions: expected an object of schemas, found a number"),
        (
            "{\"definitions\": {\"A/B\": {}, \"A/B\": {}}}",
            "/definitions/A~1B: two definitions have this name",
        ),
    ] {
        let error = OpenApi::from_slice(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let (open, close) = (r#"{"items":"#.repeat(100_000), "}".repeat(100_000));
    let deep = format!(r#"{{"definitions":{{"T":{open}1{close}}}}}"#);
    let error = OpenApi::from_slice(deep.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("nested deeper than 127 levels at line 1"), "{error}");
    let mut deep = json!({});
    for _ in 0..200 {
        deep = json!({"items": deep});
    }
    let error = OpenApi::from_value(&json!({"definitions": {"T": deep}})).unwrap_err();
    assert!(error.to_string().contains("nested deeper than 127 levels"), "{error}");
}

#[test]
fn two_definitions_of_a_kind() {
    let kind = json!([{"group": "", "version": "v1", "kind": "Thing"}]);
    let define = |ty: &str| json!({"properties": {"a": {"type": ty}}, "x-kubernetes-group-version-kind": kind});
    let document = |second: &str| {
        let definitions = json!({"A": define("string"), "B": define(second)});
        OpenApi::from_value(&json!({"definitions": definitions})).unwrap()
    };
    let same = document("string").schema_of("v1", "Thing").unwrap().unwrap();
    assert_eq!(same.warnings[0].pointer(), "/definitions/B");
    let error = document("object").schema_of("v1", "Thing").unwrap_err().to_string();
    assert!(
        error.contains(
            "/definitions/B: Thing of v1 is defined here and by /definitions/A, and they differ"
        ),
        "{error}"
    );
}

/// Tests every form in which a schema can declare an object.
#[test]
fn an_object_has_no_list_type() {
    for f in [
        json!({"x-kubernetes-embedded-resource": true, "x-kubernetes-list-type": "set"}),
        json!({
            "type": "object",
            "x-kubernetes-list-type": "set",
            "allOf": [{"type": "object", "additionalProperties": {"type": "string"}}],
        }),
        json!({
            "$ref": "#/definitions/M",
            "x-kubernetes-list-type": "set",
            "x-kubernetes-preserve-unknown-fields": true,
        }),
    ] {
        let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
        let error = import(&json!({"T": {"properties": {"f": f}}, "M": map})).unwrap_err();
        assert!(error.contains("only a list has a list type"), "{error}");
    }
}

#[test]
fn long_chains_of_references_cost_neither_stack_nor_time() {
    let mut definitions = serde_json::Map::new();
    for at in 0..50_000 {
        let next = json!({"$ref": format!("#/definitions/D{}", at + 1)});
        definitions.insert(format!("D{at}"), json!({"properties": {"next": next}}));
    }
    definitions.insert("D50000".into(), json!({"type": "string"}));
    definitions.insert("T".into(), json!({"$ref": "#/definitions/D0"}));
    let (schema, _) = import(&Value::Object(definitions)).unwrap();
    assert!(schema.is_equivalent(&schema.clone()));

    // References to references, and `allOf` whose expansion doubles at every step.
    for wrap in [
        (|it: Value| it) as fn(Value) -> Value,
        |it| json!({"allOf": [it, it, {"properties": {"a": {"type": "string"}}}]}),
    ] {
        let mut definitions = serde_json::Map::new();
        for at in 0..20_000 {
            let next = json!({"$ref": format!("#/definitions/D{}", at + 1)});
            definitions.insert(format!("D{at}"), wrap(next));
        }
        definitions.insert("D20000".into(), json!({"type": "string"}));
        definitions.insert("T".into(), json!({"$ref": "#/definitions/D0"}));
        let error = import(&Value::Object(definitions)).unwrap_err();
        assert!(error.contains("do not end") || error.contains("more than 64"), "{error}");
    }
}
