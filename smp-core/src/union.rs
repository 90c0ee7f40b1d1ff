//! Unions in documents: at most one of some fields is set. Normalizing repairs
//! what intent makes clear, validating reports what is left, linting looks at a
//! patch before it is applied. Rules: semantics union-1 to union-18.
//!
//! Nothing here knows why a field is set, and nothing looks where the schema
//! has no union: [`TypeRef`] knows that of each type.

mod lint;
mod normalize;
mod validate;

use crate::document::{JsonKind, Node, Object, Scalar};
use crate::error::Error;
use smp_schema::{TypeRef, Union};

pub use lint::lint_unions;
pub(crate) use normalize::normalize_node;
pub use normalize::{normalize, normalize_document};
pub(crate) use validate::validate_node;
pub use validate::validate_unions;

/// Which unions an operation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    /// Those of Rust enums, which have no room for a second member.
    RustEnums,
}

impl Scope {
    /// Whether there are any in this type or below it. `O(1)`.
    pub(crate) fn reaches(self, ty: TypeRef<'_>) -> bool {
        match self {
            Self::All => ty.union_presence().any,
            Self::RustEnums => ty.union_presence().rust_enum,
        }
    }

    fn of(self, ty: TypeRef<'_>) -> impl Iterator<Item = &Union> {
        ty.unions().iter().filter(move |union| self == Self::All || union.is_rust_enum())
    }
}

/// The members that are set: present and not null, and not empty where the
/// schema says that empty is the same as absent.
fn set<'u>(union: &'u Union, object: &Object<'_>) -> Vec<&'u str> {
    let fields = union.members().map(|(field, _)| field);
    fields.filter(|field| object.get(field).is_some_and(|v| is_set(union, field, v))).collect()
}

fn is_set(union: &Union, field: &str, value: &Node<'_>) -> bool {
    !(value.is_null() || union.empty_is_unset(field) && is_empty(value))
}

/// What Go leaves out of JSON: an empty string or list, 0 and false.
fn is_empty(value: &Node<'_>) -> bool {
    if value.as_str().is_some_and(|text| text.is_empty()) {
        return true;
    }
    match (Scalar::of(value), value.kind()) {
        (Some(scalar), _) => matches!(scalar.to_json().as_str(), "false" | "0"),
        (None, JsonKind::List) => value.list_items().is_ok_and(|items| items.is_empty()),
        (None, _) => false,
    }
}

/// The value of the discriminator, if it says anything: a string that isn't
/// empty. Go writes an empty one where none is set: semantics union-4.
fn discriminator_value<'o>(
    union: &Union,
    object: &'o Object<'_>,
) -> Option<std::borrow::Cow<'o, str>> {
    let value = object.get(union.discriminator()?)?.as_str()?;
    (!value.is_empty()).then_some(value)
}

/// The members of a node that is an object, one level open.
fn open_object<'n, 'a>(
    node: &'n Node<'a>,
) -> Result<Option<std::borrow::Cow<'n, Object<'a>>>, Error> {
    use std::borrow::Cow;
    Ok(match node.opened()? {
        Cow::Borrowed(Node::Object(members)) => Some(Cow::Borrowed(members)),
        Cow::Owned(Node::Object(members)) => Some(Cow::Owned(members)),
        _ => None,
    })
}
