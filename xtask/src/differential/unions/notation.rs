//! The schema of two documents in the notation of structured-merge-diff.
//!
//! It has only the fields that the documents have, and the unions of their objects: the schema of
//! a whole kind would be many times as long as the documents.

use serde_json::{Map, Value, json};
use smp_core::TypeRef;
use smp_core::schema::{FieldRef, TypeKind, Union};
use smp_tests::schema::default_value;

/// The name of the type of free values, which both sides leave as they are.
const FREE: &str = "free";

/// A schema whose type `root` describes these documents.
pub(super) fn schema(ty: TypeRef<'_>, documents: &[&Value]) -> String {
    let free = json!({ "namedType": FREE });
    let atomic = json!({ "elementType": free, "elementRelationship": "atomic" });
    let mut root = of_type(Some(ty), documents);
    if let Value::Object(root) = &mut root {
        root.insert("name".to_owned(), json!("root"));
    }
    let free = json!({ "name": FREE, "scalar": "untyped", "list": atomic, "map": atomic });
    json!({ "types": [root, free] }).to_string()
}

fn of_type(ty: Option<TypeRef<'_>>, values: &[&Value]) -> Value {
    match ty.map(|ty| (ty, ty.kind())) {
        Some((ty, TypeKind::Object)) => json!({ "map": of_object(ty, values) }),
        Some((_, TypeKind::Map(value))) => {
            let below: Vec<&Value> =
                values.iter().filter_map(|it| it.as_object()).flat_map(Map::values).collect();
            json!({ "map": { "elementType": of_type(Some(value), &below) } })
        }
        Some((_, TypeKind::List(element))) => of_list(element, None, values),
        _ => json!({ "namedType": FREE }),
    }
}

fn of_object(ty: TypeRef<'_>, values: &[&Value]) -> Value {
    let named =
        |name: &str| -> Vec<&Value> { values.iter().filter_map(|it| it.get(name)).collect() };
    let mut fields: Vec<Value> = Vec::new();
    for field in ty.fields() {
        let below = named(field.name());
        if !below.is_empty() || is_discriminator(ty, field) {
            let kind = match field.ty().kind() {
                TypeKind::List(element) => of_list(element, Some(field), &below),
                _ => of_type(Some(field.ty()), &below),
            };
            fields.push(json!({ "name": field.name(), "type": kind }));
        }
    }
    let unions: Vec<Value> = ty.unions().iter().map(of_union).collect();
    let mut map = json!({ "fields": fields, "unions": unions });
    if let Some(others) = ty.other_members() {
        map["elementType"] = of_type(Some(others), &[]);
    }
    map
}

fn is_discriminator(ty: TypeRef<'_>, field: FieldRef<'_>) -> bool {
    ty.unions().iter().any(|union| union.discriminator() == Some(field.name()))
}

/// The unions of the specification deduce the discriminator; `deduceInvalidDiscriminator` is not
/// in it.
fn of_union(union: &Union) -> Value {
    let member =
        |(field, value): (&str, &str)| json!({ "fieldName": field, "discriminatorValue": value });
    let mut noted = json!({ "fields": union.members().map(member).collect::<Vec<_>>() });
    if let Some(name) = union.discriminator() {
        noted["discriminator"] = json!(name);
        noted["deduceInvalidDiscriminator"] = json!(true);
    }
    noted
}

fn of_list(element: TypeRef<'_>, field: Option<FieldRef<'_>>, values: &[&Value]) -> Value {
    let below: Vec<&Value> = values.iter().filter_map(|it| it.as_array()).flatten().collect();
    let mut kind = of_type(Some(element), &below);
    let keys = field.map(keys).unwrap_or_default();
    if keys.is_empty() {
        return json!({ "list": { "elementType": kind, "elementRelationship": "atomic" } });
    }
    if let Some(fields) = kind["map"]["fields"].as_array_mut() {
        for (name, default) in &keys {
            fields.retain(|field| field["name"] != **name);
            let mut noted = json!({ "name": name, "type": { "namedType": FREE } });
            if let Some(default) = default {
                noted["default"] = default.clone();
            }
            fields.push(noted);
        }
    }
    let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
    json!({ "list": {
        "elementType": kind, "elementRelationship": "associative", "keys": names,
    } })
}

/// The fields that identify the elements of a list, with their defaults: its list map keys, else its
/// merge key. Empty if the list is replaced as a whole, or has scalars.
fn keys(field: FieldRef<'_>) -> Vec<(&str, Option<Value>)> {
    if !field.strategy().is_merge() {
        return Vec::new();
    }
    let all: Vec<_> = field
        .list_map_keys()
        .iter()
        .map(|key| (key.name(), key.default().map(default_value)))
        .collect();
    if all.is_empty() {
        field.merge_key().map(|key| (key, None)).into_iter().collect()
    } else {
        all
    }
}
