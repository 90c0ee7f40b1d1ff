//! Documents without what makes no difference.

use serde_json::Value;

/// The same without null members, which count as absent. `O(n)`.
#[must_use]
pub fn pruned(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name.clone(), pruned(member)))
            .collect(),
        Value::Array(items) => items.iter().map(pruned).collect(),
        other => other.clone(),
    }
}
