//! Compares documents of both engines.

use serde_json::{Number, Value};
use smp_tests::prune::pruned;

/// The document as the reference would write it: whole numbers that fit `int64` without a
/// fraction, all others as floats. The reference rewrites all numbers in this way.
pub(crate) fn normal(value: &Value) -> Value {
    with_numbers(value, &|number| if number.is_i64() { number.clone() } else { as_float(number) })
}

/// The document with `1.0` as `1`. All integers stay as they are: for the reference, two of them
/// beyond `int64` may be the same float.
fn with_exact_integers(value: &Value) -> Value {
    with_numbers(value, &|number| if number.is_f64() { as_float(number) } else { number.clone() })
}

/// A number as a float, without a fraction if the fraction is zero.
#[expect(clippy::cast_possible_truncation, reason = "this is what the reference does to numbers")]
fn as_float(number: &Number) -> Number {
    let float = number.as_f64().unwrap_or_default();
    if float.fract() == 0.0 && float.abs() < 9.0e15 {
        Number::from(float as i64)
    } else {
        Number::from_f64(float).unwrap_or_else(|| number.clone())
    }
}

/// Whether the value has a number that the reference rewrites, or does not distinguish from
/// another.
pub(super) fn has_other_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number.is_i64(),
        Value::Array(items) => items.iter().any(has_other_number),
        Value::Object(members) => members.values().any(has_other_number),
        _ => false,
    }
}

/// Whether all numbers of the result that the reference rewrites are numbers of the documents.
pub(super) fn are_of(result: &Value, documents: &[Value]) -> bool {
    match result {
        Value::Number(number) if !number.is_i64() => documents.iter().any(|it| has(it, number)),
        Value::Array(items) => items.iter().all(|item| are_of(item, documents)),
        Value::Object(members) => members.values().all(|item| are_of(item, documents)),
        _ => true,
    }
}

fn has(value: &Value, number: &Number) -> bool {
    match value {
        Value::Number(one) => one == number,
        Value::Array(items) => items.iter().any(|item| has(item, number)),
        Value::Object(members) => members.values().any(|item| has(item, number)),
        _ => false,
    }
}

fn with_numbers(value: &Value, change: &dyn Fn(&Number) -> Number) -> Value {
    match value {
        Value::Number(number) => Value::Number(change(number)),
        Value::Array(items) => items.iter().map(|item| with_numbers(item, change)).collect(),
        Value::Object(members) => {
            let members = members.iter();
            members.map(|(name, value)| (name.clone(), with_numbers(value, change))).collect()
        }
        other => other.clone(),
    }
}

/// Whether the documents are equal, apart from the spelling of numbers.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    left == right || normal(left) == normal(right)
}

/// Whether the documents are equal, apart from the spelling of numbers and from null members,
/// which count as absent.
pub(super) fn equivalent(left: &Value, right: &Value) -> bool {
    left == right || normal(&pruned(left)) == normal(&pruned(right))
}

/// [`equivalent`] for results of this engine, which distinguishes all integers.
pub(super) fn equivalent_here(left: &Value, right: &Value) -> bool {
    left == right || with_exact_integers(&pruned(left)) == with_exact_integers(&pruned(right))
}
