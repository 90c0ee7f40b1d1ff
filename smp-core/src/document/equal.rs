//! Whether two nodes are equal. The order of members does not count, the order of elements does,
//! and a member that is null counts as absent. Rules: semantics value-3 and value-6.

use super::node::{JsonKind, Node};
use super::scalar::Scalar;
use crate::depth::DepthBudget;
use crate::error::Error;

/// Whether two closed nodes are known to be equal: they have the same text, or are Rust values
/// that are the same in every part. `O(n)`, at the speed of a comparison.
pub(crate) fn equal_unopened(left: &Node<'_>, right: &Node<'_>) -> bool {
    if let (Node::Lazy(left), Node::Lazy(right)) = (left, right)
        && let (Some(left), Some(right)) = (left.rust_value(), right.rust_value())
    {
        return left.same(right);
    }
    match (left, right) {
        (Node::Raw(left), Node::Raw(right)) => left.text() == right.text(),
        _ => false,
    }
}

/// Whether two nodes are equal. Parts with the same text are not opened: they cost `O(n)`, at
/// the speed of comparing bytes.
pub(crate) fn equal(left: &Node<'_>, right: &Node<'_>, limit: DepthBudget) -> Result<bool, Error> {
    if equal_unopened(left, right) {
        return Ok(true);
    }
    let kind = left.kind();
    if kind != right.kind() {
        return Ok(false);
    }
    if kind.is_scalar() {
        return Ok(Scalar::of(left) == Scalar::of(right));
    }
    let limit = limit.enter()?;
    let (left, right) = (left.opened()?, right.opened()?);
    match (left.as_ref(), right.as_ref()) {
        (Node::List(left), Node::List(right)) => {
            if left.len() != right.len() {
                return Ok(false);
            }
            for (left, right) in left.iter().zip(right) {
                if !equal(left, right, limit)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (Node::Object(left), Node::Object(right)) => {
            let mut shared: usize = 0;
            for (name, left) in left.iter().filter(|(_, member)| !member.is_null()) {
                match right.get(name) {
                    Some(right) if !right.is_null() && equal(left, right, limit)? => {
                        shared = shared.saturating_add(1);
                    }
                    _ => return Ok(false),
                }
            }
            let rest = right.values().filter(|member| member.kind() != JsonKind::Null);
            Ok(rest.count() == shared)
        }
        // Not reached: both are lists or both are objects.
        _ => Ok(false),
    }
}
