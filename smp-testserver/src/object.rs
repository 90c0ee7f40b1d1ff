//! Parts of objects.

use serde_json::{Map, Value};

use crate::store::Key;

/// The value at a JSON pointer; null if there is none.
pub(crate) fn at<'v>(object: &'v Value, pointer: &str) -> &'v Value {
    object.pointer(pointer).unwrap_or(&Value::Null)
}

/// The members of the object at a JSON pointer.
pub(crate) fn members<'v>(
    object: &'v mut Value,
    pointer: &str,
) -> Option<&'v mut Map<String, Value>> {
    object.pointer_mut(pointer)?.as_object_mut()
}

/// Sets the value at a path of names. Parts of the path that are missing or not objects become objects, so
/// unlike an assignment to `object["name"]` this does not panic.
pub(crate) fn set(object: &mut Value, path: &[&str], value: impl Into<Value>) {
    let Some((name, path)) = path.split_first() else {
        *object = value.into();
        return;
    };
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    if let Some(members) = object.as_object_mut() {
        set(members.entry(*name).or_insert(Value::Null), path, value);
    }
}

/// Cuts a path back to an earlier length.
pub(crate) fn shorten(path: &mut String, length: usize) {
    while path.len() > length {
        path.pop();
    }
}

/// The text at a JSON pointer; empty if there is none.
pub(crate) fn text<'v>(object: &'v Value, pointer: &str) -> &'v str {
    object.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The key of an object.
pub(crate) fn key_of(object: &Value) -> Key {
    let part = |pointer: &str| text(object, pointer).to_owned();
    Key { namespace: part("/metadata/namespace"), name: part("/metadata/name") }
}

/// The finalizers of an object.
pub(crate) fn finalizers(object: &Value) -> Vec<&str> {
    let list = object.pointer("/metadata/finalizers").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Turns numbers such as `3.0` into integers: a server merges configurations and strategic merge patches
/// with Go's numbers, and writes them again before it reads the result.
pub(crate) fn make_integers(value: &mut Value) {
    match value {
        Value::Object(members) => members.values_mut().for_each(make_integers),
        Value::Array(items) => items.iter_mut().for_each(make_integers),
        Value::Number(number) => {
            let whole = number.as_f64().filter(|it| it.fract() == 0.0 && it.abs() < 1e15);
            if let (None, Some(Ok(whole))) =
                (number.as_i64(), whole.map(|it| format!("{it:.0}").parse::<i64>()))
            {
                *number = whole.into();
            }
        }
        _ => {}
    }
}
