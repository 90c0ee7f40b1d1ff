//! Values that a patch sets where live has none, or that replace live's. All directives are
//! left out, at every level. Rules: semantics adopt-1 to adopt-7.

use std::borrow::Cow;

use crate::directive::{Change, Deletion, Marker, PatchObject};
use crate::document::{Node, Object};
use crate::options::{MapDirectives, Options};
use crate::site::Site;
use smp_schema::{Base, TypeRef};

/// The reason why a value of a patch is taken as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdoptMode {
    /// Live has no value there. Null members are left out, since there is nothing to delete (semantics
    /// adopt-1). Objects with `$patch` are left out (adopt-2).
    Absent,
    /// A new element of a merge list. Null members are left out, as for `Absent`.
    Element,
    /// Part of a replacement where live has no value; also elements of a list with `$patch: replace`.
    /// Null members are left out, as for `Absent`.
    Replacing,
    /// Replaces live's value literally; null members are kept (adopt-7).
    Literal,
}

impl AdoptMode {
    /// Whether directives in this value have no effect, so that the object or element with
    /// `$patch` is taken: semantics adopt-3 and adopt-4.
    fn ignores_directives(self, options: &Options) -> bool {
        match self {
            Self::Absent => false,
            // An API server drops the directive of a struct as an unknown field.
            Self::Element => options.map_directives == MapDirectives::Kubernetes,
            Self::Replacing | Self::Literal => true,
        }
    }
}

/// The value of a member or element. `None` for an object with `$patch` that is left out
/// (semantics adopt-2). `O(n)`.
pub(crate) fn adopt<'p>(
    change: &'p Change,
    mode: AdoptMode,
    member: &Site<'_>,
    options: &Options,
) -> Option<Node<'p>> {
    Some(match change {
        Change::Scalar(node) => borrowed(node),
        Change::List(items) => Node::List(elements(items, mode, member, options)),
        Change::Object(object) => match (object.marker, options.map_directives) {
            (None, MapDirectives::Documented)
                if mode != AdoptMode::Literal && member.strategy.base() == Base::Replace =>
            {
                Node::Object(members(object, AdoptMode::Replacing, None, options))
            }
            (None, _) => Node::Object(members(object, mode, member.ty, options)),
            (Some(_), _) if mode.ignores_directives(options) => {
                Node::Object(members(object, mode, member.ty, options))
            }
            (Some(Marker::Replace), MapDirectives::Documented) => {
                Node::Object(literal_members(object, options))
            }
            (Some(_), _) => return None,
        },
    })
}

/// The elements of a list that is part of a value: semantics adopt-3.
fn elements<'p>(
    items: &'p [Change],
    mode: AdoptMode,
    member: &Site<'_>,
    options: &Options,
) -> Vec<Node<'p>> {
    let replaces = || items.iter().any(|item| marker(item) == Some(Marker::Replace));
    let inside = if !mode.ignores_directives(options)
        && options.map_directives == MapDirectives::Documented
        && (!member.strategy.is_merge() || replaces())
    {
        AdoptMode::Replacing
    } else {
        mode
    };
    let is_element = |item: &&Change| match item {
        Change::Object(object) if object.marker.is_some() => {
            mode.ignores_directives(options)
                && (options.map_directives == MapDirectives::Kubernetes || object.has_fields())
        }
        _ => true,
    };
    let element = member.element(options);
    let elements = items.iter().filter(is_element);
    elements.filter_map(|item| adopt(item, inside, &element, options)).collect()
}

/// The elements of a patch list that replaces an atomic list: semantics adopt-3.
pub(crate) fn atomic_elements<'p>(items: &'p [Change], options: &Options) -> Vec<Node<'p>> {
    let is_element = |item: &&Change| {
        options.map_directives == MapDirectives::Kubernetes || marker(item).is_none()
    };
    let elements = items.iter().filter(is_element);
    elements.filter_map(|item| literal(item, options)).collect()
}

fn marker(change: &Change) -> Option<Marker> {
    match change {
        Change::Object(object) => object.marker,
        Change::Scalar(_) | Change::List(_) => None,
    }
}

/// A value that replaces live's: semantics adopt-7. `O(n)`.
pub(crate) fn literal<'p>(change: &'p Change, options: &Options) -> Option<Node<'p>> {
    adopt(change, AdoptMode::Literal, &Site::of(None, options), options)
}

/// The members of an object with `$patch: replace`: semantics apply-5. `O(n)`.
pub(crate) fn literal_members<'p>(object: &'p PatchObject, options: &Options) -> Object<'p> {
    members(object, AdoptMode::Literal, None, options)
}

fn members<'p>(
    object: &'p PatchObject,
    mode: AdoptMode,
    ty: Option<TypeRef<'_>>,
    options: &Options,
) -> Object<'p> {
    // In a replacement and in an added element, deletion lists have no effect either: semantics adopt-4.
    let deletes = !mode.ignores_directives(options);
    let mut members = Object::default();
    for (name, field) in object.fields.iter() {
        let Some(value) = &field.value else { continue };
        let deletion = field.delete.as_ref().filter(|_| deletes);
        if value.is_null() && mode != AdoptMode::Literal
            || matches!(deletion, Some(Deletion::Field))
        {
            continue;
        }
        // The type says which values replace live's. This is irrelevant where directives have no effect.
        let member = Site::member(ty.filter(|_| deletes), name, options);
        if let Some(mut value) = adopt(value, mode, &member, options) {
            if let (Some(Deletion::Items(gone)), Node::List(items)) = (deletion, &mut value) {
                super::scalars::remove(items, gone);
            }
            members.insert(Cow::Borrowed(name.as_str()), value);
        }
    }
    members
}

/// The same scalar; a text is borrowed from the patch.
fn borrowed<'p>(node: &'p Node<'static>) -> Node<'p> {
    match node {
        Node::Number(text) => Node::Number(Cow::Borrowed(text)),
        Node::String(text) => Node::String(Cow::Borrowed(text)),
        other => other.clone(),
    }
}
