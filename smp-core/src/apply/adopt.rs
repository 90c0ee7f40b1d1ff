//! Values that a patch sets where live has none, or that replace live's. All directives are
//! left out, at every level. Rules: semantics adopt-1 to adopt-7.

use std::borrow::Cow;

use crate::directive::{Change, Deletion, Marker, PatchObject};
use crate::document::{Node, Object};
use crate::options::{MapDirectives, Options};

/// Whether null members of objects are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// They are left out: live has nothing that they could delete (semantics adopt-1).
    Drop,
    /// They are kept: the value replaces live's literally (semantics adopt-7).
    Keep,
}

/// The value of a member or element. `None` for an object with `$patch` that is left out
/// (semantics adopt-2). `O(n)`.
pub(crate) fn adopt<'p>(change: &'p Change, nulls: Nulls, options: &Options) -> Option<Node<'p>> {
    Some(match change {
        Change::Scalar(node) => borrowed(node),
        Change::List(items) => Node::List(elements(items, nulls, options)),
        Change::Object(object) => match (object.marker, options.map_directives) {
            (None, _) => Node::Object(members(object, nulls, options)),
            (Some(Marker::Replace), MapDirectives::Documented) => {
                Node::Object(literal_members(object, options))
            }
            (Some(_), _) => return None,
        },
    })
}

/// The elements of a list. An element with `$patch` is a directive for the list, not part of
/// its content: semantics adopt-3.
pub(crate) fn elements<'p>(items: &'p [Change], nulls: Nulls, options: &Options) -> Vec<Node<'p>> {
    let is_element =
        |item: &&Change| !matches!(item, Change::Object(object) if object.marker.is_some());
    items.iter().filter(is_element).filter_map(|item| adopt(item, nulls, options)).collect()
}

/// The members of an object with `$patch: replace`: semantics apply-5. `O(n)`.
pub(crate) fn literal_members<'p>(object: &'p PatchObject, options: &Options) -> Object<'p> {
    members(object, Nulls::Keep, options)
}

fn members<'p>(object: &'p PatchObject, nulls: Nulls, options: &Options) -> Object<'p> {
    let mut members = Object::default();
    for (name, field) in object.fields.iter() {
        let Some(value) = &field.value else { continue };
        if value.is_null() && nulls == Nulls::Drop || matches!(field.delete, Some(Deletion::Field))
        {
            continue;
        }
        if let Some(mut value) = adopt(value, nulls, options) {
            if let (Some(Deletion::Items(gone)), Node::List(items)) = (&field.delete, &mut value) {
                super::scalars::remove(items, gone);
            }
            members.insert(Cow::Borrowed(name.as_str()), value);
        }
    }
    members
}

/// A scalar of the patch; its text is borrowed.
fn borrowed<'p>(node: &'p Node<'static>) -> Node<'p> {
    match node {
        Node::Number(text) => Node::Number(Cow::Borrowed(text)),
        Node::String(text) => Node::String(Cow::Borrowed(text)),
        other => other.clone(),
    }
}
