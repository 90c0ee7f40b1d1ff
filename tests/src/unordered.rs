//! Documents without regard to the order of merge lists.

use serde_json::Value;
use smp_core::schema::{Base, FieldRef, TypeKind};
use smp_core::{Strategy, TypeRef};

use crate::generate::below;

/// The same document with its merge lists sorted by their text. Lists that are replaced as a
/// whole keep their order. `O(n log n)`.
#[must_use]
pub fn unordered(value: &Value, ty: Option<TypeRef<'_>>) -> Value {
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
