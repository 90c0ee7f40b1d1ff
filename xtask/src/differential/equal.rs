//! Compares documents of both engines.

use serde_json::{Number, Value};
use smp_core::{Base, FieldRef, Strategy, TypeKind, TypeRef};
use smp_tests::generate::below;
use smp_tests::prune::pruned;

/// The document as the reference would write it: whole numbers that fit `int64` without a
/// fraction, all others as floats. The reference rewrites all numbers in this way.
pub(super) fn normal(value: &Value) -> Value {
    with_numbers(value, &|number| if number.is_i64() { number.clone() } else { as_float(number) })
}

/// The document with `1.0` as `1`. All integers stay as they are: for the reference, two of them
/// beyond `int64` may be the same float.
fn with_exact_integers(value: &Value) -> Value {
    with_numbers(value, &|number| if number.is_f64() { as_float(number) } else { number.clone() })
}

/// A number as a float, without a fraction if it has none.
#[expect(clippy::cast_possible_truncation, reason = "this is what the reference does to numbers")]
fn as_float(number: &Number) -> Number {
    let float = number.as_f64().unwrap_or_default();
    if float.fract() == 0.0 && float.abs() < 9.0e15 {
        Number::from(float as i64)
    } else {
        Number::from_f64(float).unwrap_or_else(|| number.clone())
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

/// The same document with its merge lists sorted by their text. Lists that are replaced as a
/// whole keep their order.
pub(super) fn unordered(value: &Value, ty: Option<TypeRef<'_>>) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let strategy = ty.and_then(|ty| ty.field(name)).map(FieldRef::strategy);
                let below = ty.and_then(|ty| below(ty, name));
                let value = match (value, strategy.map(Strategy::base)) {
                    (Value::Array(items), Some(Base::Merge)) => {
                        let element = match below.map(TypeRef::kind) {
                            Some(TypeKind::List(element)) => Some(element),
                            _ => None,
                        };
                        let mut items: Vec<Value> =
                            items.iter().map(|item| unordered(item, element)).collect();
                        items.sort_by_cached_key(ToString::to_string);
                        Value::Array(items)
                    }
                    (_, Some(Base::Replace)) => value.clone(),
                    _ => unordered(value, below),
                };
                (name.clone(), value)
            });
            Value::Object(members.collect())
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

/// As [`equivalent`], for results of this engine, which distinguishes all integers.
pub(super) fn equivalent_here(left: &Value, right: &Value) -> bool {
    left == right || with_exact_integers(&pruned(left)) == with_exact_integers(&pruned(right))
}

/// Whether two different integers of the documents are the same float, and so one number for the
/// reference.
pub(super) fn integers_coincide(documents: &[Value]) -> bool {
    let mut exact: Vec<u64> = Vec::new();
    for document in documents {
        large_integers(document, &mut exact);
    }
    exact.sort_unstable();
    exact.dedup();
    let float = |number: u64| as_float(&number.into());
    exact.windows(2).any(|pair| matches!(pair, [one, next] if float(*one) == float(*next)))
}

/// Adds the integers beyond `int64`.
fn large_integers(value: &Value, found: &mut Vec<u64>) {
    match value {
        Value::Number(number) if !number.is_i64() => found.extend(number.as_u64()),
        Value::Array(items) => items.iter().for_each(|item| large_integers(item, found)),
        Value::Object(members) => members.values().for_each(|item| large_integers(item, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn large_integers_coincide_as_floats() {
        let keys = |keys: [u64; 2]| keys.map(|key| json!({"list": [{"port": key}]}));
        assert!(integers_coincide(&keys([u64::MAX, u64::MAX - 1])));
        assert!(!integers_coincide(&keys([u64::MAX, u64::MAX])));
        assert!(!integers_coincide(&keys([u64::MAX, u64::MAX - 4096])));
        assert!(!integers_coincide(&[json!([
            9_007_199_254_740_993_i64,
            9_007_199_254_740_992_i64
        ])]));
    }
}
