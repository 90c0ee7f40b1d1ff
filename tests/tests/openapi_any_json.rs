//! The import of random documents returns a schema or an error: no panic, no overflow.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use smp_core::Schema;
use smp_openapi::{CustomResources, OpenApi, OpenApiVersion, Overlay};

const KEYWORDS: &[&str] = &[
    "$ref",
    "type",
    "format",
    "properties",
    "items",
    "additionalProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "required",
    "default",
    "nullable",
    "x-kubernetes-patch-strategy",
    "x-kubernetes-patch-merge-key",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-int-or-string",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-group-version-kind",
    "x-kubernetes-unions",
    "a",
    "b",
];

const WORDS: &[&str] = &[
    "string",
    "integer",
    "array",
    "object",
    "null",
    "merge",
    "merge,retainKeys",
    "retainKeys",
    "replace",
    "atomic",
    "set",
    "map",
    "a",
    "b",
    "int-or-string",
    "#/definitions/A",
    "#/definitions/B",
    "#/definitions/C",
    "#/elsewhere",
    "",
];

/// JSON with keywords of schemas in random places.
fn anything() -> impl Strategy<Value = Value> {
    let word = proptest::sample::select(WORDS).prop_map(|word| json!(word));
    let leaf = prop_oneof![
        6 => word,
        1 => any::<bool>().prop_map(|it| json!(it)),
        1 => any::<i32>().prop_map(|it| json!(it)),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        let key = proptest::sample::select(KEYWORDS);
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            4 => proptest::collection::vec((key, inner), 0..6).prop_map(|members| {
                let members = members.into_iter().map(|(key, value)| (key.to_owned(), value));
                Value::Object(members.collect::<Map<_, _>>())
            }),
        ]
    })
}

/// Schemas that are valid often enough to reach later steps of the import.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "object"})),
        Just(json!({"$ref": "#/definitions/A"})),
        Just(json!({"$ref": "#/definitions/B"})),
        Just(json!({"$ref": "#/definitions/C"})),
    ];
    let schema = leaf.prop_recursive(5, 40, 4, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone()
                .prop_map(|(a, b)| json!({"type": "object", "properties": {"a": a, "b": b}})),
            inner.clone().prop_map(|it| json!({"type": "array", "items": it})),
            inner.clone().prop_map(|it| json!({"type": "object", "additionalProperties": it})),
            two.clone().prop_map(|(a, b)| json!({"allOf": [a, b]})),
            two.prop_map(|(a, b)| json!({"oneOf": [a, b]})),
            (inner, anything()).prop_map(|(mut it, more)| {
                if let (Value::Object(it), Value::Object(more)) = (&mut it, more) {
                    it.extend(more.into_iter().filter(|(name, _)| name.starts_with("x-")));
                }
                it
            }),
        ]
    });
    schema.boxed()
}

fn import_everything(document: &Value) {
    let Ok(document) = OpenApi::from_value(document) else { return };
    for name in document.names() {
        if let Ok(Some(imported)) = document.schema_named(name) {
            assert!(imported.schema.is_equivalent(&imported.schema.clone()));
            let (out, name) = smp_openapi::to_openapi(&imported.schema, OpenApiVersion::V3);
            let back = OpenApi::from_value(&out).expect("the exported text is a document");
            let back = back.schema_named(&name).expect("the exported schema is valid");
            assert!(back.is_some());
        }
    }
    for (api_version, kind) in document.kinds() {
        let _ = document.schema_of(api_version, kind);
    }
    let _ = document.schemas();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn documents(a in anything(), b in anything(), c in schema()) {
        import_everything(&json!({"definitions": {"A": a, "B": b, "C": c}}));
        import_everything(&a);
    }

    #[test]
    fn documents_with_few_mistakes(a in schema(), b in schema(), c in schema()) {
        import_everything(&json!({"definitions": {"A": a, "B": b, "C": c}}));
    }

    #[test]
    fn manifests(schema in prop_oneof![schema(), anything()], path in "[ab.\\[\\]\"*]{0,8}", change in anything()) {
        let none = |_: &str, _: &str| None::<Schema>;
        let manifest = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "spec": {"group": "g", "names": {"kind": "K"},
                "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]}
        });
        if let Ok(resources) = CustomResources::from_value(&manifest)
            && let Ok(Some(imported)) = resources.schema_of("g/v1", "K", &none)
            && let Ok(overlay) = serde_json::from_value::<Overlay>(json!({"fields": {path: change}}))
        {
            let _ = overlay.apply(&imported.schema, &none);
        }
    }
}
