//! Random schemas: documents, manifests and overlays that are right often enough to get far.

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind};
use smp_tests::generate::Generator;

const DEFINITIONS: &[&str] = &["A", "B", "C", "D"];

/// An `OpenAPI` document of four definitions that refer to each other.
pub fn openapi(make: &mut Generator<'_>) -> Value {
    let v3 = make.choices.one_in(2);
    let base = if v3 { "#/components/schemas/" } else { "#/definitions/" };
    let mut definitions = Map::new();
    for name in DEFINITIONS {
        let mut schema = node(4, base, make);
        if make.choices.one_in(2)
            && let Value::Object(members) = &mut schema
        {
            let kind = json!([{"group": "g", "version": "v1", "kind": name}]);
            members.insert("x-kubernetes-group-version-kind".into(), kind);
        }
        definitions.insert((*name).to_owned(), schema);
    }
    if v3 {
        json!({"openapi": "3.0.0", "components": {"schemas": definitions}})
    } else {
        json!({"swagger": "2.0", "definitions": definitions})
    }
}

/// A `CustomResourceDefinition`.
pub fn manifest(make: &mut Generator<'_>) -> Value {
    let mut versions = Vec::new();
    for name in ["v1", "v2"].iter().take(1 + usize::from(make.choices.one_in(3))) {
        let schema = node(6, "#/definitions/", make);
        versions.push(json!({"name": name, "schema": {"openAPIV3Schema": schema}}));
    }
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "spec": {"group": "g", "names": {"kind": "K", "listKind": "KList"}, "versions": versions}
    })
}

/// A random change of one field by an overlay.
pub fn change(make: &mut Generator<'_>) -> Value {
    const TYPES: &[&str] = &["any", "scalar", "v1/PodSpec", "[]any", "map[][]scalar", "v1/X", "[]"];
    let mut change = Map::new();
    for _ in 0..make.choices.count(4) {
        let (name, value) = match make.choices.below(6) {
            0 => ("type", json!(make.choices.pick(TYPES))),
            1 => ("strategy", json!(strategy(make))),
            2 => ("mergeKey", json!(property(make))),
            3 => ("listType", json!(make.choices.pick(&["map", "set", "atomic"]))),
            4 => ("listMapKeys", json!([property(make), {"name": property(make), "default": "x"}])),
            _ => (make.choices.pick(&["type", "mergeKey", "x"]), make.anything(2)),
        };
        change.insert(name.to_owned(), value);
    }
    Value::Object(change)
}

/// A path of an overlay: mostly one that the type has.
pub fn path(mut ty: TypeRef<'_>, make: &mut Generator<'_>) -> String {
    let mut path = String::new();
    for _ in 0..=make.choices.count(5) {
        match ty.kind() {
            TypeKind::List(below) | TypeKind::Map(below) => {
                path.push_str("[]");
                ty = below;
            }
            _ => {
                let field = some_field(ty, make);
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(match field {
                    Some(field) => field.name(),
                    None => make.choices.pick(&["a", "items", "x[]", "[\"a.b\"]", ""]),
                });
                ty = field.map_or(ty, FieldRef::ty);
            }
        }
    }
    path
}

fn some_field<'s>(ty: TypeRef<'s>, make: &mut Generator<'_>) -> Option<FieldRef<'s>> {
    let fields: Vec<_> = ty.fields().collect();
    (!fields.is_empty() && !make.choices.one_in(8)).then(|| make.choices.pick(&fields))
}

fn property(make: &mut Generator<'_>) -> &'static str {
    make.choices.pick(&["name", "a", "b", "items", "type", "metadata"])
}

fn strategy(make: &mut Generator<'_>) -> &'static str {
    make.choices.pick(&["merge", "replace", "retainKeys", "merge,retainKeys", "merge,replace", "x"])
}

fn node(depth: u32, base: &str, make: &mut Generator<'_>) -> Value {
    let mut schema = Map::new();
    match make.choices.below(10) {
        0 => {
            let ty = make.choices.pick(&["string", "integer", "boolean", "number", "null", "x"]);
            schema.insert("type".into(), json!(ty));
        }
        1..=2 => {
            let name = make.choices.pick(DEFINITIONS);
            let reference =
                if make.choices.one_in(30) { name.to_owned() } else { format!("{base}{name}") };
            schema.insert("$ref".into(), json!(reference));
        }
        3..=5 if depth > 0 => {
            schema.insert("type".into(), json!("object"));
            let mut properties = Map::new();
            for _ in 0..make.choices.count(4) {
                properties.insert(property(make).to_owned(), node(depth - 1, base, make));
            }
            schema.insert("properties".into(), properties.into());
            if make.choices.one_in(6) {
                schema.insert("additionalProperties".into(), node(depth - 1, base, make));
            }
        }
        6..=7 if depth > 0 => {
            schema.insert("type".into(), json!("array"));
            schema.insert("items".into(), node(depth - 1, base, make));
        }
        8 if depth > 0 => {
            schema.insert("type".into(), json!("object"));
            schema.insert("additionalProperties".into(), node(depth - 1, base, make));
        }
        9 if depth > 0 => {
            let group = make.choices.pick(&["allOf", "anyOf", "oneOf"]);
            let nodes = (0..make.choices.count(3)).map(|_| node(depth - 1, base, make));
            schema.insert(group.into(), Value::Array(nodes.collect()));
        }
        _ => {}
    }
    for _ in 0..make.choices.count(2) {
        extension(&mut schema, make);
    }
    Value::Object(schema)
}

fn extension(schema: &mut Map<String, Value>, make: &mut Generator<'_>) {
    let (name, value) = match make.choices.below(12) {
        0 => ("x-kubernetes-patch-strategy", json!(strategy(make))),
        1 => ("x-kubernetes-patch-merge-key", json!(property(make))),
        2 => ("x-kubernetes-list-type", json!(make.choices.pick(&["map", "set", "atomic", "x"]))),
        3 => ("x-kubernetes-list-map-keys", json!([property(make), property(make)])),
        4 => ("x-kubernetes-map-type", json!(make.choices.pick(&["atomic", "granular"]))),
        5 => ("x-kubernetes-int-or-string", json!(true)),
        6 => ("x-kubernetes-preserve-unknown-fields", json!(true)),
        7 => ("x-kubernetes-embedded-resource", json!(true)),
        8 => {
            let members = json!({(property(make)): "X", (property(make)): "Y"});
            let union =
                json!({"discriminator": property(make), "fields-to-discriminateBy": members});
            ("x-kubernetes-unions", json!([union]))
        }
        9 => ("default", make.anything(1)),
        10 => ("nullable", json!(true)),
        _ => {
            let name = ["type", "properties", "items", "x-kubernetes-unions", "required", "$ref"];
            (make.choices.pick(&name), make.anything(2))
        }
    };
    schema.insert(name.to_owned(), value);
}
