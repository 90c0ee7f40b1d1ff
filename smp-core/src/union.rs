//! Unions in documents: at most one of some fields is set. Normalizing repairs
//! what intent makes clear, validating reports what is left, linting looks at a
//! patch before it is applied. `semantics.md`, "Unions"; the union types KEP.
//!
//! Nothing here knows why a field is set, and nothing looks where the schema
//! has no union: [`TypeRef`] knows that of each type.

mod lint;
mod normalize;
mod validate;
mod violation;

use crate::document::{Node, Object};
use crate::error::Error;
use crate::schema::{TypeRef, Union};

pub(crate) use normalize::normalize;
pub(crate) use validate::validate;
pub use violation::{UnionProblem, UnionViolation};

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
            Self::All => ty.reach().union,
            Self::RustEnums => ty.reach().rust_enum,
        }
    }

    fn of(self, ty: TypeRef<'_>) -> impl Iterator<Item = &Union> {
        ty.unions().iter().filter(move |union| self == Self::All || union.is_rust_enum())
    }
}

/// The members that are set: present and not null.
fn set<'u>(union: &'u Union, object: &Object<'_>) -> Vec<&'u str> {
    let set = |field: &str| object.get(field).is_some_and(|member| !member.is_null());
    union.members().map(|(field, _)| field).filter(|field| set(field)).collect()
}

/// The value of the discriminator, if it says anything: a string that isn't
/// empty. Go writes an empty one where none is set, as in the KEP's own example.
fn said<'o>(union: &Union, object: &'o Object<'_>) -> Option<std::borrow::Cow<'o, str>> {
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
