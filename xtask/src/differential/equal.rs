//! When two documents count as the same.

use serde_json::Value;

/// As the reference would write it: whole numbers that fit `int64` without a
/// fraction, all others as floats. It rewrites them on every way through.
#[expect(clippy::cast_possible_truncation, reason = "this is what the reference does to numbers")]
pub(super) fn normal(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            if number.is_i64() {
                return value.clone();
            }
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 && float.abs() < 9.0e15 {
                return Value::from(float as i64);
            }
            Value::from(float)
        }
        Value::Array(items) => Value::Array(items.iter().map(normal).collect()),
        Value::Object(members) => Value::Object(
            members.iter().map(|(name, value)| (name.clone(), normal(value))).collect(),
        ),
        other => other.clone(),
    }
}

/// The same without members that are null.
pub(super) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(without_nulls).collect()),
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(
                members.map(|(name, value)| (name.clone(), without_nulls(value))).collect(),
            )
        }
        other => other.clone(),
    }
}

/// Equal but for how numbers are written.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    left == right || normal(left) == normal(right)
}

/// Equal but for how numbers are written and for null members, which count as
/// absent (semantics value-3).
pub(super) fn equivalent(left: &Value, right: &Value) -> bool {
    left == right || normal(&without_nulls(left)) == normal(&without_nulls(right))
}
