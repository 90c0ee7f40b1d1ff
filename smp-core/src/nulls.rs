//! Nulls that are values, because the schema says so: a field that is nullable, and members that are
//! kept without a field. Everywhere else a null member counts as absent. Rules: semantics value-3
//! and value-10.

use crate::depth::DepthBudget;
use crate::document::{Node, Object, Scalar, equal, equal_unopened};
use crate::error::Error;
use crate::member::Member;
use crate::options::Options;
use smp_schema::TypeRef;

/// Whether two values of a member are equal. `O(n·d)`, or as `equal` if its type has no nulls that
/// are values.
pub(crate) fn equal_by_schema(
    left: &Node<'_>,
    right: &Node<'_>,
    member: &Member<'_>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    if !member.ty.is_some_and(TypeRef::has_nulls) {
        return equal(left, right, limit);
    }
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
            let element = Member::element(member.element_type());
            for (left, right) in left.iter().zip(right) {
                if !equal_by_schema(left, right, &element, options, limit)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (Node::Object(left), Node::Object(right)) => {
            equal_objects(left, right, member.ty, options, limit)
        }
        // Not reached: both are lists or both are objects.
        _ => Ok(false),
    }
}

fn equal_objects(
    left: &Object<'_>,
    right: &Object<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    for (name, left) in left.iter() {
        let member = Member::of(ty, name, options);
        let same = match (member.present(Some(left)), member.present(right.get(name))) {
            (None, None) => true,
            (Some(left), Some(right)) => equal_by_schema(left, right, &member, options, limit)?,
            _ => false,
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(right.iter().all(|(name, right)| {
        left.contains_key(name) || Member::of(ty, name, options).present(Some(right)).is_none()
    }))
}

/// Whether a value of type `ty` has a null that is a value, and that is lost where the value is
/// taken without nulls (semantics adopt-1). `O(n·d)`.
pub(crate) fn loses_null(
    value: &Node<'_>,
    ty: Option<TypeRef<'_>>,
    options: &Options,
    limit: DepthBudget,
) -> Result<bool, Error> {
    if value.kind().is_scalar() || !ty.is_some_and(TypeRef::has_nulls) {
        return Ok(false);
    }
    let limit = limit.enter()?;
    match value.opened()?.as_ref() {
        Node::List(items) => {
            let element = Member::element(ty).element_type();
            for item in items {
                if loses_null(item, element, options, limit)? {
                    return Ok(true);
                }
            }
        }
        Node::Object(members) => {
            for (name, value) in members.iter() {
                let member = Member::of(ty, name, options);
                if (value.is_null() && member.nullable)
                    || loses_null(value, member.ty, options, limit)?
                {
                    return Ok(true);
                }
            }
        }
        _ => {}
    }
    Ok(false)
}
