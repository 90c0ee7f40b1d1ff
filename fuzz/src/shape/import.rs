//! What schemas are made of: documents, manifests and overlays that are right
//! often enough to get far.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};
use smp_core::{FieldRef, TypeKind, TypeRef};

use super::{count, free, once_in, pick, some_fields};

const DEFINITIONS: &[&str] = &["A", "B", "C", "D"];

/// An `OpenAPI` document of four definitions that refer to each other.
///
/// # Errors
///
/// None that isn't `arbitrary`'s.
pub fn openapi(source: &mut Unstructured<'_>) -> Result<Value> {
    let v3 = once_in(2, source)?;
    let base = if v3 { "#/components/schemas/" } else { "#/definitions/" };
    let mut definitions = Map::new();
    for name in DEFINITIONS {
        let mut schema = node(4, base, source)?;
        if once_in(2, source)?
            && let Value::Object(members) = &mut schema
        {
            let kind = json!([{"group": "g", "version": "v1", "kind": name}]);
            members.insert("x-kubernetes-group-version-kind".into(), kind);
        }
        definitions.insert((*name).to_owned(), schema);
    }
    Ok(if v3 {
        json!({"openapi": "3.0.0", "components": {"schemas": definitions}})
    } else {
        json!({"swagger": "2.0", "definitions": definitions})
    })
}

/// A `CustomResourceDefinition`.
///
/// # Errors
///
/// None that isn't `arbitrary`'s.
pub fn manifest(source: &mut Unstructured<'_>) -> Result<Value> {
    let mut versions = Vec::new();
    for name in ["v1", "v2"].iter().take(1 + usize::from(once_in(3, source)?)) {
        let schema = node(6, "#/definitions/", source)?;
        versions.push(json!({"name": name, "schema": {"openAPIV3Schema": schema}}));
    }
    Ok(json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "spec": {"group": "g", "names": {"kind": "K", "listKind": "KList"}, "versions": versions}
    }))
}

/// What an overlay says of one field.
///
/// # Errors
///
/// None that isn't `arbitrary`'s.
pub fn change(source: &mut Unstructured<'_>) -> Result<Value> {
    const TYPES: &[&str] = &["any", "scalar", "v1/PodSpec", "[]any", "map[][]scalar", "v1/X", "[]"];
    let mut change = Map::new();
    for _ in 0..count(4, source)? {
        let (name, value) = match source.int_in_range(0..=5_u8)? {
            0 => ("type", json!(pick(TYPES, source)?)),
            1 => ("strategy", json!(strategy(source)?)),
            2 => ("mergeKey", json!(property(source)?)),
            3 => ("listType", json!(pick(&["map", "set", "atomic"], source)?)),
            4 => (
                "listMapKeys",
                json!([property(source)?, {"name": property(source)?, "default": "x"}]),
            ),
            _ => (pick(&["type", "mergeKey", "x"], source)?, free(2, source)?),
        };
        change.insert(name.to_owned(), value);
    }
    Ok(Value::Object(change))
}

/// A path of an overlay: mostly one that the type has.
///
/// # Errors
///
/// None that isn't `arbitrary`'s.
pub fn path(mut ty: TypeRef<'_>, source: &mut Unstructured<'_>) -> Result<String> {
    let mut path = String::new();
    for _ in 0..=count(5, source)? {
        match ty.kind() {
            TypeKind::List(below) | TypeKind::Map(below) => {
                path.push_str("[]");
                ty = below;
            }
            _ => {
                let field = some_fields(ty, 1, source)?.pop();
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(match field {
                    Some(field) => field.name(),
                    None => pick(&["a", "items", "x[]", "[\"a.b\"]", ""], source)?,
                });
                ty = field.map_or(ty, FieldRef::ty);
            }
        }
    }
    Ok(path)
}

fn property(source: &mut Unstructured<'_>) -> Result<&'static str> {
    pick(&["name", "a", "b", "items", "type", "metadata"], source)
}

fn strategy(source: &mut Unstructured<'_>) -> Result<&'static str> {
    pick(&["merge", "replace", "retainKeys", "merge,retainKeys", "merge,replace", "x"], source)
}

fn node(depth: u32, base: &str, source: &mut Unstructured<'_>) -> Result<Value> {
    let mut schema = Map::new();
    match source.int_in_range(0..=9_u8)? {
        0 => {
            let ty = pick(&["string", "integer", "boolean", "number", "null", "x"], source)?;
            schema.insert("type".into(), json!(ty));
        }
        1..=2 => {
            let name = pick(DEFINITIONS, source)?;
            let reference =
                if once_in(30, source)? { name.to_owned() } else { format!("{base}{name}") };
            schema.insert("$ref".into(), json!(reference));
        }
        3..=5 if depth > 0 => {
            schema.insert("type".into(), json!("object"));
            let mut properties = Map::new();
            for _ in 0..count(4, source)? {
                properties.insert(property(source)?.to_owned(), node(depth - 1, base, source)?);
            }
            schema.insert("properties".into(), properties.into());
            if once_in(6, source)? {
                schema.insert("additionalProperties".into(), node(depth - 1, base, source)?);
            }
        }
        6..=7 if depth > 0 => {
            schema.insert("type".into(), json!("array"));
            schema.insert("items".into(), node(depth - 1, base, source)?);
        }
        8 if depth > 0 => {
            schema.insert("type".into(), json!("object"));
            schema.insert("additionalProperties".into(), node(depth - 1, base, source)?);
        }
        9 if depth > 0 => {
            let group = pick(&["allOf", "anyOf", "oneOf"], source)?;
            let nodes = (0..count(3, source)?).map(|_| node(depth - 1, base, source));
            schema.insert(group.into(), Value::Array(nodes.collect::<Result<_>>()?));
        }
        _ => {}
    }
    for _ in 0..count(2, source)? {
        extension(&mut schema, source)?;
    }
    Ok(Value::Object(schema))
}

fn extension(schema: &mut Map<String, Value>, source: &mut Unstructured<'_>) -> Result<()> {
    let (name, value) = match source.int_in_range(0..=10_u8)? {
        0 => ("x-kubernetes-patch-strategy", json!(strategy(source)?)),
        1 => ("x-kubernetes-patch-merge-key", json!(property(source)?)),
        2 => ("x-kubernetes-list-type", json!(pick(&["map", "set", "atomic", "x"], source)?)),
        3 => ("x-kubernetes-list-map-keys", json!([property(source)?, property(source)?])),
        4 => ("x-kubernetes-map-type", json!(pick(&["atomic", "granular"], source)?)),
        5 => ("x-kubernetes-int-or-string", json!(true)),
        6 => ("x-kubernetes-preserve-unknown-fields", json!(true)),
        7 => ("x-kubernetes-embedded-resource", json!(true)),
        8 => {
            let members = json!({(property(source)?): "X", (property(source)?): "Y"});
            let union =
                json!({"discriminator": property(source)?, "fields-to-discriminateBy": members});
            ("x-kubernetes-unions", json!([union]))
        }
        9 => ("default", free(1, source)?),
        _ => {
            let name = ["type", "properties", "items", "x-kubernetes-unions", "required", "$ref"];
            (pick(&name, source)?, free(2, source)?)
        }
    };
    schema.insert(name.to_owned(), value);
    Ok(())
}
