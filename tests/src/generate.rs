//! Documents and patches at random, along a schema: mostly valid, sometimes not
//! quite, from small pools of keys and values, so that things meet.

#![allow(clippy::expect_used)]

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use smp_core::{FieldRef, Schema, TypeKind, TypeRef};

use crate::schema::Notation;

mod patch;

pub use patch::{mangled_patch, patch};

/// A schema that has everything.
///
/// # Panics
///
/// If its notation is wrong.
#[must_use]
pub fn everything() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(everything_anew);
    &SCHEMA
}

fn everything_anew() -> Schema {
    let notation: Notation = serde_json::from_value(json!({
        "root": "Root",
        "types": {
            "Root": {"fields": {
                "num": "scalar", "text": "scalar", "free": "any",
                "set": {"type": {"list": "scalar"}, "strategy": "merge"},
                "atomic": {"list": "scalar"},
                "atomicItems": {"list": "Item"},
                "items": {"type": {"list": "Item"}, "strategy": "merge", "mergeKey": "name"},
                "volumes": {"type": {"list": "Item"}, "strategy": "merge|retainKeys", "mergeKey": "name"},
                "ports": {"type": {"list": "Port"}, "strategy": "merge", "mergeKey": "port",
                    "listMapKeys": ["port", {"name": "protocol", "default": "TCP"}], "listType": "map"},
                "numbered": {"type": {"list": "Numbered"}, "strategy": "merge", "mergeKey": "id"},
                "replacedItems": {"type": {"list": "Item"}, "strategy": "replace"},
                "retained": {"type": "Object", "strategy": "retainKeys"},
                "replaced": {"type": "Object", "strategy": "replace"},
                "replacedRetained": {"type": "Object", "strategy": "replace|retainKeys"},
                "labels": {"map": "scalar"},
                "byName": {"map": "Object"},
                "lists": {"map": {"list": "scalar"}},
                "maps": {"map": {"map": "scalar"}},
                "open": "Open",
                "inner": "Root"
            }},
            "Item": {"fields": {
                "name": "scalar", "value": "scalar", "object": "Object", "atomic": {"list": "scalar"},
                "set": {"type": {"list": "scalar"}, "strategy": "merge"},
                "items": {"type": {"list": "Item"}, "strategy": "merge", "mergeKey": "name"}
            }},
            "Numbered": {"fields": {"id": "scalar", "value": "scalar"}},
            "Open": {"fields": {"a": "scalar"}, "others": "scalar"},
            "Port": {"fields": {"port": "scalar", "protocol": "scalar", "target": "scalar"}},
            "Object": {"fields": {"a": "scalar", "b": "scalar", "object": "Object",
                "set": {"type": {"list": "scalar"}, "strategy": "merge"}}}
        }
    }))
    .expect("the notation is right");
    notation.build().expect("the schema is right")
}

/// A document of the schema's root type.
pub fn document(schema: &'static Schema) -> BoxedStrategy<Value> {
    object(schema.root(), 3, &Fashion { nulls: true, oddities: true })
}

/// A document of the schema's root type that is valid under it.
pub fn valid_document(schema: &'static Schema) -> BoxedStrategy<Value> {
    object(schema.root(), 3, &Fashion { nulls: true, oddities: false })
}

/// Any JSON at all.
pub fn any_json() -> BoxedStrategy<Value> {
    let names = prop_oneof![
        Just("a".to_owned()),
        Just("items".to_owned()),
        Just("name".to_owned()),
        Just("$patch".to_owned()),
        Just("$retainKeys".to_owned()),
        Just("$setElementOrder/items".to_owned()),
        Just("$deleteFromPrimitiveList/set".to_owned()),
        ".{0,3}",
    ];
    scalar()
        .prop_recursive(4, 32, 4, move |inner| {
            prop_oneof![
                vec(inner.clone(), 0..4).prop_map(Value::from),
                vec((names.clone(), inner), 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
        .boxed()
}

struct Fashion {
    nulls: bool,
    /// Values of the wrong type, elements without keys, fields unknown.
    oddities: bool,
}

fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        8 => prop::sample::select(vec!["a", "b", "c", "d", ""]).prop_map(Value::from),
        2 => (1..4_i64).prop_map(Value::from),
        1 => prop::sample::select(vec![json!(1.0), json!(100.0), json!(-0.5), json!(u64::MAX)]),
        1 => any::<bool>().prop_map(Value::from),
        1 => prop::sample::select(vec!["é", "x/y", "$patch", "a\"b\\", "\u{1f600}\n"])
            .prop_map(Value::from),
        1 => Just(Value::Null),
    ]
    .boxed()
}

fn value(ty: TypeRef<'static>, depth: u32, fashion: &Fashion) -> BoxedStrategy<Value> {
    let usual = match ty.kind() {
        TypeKind::Object if depth > 0 => object(ty, depth - 1, fashion),
        TypeKind::Map(below) if depth > 0 => {
            let entry = (name(), value(below, depth - 1, fashion));
            vec(entry, 0..3).prop_map(|e| Value::Object(e.into_iter().collect())).boxed()
        }
        TypeKind::List(below) => {
            vec(value(below, depth, fashion), 0..4).prop_map(Value::from).boxed()
        }
        TypeKind::Any if depth > 0 => free_form(),
        TypeKind::Object | TypeKind::Map(_) => Just(json!({})).boxed(),
        _ => scalar(),
    };
    let odd = prop_oneof![scalar(), Just(json!({"a": 1})), Just(json!(["a"])), Just(json!([]))];
    match (fashion.nulls, fashion.oddities) {
        (_, true) => prop_oneof![40 => usual, 1 => odd, 2 => Just(Value::Null)].boxed(),
        (true, false) => prop_oneof![20 => usual, 1 => Just(Value::Null)].boxed(),
        (false, false) => usual,
    }
}

fn free_form() -> BoxedStrategy<Value> {
    scalar()
        .prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..3).prop_map(Value::from),
                vec((name(), inner), 0..3).prop_map(|e| Value::Object(e.into_iter().collect())),
            ]
        })
        .boxed()
}

