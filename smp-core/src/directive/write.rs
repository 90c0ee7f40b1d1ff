//! The writer of patches: from a [`PatchObject`] to a document, or to its text.

use std::borrow::Cow;

use super::{
    Change, DELETE_FROM_PRIMITIVE_LIST, Deletion, Marker, PATCH, PatchObject, RETAIN_KEYS,
    SET_ELEMENT_ORDER,
};
use crate::document::{Node, Object, write};

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

/// Writes the text of [`patch_node`], without building the node. `O(n)`.
pub(crate) fn write_patch(patch: &PatchObject, out: &mut String) {
    let mut text = ObjectText { out, is_first: true };
    text.out.push('{');
    if let Some(marker) = patch.marker {
        write::string(marker_text(marker), text.member(None, PATCH));
    }
    if let Some(names) = &patch.retain_keys {
        write_list(names, text.member(None, RETAIN_KEYS), |name: &String, out| {
            write::string(name, out);
        });
    }
    for (name, field) in patch.fields.iter() {
        if let Some(order) = &field.order {
            write_list(order, text.member(Some(SET_ELEMENT_ORDER), name), write::compact);
        }
        match &field.delete {
            Some(Deletion::Field) => {
                text.member(Some(DELETE_FROM_PRIMITIVE_LIST), name).push_str("null");
            }
            Some(Deletion::Items(items)) => {
                let out = text.member(Some(DELETE_FROM_PRIMITIVE_LIST), name);
                write_list(items, out, write::compact);
            }
            None => {}
        }
        if let Some(value) = &field.value {
            write_change(value, text.member(None, name));
        }
    }
    text.out.push('}');
}

fn write_change(change: &Change, out: &mut String) {
    match change {
        Change::Scalar(node) => write::compact(node, out),
        Change::List(items) => write_list(items, out, write_change),
        Change::Object(object) => write_patch(object, out),
    }
}

fn write_list<T>(items: &[T], out: &mut String, item: impl Fn(&T, &mut String)) {
    out.push('[');
    for (at, one) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        item(one, out);
    }
    out.push(']');
}

/// The text of an object, while it is written.
struct ObjectText<'o> {
    out: &'o mut String,
    is_first: bool,
}

impl ObjectText<'_> {
    /// Writes the name of the next member: `name`, or `directive/name`. The caller writes the
    /// value.
    fn member(&mut self, directive: Option<&str>, name: &str) -> &mut String {
        if !core::mem::take(&mut self.is_first) {
            self.out.push(',');
        }
        match directive {
            Some(directive) => write::string(&[directive, "/", name].concat(), self.out),
            None => write::string(name, self.out),
        }
        self.out.push(':');
        self.out
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
