//! Compares documents of both engines.

use serde_json::Value;
use smp_core::{Base, FieldRef, Strategy, TypeKind, TypeRef};
use smp_tests::generate::below;
use smp_tests::prune::pruned;

/// The document as the reference would write it: whole numbers that fit `int64` without a
/// fraction, all others as floats. The reference rewrites all numbers in this way.
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