fn name() -> BoxedStrategy<String> {
    prop::sample::select(vec!["a", "b", "c", "x.y/z", "$x", "é"]).prop_map(str::to_owned).boxed()
}

fn object(ty: TypeRef<'static>, depth: u32, fashion: &Fashion) -> BoxedStrategy<Value> {
    let members: Vec<_> = ty
        .fields()
        .map(|field| {
            let member = member(field, depth, fashion);
            let name = field.name();
            prop::option::weighted(0.4, member)
                .prop_map(move |value| value.map(|value| (name.to_owned(), value)))
                .boxed()
        })
        .collect();
    let unknown = prop::option::weighted(0.05, scalar());
    let others = match ty.other_members() {
        Some(below) => vec((name(), value(below, depth, fashion)), 0..3).boxed(),
        None => Just(Vec::new()).boxed(),
    };
    (members, others, unknown)
        .prop_map(|(members, others, unknown)| {
            let mut object: Map<String, Value> = others.into_iter().collect();
            object.extend(members.into_iter().flatten());
            object.extend(unknown.map(|value| ("unknown".to_owned(), value)));
            Value::Object(object)
        })
        .boxed()
}

fn member(field: FieldRef<'static>, depth: u32, fashion: &Fashion) -> BoxedStrategy<Value> {
    let oddities = u32::from(fashion.oddities);
    let TypeKind::List(element) = field.ty().kind() else {
        return value(field.ty(), depth, fashion);
    };
    if field.merge_key().is_some() && depth == 0 {
        return Just(json!([])).boxed();
    }
    if let Some(key) = field.merge_key() {
        let element = (object(element, depth - 1, fashion), key_value(key), 0..40_u32).prop_map(
            move |(mut element, value, chance)| {
                if let (Value::Object(members), true) = (&mut element, chance >= oddities) {
                    members.insert(key.to_owned(), value);
                }
                element
            },
        );
        return (vec(element, 0..5), 0..8_u32)
            .prop_map(move |(mut items, chance)| {
                if chance >= oddities {
                    unique(&mut items, key);
                }
                Value::from(items)
            })
            .boxed();
    }
    if field.strategy().is_merge() {
        let strings = prop::sample::select(vec!["a", "b", "c", "d", "e"]).prop_map(Value::from);
        let set = |items: BoxedStrategy<Value>| {
            (vec(items, 0..5), 0..4_u32).prop_map(move |(mut items, chance)| {
                if chance >= oddities {
                    let mut seen: Vec<Value> = Vec::new();
                    items.retain(|item| {
                        !seen.contains(item) && {
                            seen.push(item.clone());
                            true
                        }
                    });
                }
                Value::from(items)
            })
        };
        let numbers = prop::sample::select(vec![json!(1), json!(2), json!(1.0)]);
        let mixed = if oddities > 0 { scalar() } else { strings.clone().boxed() };
        return prop_oneof![
            12 => set(strings.boxed()),
            3 => set(numbers.boxed()),
            1 => set(mixed),
        ]
        .boxed();
    }
    value(field.ty(), depth, fashion)
}

fn key_value(key: &str) -> BoxedStrategy<Value> {
    match key {
        "port" => prop::sample::select(vec![json!(80), json!(443), json!(8080)]).boxed(),
        // Numbers that look alike are several keys.
        "id" => {
            let ids = vec![json!(1), json!(1.0), json!("1"), json!(2), json!(-7), json!(u64::MAX)];
            prop::sample::select(ids).boxed()
        }
        _ => prop::sample::select(vec!["a", "b", "c", "d", "e"]).prop_map(Value::from).boxed(),
    }
}

fn unique(items: &mut Vec<Value>, key: &str) {
    let mut seen = Vec::new();
    items.retain(|item| {
        let key = item.get(key).cloned();
        !seen.contains(&key) && {
            seen.push(key);
            true
        }
    });
}
