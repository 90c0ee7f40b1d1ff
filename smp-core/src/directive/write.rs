//! The writer of patches: from a [`PatchObject`] to a document.

use std::borrow::Cow;

use super::{
    Change, DELETE_FROM_PRIMITIVE_LIST, Deletion, Marker, PATCH, PatchObject, RETAIN_KEYS,
    SET_ELEMENT_ORDER,
};
use crate::document::{Node, Object};

/// The patch as JSON: `$patch` and `$retainKeys` first, then for each field its
/// list directives before the field itself. `O(n)`.
pub(crate) fn patch_node(patch: &PatchObject) -> Node<'_> {
    let mut members = Object::default();
    if let Some(marker) = patch.marker {
        members.insert(Cow::Borrowed(PATCH), Node::String(Cow::Borrowed(marker_text(marker))));
    }
    if let Some(names) = &patch.retain_keys {
        let names = names.iter().map(|name| Node::String(Cow::Borrowed(name))).collect();
        members.insert(Cow::Borrowed(RETAIN_KEYS), Node::List(names));
    }
    for (name, field) in patch.fields.iter() {
        if let Some(order) = &field.order {
            let key = format!("{SET_ELEMENT_ORDER}/{name}");
            members.insert(Cow::Owned(key), Node::List(order.clone()));
        }
        if let Some(deletion) = &field.delete {
            let key = format!("{DELETE_FROM_PRIMITIVE_LIST}/{name}");
            let value = match deletion {
                Deletion::Field => Node::Null,
                Deletion::Items(items) => Node::List(items.clone()),
            };
            members.insert(Cow::Owned(key), value);
        }
        if let Some(value) = &field.value {
            members.insert(Cow::Borrowed(name), change_node(value));
        }
    }
    Node::Object(members)
}

fn marker_text(marker: Marker) -> &'static str {
    match marker {
        Marker::Replace => "replace",
        Marker::Delete => "delete",
    }
}

/// The value of a member or element as JSON. `O(n)`.
pub(crate) fn change_node(change: &Change) -> Node<'_> {
    match change {
        Change::Scalar(node) => node.clone(),
        Change::List(items) => Node::List(items.iter().map(change_node).collect()),
        Change::Object(object) => patch_node(object),
    }
}
