//! Defaults of list map keys, as JSON values.

use serde_json::Value;
use smp_schema::KeyDefault;

/// The default that a JSON value states; `None` unless it is a string, number or
/// boolean.
pub(crate) fn from_value(value: &Value) -> Option<KeyDefault> {
    match value {
        Value::String(text) => Some(KeyDefault::String(text.clone())),
        Value::Number(number) => Some(KeyDefault::Number(number.to_string())),
        Value::Bool(value) => Some(KeyDefault::Bool(*value)),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The JSON value of a default.
pub(crate) fn to_value(default: &KeyDefault) -> Option<Value> {
    match default {
        KeyDefault::String(text) => Some(Value::from(text.as_str())),
        KeyDefault::Number(text) => serde_json::from_str(text).ok(),
        KeyDefault::Bool(value) => Some(Value::Bool(*value)),
    }
}
