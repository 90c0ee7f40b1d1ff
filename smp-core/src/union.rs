//! Unions in documents: at most one member of a union may be set. Normalizing clears the
//! other members if it is clear which one was meant; validating reports the violations
//! that remain; linting checks a patch before it is applied. Rules: semantics union-1 to
//! union-18.
//!
//! Values of types without unions are not read: see [`TypeRef::union_presence`].

mod intent;
mod lint;
mod normalize;
mod patched;
mod validate;
mod walk;

use std::borrow::Cow;

use crate::document::{JsonKind, Node, Object, Scalar};
use crate::error::Error;
use crate::options::{Options, UnionRules, Unions};
use crate::violation::{DiscriminatorValue, alternatives};
use smp_schema::{TypeRef, Union};

pub(crate) use intent::{check_kept, intended};
pub use lint::lint_unions;
pub(crate) use lint::lint_within;
pub(crate) use normalize::normalize_node;
pub use normalize::{normalize, normalize_document};
pub(crate) use patched::{Choice, choice, fields_of, part_of, touches};
pub(crate) use validate::validate_node;
pub use validate::validate_unions;

/// The unions that an operation handles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnionSet {
    /// All unions, including what API servers accept beyond the documentation.
    All,
    /// All unions, strictly by the documentation.
    Documented,
    /// Only the unions of Rust enums, which can't have two members.
    RustEnums,
}

impl UnionSet {
    /// The unions that apply, compose and conflicts handle: semantics union-15 and typed-3.
    pub(crate) fn of_options(options: &Options) -> Self {
        if options.unions == Unions::Ignore { Self::RustEnums } else { Self::all(options) }
    }

    /// All unions, by the rules that the options select: semantics option-7.
    pub(crate) fn all(options: &Options) -> Self {
        match options.union_rules {
            UnionRules::Kubernetes => Self::All,
            UnionRules::Documented => Self::Documented,
        }
    }

    /// Whether values of this type can contain unions of this set, at any depth.
    pub(crate) fn is_within(self, ty: TypeRef<'_>) -> bool {
        match self {
            Self::All | Self::Documented => ty.union_presence().any,
            Self::RustEnums => ty.union_presence().rust_enum,
        }
    }

    /// The unions of an object type itself.
    pub(crate) fn of(self, ty: TypeRef<'_>) -> impl Iterator<Item = &Union> {
        ty.unions().iter().filter_map(move |union| match self {
            Self::All => (!union.is_unenforced()).then_some(union),
            Self::Documented => Some(union.documented()),
            Self::RustEnums => union.is_rust_enum().then_some(union),
        })
    }
}

/// The discriminated values that an object has: the discriminator's if it is set, otherwise
/// those of the members that are set, in the order of the schema.
pub(crate) fn values<'u>(union: &'u Union, object: &'u Object<'_>) -> Vec<Cow<'u, str>> {
    match discriminator_value(union, object) {
        Some(value) => vec![value],
        None => alternatives(union, &set(union, object)).into_iter().map(Cow::Borrowed).collect(),
    }
}

/// The members that are set: present, not null, and not empty if an empty value of the member
/// counts as absent.
fn set<'u>(union: &'u Union, object: &Object<'_>) -> Vec<&'u str> {
    let names = object.iter().map(|(name, _)| name.as_ref());
    members_of(union, (object.len(), names), |field| {
        object.get(field).is_some_and(|value| is_set(union, field, value))
    })
}

/// The members of a union that an object with these fields has set, in the order of the schema.
/// `O(n log n)` in the members or in the fields, whichever are fewer.
fn members_of<'u, 'o>(
    union: &'u Union,
    (count, names): (usize, impl Iterator<Item = &'o str>),
    is_set: impl Fn(&str) -> bool,
) -> Vec<&'u str> {
    if union.member_count() <= count {
        return union.members().map(|(field, _)| field).filter(|field| is_set(field)).collect();
    }
    let members = names.filter_map(|name| union.member(name));
    let mut set: Vec<_> = members.filter(|(_, field)| is_set(field)).collect();
    set.sort_unstable_by_key(|(at, _)| *at);
    set.into_iter().map(|(_, field)| field).collect()
}

fn is_set(union: &Union, field: &str, value: &Node<'_>) -> bool {
    !(value.is_null() || union.empty_is_unset(field) && is_empty(value))
}

/// Whether Go omits the value with `omitempty`: an empty string or list, 0 or false.
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

/// The discriminator of an object, for a report. A value that is not a string has no `text`, and
/// so names no member. `None` if it is not set.
fn reported_discriminator(union: &Union, object: &Object<'_>) -> Option<DiscriminatorValue> {
    let node = object.get(union.discriminator()?)?;
    let text = node.as_str().map(Cow::into_owned);
    if node.is_null() || text.as_deref() == Some("") {
        return None;
    }
    let json = Scalar::of(node).map_or_else(|| node.kind().name().to_owned(), |s| s.to_json());
    Some(DiscriminatorValue { json, text })
}

/// The value of the discriminator, if it is set: a string that is not empty. (Go writes
/// an empty string for a discriminator that is not set: semantics union-4.)
fn discriminator_value<'o>(union: &Union, object: &'o Object<'_>) -> Option<Cow<'o, str>> {
    let value = object.get(union.discriminator()?)?.as_str()?;
    (!value.is_empty()).then_some(value)
}

/// The members of a node; `None` if it is not an object.
fn open_object<'n, 'a>(node: &'n Node<'a>) -> Result<Option<Cow<'n, Object<'a>>>, Error> {
    Ok(match node.opened()? {
        Cow::Borrowed(Node::Object(members)) => Some(Cow::Borrowed(members)),
        Cow::Owned(Node::Object(members)) => Some(Cow::Owned(members)),
        _ => None,
    })
}
