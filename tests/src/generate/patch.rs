//! Patches at random: directives at every level, most of them as a patch may
//! have them.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use smp_core::{FieldRef, Schema, TypeKind, TypeRef};

use super::{Fashion, any_json, key_value, unique, value};

/// A patch for documents of the schema's root type.
pub fn patch(schema: &'static Schema) -> BoxedStrategy<Value> {
    patch_object(schema.root(), 3, None)
}

/// A patch in which something was replaced by any JSON at all.
pub fn mangled_patch(schema: &'static Schema) -> BoxedStrategy<Value> {
    (patch(schema), vec(0..8_usize, 0..6), any_json())
        .prop_map(|(mut patch, steps, splinter)| {
            put(&mut patch, &steps, splinter);
            patch
        })
        .boxed()
}

/// Follows the steps as far as they lead.
fn put(place: &mut Value, steps: &[usize], splinter: Value) {
    let Some((step, steps)) = steps.split_first() else { return *place = splinter };
    match place {
        Value::Object(members) if !members.is_empty() => {
            let at = step % members.len();
            members
                .values_mut()
                .skip(at)
                .take(1)
                .for_each(|below| put(below, steps, splinter.clone()));
        }
        Value::Array(items) if !items.is_empty() => {
            let at = step % items.len();
            put(&mut items[at], steps, splinter);
        }
        scalar => *scalar = splinter,
    }
}

/// `key`: the object is an element of a list with this merge key.
fn patch_object(
    ty: TypeRef<'static>,
    depth: u32,
    key: Option<&'static str>,
) -> BoxedStrategy<Value> {
    let fields: Vec<_> = ty
        .fields()
        .map(|field| {
            let name = field.name();
            prop::option::weighted(0.35, patch_field(field, depth))
                .prop_map(move |change| change.map(|change| (name, change)))
                .boxed()
        })
        .collect();
    let key = key.map_or_else(
        || Just(None).boxed(),
        |key| key_value(key).prop_map(move |value| Some((key, value))).boxed(),
    );
    (fields, key, 0..40_u32)
        .prop_map(|(fields, key, chance)| {
            let mut object = Map::new();
            for (name, change) in fields.into_iter().flatten() {
                object.extend(change.value.map(|value| (name.to_owned(), value)));
                object
                    .extend(change.order.map(|order| (format!("$setElementOrder/{name}"), order)));
                object.extend(
                    change.delete.map(|gone| (format!("$deleteFromPrimitiveList/{name}"), gone)),
                );
            }
            if let Some((key, value)) = key {
                object.insert(key.to_owned(), value);
            }
            match chance {
                0 => drop(object.insert("$patch".into(), "replace".into())),
                1..=3 => drop(object.insert("$patch".into(), "delete".into())),
                4..=7 => {
                    let mut names: Vec<Value> = object
                        .iter()
                        .filter(|(name, value)| !name.starts_with('$') && !value.is_null())
                        .map(|(name, _)| Value::from(name.as_str()))
                        .collect();
                    names.push("a".into());
                    object.insert("$retainKeys".into(), names.into());
                }
                _ => {}
            }
            Value::Object(object)
        })
        .boxed()
}

#[derive(Debug, Clone, Default)]
struct Change {
    value: Option<Value>,
    order: Option<Value>,
    delete: Option<Value>,
}

fn patch_field(field: FieldRef<'static>, depth: u32) -> BoxedStrategy<Change> {
    let only = |value| Change { value: Some(value), ..Change::default() };
    let plain = Fashion { nulls: false, oddities: false };
    let usual = match field.ty().kind() {
        TypeKind::Object if depth > 0 => {
            patch_object(field.ty(), depth - 1, None).prop_map(only).boxed()
        }
        TypeKind::List(element) if field.merge_key().is_some() && depth > 0 => {
            let key = field.merge_key().unwrap_or_default();
            let items = vec(patch_object(element, depth - 1, Some(key)), 0..4);
            (items, vec(key_value(key), 0..3), 0..4_u32, 0..30_u32)
                .prop_map(move |(mut items, more, chance, oddity)| {
                    unique(&mut items, key);
                    let keys = items
                        .iter()
                        .filter(|item| item.get("$patch").is_none())
                        .map(|item| item[key].clone());
                    let mut order: Vec<Value> =
                        keys.chain(more).map(|value| json!({key: value})).collect();
                    unique(&mut order, key);
                    disturb(&mut order, oddity);
                    let order = (chance == 0).then_some(Value::from(order));
                    Change { value: Some(items.into()), order, delete: None }
                })
                .boxed()
        }
        TypeKind::List(_) if field.merge_key().is_some() => Just(only(json!([]))).boxed(),
        TypeKind::List(_) if field.strategy().is_merge() => {
            let pool = || prop::sample::select(vec!["a", "b", "c", "d", "e"]);
            (vec(pool(), 0..4), vec(pool(), 0..3), vec(pool(), 0..2), 0..6_u32, 0..30_u32)
                .prop_map(|(items, more, gone, chance, oddity)| {
                    let mut order = items.clone();
                    order.extend(more);
                    let mut seen = Vec::new();
                    order.retain(|item| {
                        !seen.contains(item) && {
                            seen.push(*item);
                            true
                        }
                    });
                    disturb(&mut order, oddity);
                    let mut seen = Vec::new();
                    let items: Vec<_> = items
                        .into_iter()
                        .filter(|item| {
                            !seen.contains(item) && {
                                seen.push(*item);
                                true
                            }
                        })
                        .collect();
                    Change {
                        value: (chance != 1).then(|| items.into()),
                        order: (chance < 2).then(|| order.into()),
                        delete: (!gone.is_empty()).then(|| gone.into()),
                    }
                })
                .boxed()
        }
        _ => value(field.ty(), depth, &plain).prop_map(only).boxed(),
    };
    prop_oneof![12 => usual, 1 => Just(only(Value::Null))].boxed()
}

/// Seldom, an order list that contradicts its patch.
fn disturb<T>(order: &mut Vec<T>, oddity: u32) {
    match oddity {
        0 => drop(order.pop()),
        1 => order.reverse(),
        _ => {}
    }
}
