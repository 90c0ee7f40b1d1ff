//! Removes null members from documents, and finds members that are named like directives.

use serde_json::Value;

/// The value without null members, which count as absent. `O(n)`.
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

/// Whether the value has a member that is named like a directive, at any depth. `O(n)`.
#[must_use]
pub fn has_directive(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.iter().any(|(name, member)| is_directive(name) || has_directive(member))
        }
        Value::Array(items) => items.iter().any(has_directive),
        _ => false,
    }
}

/// Whether a name is that of a directive, or begins like the directives for lists. No patch can write
/// such a member. `O(n)`.
#[must_use]
pub fn is_directive(name: &str) -> bool {
    name == "$patch"
        || name == "$retainKeys"
        || name.starts_with("$setElementOrder")
        || name.starts_with("$deleteFromPrimitiveList")
}
