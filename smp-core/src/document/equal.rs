//! Whether two nodes are equal. The order of members does not count, the order of elements does,
//! and a member that is null counts as absent. Rules: semantics value-3 and value-6.

use super::node::Node;
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

/// How values are compared.
pub(crate) trait EqualityRule: Copy {
    /// Whether a member of an object is present, and does not count as absent.
    fn is_present(self, name: &str, node: &Node<'_>) -> bool;

    /// The rule inside of a member of an object.
    fn member(self, name: &str) -> Self;

    /// The rule inside of the elements of a list.
    fn element(self) -> Self;

    /// Whether two scalars, which may be of different kinds, are equal.
    fn are_same(self, left: &Scalar<'_>, right: &Scalar<'_>) -> bool;
}

/// Nulls count as absent, and scalars are equal if they are written alike.
impl EqualityRule for () {
    fn is_present(self, _: &str, node: &Node<'_>) -> bool {
        !node.is_null()
    }

    fn member(self, _: &str) {}

    fn element(self) {}

    fn are_same(self, left: &Scalar<'_>, right: &Scalar<'_>) -> bool {
        left == right
    }
}

/// Whether two nodes are equal. Parts with the same text are not opened: they cost `O(n)`, at
/// the speed of comparing bytes.
pub(crate) fn equal(left: &Node<'_>, right: &Node<'_>, limit: DepthBudget) -> Result<bool, Error> {
    equal_by((), left, right, limit)
}

/// Like [`equal`], by the given rule.
pub(crate) fn equal_by<R: EqualityRule>(
    rule: R,
    left: &Node<'_>,
    right: &Node<'_>,
    limit: DepthBudget,
) -> Result<bool, Error> {
    if equal_unopened(left, right) {
        return Ok(true);
    }
    let (kind, other) = (left.kind(), right.kind());
    if kind.is_scalar() && other.is_scalar() {
        return match (Scalar::of(left), Scalar::of(right)) {
            // A value that JSON can't express: opening it gives the error.
            (None, _) => left.opened().map(|_| false),
            (_, None) => right.opened().map(|_| false),
            (Some(left), Some(right)) => Ok(rule.are_same(&left, &right)),
        };
    }
    if kind != other {
        return Ok(false);
    }
    let limit = limit.enter()?;
    let (left, right) = (left.opened()?, right.opened()?);
    match (left.as_ref(), right.as_ref()) {
        (Node::List(left), Node::List(right)) => {
            if left.len() != right.len() {
                return Ok(false);
            }
            for (left, right) in left.iter().zip(right) {
                if !equal_by(rule.element(), left, right, limit)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (Node::Object(left), Node::Object(right)) => {
            let mut shared: usize = 0;
            for (name, left) in left.iter().filter(|(name, node)| rule.is_present(name, node)) {
                let below = rule.member(name);
                match right.get(name) {
                    Some(right)
                        if rule.is_present(name, right) && equal_by(below, left, right, limit)? =>
                    {
                        shared = shared.saturating_add(1);
                    }
                    _ => return Ok(false),
                }
            }
            Ok(right.iter().filter(|(name, node)| rule.is_present(name, node)).count() == shared)
        }
        // Not reached: both are lists or both are objects.
        _ => Ok(false),
    }
}
