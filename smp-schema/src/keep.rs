//! Preserves parts that documents lack, such as skipped fields, when a value is converted to JSON,
//! merged and read again: they are moved over from the value before the merge.

use std::collections::HashMap;

use serde_json::Value;

use crate::field_index::field_at;
use crate::reflect::{FieldState, Fields, Reflect, ValueParts, ValuePartsMut};
use crate::shape::{Metadata, Place};

/// Moves parts that documents lack from one value to another: between the fields of structs, and
/// between elements of lists that have the same keys, or that have not changed. `O(n)`.
pub fn keep_parts(read: &mut dyn Reflect, before: &mut dyn Reflect, json: &Value) {
    if keep_items(read, before, json, &[]) {
        return;
    }
    // A struct has fields even if its parts are not accessed one by one.
    let (Some(read), Some(before)) = (read.fields_mut(), before.fields_mut()) else { return };
    for (at, field) in read.shape().fields.iter().enumerate() {
        let json = match field.place {
            // A member that is now absent was removed, and serde has used a default.
            Place::Named(name) | Place::OneWay(name) => match json.get(name) {
                None if matches!(before.field(at), FieldState::Value(_)) => continue,
                member => member.unwrap_or(&Value::Null),
            },
            Place::Flattened(_) => json,
        };
        if let (Some(read), Some(before)) = (read.field_mut(at), before.field_mut(at))
            && !keep_items(read, before, json, &key_names(field.metadata))
        {
            read.keep(before, json);
        }
    }
}

/// Moves parts that documents lack into a value that was read from this JSON. `O(n)`.
pub(crate) fn keep(read: &mut dyn Reflect, before: &mut dyn Reflect, json: &Value) {
    if is_unchanged(before, json) {
        read.exchange(before);
    } else {
        keep_parts(read, before, json);
    }
}

/// The member of an object; null if it is absent.
#[must_use]
pub fn member<'j>(json: &'j Value, name: &str) -> &'j Value {
    json.get(name).unwrap_or(&Value::Null)
}

/// Moves a field that serde reads but doesn't write, unless it was read.
pub fn swap_unless_read<T>(read: &mut T, before: &mut T, json: &Value, name: &str) {
    if json.get(name).is_none() {
        core::mem::swap(read, before);
    }
}

/// Whether a leaf has this JSON, which means that nothing has changed it.
#[must_use]
pub fn is_leaf_unchanged(fields: &dyn Fields, at: usize, json: &Value, name: &str) -> bool {
    match fields.field(at) {
        FieldState::Leaf(Ok(written)) => json.get(name) == Some(&written),
        FieldState::AbsentLeaf => json.get(name).is_none(),
        _ => false,
    }
}

/// The names of the fields that identify the elements of a list.
fn key_names(metadata: &Metadata) -> Vec<&'static str> {
    match metadata.merge_key {
        Some(key) => vec![key],
        None => metadata.list_map_keys.iter().map(|(name, _)| *name).collect(),
    }
}

/// Moves parts that documents lack between the elements of two lists; `false` if they are not
/// lists.
fn keep_items(
    read: &mut dyn Reflect,
    before: &mut dyn Reflect,
    json: &Value,
    keys: &[&str],
) -> bool {
    let (ValuePartsMut::List(read), ValuePartsMut::List(before)) =
        (read.inside_mut(), before.inside_mut())
    else {
        return false;
    };
    let mut places: HashMap<Vec<Value>, Vec<usize>> = HashMap::new();
    // Several elements with one key are paired in order.
    for at in (0..before.count()).rev() {
        if let Some(key) = before.item(at).and_then(|item| key_of(item, keys)) {
            places.entry(key).or_default().push(at);
        }
    }
    for (at, json) in json.as_array().into_iter().flatten().enumerate() {
        let key = match keys {
            [] => vec![json.clone()],
            _ => keys.iter().map(|name| member(json, name).clone()).collect(),
        };
        let place = places.get_mut(&key).and_then(Vec::pop);
        if let Some(place) = place
            && let (Some(read), Some(before)) = (read.item_mut(at), before.item_mut(place))
        {
            read.keep(before, json);
        }
    }
    true
}

/// The JSON that identifies an element: its keys, or all of it.
fn key_of(item: &dyn Reflect, keys: &[&str]) -> Option<Vec<Value>> {
    if keys.is_empty() {
        return Some(vec![item.to_value().ok()?]);
    }
    keys.iter().map(|name| key_value(item, name)).collect()
}

fn key_value(item: &dyn Reflect, name: &str) -> Option<Value> {
    let fields = match item.inside() {
        ValueParts::Struct(fields) => fields,
        ValueParts::Map(map) => return map.entry(name)?.1.to_value().ok(),
        _ => item.fields()?,
    };
    match field_at(fields.shape(), name).map(|(at, _)| fields.field(at)) {
        Some(FieldState::Value(value)) => value.to_value().ok(),
        Some(FieldState::Leaf(value)) => value.ok(),
        _ => Some(member(&item.to_value().ok()?, name).clone()),
    }
}

/// Whether a value that is converted as a whole has this JSON, which means that nothing has changed
/// it. Null may mean that the member is absent now.
fn is_unchanged(value: &dyn Reflect, json: &Value) -> bool {
    matches!(value.inside(), ValueParts::Whole)
        && !json.is_null()
        && value.to_value().is_ok_and(|own| own == *json)
}
