//! When two documents count as the same.

use serde_json::Value;
use smp_tests::prune::pruned;

/// As the reference would write it: whole numbers that fit `int64` without a
/// fraction, all others as floats. It rewrites them on every way through.
#[expect(clippy::cast_possible_truncation, reason = "this is what the reference does to numbers")]
pub(super) fn normal(value: &Value) -> Value {
    match value {
        Value::Number(number) if !number.is_i64() => {
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 && float.abs() < 9.0e15 {
                Value::from(float as i64)
            } else {
                Value::from(float)
            }
        }
        Value::Array(items) => items.iter().map(normal).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), normal(value))).collect()
        }
        other => other.clone(),
    }
}

/// The same, with the elements of every list sorted by their text.
pub(super) fn unordered(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(unordered).collect();
            items.sort_by_cached_key(ToString::to_string);
            Value::Array(items)
        }
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), unordered(value))).collect()
        }
        other => other.clone(),
    }
}

/// Equal but for how numbers are written.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    left == right || normal(left) == normal(right)
}

/// Equal but for how numbers are written and for null members, which count as
/// absent.
pub(super) fn equivalent(left: &Value, right: &Value) -> bool {
    left == right || normal(&pruned(left)) == normal(&pruned(right))
}
