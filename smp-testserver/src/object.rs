//! Parts of objects.

use serde_json::Value;

use crate::store::Key;

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
