//! Skipped fields of a value that is converted to JSON, merged and read again: documents lack them, so
//! they are moved over from the value before the merge.

use serde_json::Value;

use crate::reflect::{Fields, Reflect, ValuePartsMut};
use crate::shape::Place;

/// Moves what documents lack between the parts of two values: fields of structs, and entries of
/// maps. Elements of lists are not known to be the same. `O(n)`.
pub fn keep_parts(read: &mut dyn FieldsAndParts, before: &mut dyn FieldsAndParts, json: &Value) {
    if let (ValuePartsMut::Map(read), ValuePartsMut::Map(before)) =
        (read.inside_mut(), before.inside_mut())
    {
        let mut keys = Vec::new();
        read.each(&mut |key, _| keys.push(key.to_owned()));
        for key in keys {
            if let (Some(read), Some(before)) = (read.entry_mut(&key), before.entry_mut(&key)) {
                read.keep(before.as_any_mut(), json.get(&key).unwrap_or(&Value::Null));
            }
        }
        return;
    }
    // A struct has them also if they are not accessed by themselves.
    for (at, field) in Fields::shape(&*read).fields.iter().enumerate() {
        let json = match field.place {
            Place::Named(name) | Place::OneWay(name) => json.get(name).unwrap_or(&Value::Null),
            Place::Flattened(_) => json,
        };
        if let (Some(read), Some(before)) = (read.field_mut(at), before.field_mut(at)) {
            read.keep(before.as_any_mut(), json);
        }
    }
}

/// A value with its fields.
pub trait FieldsAndParts: Fields + Reflect {}

impl<T: Fields + Reflect> FieldsAndParts for T {}

/// Moves a field that serde reads and doesn't write, unless it was read.
pub fn swap_unless_read<T>(read: &mut T, before: &mut T, json: &Value, name: &str) {
    if json.get(name).is_none() {
        core::mem::swap(read, before);
    }
}
