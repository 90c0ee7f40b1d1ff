//! Unions in patches: which members and which discriminator a patch sets, and which
//! alternative it leads to.

use std::borrow::Cow;

use super::members_of;
use crate::directive::{Change, FieldPatch, Marker, PatchObject};
use crate::document::{Object, Scalar};
use crate::options::MapDirectives;
use crate::violation::{DiscriminatorValue, alternatives};
use smp_schema::Union;

/// The alternative of a union that a patch leads to, independent of live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The patch sets no member and no discriminator.
    None,
    /// The members of this discriminated value; it may name no member.
    Of(String),
    /// The alternative depends on live, or the patch contradicts itself.
    Unknown,
}

/// The alternative of `union` that the patch of an object leads to. `O(n log n)` in the fields of
/// the patch.
pub(crate) fn choice(union: &Union, patch: &PatchObject, directives: MapDirectives) -> Choice {
    let may_have_no_effect = |field: &str| match patch.fields.get(field).and_then(value) {
        Some(Change::Object(object)) => {
            object.marker == Some(Marker::Replace) && directives == MapDirectives::Kubernetes
        }
        Some(Change::List(_)) => union.empty_is_unset(field),
        _ => false,
    };
    let members = set(union, patch);
    if members.iter().any(|field| may_have_no_effect(field)) {
        return Choice::Unknown;
    }
    let named = discriminator_value(union, patch);
    match (named, &alternatives(union, &members)[..]) {
        (None, []) => Choice::None,
        (None, [only]) => Choice::Of((*only).to_owned()),
        (Some(DiscriminatorValue { text: Some(text), .. }), rest)
            if rest.iter().all(|it| *it == text) =>
        {
            Choice::Of(text)
        }
        _ => Choice::Unknown,
    }
}

/// The fields of a union: its members and its discriminator.
pub(crate) fn fields_of(union: &Union) -> impl Iterator<Item = &str> {
    union.members().map(|(field, _)| field).chain(union.discriminator())
}

/// Whether a patch has a field of the union. `O(n)` in the fields of the patch.
pub(crate) fn touches(union: &Union, patch: &PatchObject) -> bool {
    let is_of = |name: &str| union.member(name).is_some() || union.discriminator() == Some(name);
    patch.fields.iter().any(|(name, _)| is_of(name))
}

/// The members of the union in an object, with the discriminator, for messages.
pub(crate) fn part_of<'a>(union: &Union, object: &Object<'a>) -> Option<Object<'a>> {
    let mut part = Object::default();
    for field in fields_of(union) {
        if let Some(node) = object.get(field).filter(|node| !node.is_null()) {
            part.insert(Cow::Owned(field.to_owned()), node.clone());
        }
    }
    (!part.is_empty()).then_some(part)
}

/// The value that the patch sets the field to; `None` if it deletes the field.
pub(super) fn value(field: &FieldPatch) -> Option<&Change> {
    field.value.as_ref().filter(|change| {
        let deletes = matches!(change, Change::Object(o) if o.marker == Some(Marker::Delete));
        !field.removes() && !deletes
    })
}

/// The members that the patch sets.
pub(super) fn set<'u>(union: &'u Union, patch: &PatchObject) -> Vec<&'u str> {
    let set = |field: &str| {
        let change = patch.fields.get(field).and_then(value);
        change.is_some_and(|change| !(union.empty_is_unset(field) && is_empty(change)))
    };
    let names = patch.fields.iter().map(|(name, _)| name.as_str());
    members_of(union, (patch.fields.len(), names), set)
}

fn is_empty(change: &Change) -> bool {
    match change {
        Change::Scalar(node) => super::is_empty(node),
        Change::List(items) => items.is_empty(),
        Change::Object(_) => false,
    }
}

pub(super) fn discriminator_value(
    union: &Union,
    patch: &PatchObject,
) -> Option<DiscriminatorValue> {
    match value(patch.fields.get(union.discriminator()?)?)? {
        Change::Scalar(node) => {
            let text = node.as_str().map(Cow::into_owned);
            let json = Scalar::of(node)?.to_json();
            (text.as_deref() != Some("")).then_some(DiscriminatorValue { json, text })
        }
        other => Some(DiscriminatorValue { json: other.kind().name().to_owned(), text: None }),
    }
}
